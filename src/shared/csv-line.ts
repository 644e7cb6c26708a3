/** One line of a table with its end, as RFC 4180 has it. Null is empty, what has parts is JSON. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => quoted(textOf(value))).join(',')}\r\n`;
}

/** A spreadsheet would run a text that begins so. */
const formula = /^[=+\-@\t\r]/;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return typeof value === 'string' && formula.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
