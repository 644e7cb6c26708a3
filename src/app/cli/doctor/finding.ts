/** A warning keeps the exit status 0; a finding that is not `ok` makes it 1. */
export type Finding = { check: string; ok: boolean; warning: boolean; found: string; advice?: string };

export const good = (check: string, found: string): Finding => ({ check, ok: true, warning: false, found });
export const doubtful = (check: string, found: string, advice: string): Finding => ({
  ...{ check, ok: true, warning: true, found, advice },
});
export const wrong = (check: string, found: string, advice: string): Finding => ({
  ...{ check, ok: false, warning: false, found, advice },
});
