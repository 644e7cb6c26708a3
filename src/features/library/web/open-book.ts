import type { Position } from '../contract.ts';
import type { KeptDetails, KeptPlace } from './kept-places.ts';
import { markFinished } from './marking.ts';
import { noted, overtakerOf, type Reading } from './noting.ts';
import { overtakenIn, setOvertaken } from './overtaken.ts';
import { readMine, subscribeToMine, writeMine } from './own-places.ts';
import { goElsewhere } from './place-changes.ts';
import { type Arrival, placeToOpenAt, positionAtEnd } from './place-rules.ts';
import { findPlace } from './places.ts';
import { type Spot, spotOf } from './spots.ts';

interface OpenedChapter {
  bookUuid: string;
  chapterUuid: string;
  chapterNumber: number;
  /** Images or blocks. */
  count: number;
  arrival: Arrival;
  /** This browser remembered something as the chapter was opened; else what is kept by now is another device's. */
  isKnown: boolean;
  /** Goes to a place within the chapter. */
  goTo: (position: Position) => void;
}

export interface PlaceNote extends Omit<KeptDetails, 'chapterNumber' | 'skipped'> {
  bookUuid: string;
  chapterUuid: string;
  chapterNumber: number;
  position: Position;
}

const top: Position = { index: 0, fraction: 0 };
/** The book that is open on this page, or was last: it lives on from chapter to chapter. */
let reading: (Reading & { bookUuid: string }) | null = null;
let opened: OpenedChapter | null = null;
/** Where this page was in each chapter when it last noted it, for those who come back to it. */
const left = new Map<string, Position>();

/** Opens a chapter: where it was left, or null for its top. Its reader is asked where another hand has read on. */
export function openChapter(chapter: OpenedChapter): { position: Position | null; close: () => void } {
  const { bookUuid, chapterUuid, chapterNumber, count, arrival, isKnown } = chapter;
  const place = findPlace(bookUuid);
  const last = left.get(chapterUuid) ?? null;
  const position = isKnown ? placeToOpenAt({ chapterUuid, arrival, place, left: last }) : null;
  const here = { chapterUuid, chapterNumber, position: position ?? top, count };
  const isSameBook = arrival !== 'outside' && reading?.bookUuid === bookUuid;
  const kept = isKnown ? readMine()[bookUuid] : undefined;
  reading =
    isSameBook && reading ? { ...reading, here } : { bookUuid, here, from: here, known: kept ? spotOf(kept) : null };
  opened = chapter;
  const end = watch();
  return {
    position,
    close() {
      end();
      if (opened !== chapter) return;
      opened = null;
      setOvertaken(null);
    },
  };
}

/** Looks for what another hand has noted: when it is heard of, and when the reader comes back to the tab. */
function watch(): () => void {
  const ends = new AbortController();
  document.addEventListener('visibilitychange', look, { signal: ends.signal });
  const endListening = subscribeToMine(look);
  return () => {
    ends.abort();
    endListening();
  };
}

/** Nobody is asked in a tab that nobody sees. */
function look(): void {
  if (!reading || !opened) return;
  const isSeen = document.visibilityState !== 'hidden';
  const other = isSeen ? overtakerOf(readMine()[reading.bookUuid], reading) : null;
  setOvertaken(other && { bookUuid: reading.bookUuid, by: spotOf(other) });
}

/**
 * Notes where the reader is. Where another hand has read on meanwhile nothing is written: they are asked first, and
 * whoever then reads on here has answered.
 */
export function notePlace({ bookUuid, chapterUuid, chapterNumber, position, ...details }: PlaceNote): void {
  const spot = { chapterUuid, chapterNumber, position, count: details.count };
  left.set(chapterUuid, position);
  note(bookUuid, spot, { details: { ...details, chapterNumber } });
}

/** Notes that a chapter of a book with a place was read to its end. */
export function noteFinished({ bookUuid, chapterNumber }: { bookUuid: string; chapterNumber: number }): void {
  if (!readMine()[bookUuid] || reading?.bookUuid !== bookUuid || reading.here.chapterNumber !== chapterNumber) return;
  note(bookUuid, { ...reading.here, chapterNumber }, { isAtEnd: true, details: {} });
  markFinished({ bookUuid, chapterNumber });
}

function note(
  bookUuid: string,
  spot: Spot & { chapterNumber: number },
  more: { isAtEnd?: boolean; details: KeptDetails },
): void {
  const before = readMine()[bookUuid];
  // Who began with nothing kept here knows of no place: one that is there by now came from the account.
  if (reading?.bookUuid !== bookUuid) reading = { bookUuid, here: spot, from: spot, known: null };
  reading = { ...reading, here: more.isAtEnd ? { ...spot, position: positionAtEnd(spot.position) } : spot };
  if (overtakerOf(before, reading)) {
    look();
    return;
  }
  const after = noted(before, { bookUuid, spot, from: reading.from, now: new Date(), ...more });
  // Whoever is asked reads on from where they were asked.
  if (!after.elsewhere?.isAhead) reading = { ...reading, from: spot };
  write(after);
}

function write(place: KeptPlace): void {
  if (reading) reading = { ...reading, known: spotOf(place) };
  writeMine({ ...readMine(), [place.progress.book_uuid]: place });
}

/** Whether a place is in the chapter that is open on this page. */
export function isOpen(bookUuid: string, there: Spot): boolean {
  return opened?.bookUuid === bookUuid && opened.chapterUuid === there.chapterUuid;
}

/** Goes where another hand is, where that is in the chapter that is open; false where it is not. */
export function goWithin(bookUuid: string, there: Spot): boolean {
  if (!opened || !reading || !isOpen(bookUuid, there)) return false;
  const isKept = overtakenIn(bookUuid) !== null;
  if (!isKept && there.chapterNumber !== null) goElsewhere(bookUuid, there.chapterNumber);
  reading = { ...reading, here: there, from: there, known: there };
  setOvertaken(null);
  opened.goTo(there.position);
  return true;
}
