import { randomInt } from 'node:crypto';
import { it } from 'vitest';

/** Set by `npm test -- --long`. Without it each promise is still tested, with fewer cases. */
export const isLong = process.env.LONG === '1';

/** A case of a promise that another case keeps in every run. */
export const inLong = it.skipIf(!isLong);

/** As `it.each`: each run plays the first cases of a table, the long form all. `%s` stands for a case's first value. */
export function eachOf<Given extends [unknown, ...unknown[]]>(cases: readonly Given[], usual: number) {
  return (title: string, play: (...given: Given) => void | Promise<void>, timeoutMs?: number): void => {
    for (const [place, given] of cases.entries())
      (place < usual ? it : inLong)(
        title.replace('%s', () => String(given[0])),
        () => play(...given),
        timeoutMs,
      );
  };
}

/** How many cases of a kind a run plays. */
export function howMany({ usual, long }: { usual: number; long: number }): number {
  return isLong ? long : usual;
}

/** How many cases of a property a run draws: each run draws others, so that many runs try as many as the long form. */
export const draws = (long: number): number => howMany({ usual: Math.ceil(long / 4), long });

/** What chance draws from. A test prints it when it fails; `SEED` repeats the same draws. */
export const seed = Number(process.env.SEED ?? randomInt(2 ** 30));
