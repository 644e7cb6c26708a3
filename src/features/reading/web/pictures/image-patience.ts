/** How often one looks after an image that is on its way. */
export const patienceMs = 20_000;

/**
 * Decides about an image that is still on its way after so many looks. One of which nothing has come lets others pass,
 * and fails after a minute. One that has begun may still be coming, which browsers do not tell: it is given three times
 * as long, since starting over would cost what is there.
 */
export function afterWaiting(looks: number, { hasBegun }: { hasBegun: boolean }): 'wait' | 'pass' | 'fail' {
  const waited = hasBegun ? looks / 3 : looks;
  return waited >= 3 ? 'fail' : waited >= 1 ? 'pass' : 'wait';
}
