import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import ownEnglish from '../../../../messages/own/en-us.json';
import { ApiError, createApi } from '../../../web/api-client.ts';
import { addLateMessages } from '../../../web/create-text.ts';
import { QueryClient } from '../../../web/query-client.ts';
import { inSite } from '../../../web/testing/in-site.tsx';
import type { Notice } from '../contract.ts';
import { Inbox } from './Inbox.tsx';

addLateMessages('en-us', ownEnglish);

const noticeOf = (id: string, date = '2026-01-05T12:00:00Z'): Notice => ({
  ...{ id, kind: 'new_chapter', created_at: date, read_at: null, href: `/book/${id}` },
  ...{ book_title: `Book ${id}`, chapter_number: 7, count: 1 },
});

/** The inbox of `notices`, which a test may change. Each deletion waits until the test says how it ends. */
async function open(notices: Notice[], { total = notices.length } = {}) {
  const server = { notices, isDown: false };
  const deletions: { end: (error?: ApiError) => void }[] = [];
  const api = createApi((method) => {
    if (method === 'DELETE')
      return new Promise((resolve, reject) =>
        deletions.push({ end: (error) => (error ? reject(error) : resolve({ result: true })) }),
      );
    if (server.isDown) return Promise.reject(new ApiError(0, {}));
    return Promise.resolve({ result: server.notices, total, unread: 0 });
  });
  const queryClient = new QueryClient({ retries: 0 });
  const show = () =>
    act(async () => {
      render(inSite(<Inbox userUuid="ada" />, { api, queryClient }));
    });
  await show();
  return { server, deletions, show };
}

const removal = (id: string) => screen.queryByRole('button', { name: new RegExp(`Remove: .*Book ${id}`) });
function press(id: string): void {
  const button = removal(id);
  button?.focus();
  if (button) fireEvent.click(button);
}

it('takes a removed notice away at once, and puts it back where that fails', async () => {
  const { server, deletions } = await open([noticeOf('1'), noticeOf('2')]);
  press('1');
  expect(removal('1')).toBeNull();
  await act(async () => deletions[0]?.end(new ApiError(500, {})));
  expect(removal('1')).not.toBeNull();
  expect(screen.getByText('That did not get through. Please try again.')).toBeTruthy();
  // Another tab was faster.
  press('2');
  server.notices = [noticeOf('1')];
  await act(async () => deletions[1]?.end(new ApiError(404, {})));
  expect(removal('2')).toBeNull();
  expect(screen.queryByText('That did not get through. Please try again.')).toBeNull();
});

it('moves the focus from a removed notice to the next one, and from the last to the heading', async () => {
  await open([noticeOf('1'), noticeOf('2')]);
  press('1');
  await vi.waitFor(() => expect(document.activeElement).toBe(removal('2')));
  press('2');
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Inbox' })));
  expect(screen.getByText('Nothing here yet')).toBeTruthy();
});

it('names each day, and the names of books keep their own direction', async () => {
  await open([noticeOf('1'), noticeOf('2', '2026-01-03T12:00:00Z')]);
  expect(screen.getByRole('region', { name: 'January 3, 2026' })).toBeTruthy();
  expect(screen.getByText('New in \u2068Book 1\u2069: chapter 7').getAttribute('dir')).toBeNull();
});

it('keeps what it shows when it cannot be loaded again, says so, and grows on', async () => {
  const { server, show } = await open([noticeOf('1')], { total: 40 });
  cleanup();
  server.isDown = true;
  await show();
  expect(removal('1')).not.toBeNull();
  expect(document.querySelector('section ~ [aria-hidden="true"]')).not.toBeNull();
  server.isDown = false;
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  expect(screen.queryByText('Your notices could not be loaded.')).toBeNull();
});
