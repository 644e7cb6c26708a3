import type { LockReason, OpenedChapter } from './chapter.ts';

export type ChapterSight =
  /** Nothing to show yet: still on its way, or a lock that the reader's own answer may open. */
  | { state: 'waiting'; opened: OpenedChapter | null }
  /** `isOwn`: the answer is this reader's, so that likes are too. */
  | { state: 'opened'; opened: OpenedChapter; isOwn: boolean }
  | { state: 'failed' };

/** Whether a lock was asked about since the page opened: the right may have come in the meantime. */
export type FirstAsk = 'due' | 'asked' | 'settled';

/**
 * The view of a chapter that its reader had open when the right to it ended: the content stays, and the reason stands
 * beside it. Another reader's answer takes its place as ever.
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
    // A chapter that another reader opened stays only while this reader's answer is on its way; free chapters are
    // everybody's.
    if (!isOwn && opened.viewer !== null && hasGivenUp) return { state: 'failed' };
    return { state: 'opened', opened, isOwn };
  }
  if (!isOwn) return hasGivenUp ? { state: 'failed' } : { state: 'waiting', opened };
  if (viewer !== null && firstAsk !== 'settled') return { state: 'waiting', opened };
  return { state: 'opened', opened, isOwn };
}
