import { useEffect } from 'react';
import type { ApiClient } from '../../../web/api-client.ts';
import type { ExchangePage } from '../../../web/exchange.ts';
import type { StorageName } from '../../../web/session.ts';
import { createStore, useStore } from '../../../web/store.ts';
import type { Numbering } from '../../catalog/contract.ts';
import type { Mark } from '../contract.ts';
import { createMarks, type MarksOfBooks } from './marks/marks.ts';
import { createOpenBook } from './places/open-book.ts';
import { browserShelf, type Shelf } from './places/owned-books.ts';
import { createPlaceList } from './places/place-list.ts';
import { createPlaces, type Place } from './places/places.ts';

export type Memory = ReturnType<typeof createMemory>;

/** A browser's memory of its reader: the places in books, and the chapters marked by hand. */
export function createMemory(shelfOf: (name: StorageName) => Shelf, page: Pick<ExchangePage, 'document'> = globalThis) {
  const places = createPlaces(shelfOf('READING_PLACES'));
  const marks = createMarks(shelfOf('READING_MARKS'), places);
  function renumber(bookUuid: string, numbering: Numbering | undefined): void {
    places.renumber(bookUuid, numbering);
    marks.renumber(bookUuid, numbering);
  }
  const openBook = createOpenBook(places, { onFinished: marks.noteFinished, renumber, page });
  return { places, marks, openBook, renumber, list: createPlaceList(places, openBook.overtaken) };
}

/** The memory of this browser. */
export const memory = createMemory(browserShelf);
export const { places, marks, openBook } = memory;
const { list, renumber } = memory;

/** How often this page has told the account what was read here: what the account answered before is old. */
export const told = createStore(0);

const noPlaces: readonly Place[] = [];
const noMarks: readonly Mark[] = [];
const noBooks: MarksOfBooks = {};

/** Every book that is being read, newest first; none while rendering on the server. */
export const usePlaces = (): readonly Place[] => useStore(list, noPlaces);

/** The place in one book; null while rendering on the server. */
export function usePlace(bookUuid: string): Place | null {
  const get = () => list.get().find((place) => place.bookUuid === bookUuid) ?? null;
  return useStore({ get, subscribe: list.subscribe }, null);
}

/** The reader's marks in a book; none while rendering on the server. */
export function useMarks(bookUuid: string): readonly Mark[] {
  const get = () => marks.read()[bookUuid]?.marks ?? noMarks;
  return useStore({ get, subscribe: marks.subscribe }, noMarks);
}

/** What is known of the reading of any book. */
export function useReadings(): (bookUuid: string) => { place: Place | null; marks: readonly Mark[] } {
  const placeIn = new Map(usePlaces().map((place) => [place.bookUuid, place]));
  const marksOf = useStore({ get: marks.read, subscribe: marks.subscribe }, noBooks);
  return (bookUuid) => ({ place: placeIn.get(bookUuid) ?? null, marks: marksOf[bookUuid]?.marks ?? noMarks });
}

/** Stores a book's numbering once it is known. */
export function useNumbering(book: { bookUuid: string; numbering: Numbering | undefined } | null): void {
  const { bookUuid, numbering } = book ?? {};
  useEffect(() => {
    if (bookUuid !== undefined) renumber(bookUuid, numbering);
  }, [bookUuid, numbering]);
}

/** Forgets all of it: on the account too where there is one. Rejects, with nothing forgotten, when that fails. */
export async function clearMemory(api: ApiClient | null): Promise<void> {
  await api?.send('DELETE', '/user/progress');
  places.write({});
  marks.write({});
}
