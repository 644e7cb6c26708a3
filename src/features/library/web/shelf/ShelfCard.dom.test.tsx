import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import ownEnglish from '../../../../../messages/own/en-us.json';
import { addLateMessages } from '../../../../web/create-text.ts';
import { inSite } from '../../../../web/testing/in-site.tsx';
import type { Place } from '../places/places.ts';
import { ShelfCard } from './ShelfCard.tsx';

const bookUuid = '0b2f7a52-3f0f-4d52-9f5e-0d6d7f7c0001';
const at = '2026-01-05T12:00:00Z';

addLateMessages('en-us', ownEnglish);

function placeAt(chapterNumber: number, fraction: number): Place {
  const position = { index: 0, fraction };
  return {
    ...{ bookUuid, chapterUuid: 'c', chapterNumber, position, isFinished: false, updatedAt: at, elsewhere: null },
    ...{ bookTitle: 'Storm', chapterTitle: 'Salt', cover: null, language: 'en-us', count: 1 },
    furthest: { chapter_number: chapterNumber, ...position },
    printed: { season: null, label: '10.5' },
  };
}

function show({ place, unread, status }: { place: Place | null; unread: number; status: 'ongoing' | 'finished' }) {
  const book = {
    book_uuid: bookUuid,
    title: 'Storm',
    language: 'en-us',
    status,
    cover: null,
    chapters: 4,
  } as const;
  render(inSite(<ShelfCard book={book} unread={unread} place={place} date={{ kind: 'read', at }} />));
  return screen.getByRole('article').textContent ?? '';
}

it('tells how far the book is read, what is left, by which name to go on, and since when', () => {
  const card = show({ place: placeAt(2, 0.5), unread: 3, status: 'ongoing' });
  expect(card).toMatch(/Chapter 10\.5.*Salt/);
  expect(card).toMatch(/3 unread/);
  expect(card).toMatch(/25/);
  expect(card).not.toMatch(/Up to date/);
  expect(screen.getByRole('article').querySelector('time')?.getAttribute('datetime')).toBe(at);
});

it.each([
  ['near the end of the last chapter of an ongoing book', placeAt(4, 0.98), 1, 'ongoing', true],
  ['before that end', placeAt(4, 0.9), 1, 'ongoing', false],
  ['with nothing unread', null, 0, 'ongoing', true],
  ['at the end of a finished book', placeAt(4, 0.98), 1, 'finished', false],
] as const)('says whether its reader is up to date %s', (_, place, unread, status, isUpToDate) => {
  expect(/Up to date/.test(show({ place, unread, status }))).toBe(isUpToDate);
});
