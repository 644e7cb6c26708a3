import type { StoredBlock } from './blocks.ts';
import { shownText } from './text-counts.ts';

/** A reader's place in a text: a block, and perhaps words that stood there. */
export interface TextPlace {
  index: number;
  quote: string | null;
}

/**
 * Where places in an old text are in its new one: at the block that has the words of the place's quote, else at the
 * block with the same words as its old block, else at the nearest. Null: the words were never in this text, so its
 * reader has another language.
 */
export function createPlaceMover(
  before: readonly StoredBlock[],
  after: readonly StoredBlock[],
): (place: TextPlace) => number | null {
  const [old, fresh] = [before.map(shownText), after.map(shownText)];
  let first = 0;
  while (first < old.length && first < fresh.length && old[first] === fresh[first]) first += 1;
  let last = 0;
  const most = Math.min(old.length, fresh.length) - first;
  while (last < most && old[old.length - 1 - last] === fresh[fresh.length - 1 - last]) last += 1;
  const placesOf = new Map<string, number[]>();
  for (const [at, words] of fresh.entries()) placesOf.set(words, [...(placesOf.get(words) ?? []), at]);

  function byWords(index: number): number {
    if (index < first) return index;
    if (index >= old.length - last) return Math.max(0, Math.min(index - old.length + fresh.length, fresh.length - 1));
    const same = placesOf.get(old[index] ?? '');
    return same ? nearest(same, index) : Math.max(0, Math.min(index, fresh.length - 1 - last));
  }

  return ({ index, quote }) => {
    const guess = byWords(index);
    if (!quote) return guess;
    if (!old.some((words) => words.includes(quote))) return null;
    const found = fresh.flatMap((words, at) => (words.includes(quote) ? [at] : []));
    return found.length > 0 ? nearest(found, guess) : guess;
  };
}

function nearest(places: readonly number[], wanted: number): number {
  return places.reduce((best, place) => (Math.abs(place - wanted) < Math.abs(best - wanted) ? place : best));
}
