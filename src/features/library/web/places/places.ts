import type { Numbering } from '../../../catalog/contract.ts';
import type { Furthest, Position } from '../../contract.ts';
import { mergeProgress } from '../../rules.ts';
import { createOwnedBooks, type Shelf } from './owned-books.ts';
import { isFinished, timeAfter } from './place-rules.ts';
import { renumbered } from './renumbering.ts';
import {
  type Elsewhere,
  placeIn,
  type StoredDetails,
  type StoredPlace,
  type StoredPlaces,
  timeOf,
} from './stored-places.ts';

/** Only so many places are kept, since all that the site keeps shares the browser's storage. */
const mostPlaces = 500;
/** The number of places that still fit where storage is nearly full. */
const fewPlaces = 50;

/** Where the reader is in a book. */
export interface Place extends Omit<StoredDetails, 'chapterNumber'> {
  bookUuid: string;
  chapterUuid: string;
  /** Null while only another device knows it. */
  chapterNumber: number | null;
  position: Position;
  /** Whether the chapter was read to its end: it opens at its top again, and going on means the next one. */
  isFinished: boolean;
  furthest: Furthest;
  updatedAt: string;
  /** Where another device or tab is, to be asked about. */
  elsewhere: Elsewhere | null;
}

export type Places = ReturnType<typeof createPlaces>;

/** The places of the reader who reads now, as a browser keeps them, and what its reader decides about them. */
export function createPlaces(shelf: Shelf) {
  const { read, write: writeBooks, subscribe } = createOwnedBooks(shelf, { itemIn: placeIn, withVisitors });

  const write = (places: StoredPlaces) => writeBooks(newest(places, mostPlaces), newest(places, fewPlaces));

  const put = (bookUuid: string, place: StoredPlace) => write({ ...read(), [bookUuid]: place });

  function change(bookUuid: string, to: (place: StoredPlace) => StoredPlace): void {
    const place = read()[bookUuid];
    const changed = place && to(place);
    if (changed && changed !== place) put(bookUuid, changed);
  }

  return {
    /** All that is kept, by book. It includes removed books until the account knows of the removal. */
    read,
    write,
    put,
    subscribe,

    /** Where the reader is in a book; null when this browser knows of no place. */
    find(bookUuid: string): Place | null {
      const kept = read()[bookUuid];
      return kept && !kept.removed ? placeOf(kept) : null;
    },

    /** Takes in which numbers the chapters of a book have now. */
    renumber(bookUuid: string, numbering: Numbering | undefined): void {
      change(bookUuid, (place) => renumbered(place, numbering));
    },

    /** Takes a book out of what is being read; the returned function puts it back. */
    remove(bookUuid: string): () => void {
      const removed = read()[bookUuid];
      if (!removed) return () => {};
      put(bookUuid, { ...removed, removed: true });
      return () => {
        const now = read()[bookUuid];
        // If the book was read again since then, it is there already.
        if (!now || now.removed) put(bookUuid, { ...removed, unsent: true });
      };
    },

    /** Goes where another device is. */
    goElsewhere(bookUuid: string, chapterNumber: number): void {
      change(bookUuid, ({ progress, details, elsewhere, ...place }) => {
        if (!elsewhere) return { ...place, progress, details };
        const { chapterTitle: _, printed: ___, count: __, ...ofBook } = details;
        const { chapterUuid: chapter_uuid, position } = elsewhere;
        return {
          ...place,
          progress: { ...progress, chapter_uuid, position, updated_at: timeAfter(place.heard, new Date()) },
          details: { ...ofBook, chapterNumber },
          unsent: true,
        };
      });
    },

    /** Stays where this device is; the account will also have this place as the latest. */
    stayHere(bookUuid: string): void {
      change(bookUuid, ({ elsewhere: _, progress, ...place }) => ({
        ...place,
        progress: { ...progress, updated_at: timeAfter(place.heard, new Date()) },
        unsent: true,
      }));
    },

    /**
     * Adds details that were found out about another device's place. That is no reading: nothing is sent to the
     * account.
     */
    learn(bookUuid: string, details: StoredDetails): void {
      change(bookUuid, (place) => ({ ...place, details: { ...place.details, ...details } }));
    },
  };
}

function withVisitors(own: StoredPlace | undefined, visitors: StoredPlace): StoredPlace {
  const theirs = own ? renumbered(visitors, own.progress.numbering) : visitors;
  const progress = own ? mergeProgress(own.progress, theirs.progress) : theirs.progress;
  const later = own?.progress.updated_at === progress.updated_at ? own : theirs;
  return { ...later, progress, unsent: true };
}

function newest(places: StoredPlaces, most: number): StoredPlaces {
  const books = Object.entries(places);
  if (books.length <= most) return places;
  return Object.fromEntries(books.sort(([, one], [, other]) => timeOf(other) - timeOf(one)).slice(0, most));
}

export function placeOf({ progress, details, elsewhere }: StoredPlace): Place {
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
