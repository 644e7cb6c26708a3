import { createPagePart, usePart } from '../../../../web/part.ts';
import type { BookDetail } from '../../contract.ts';
import { accessPart } from './LateAccess.tsx';
import { hasOpenings, openingsPart } from './LateOpenings.tsx';

const rhythmPart = createPagePart('src/features/catalog/web/openings/Rhythm.tsx', () =>
  import('./Rhythm.tsx').then((module) => module.Rhythm),
);

/** The parts with the dates of a book's page. */
export const datesParts = [openingsPart, accessPart, rhythmPart];

/** The parts among them that a book needs; its chapters have dates only where the book has. */
export function datesPartsOf(book: BookDetail) {
  return [...(hasOpenings(book) ? [openingsPart, accessPart] : []), ...(hasRhythm(book) ? [rhythmPart] : [])];
}

function hasRhythm({ cadence, schedule }: Pick<BookDetail, 'cadence' | 'schedule'>): boolean {
  return cadence !== null || (schedule !== null && schedule.length > 0);
}

/** A book's `Rhythm`, where it has something to tell. */
export function LateRhythm({ book }: { book: BookDetail }) {
  const isTold = hasRhythm(book);
  const { Component } = usePart(rhythmPart, { isWanted: isTold });
  return isTold && Component && <Component book={book} />;
}
