import type { Progress } from '../../contract.ts';
import { furtherOf, mergeProgress } from '../../rules.ts';
import type { KeptPlace, KeptPlaces } from './kept-places.ts';
import { isWellAhead, spotOf } from './spots.ts';

/** What the account tells of a book. */
export interface Told {
  progress: Progress;
  /** Of the chapter that the place is in; null where nobody has looked it up: a report does not name it. */
  chapterNumber: number | null;
}

/** Whether another device has told it: the account has not said it here before, nor was it told from here. */
function isNewsTo(mine: KeptPlace, told: Progress): boolean {
  return told.updated_at !== mine.heard && told.updated_at !== mine.sent;
}

/** Whether it matters which chapter the account tells of: this browser is in another one. */
export function isUndecided(mine: KeptPlace, told: Progress): boolean {
  if (mine.progress.chapter_uuid === told.chapter_uuid || !isNewsTo(mine, told)) return false;
  return isLater(told, mine) || Boolean(mine.unsent);
}

/**
 * What a browser's own place becomes when the account tells what it knows. Forward it goes by itself; it never goes
 * back, nor where nobody can tell, unless its reader says so: `elsewhere` is then what to ask about. Nor does it take
 * the account back from where another device has read on: it waits for the answer.
 */
export function receive(mine: KeptPlace | undefined, told: Told): KeptPlace {
  const { progress, chapterNumber } = told;
  const heard = progress.updated_at;
  if (!mine) return { progress, details: chapterNumber === null ? {} : { chapterNumber }, heard };
  const isNews = isNewsTo(mine, progress);
  const { elsewhere: _, ...place } = mine;
  // What was asked about before is old now.
  const own = isNews ? place : mine;
  if (isSamePlace(mine.progress, progress)) {
    const merged = mergeProgress(mine.progress, progress);
    // The account's clock counts: this browser's may be wrong, and then no other device would ever be later.
    return { ...own, progress: mine.unsent ? merged : { ...merged, updated_at: heard }, heard };
  }
  const furthest = furtherOf(mine.progress.furthest, progress.furthest);
  const kept = { ...own, progress: { ...mine.progress, furthest }, heard };
  if (!isNews) return kept;
  const isAhead = isFurtherOn(told, mine);
  if (isLater(progress, mine) && isAhead) return follow(mine, told);
  if (progress.chapter_uuid === mine.progress.chapter_uuid) {
    // Both have read on in one chapter. A reader who has it open here is asked by their page before it notes more.
    const isAsked = mine.unsent && isWellAhead(spotOf({ ...mine, progress }), spotOf(mine));
    return isAsked ? follow(mine, told) : kept;
  }
  // What this device has outrun is no news.
  const isOffer = isUndecided(mine, progress) && (isLater(progress, mine) || isAhead);
  if (!isOffer) return kept;
  const { chapter_uuid: chapterUuid, position } = progress;
  return { ...kept, elsewhere: { chapterUuid, chapterNumber, position, ...(isAhead && { isAhead }) } };
}

/** The account has what was sent, unless the reader has read on meanwhile. */
export function acknowledge(mine: KeptPlace, sent: Progress): KeptPlace {
  if (mine.progress.updated_at !== sent.updated_at) return mine;
  const { unsent: _, ...known } = mine;
  return known;
}

/** Whether the account is to be told of a place: it has not heard of it, and nobody is being asked first. */
export const isToBeTold = ({ unsent, elsewhere }: KeptPlace): boolean => Boolean(unsent && !elsewhere?.isAhead);

function follow({ details, progress }: KeptPlace, { progress: told, chapterNumber }: Told): KeptPlace {
  const furthest = furtherOf(progress.furthest, told.furthest);
  const followed = { progress: { ...told, furthest }, heard: told.updated_at };
  if (progress.chapter_uuid === told.chapter_uuid) return { ...followed, details };
  const { chapterNumber: _, chapterTitle: __, count: ___, ...ofBook } = details;
  const ofChapter = chapterNumber === null ? {} : { chapterNumber };
  return { ...followed, details: { ...ofBook, ...ofChapter } };
}

const isLater = (told: Progress, { progress }: KeptPlace) =>
  Date.parse(told.updated_at) > Date.parse(progress.updated_at);

function isSamePlace(one: Progress, other: Progress): boolean {
  return (
    one.chapter_uuid === other.chapter_uuid &&
    one.position.index === other.position.index &&
    one.position.fraction === other.position.fraction
  );
}

/** Whether what was told lies beyond this browser's place; where nobody can tell, it does not. */
function isFurtherOn({ progress: told, chapterNumber }: Told, { progress, details }: KeptPlace): boolean {
  if (told.chapter_uuid === progress.chapter_uuid) {
    const [there, here] = [told.position, progress.position];
    return there.index === here.index ? there.fraction > here.fraction : there.index > here.index;
  }
  // Nothing was read here: the place is another device's, and goes with it.
  if (details.chapterNumber === undefined) return true;
  return chapterNumber !== null && chapterNumber > details.chapterNumber;
}

/** With all that the account knows. What it no longer has, the reader has taken out on another device. */
export function withTold(mine: KeptPlaces, told: readonly Told[]): KeptPlaces {
  const known = new Set(told.map(({ progress }) => progress.book_uuid));
  const after: Record<string, KeptPlace> = Object.fromEntries(
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
