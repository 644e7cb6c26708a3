import type { Progress } from '../contract.ts';
import { furtherOf, mergeProgress } from '../rules.ts';
import type { KeptPlace } from './kept-places.ts';
import { isFinished } from './place-rules.ts';

/**
 * What a browser's own place becomes when the account tells what it knows. Forward it goes by itself; it never goes
 * back, nor aside, unless its reader says so: `elsewhere` is then what to ask about.
 */
export function receive(mine: KeptPlace | undefined, told: Progress): KeptPlace {
  if (!mine) return { progress: told, details: detailsOf(told) };
  if (isSamePlace(mine.progress, told)) {
    const progress = mergeProgress(mine.progress, told);
    // The account's clock counts: this browser's may be wrong, and then no other device would ever be later.
    return { ...mine, progress: mine.unsent ? progress : { ...progress, updated_at: told.updated_at } };
  }
  const isLater = Date.parse(told.updated_at) > Date.parse(mine.progress.updated_at);
  const isAhead = isFurtherOn(told, mine);
  if (isLater && isAhead) return follow(mine, told);
  const furthest = furtherOf(mine.progress.furthest, told.furthest);
  const kept = { ...mine, progress: { ...mine.progress, furthest } };
  // Within one chapter there is nothing to ask, and what this device already outran is no news.
  const isOffer = told.chapter_uuid !== mine.progress.chapter_uuid && (isLater || (mine.unsent && isAhead));
  if (!isOffer) return kept;
  return {
    ...kept,
    elsewhere: { chapterUuid: told.chapter_uuid, chapterNumber: numberOf(told), position: told.position },
  };
}

/** The account has what was sent, unless the reader has read on meanwhile. */
export function acknowledge(mine: KeptPlace, sent: Progress): KeptPlace {
  if (mine.progress.updated_at !== sent.updated_at) return mine;
  const { unsent: _, ...known } = mine;
  return known;
}

function follow({ details, progress }: KeptPlace, told: Progress): KeptPlace {
  const { chapterNumber: _, chapterTitle: __, count: ___, ...ofBook } = details;
  const ofChapter = progress.chapter_uuid === told.chapter_uuid ? details : {};
  return { progress: mergeProgress(progress, told), details: { ...ofBook, ...detailsOf(told), ...ofChapter } };
}

function detailsOf(told: Progress): KeptPlace['details'] {
  const chapterNumber = numberOf(told);
  return chapterNumber === null ? {} : { chapterNumber };
}

/**
 * The number of the chapter in which a place lies, which a report names only where it is also the furthest; null where
 * the reader had gone back.
 */
export function numberOf({ position, furthest }: Progress): number | null {
  if (isFinished(position) && furthest.index === 0 && furthest.fraction === 0) return furthest.chapter_number - 1;
  const isFurthest = position.index === furthest.index && position.fraction === furthest.fraction;
  return isFurthest ? furthest.chapter_number : null;
}

function isSamePlace(one: Progress, other: Progress): boolean {
  return (
    one.chapter_uuid === other.chapter_uuid &&
    one.position.index === other.position.index &&
    one.position.fraction === other.position.fraction
  );
}

/** Whether what was told lies beyond this browser's place; where nobody can tell, it does not. */
function isFurtherOn(told: Progress, { progress, details }: KeptPlace): boolean {
  if (told.chapter_uuid === progress.chapter_uuid) {
    const [there, here] = [told.position, progress.position];
    return there.index === here.index ? there.fraction > here.fraction : there.index > here.index;
  }
  const number = numberOf(told);
  return number !== null && number > (details.chapterNumber ?? numberOf(progress) ?? progress.furthest.chapter_number);
}
