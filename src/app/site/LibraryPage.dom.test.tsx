import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import lateEnglish from '../../../messages/late/en-us.json';
import ownEnglish from '../../../messages/own/en-us.json';
import { places } from '../../features/library/web/memory.ts';
import type { StoredPlace } from '../../features/library/web/places/stored-places.ts';
import { setBooks } from '../../features/library/web/set-books.ts';
import { ShelfSheet } from '../../features/library/web/shelf/ShelfSheet.tsx';
import { startSync } from '../../features/library/web/sync.ts';
import { ApiError, createApi } from '../../web/api-client.ts';
import { addLateMessages } from '../../web/create-text.ts';
import { mergeWords } from '../../web/late-words.ts';
import type { AnyPage } from '../../web/navigation.ts';
import { QueryClient } from '../../web/query-client.ts';
import { forgetEverything, storeSession } from '../../web/stored-session.ts';
import { inSite } from '../../web/testing/in-site.tsx';
import { libraryPage } from './LibraryPage.tsx';

addLateMessages('en-us', mergeWords(lateEnglish, ownEnglish));
beforeEach(forgetEverything);
afterEach(() => {
  cleanup();
  forgetEverything();
});

const at = '2026-01-05T12:00:00Z';
type Answer = (path: string, method: string) => object | Promise<object>;

/** The page, or another part, with the server's answers; a shelf is named by the address. */
async function open(answer: Answer, { shelf = 'reading', part }: { shelf?: string; part?: ReactNode } = {}) {
  const api = createApi(async (method, path) => answer(path, method) as never);
  const { Component } = libraryPage as unknown as AnyPage;
  const opened = { path: '/library', search: `?shelf=${shelf}`, page: libraryPage as AnyPage };
  const queryClient = new QueryClient({ retries: 0 });
  const show = () =>
    act(async () => {
      render(inSite(part ?? <Component params={{}} />, { api, queryClient, opened }));
    });
  await show();
  return { show, api };
}

const putAside = (bookUuid: string, text: string) =>
  setBooks.set(bookUuid, { state: 'to_read', title: { text, language: 'en-us' } });
/** A place at the end of the second chapter, which the account does not know. */
function atItsEnd(bookUuid: string): StoredPlace {
  const position = { index: 0, fraction: 1 };
  return {
    progress: {
      ...{ book_uuid: bookUuid, chapter_uuid: 'c', position, updated_at: at },
      furthest: { chapter_number: 2, ...position },
    },
    details: { chapterNumber: 2, language: 'en-us', bookTitle: 'Storm', cover: null, chapterTitle: 'Salt' },
    unsent: true,
  };
}
const offline = () => Promise.reject(new ApiError(0, {}));
const gone = () => Promise.reject(new ApiError(404, {}));
const countOn = (shelf: string) => screen.getByRole('link', { name: new RegExp(`^${shelf}`) }).textContent;
const bookOf = (path: string, more: object = {}) => ({
  ...{ book_uuid: path.split('/')[3], book_title: 'Storm', language: 'en-us', status: 'finished', cover_image: null },
  ...{ total_chapters: 2, chapters: [{ chapter_uuid: 'c', chapter_number: 2, title: 'Salt' }], ...more },
});

it("keeps a visitor's books on their shelf when they cannot be had, and asks again", async () => {
  putAside('one', 'Tom &amp; Jerry');
  let isOffline = true;
  await open((path) => (isOffline ? offline() : { result: bookOf(path) }), { shelf: 'to_read' });
  expect(screen.getByRole('heading', { name: 'Tom &amp; Jerry' })).toBeTruthy();
  expect(screen.getByText('The shelf could not be loaded.')).toBeTruthy();
  isOffline = false;
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  expect(screen.getByRole('heading', { name: 'Storm' })).toBeTruthy();
  expect(screen.queryByText('The shelf could not be loaded.')).toBeNull();
});

it('counts no book that the site has no more, and shows one without chapters', async () => {
  putAside('one', 'Wave');
  putAside('two', 'Coral');
  await open((path) => (path.includes('one') ? gone() : { result: null }), { shelf: 'to_read' });
  expect(screen.queryByText('Wave')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Coral' })).toBeTruthy();
  expect(countOn('To read')).toBe('To read1');
  cleanup();
  forgetEverything();
  putAside('one', 'Wave');
  await open(gone, { shelf: 'to_read' });
  expect(screen.getByText('Nothing put aside')).toBeTruthy();
});

const logIn = () => storeSession({ token: 'token', uuid: 'ada', username: 'Ada' });
const shelfOf = (title: string) => ({
  result: [
    {
      book: { ...bookOf('/a/b/one'), book_title: title, chapter_number: 2 },
      unread: 1,
      state: 'reading',
      added_at: at,
    },
  ],
  ...{ total: 60, counts: { reading: 60, to_read: 0, finished: 0 } },
});

it("keeps what it shows of a user's shelf when that cannot be loaded again, says so, and grows on", async () => {
  logIn();
  let isOffline = false;
  const { show } = await open((path) =>
    isOffline ? offline() : path.includes('/shelf') ? shelfOf('Storm') : { result: [], total: 0 },
  );
  cleanup();
  isOffline = true;
  await show();
  expect(screen.getByRole('heading', { name: 'Storm' })).toBeTruthy();
  expect(screen.getByText('The shelf could not be loaded.')).toBeTruthy();
  expect(document.querySelector('ul + [aria-hidden="true"]')).not.toBeNull();
});

it('asks for the shelf again once the account was told what was read', async () => {
  logIn();
  let title = 'Storm';
  const { api } = await open((path, method) => {
    if (method === 'POST') title = 'Coral';
    return path.includes('/shelf') ? shelfOf(title) : { result: [], total: 0 };
  });
  expect(screen.getByRole('heading', { name: 'Storm' })).toBeTruthy();
  places.put('one', atItsEnd('one'));
  const end = startSync(api, { isHere: () => true });
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Coral' })).toBeTruthy());
  end();
});

it('says on a book’s menu that a visitor has finished it', async () => {
  places.put('one', atItsEnd('one'));
  await open((path) => ({ result: bookOf(path) }), {
    part: <ShelfSheet bookUuid="one" title="Storm" isOpen onClose={() => {}} />,
  });
  expect(screen.getByRole('button', { name: 'Finished' }).getAttribute('aria-pressed')).toBe('true');
});
