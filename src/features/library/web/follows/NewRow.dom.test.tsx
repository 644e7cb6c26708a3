import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '../../../../web/api-client.ts';
import { keep, readKept } from '../../../../web/session.ts';
import { inSite } from '../../../../web/testing/in-site.tsx';
import { Toasts } from '../../../../web/ui/Toasts.tsx';
import { toasts } from '../../../../web/ui/toasts.ts';
import { freeAccess } from '../../../catalog/testing/dates.ts';
import type { SimilarBook, Update } from '../../contract.ts';
import { marks } from '../memory.ts';
import { SimilarBooks } from '../similar/SimilarBooks.tsx';
import { NewRow } from './NewRow.tsx';

const at = '2026-01-05T12:00:00Z';

beforeEach(() => {
  keep('NO_NEWS', false);
  toasts.set({ shown: [], count: 0 });
});

function news(book: number): Update {
  return {
    ...{ book_uuid: `book-${book}`, book_title: `Book ${book}`, book_language: 'en-us' as const },
    ...{ chapter_uuid: `chapter-${book}`, chapter_number: 7, title: `Tide ${book}`, season: null, label: '6½' },
    ...{ language: 'en-us' as const, cover: null, is_free: book > 1, created_at: at, published_at: at },
    ...{ kind: 'comic' as const, cover_image: null, access: freeAccess },
  };
}

/** The home's row, with these books in the answer. */
const show = (...books: number[]) => showPart(<NewRow userUuid="ada" />, books.map(news));

async function showPart(part: ReactNode, result: object[]): Promise<void> {
  const api = createApi(async () => ({ result, total: result.length }));
  await act(async () => {
    render(
      inSite(
        <>
          {part}
          <Toasts dismissLabel="Dismiss" />
        </>,
        { api },
      ),
    );
  });
}

it('has the newest unread chapter of each followed book, twelve at most, and none that this device has read', async () => {
  marks.markChapter({ bookUuid: 'book-2', chapterUuid: 'chapter-2', chapterNumber: 7, numbering: undefined }, true);
  await show(...Array.from({ length: 15 }, (_, at) => at + 1));
  const cards = screen.getAllByRole('article').map((card) => card.textContent);
  expect(cards).toHaveLength(12);
  expect(cards[0]).toMatch(/Book 1.*Chapter 6½.*Tide 1.*Members/s);
  expect(cards[1]).toMatch(/Book 3.*Free/s);
  expect(screen.getByRole('heading', { name: 'New for you' })).toBeTruthy();
});

it('says in its room that nothing is new, and takes none the next time', async () => {
  await show();
  expect(screen.getByText('New chapters of the books you follow will show here.')).toBeTruthy();
  expect(readKept('NO_NEWS')).toBe(true);
  cleanup();
  await show();
  expect(document.body.textContent).toBe('');
});

it('is only offered where it has no room, so that nothing moves', async () => {
  keep('NO_NEWS', true);
  await show(3, 4);
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.getByText('New chapters in 2 books you follow')).toBeTruthy();
  act(() => screen.getByRole('button', { name: 'Show' }).click());
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

it('similar books name the book whose readers they share as it is shown, decoded no second time', async () => {
  const similar: SimilarBook = {
    ...{ book_uuid: 'book-2', book_title: 'Book 2', cover_image: null, cover: null, tag1: '', tag2: '', tag3: '' },
    ...{ chapter_number: 7, total_likes: 0, updated_at: at, public_free_chapters: null, kind: 'comic', author: '' },
    ...{ language: 'en-us', status: 'ongoing', rating: null, next_free_at: null, free_until: null },
    reason: { kind: 'readers' },
  };
  const shown = 'Tom &amp; Jerry';
  await showPart(<SimilarBooks bookUuid="book-1" title={shown} />, [similar]);
  expect(screen.getByText(/^Readers of/).textContent).toBe(`Readers of \u2068${shown}\u2069 also finished this`);
});
