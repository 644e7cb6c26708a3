/** A number as somebody types it, also in Arabic digits and those of full width. */
export function readNumber(typed: string): number {
  const plain = typed
    .normalize('NFKC')
    .trim()
    // The last four bits of such a digit are its value.
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15));
  // What is no number becomes one that the server refuses: JSON would make null of it, which takes the value away.
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : -1;
}

/** The same of a field that may be blank: null. */
export const readOptionalNumber = (typed: string): number | null => (typed.trim() === '' ? null : readNumber(typed));
