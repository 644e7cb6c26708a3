/** How often an image that is loading is looked at. */
export const patienceMs = 20_000;

/**
 * Decides about an image that is still loading after so many looks. If nothing of it has come, it lets others pass, and
 * fails after a minute. If it has begun, it gets three times as long: browsers do not tell whether more comes, and
 * starting over would lose what has come.
 */
export function afterWaiting(looks: number, { hasBegun }: { hasBegun: boolean }): 'wait' | 'pass' | 'fail' {
  const waited = hasBegun ? looks / 3 : looks;
  return waited >= 3 ? 'fail' : waited >= 1 ? 'pass' : 'wait';
}
