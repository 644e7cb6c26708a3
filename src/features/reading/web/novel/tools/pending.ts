import { createStore } from '../../../../../web/store.ts';
import type { ReadingOn } from './reading-on.ts';

/** What to do once a chapter has opened. Its page is a new one, so the task waits here until it is taken. */
export interface Pending {
  chapterUuid: string;
  /** Show the words that were found. */
  found?: { block: number; words: string };
  /** Go on reading aloud, from the first sentence. */
  aloud?: ReadingOn;
}

/**
 * A task older than this is dropped: the chapter was locked, or its reader went elsewhere and came for another reason.
 */
const lastingMs = 30_000;

const pending = createStore<(Pending & { untilMs: number }) | null>(null);

export function leaveFor(next: Pending, nowMs: number): void {
  pending.set({ ...next, untilMs: nowMs + lastingMs });
}

/** Takes the task for this chapter, if it is fresh. Any task is gone afterwards, also one for another chapter. */
export function takePending(chapterUuid: string, nowMs: number): Pending | null {
  const taken = pending.get();
  pending.set(null);
  return taken?.chapterUuid === chapterUuid && nowMs <= taken.untilMs ? taken : null;
}
