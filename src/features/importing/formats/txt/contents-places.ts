import type { TextLine } from '../../text/plain-text.ts';
import { type Contents, entryKeys, indexOf } from './contents-list.ts';

/**
 * The lines of the body that the entries of a list of contents lead to, in the list's order: as many as can stand one
 * behind the other.
 */
export function placesOf({ entries }: Contents, lines: readonly TextLine[]): number[] {
  const index = indexOf(lines, 0);
  const choices = entries.flatMap((entry) => {
    const places = entryKeys(entry)
      .map((key) => index.get(key))
      .find((found) => found !== undefined);
    return places ? [places] : [];
  });
  return longestRising(choices);
}

type Step = { at: number; before: Step | null };

/** The longest rising row with at most one place of each choice: choices are tried from behind, so none is taken twice. */
function longestRising(choices: readonly (readonly number[])[]): number[] {
  const ends: Step[] = [];
  for (const places of choices)
    for (const at of [...places].reverse()) {
      let low = 0;
      let high = ends.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((ends[middle]?.at ?? 0) < at) low = middle + 1;
        else high = middle;
      }
      ends[low] = { at, before: ends[low - 1] ?? null };
    }
  const places: number[] = [];
  for (let step = ends.at(-1) ?? null; step; step = step.before) places.push(step.at);
  return places.reverse();
}
