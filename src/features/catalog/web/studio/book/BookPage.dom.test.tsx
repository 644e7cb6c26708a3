import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from '../../../../../web/api-client.ts';
import { openStudioPage } from '../../../../studio/testing/open-page.tsx';
import { bookPage } from './BookPage.tsx';

afterEach(cleanup);

const book = {
  ...{ book_uuid: 'mochi', titles: { 'en-us': 'Mochi' }, introductions: {}, aliases: [], tags: [], author: '' },
  ...{ kind: 'comic', original_language: 'en-us', layout: 'strip', reading_direction: 'ltr', status: 'ongoing' },
  ...{ rating: null, licence: '', attribution: '', hidden: false, state: 'shown', public_free_chapters: null },
  ...{ default_free_chapters: 3, early_access_days: null, show_schedule: true, preview: 'blur', downloads: null },
  ...{ edited: ['order', 'recommended', 'status', 'titles.en-us'], warnings: [] },
};

/** Opens a tab of the book; the first change of it meets a newer version. Returns what was sent. */
async function open(tab: string) {
  let version = 1;
  const sent: unknown[] = [];
  openStudioPage({
    ...{ page: bookPage, path: '/studio/books/mochi', search: `?tab=${tab}`, params: { id: 'mochi' } },
    etagNow: () => String(version),
    async answer(method, path, body, ifMatch) {
      if (method === 'PATCH') sent.push([ifMatch, body]);
      if (method === 'PATCH' && sent.length === 1) {
        version += 1;
        throw new ApiError(412, { code: 'edit_conflict' });
      }
      return path === '/studio/books/mochi' ? { result: book } : { result: [], total: 0 };
    },
  });
  await screen.findByRole('heading', { name: 'Mochi' });
  return sent;
}

it.each([
  ['texts', ['Title (English)']],
  ['facts', ['Featured position', 'Status']],
  ['chapters', ['Chapter order']],
])('names on the tab of %s what imports leave alone there', async (tab, names) => {
  await open(tab);
  const buttons = screen.getAllByRole('button', { name: /^Let imports change it: / });
  expect(buttons.map((button) => button.getAttribute('aria-label')?.split(': ')[1])).toEqual(names);
});

it('hides at the next try where somebody else was quicker', async () => {
  const sent = await open('texts');
  fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Hide' }));
  expect(await dialog.findByText('Someone else changed this in the meantime')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Hide' }));
  const change = { hidden: true };
  await waitFor(() =>
    expect(sent).toEqual([
      ['1', change],
      ['2', change],
    ]),
  );
});
