import { useSyncExternalStore } from 'react';
import type { Furthest, Position } from '../contract.ts';
import { furtherOf } from '../rules.ts';
import type { Elsewhere, KeptDetails, KeptPlace } from './kept-places.ts';
import { readMine, subscribeToMine, timeOf, writeMine } from './own-places.ts';
import { furthestAfter, isFinished, positionAfterFinish, positionAtEnd, positionOnTheWay } from './place-rules.ts';

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
  elsewhere: Elsewhere | null;
}

export interface PlaceNote extends Omit<KeptDetails, 'chapterNumber'> {
  bookUuid: string;
  chapterUuid: string;
  chapterNumber: number;
  position: Position;
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
    endListening = subscribeToMine(hear);
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

/** Notes where the reader is. The furthest never goes back, and a finished chapter stays one at its end. */
export function notePlace(note: PlaceNote): void {
  const { bookUuid, chapterUuid, position: given, ...details } = note;
  const before = readMine()[bookUuid];
  const wasFinished = before?.progress.chapter_uuid === chapterUuid && isFinished(before.progress.position);
  const { index, fraction } = positionOnTheWay(given);
  write(before, {
    bookUuid,
    chapterUuid,
    position: wasFinished ? positionAfterFinish(given, note.count) : positionOnTheWay(given),
    furthest: { chapter_number: note.chapterNumber, index, fraction },
    details,
  });
}

/** Notes that a chapter of a book with a place was read to its end. */
export function noteFinished({ bookUuid, chapterNumber }: { bookUuid: string; chapterNumber: number }): void {
  const before = readMine()[bookUuid];
  if (!before) return;
  const { chapter_uuid: chapterUuid, position } = before.progress;
  const isThere = before.details.chapterNumber === chapterNumber;
  write(before, {
    bookUuid,
    chapterUuid,
    position: isThere ? positionAtEnd(position) : position,
    furthest: furthestAfter(chapterNumber),
    details: {},
  });
}

interface Written {
  bookUuid: string;
  chapterUuid: string;
  position: Position;
  furthest: Furthest;
  details: KeptDetails;
}

function write(before: KeptPlace | undefined, { details, ...now }: Written): void {
  const progress = {
    book_uuid: now.bookUuid,
    chapter_uuid: now.chapterUuid,
    position: now.position,
    furthest: before ? furtherOf(before.progress.furthest, now.furthest) : now.furthest,
    updated_at: new Date().toISOString(),
  };
  const { chapterTitle, count, ...ofBook } = before?.details ?? {};
  const isSameChapter = before?.progress.chapter_uuid === now.chapterUuid;
  const place: KeptPlace = {
    progress,
    details: { ...ofBook, ...(isSameChapter && given({ chapterTitle, count })), ...given(details) },
    unsent: true,
    ...(before?.elsewhere && !isSameAs(before.elsewhere, now) && { elsewhere: before.elsewhere }),
  };
  writeMine({ ...readMine(), [now.bookUuid]: place });
}

/** What another device had to say is said once the reader is there. */
const isSameAs = (elsewhere: Elsewhere, { chapterUuid }: { chapterUuid: string }) =>
  elsewhere.chapterUuid === chapterUuid;

/** Without what was not given, so that it covers nothing that is known. */
function given(details: KeptDetails): KeptDetails {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
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
    elsewhere: elsewhere ?? null,
  };
}
