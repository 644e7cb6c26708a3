import type { LockReason, OpenedChapter } from './chapter.ts';

export type ChapterSight =
  /** Nothing to show yet: no answer is there, or only a lock that this reader's own answer may open. */
  | { state: 'waiting'; opened: OpenedChapter | null }
  /** `isOwn`: the answer was made for this reader, so its likes are this reader's, too. */
  | { state: 'opened'; opened: OpenedChapter; isOwn: boolean }
  | { state: 'failed' };

/** Whether the lock has been asked about again since the page opened: the reader may have got the right meanwhile. */
export type FirstAsk = 'due' | 'asked' | 'settled';

/**
 * The view of a chapter that was open when its reader's right ended: the content stays, with the reason beside it. If
 * another reader comes, their own answer replaces it.
 */
export function heldOpen(
  held: OpenedChapter | null,
  opened: OpenedChapter | undefined,
): { opened: OpenedChapter | undefined; lost: LockReason | null } {
  const isLost = held?.state === 'open' && opened?.state === 'locked' && held.viewer === opened.viewer;
  return isLost ? { opened: held, lost: opened.reason } : { opened, lost: null };
}

interface Facts {
  opened: OpenedChapter | undefined;
  viewer: string | null;
  isFetching: boolean;
  /** The last attempt failed. */
  isError: boolean;
  firstAsk: FirstAsk;
}

/**
 * The part of a chapter that may be shown to this reader now. Pages are rendered for visitors, with their lock, which
 * the style sheet hides from users; a user's own answer decides.
 */
export function sightOf({ opened, viewer, isFetching, isError, firstAsk }: Facts): ChapterSight {
  const hasGivenUp = isError && !isFetching;
  if (!opened) return hasGivenUp ? { state: 'failed' } : { state: 'waiting', opened: null };
  const isOwn = opened.viewer === viewer;
  if (opened.state === 'open') {
    // A chapter that was opened for another reader stays only until this reader's answer comes; a free one stays.
    if (!isOwn && opened.viewer !== null && hasGivenUp) return { state: 'failed' };
    return { state: 'opened', opened, isOwn };
  }
  if (!isOwn) return hasGivenUp ? { state: 'failed' } : { state: 'waiting', opened };
  if (viewer !== null && firstAsk !== 'settled') return { state: 'waiting', opened };
  return { state: 'opened', opened, isOwn };
}
