import { useSyncExternalStore } from 'react';
import type { Furthest, Position } from '../contract.ts';
import type { Elsewhere, KeptDetails, KeptPlace } from './kept-places.ts';
import { overtakenIn, subscribeToOvertaken } from './overtaken.ts';
import { readMine, subscribeToMine, timeOf } from './own-places.ts';
import { isFinished } from './place-rules.ts';

/** Where this browser's reader is in a book. */
export interface Place extends Omit<KeptDetails, 'chapterNumber'> {
  bookUuid: string;
  chapterUuid: string;
  /** Null while only another device knows it. */
  chapterNumber: number | null;
  position: Position;
  /** Whether the chapter was read to its end: it opens at its top again, and going on means the next one. */
  isFinished: boolean;
  furthest: Furthest;
  updatedAt: string;
  /** Where another hand is, to be asked about. */
  elsewhere: Elsewhere | null;
}

const none: readonly Place[] = [];
let known: readonly Place[] | null = null;
const listeners = new Set<() => void>();
let endListening: (() => void) | undefined;

/** Where the reader is in a book; null when this browser knows of no place. */
export function findPlace(bookUuid: string): Place | null {
  const kept = readMine()[bookUuid];
  return kept && !kept.removed ? placeOf(kept) : null;
}

/** Every book that is being read, newest first; the same list until something changes. */
function listPlaces(): readonly Place[] {
  known ??= Object.values(readMine())
    .filter((place) => !place.removed)
    .sort((one, other) => timeOf(other) - timeOf(one))
    .map(placeOf);
  return known;
}

/** One ear for all: every row of a long list asks. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!endListening) {
    // What was known before anybody listened may be old.
    known = null;
    const ends = [subscribeToMine(hear), subscribeToOvertaken(hear)];
    endListening = () => {
      for (const end of ends) end();
    };
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    endListening?.();
    endListening = undefined;
  };
}

function hear(): void {
  const before = new Map((known ?? []).map((place) => [place.bookUuid, place]));
  known = null;
  // A place that stayed the same is the same object, so that only what changed is rendered anew.
  known = listPlaces().map((place) => sameOr(before.get(place.bookUuid), place));
  for (const listener of listeners) listener();
}

function sameOr(before: Place | undefined, now: Place): Place {
  return before && JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

/** Every book that is being read, newest first; none while rendering on the server. */
export function usePlaces(): readonly Place[] {
  return useSyncExternalStore(subscribe, listPlaces, () => none);
}

/** The place in one book; null while rendering on the server. */
export function usePlace(bookUuid: string): Place | null {
  const find = () => listPlaces().find((place) => place.bookUuid === bookUuid) ?? null;
  return useSyncExternalStore(subscribe, find, () => null);
}

function placeOf({ progress, details, elsewhere }: KeptPlace): Place {
  return {
    ...details,
    chapterNumber: details.chapterNumber ?? null,
    bookUuid: progress.book_uuid,
    chapterUuid: progress.chapter_uuid,
    position: progress.position,
    isFinished: isFinished(progress.position),
    furthest: progress.furthest,
    updatedAt: progress.updated_at,
    elsewhere: overtakenIn(progress.book_uuid) ?? elsewhere ?? null,
  };
}
