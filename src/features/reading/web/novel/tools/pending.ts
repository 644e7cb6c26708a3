import { createStore } from '../../../../../web/store.ts';
import type { ReadingOn } from './reading-on.ts';

/** The task for the chapter that is being opened: each chapter's page is a new one, and asks here. */
export interface Pending {
  chapterUuid: string;
  /** Show the words that were found. */
  found?: { block: number; words: string };
  /** Go on reading aloud, from the first sentence. */
  aloud?: ReadingOn;
}

/**
 * A chapter that opens later than this opens for another reason: a lock was in the way, or its reader went elsewhere.
 */
const lastingMs = 30_000;

const pending = createStore<(Pending & { untilMs: number }) | null>(null);

export function leaveFor(next: Pending, nowMs: number): void {
  pending.set({ ...next, untilMs: nowMs + lastingMs });
}

/** The task that was left for this chapter, if that was a moment ago; given once. Another chapter has no use for it. */
export function takePending(chapterUuid: string, nowMs: number): Pending | null {
  const taken = pending.get();
  pending.set(null);
  return taken?.chapterUuid === chapterUuid && nowMs <= taken.untilMs ? taken : null;
}
