import { useSyncExternalStore } from 'react';
import { isLanguage, type Language } from '../../../shared/languages.ts';
import { currentUser, keep, readKept, subscribeToKept, subscribeToSession } from '../../../web/session.ts';
import type { Furthest, Position, Progress } from '../contract.ts';
import { furtherOf, mergeProgress } from '../rules.ts';
import { type KeptPlace, type KeptPlaces, keptOf, newestOf } from './kept-places.ts';
import { furthestAfter, isFinished, positionAfterFinish, positionAtEnd, positionOnTheWay } from './place-rules.ts';

/** What a note says of the chapter and its book beside the place, as far as the reader's page knows it. */
export interface PlaceDetails {
  /** Of the titles. */
  language?: Language | undefined;
  bookTitle?: string | undefined;
  chapterTitle?: string | undefined;
  /** Address of a small picture of the book. */
  cover?: string | null | undefined;
  /** Images or blocks of the chapter. */
  count?: number | undefined;
}

/** Where this browser's reader is in a book. */
export interface Place extends PlaceDetails {
  bookUuid: string;
  chapterUuid: string;
  /** Null while only another device knows it. */
  chapterNumber: number | null;
  position: Position;
  /** Whether the chapter was read to its end: it opens at its top again, and going on means the next one. */
  isFinished: boolean;
  furthest: Furthest;
  updatedAt: string;
  /** Where another device is, when going there is the reader's to decide. */
  elsewhere: { chapterUuid: string; position: Position; updatedAt: string } | null;
}

export interface PlaceNote extends PlaceDetails {
  bookUuid: string;
  chapterUuid: string;
  chapterNumber: number;
  position: Position;
}

/** Kept small: a browser's storage is shared by everything that the site keeps in it. */
const mostPlaces = 500;
/** What still fits where storage is nearly full. */
const fewPlaces = 50;
const visitor = 'visitor';
const none: readonly Place[] = [];

let known: readonly Place[] | null = null;

/** Where the reader is in a book; null when this browser knows of no place. */
export function findPlace(bookUuid: string): Place | null {
  const kept = readMine()[bookUuid];
  return kept && !kept.removed ? placeOf(kept) : null;
}

/** Every book that is being read, newest first. */
export function listPlaces(): readonly Place[] {
  known ??= newestOf(readMine()).map(placeOf);
  return known;
}

/** The same for a component; empty while rendering on the server. */
export function usePlaces(): readonly Place[] {
  return useSyncExternalStore(subscribeToPlaces, listPlaces, () => none);
}

/** The place in one book for a component; null while rendering on the server. */
export function usePlace(bookUuid: string): Place | null {
  return usePlaces().find((place) => place.bookUuid === bookUuid) ?? null;
}

/** Notes where the reader is. The furthest never goes back, and a finished chapter stays one at its end. */
export function notePlace(note: PlaceNote): void {
  const { bookUuid, chapterUuid, chapterNumber, position: given, ...details } = note;
  const before = readMine()[bookUuid];
  const wasFinished = before?.progress.chapter_uuid === chapterUuid && isFinished(before.progress.position);
  const position = wasFinished ? positionAfterFinish(given, note.count) : positionOnTheWay(given);
  const { index, fraction } = positionOnTheWay(given);
  write(bookUuid, before, {
    chapterUuid,
    position,
    furthest: { chapter_number: chapterNumber, index, fraction },
    details: { ...details, chapterNumber },
  });
}

/** Notes that the chapter at the place was read to its end. */
export function noteFinished({ bookUuid, chapterNumber }: { bookUuid: string; chapterNumber: number }): void {
  const before = readMine()[bookUuid];
  if (!before) return;
  const isThere = before.details.chapterNumber === chapterNumber;
  write(bookUuid, before, {
    chapterUuid: before.progress.chapter_uuid,
    position: isThere ? positionAtEnd(before.progress.position) : before.progress.position,
    furthest: furthestAfter(chapterNumber),
    details: before.details,
  });
}

function write(
  bookUuid: string,
  before: KeptPlace | undefined,
  now: { chapterUuid: string; position: Position; furthest: Furthest; details: KeptPlace['details'] },
): void {
  const progress: Progress = {
    book_uuid: bookUuid,
    chapter_uuid: now.chapterUuid,
    position: now.position,
    furthest: before ? furtherOf(before.progress.furthest, now.furthest) : now.furthest,
    updated_at: new Date().toISOString(),
  };
  const sameChapter = before?.progress.chapter_uuid === now.chapterUuid;
  const { chapterTitle: _, count: __, ...bookDetails } = before?.details ?? {};
  const details = { ...(sameChapter ? before?.details : bookDetails), ...given(now.details) };
  writeMine({ ...readMine(), [bookUuid]: { progress, details, unsent: true } });
}

/** Without what was not given, so that it covers nothing that is known. */
function given(details: KeptPlace['details']): KeptPlace['details'] {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

/** Whose places these are: a user's are nobody else's, and a visitor's become those of whoever logs in. */
function ownerNow(): string {
  return currentUser()?.uuid ?? visitor;
}

/** Read anew each time: another tab may have written since. */
export function readMine(): KeptPlaces {
  const owner = ownerNow();
  const kept = keptOf(readKept('READING_PLACES'));
  const mine = kept[owner] ?? {};
  return owner === visitor ? mine : withVisitors(mine, kept[visitor] ?? {});
}

/** Writes the places of whoever reads here; those of a user who is no longer here go when another one writes. */
export function writeMine(places: KeptPlaces): void {
  const owner = ownerNow();
  const kept = keptOf(readKept('READING_PLACES'));
  const others = owner === visitor ? kept : {};
  const isKept = keep('READING_PLACES', { ...others, [owner]: bounded(places, mostPlaces) });
  if (!isKept) keep('READING_PLACES', { [owner]: bounded(places, fewPlaces) });
  known = null;
}

function withVisitors(mine: KeptPlaces, visitors: KeptPlaces): KeptPlaces {
  const merged = { ...mine };
  for (const [bookUuid, theirs] of Object.entries(visitors)) {
    const own = merged[bookUuid];
    const progress = own ? mergeProgress(own.progress, theirs.progress) : theirs.progress;
    const later = own && progress.updated_at === own.progress.updated_at ? own : theirs;
    merged[bookUuid] = { ...later, progress, unsent: true };
  }
  return merged;
}

function bounded(places: KeptPlaces, most: number): KeptPlaces {
  const books = Object.entries(places);
  if (books.length <= most) return places;
  const newest = books.sort(([, one], [, other]) => timeOf(other) - timeOf(one)).slice(0, most);
  return Object.fromEntries(newest);
}

const timeOf = ({ progress }: KeptPlace) => Date.parse(progress.updated_at);

function placeOf({ progress, details, elsewhere }: KeptPlace): Place {
  const { book_uuid: bookUuid, chapter_uuid: chapterUuid, position, furthest, updated_at: updatedAt } = progress;
  return {
    ...details,
    language: isLanguage(details.language) ? details.language : undefined,
    chapterNumber: details.chapterNumber ?? null,
    bookUuid,
    chapterUuid,
    position,
    isFinished: isFinished(position),
    furthest,
    updatedAt,
    elsewhere: elsewhere ?? null,
  };
}

/** Calls back when the places change: here, in another tab, or because somebody else reads now. */
export function subscribeToPlaces(listener: () => void): () => void {
  const hear = () => {
    known = null;
    listener();
  };
  known = null;
  const ends = [subscribeToKept('READING_PLACES', hear), subscribeToSession(hear)];
  return () => {
    for (const end of ends) end();
  };
}
