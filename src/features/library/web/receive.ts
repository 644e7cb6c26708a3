import type { Progress } from '../contract.ts';
import { furtherOf, mergeProgress } from '../rules.ts';
import type { KeptPlace } from './kept-places.ts';

/** What the account tells of a book. */
export interface Told {
  progress: Progress;
  /** Of the chapter that the place is in; null where nobody has looked it up: a report does not name it. */
  chapterNumber: number | null;
}

/** Whether it matters which chapter the account tells of: this browser is in another one. */
export function isUndecided(mine: KeptPlace, told: Progress): boolean {
  if (mine.progress.chapter_uuid === told.chapter_uuid) return false;
  return isLater(told, mine) || Boolean(mine.unsent);
}

/**
 * What a browser's own place becomes when the account tells what it knows. Forward it goes by itself; it never goes
 * back, nor where nobody can tell, unless its reader says so: `elsewhere` is then what to ask about.
 */
export function receive(mine: KeptPlace | undefined, { progress: told, chapterNumber }: Told): KeptPlace {
  if (!mine) return { progress: told, details: chapterNumber === null ? {} : { chapterNumber } };
  if (isSamePlace(mine.progress, told)) {
    const progress = mergeProgress(mine.progress, told);
    // The account's clock counts: this browser's may be wrong, and then no other device would ever be later.
    return { ...mine, progress: mine.unsent ? progress : { ...progress, updated_at: told.updated_at } };
  }
  const isAhead = isFurtherOn({ progress: told, chapterNumber }, mine);
  if (isLater(told, mine) && isAhead) return follow(mine, { progress: told, chapterNumber });
  const furthest = furtherOf(mine.progress.furthest, told.furthest);
  const kept = { ...mine, progress: { ...mine.progress, furthest } };
  // Within one chapter there is nothing to ask, and what this device has outrun is no news.
  const isOffer = isUndecided(mine, told) && (isLater(told, mine) || isAhead);
  if (!isOffer) return kept;
  return { ...kept, elsewhere: { chapterUuid: told.chapter_uuid, chapterNumber, position: told.position } };
}

/** The account has what was sent, unless the reader has read on meanwhile. */
export function acknowledge(mine: KeptPlace, sent: Progress): KeptPlace {
  if (mine.progress.updated_at !== sent.updated_at) return mine;
  const { unsent: _, ...known } = mine;
  return known;
}

function follow({ details, progress }: KeptPlace, { progress: told, chapterNumber }: Told): KeptPlace {
  if (progress.chapter_uuid === told.chapter_uuid) return { progress: mergeProgress(progress, told), details };
  const { chapterNumber: _, chapterTitle: __, count: ___, ...ofBook } = details;
  const ofChapter = chapterNumber === null ? {} : { chapterNumber };
  return { progress: mergeProgress(progress, told), details: { ...ofBook, ...ofChapter } };
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
