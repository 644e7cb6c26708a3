import type { Mark } from './contract.ts';
import { findMark } from './marks.ts';

export type ShelfState = 'reading' | 'to_read' | 'finished';

/** A book on a reader's shelves. */
export interface ShelfEntry {
  /** Null: it was taken off. */
  state: ShelfState | null;
  addedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** When its reader last set it or read it. */
  changedAt: Date;
  /** When its reader last set it; null: reading alone did. */
  setAt: Date | null;
}

interface Reading {
  at: Date;
  /** Whether the furthest is the end of a finished book. */
  hasReachedEnd: boolean;
  /** Whether this reading came there. */
  reachesEnd: boolean;
}

/**
 * The entry of a book after its reader has read on in it. What was set later stays; who reads a book again has finished
 * it once they come to its end again.
 */
export function afterReading(entry: ShelfEntry | undefined, { at, hasReachedEnd, reachesEnd }: Reading): ShelfEntry {
  if (entry && at < entry.changedAt && !(reachesEnd && canEnd(entry, at))) return entry;
  const wasFinished = entry?.state === 'finished';
  const isFinished = reachesEnd || (hasReachedEnd && (wasFinished || entry === undefined || entry.setAt === null));
  const state = isFinished ? 'finished' : 'reading';
  const isOn = entry != null && entry.state !== null;
  const startedAt = (isFinished || entry?.state === 'reading' ? entry?.startedAt : null) ?? at;
  return {
    state,
    addedAt: isOn ? entry.addedAt : at,
    startedAt: startedAt > at ? at : startedAt,
    finishedAt: isFinished ? ((wasFinished ? entry.finishedAt : null) ?? at) : null,
    changedAt: entry && entry.changedAt > at ? entry.changedAt : at,
    setAt: entry?.setAt ?? null,
  };
}

/** An end that is told late still ends a book that its reader has not set since. */
function canEnd({ state, setAt }: ShelfEntry, at: Date): boolean {
  return state !== null && state !== 'finished' && (setAt === null || setAt <= at);
}

interface Said {
  state: ShelfState;
  /** Null: nobody knows; absent: as it was. */
  startedAt?: Date | null;
  finishedAt?: Date | null;
  at: Date;
}

/** The entry of a book after its reader has set it; null where it would be finished before it was started. */
export function afterSetting(entry: ShelfEntry | undefined, { state, at, ...given }: Said): ShelfEntry | null {
  const isOn = entry != null && entry.state !== null;
  const kept = isOn ? entry : { addedAt: at, startedAt: null, finishedAt: null };
  const { startedAt = state === 'to_read' ? null : (kept.startedAt ?? (state === 'reading' ? at : null)) } = given;
  // Of two calls at once the first may be stored last: a time that nobody named contradicts none that is kept.
  const now = startedAt && startedAt > at ? startedAt : at;
  const { finishedAt = state === 'finished' ? (kept.finishedAt ?? now) : null } = given;
  if (startedAt && finishedAt && finishedAt < startedAt) return null;
  return { state, addedAt: kept.addedAt, startedAt, finishedAt, changedAt: at, setAt: at };
}

/**
 * How many of a book's chapters its reader has not read: all before the furthest are read, `isRead` says whether the
 * furthest is, and marks have the last word.
 */
export function countUnread(
  chapters: number,
  { furthest, isRead, marks }: { furthest: number; isRead: boolean; marks: readonly Mark[] },
): number {
  const readTo = Math.min(chapters, isRead ? furthest : furthest - 1);
  let unread = chapters - readTo;
  for (const { first, last, is_read: isSaidRead } of marks) {
    const end = Math.min(last, chapters);
    const marked = Math.max(0, end - first + 1);
    const behind = Math.max(0, Math.min(end, readTo) - first + 1);
    unread += isSaidRead ? behind - marked : behind;
  }
  return unread;
}

/** The last chapter of a book that its reader has neither read nor begun; null where there is none. */
export function newestUnread(
  chapters: number,
  { begunTo, marks }: { begunTo: number; marks: readonly Mark[] },
): number | null {
  const isUnread = (number: number) => !(findMark(marks, number)?.is_read ?? number <= begunTo);
  const ends = [chapters, ...marks.flatMap(({ first, last }) => [first - 1, Math.min(last, chapters)])];
  return Math.max(0, ...ends.filter((number) => number <= chapters && isUnread(number))) || null;
}
