import { randomInt } from 'node:crypto';

/** Set by `npm test -- --long`. Without it each promise is still tested, with fewer cases. */
export const isLong = process.env.LONG === '1';

/** How many cases of a kind a run plays. */
export function howMany({ usual, long }: { usual: number; long: number }): number {
  return isLong ? long : usual;
}

/** What chance draws from. A test prints it when it fails; `SEED` repeats the same draws. */
export const seed = Number(process.env.SEED ?? randomInt(2 ** 30));
