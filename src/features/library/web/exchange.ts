import type { Progress } from '../contract.ts';
import type { KeptPlaces } from './kept-places.ts';
import { acknowledge, isSamePlace, receive, type Told } from './receive.ts';

/** With all that the account knows. What it no longer has, the reader has taken out on another device. */
export function withTold(mine: KeptPlaces, told: readonly Told[]): KeptPlaces {
  const known = new Set(told.map(({ progress }) => progress.book_uuid));
  const after = Object.fromEntries(
    Object.entries(mine).filter(([bookUuid, place]) => place.removed || place.unsent || known.has(bookUuid)),
  );
  for (const each of told) {
    const own = after[each.progress.book_uuid];
    if (!own?.removed) after[each.progress.book_uuid] = receive(own, each);
  }
  return after;
}

/** Marked as told: should no answer come, the account says it again as if it were another's. */
export function withSent(mine: KeptPlaces, items: readonly Progress[]): KeptPlaces {
  const after = { ...mine };
  for (const { book_uuid, updated_at } of items) {
    const own = after[book_uuid];
    if (own) after[book_uuid] = { ...own, sent: updated_at };
  }
  return after;
}

/** With what has come of what was sent. */
export function withAnswer(
  mine: KeptPlaces,
  { sent, told }: { sent: readonly Progress[]; told: readonly Told[] },
): KeptPlaces {
  const after = { ...mine };
  for (const item of sent) {
    const own = after[item.book_uuid];
    // What the account passes over, since the chapter is gone, is not sent again and again.
    if (own) after[item.book_uuid] = acknowledge(own, item);
  }
  const sentTo = new Map(sent.map((item) => [item.book_uuid, item]));
  for (const each of told) {
    const own = after[each.progress.book_uuid];
    if (!own || own.removed) continue;
    const item = sentTo.get(each.progress.book_uuid);
    // Its own word, with the account's time where this browser's clock is wrong.
    const isEcho = item !== undefined && isSamePlace(item, each.progress);
    after[each.progress.book_uuid] = receive(isEcho ? { ...own, heard: each.progress.updated_at } : own, each);
  }
  return after;
}
