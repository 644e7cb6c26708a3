import type { Progress } from '../../contract.ts';
import { furtherOf, mergeProgress } from '../../rules.ts';
import { renumbered } from './renumbering.ts';
import { isWellAhead, spotOf } from './spots.ts';
import type { StoredPlace, StoredPlaces } from './stored-places.ts';

/** The account's place in a book. */
export interface AccountPlace {
  progress: Progress;
  /**
   * The number of the place's chapter; null where it was not looked up, e.g. for a place that this browser had sent.
   */
  chapterNumber: number | null;
}

/** Whether another device has sent the place: it was neither received here before nor sent from here. */
function isNewsTo(mine: StoredPlace, received: Progress): boolean {
  return received.updated_at !== mine.heard && received.updated_at !== mine.sent;
}

/** Whether the number of the place's chapter is needed: this browser is in another chapter. */
export function isUndecided(mine: StoredPlace, received: Progress): boolean {
  if (mine.progress.chapter_uuid === received.chapter_uuid || !isNewsTo(mine, received)) return false;
  return isLater(received, mine) || Boolean(mine.unsent);
}

/**
 * The browser's place after an answer of the account. It moves forward by itself. It moves back, or where the order is
 * unknown, only if the reader agrees: until then `elsewhere` holds the place to ask about. If another device has read
 * on, this browser's older place is not sent to the account before the reader answers.
 */
export function receive(kept: StoredPlace | undefined, received: AccountPlace): StoredPlace {
  const { progress, chapterNumber } = received;
  const heard = progress.updated_at;
  const mine = kept && renumbered(kept, progress.numbering);
  if (!mine) return { progress, details: chapterNumber === null ? {} : { chapterNumber }, heard };
  const isNews = isNewsTo(mine, progress);
  const { elsewhere: _, ...place } = mine;
  // A newer place makes an earlier question out of date.
  const own = isNews ? place : mine;
  if (isSamePlace(mine.progress, progress)) {
    const merged = mergeProgress(mine.progress, progress);
    // The account's time replaces ours: if this browser's clock is ahead, no other device's place would ever be later.
    return { ...own, progress: mine.unsent ? merged : { ...merged, updated_at: heard }, heard };
  }
  const furthest = furtherOf(mine.progress.furthest, progress.furthest);
  const stayed = { ...own, progress: { ...mine.progress, furthest }, heard };
  if (!isNews) return stayed;
  const isAhead = isFurtherOn(received, mine);
  if (isLater(progress, mine) && isAhead) return follow(mine, received);
  if (progress.chapter_uuid === mine.progress.chapter_uuid) {
    // Both devices have read on in one chapter. If it is open here, its page asks the reader before it notes more.
    const isAsked = mine.unsent && isWellAhead(spotOf({ ...mine, progress }), spotOf(mine));
    return isAsked ? follow(mine, received) : stayed;
  }
  // A place that this device has passed is no news.
  const isOffer = isUndecided(mine, progress) && (isLater(progress, mine) || isAhead);
  if (!isOffer) return stayed;
  const { chapter_uuid: chapterUuid, position } = progress;
  return { ...stayed, elsewhere: { chapterUuid, chapterNumber, position, ...(isAhead && { isAhead }) } };
}

/** The account has what was sent, unless the reader has read on meanwhile. */
export function acknowledge(mine: StoredPlace, sent: Progress): StoredPlace {
  if (mine.progress.updated_at !== sent.updated_at) return mine;
  const { unsent: _, ...known } = mine;
  return known;
}

/** Whether a place is to be sent: the account does not have it, and the reader is not being asked first. */
export const isToBeSent = ({ unsent, elsewhere }: StoredPlace): boolean => Boolean(unsent && !elsewhere?.isAhead);

function follow({ details, progress }: StoredPlace, { progress: received, chapterNumber }: AccountPlace): StoredPlace {
  const furthest = furtherOf(progress.furthest, received.furthest);
  const followed = { progress: { ...received, furthest }, heard: received.updated_at };
  if (progress.chapter_uuid === received.chapter_uuid) return { ...followed, details };
  const { chapterNumber: _, chapterTitle: __, printed: ____, count: ___, ...ofBook } = details;
  const ofChapter = chapterNumber === null ? {} : { chapterNumber };
  return { ...followed, details: { ...ofBook, ...ofChapter } };
}

const isLater = (received: Progress, { progress }: StoredPlace) =>
  Date.parse(received.updated_at) > Date.parse(progress.updated_at);

function isSamePlace(one: Progress, other: Progress): boolean {
  return (
    one.chapter_uuid === other.chapter_uuid &&
    one.position.index === other.position.index &&
    one.position.fraction === other.position.fraction
  );
}

/** Whether the received place lies beyond this browser's; false where the order is unknown. */
function isFurtherOn({ progress: received, chapterNumber }: AccountPlace, { progress, details }: StoredPlace): boolean {
  if (received.chapter_uuid === progress.chapter_uuid) {
    const [there, here] = [received.position, progress.position];
    return there.index === here.index ? there.fraction > here.fraction : there.index > here.index;
  }
  // Nothing was read here: the place came from another device, and follows it.
  if (details.chapterNumber === undefined) return true;
  return chapterNumber !== null && chapterNumber > details.chapterNumber;
}

/** The places after an answer with all of the account's. One that the account no longer has was removed elsewhere. */
export function withReceived(mine: StoredPlaces, received: readonly AccountPlace[]): StoredPlaces {
  const known = new Set(received.map(({ progress }) => progress.book_uuid));
  const after: Record<string, StoredPlace> = Object.fromEntries(
    Object.entries(mine).filter(([bookUuid, place]) => place.removed || place.unsent || known.has(bookUuid)),
  );
  for (const each of received) {
    const own = after[each.progress.book_uuid];
    if (!own?.removed) after[each.progress.book_uuid] = receive(own, each);
  }
  return after;
}

/** Notes what was sent: without an answer, the account later returns it as if another device had sent it. */
export function withSent(mine: StoredPlaces, items: readonly Progress[]): StoredPlaces {
  const after = { ...mine };
  for (const { book_uuid, updated_at } of items) {
    const own = after[book_uuid];
    if (own) after[book_uuid] = { ...own, sent: updated_at };
  }
  return after;
}

/** The places after the answer to sent ones. */
export function withAnswer(
  mine: StoredPlaces,
  { sent, received }: { sent: readonly Progress[]; received: readonly AccountPlace[] },
): StoredPlaces {
  const after = { ...mine };
  for (const item of sent) {
    const own = after[item.book_uuid];
    // The account ignores a place in a removed chapter; it is not sent again and again.
    if (own) after[item.book_uuid] = acknowledge(own, item);
  }
  const sentTo = new Map(sent.map((item) => [item.book_uuid, item]));
  for (const each of received) {
    const own = after[each.progress.book_uuid];
    if (!own || own.removed) continue;
    const item = sentTo.get(each.progress.book_uuid);
    // The sent place comes back, with the account's time where this browser's clock is wrong.
    const isEcho = item !== undefined && isSamePlace(item, each.progress);
    after[each.progress.book_uuid] = receive(isEcho ? { ...own, heard: each.progress.updated_at } : own, each);
  }
  return after;
}
