import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from '../../../../../web/api-client.ts';
import { dismissToast, toasts } from '../../../../../web/ui/toasts.ts';
import { openStudioPage } from '../../../../studio/testing/open-page.tsx';
import { bookPage } from './BookPage.tsx';

const book = {
  ...{ book_uuid: 'mochi', titles: { 'en-us': 'Mochi' }, introductions: {}, aliases: [], tags: [], author: '' },
  ...{ kind: 'comic', original_language: 'en-us', layout: 'strip', reading_direction: 'ltr', status: 'ongoing' },
  ...{ rating: null, licence: '', attribution: '', hidden: false, state: 'shown', public_free_chapters: null },
  ...{ default_free_chapters: 3, early_access_days: null, show_schedule: true, preview: 'blur', downloads: null },
  ...{ edited: ['order', 'recommended', 'status', 'titles.en-us', 'covers.en-us'], warnings: [] },
};

/** Opens a tab of the book; the first change of it meets a newer version. Returns what was sent. */
async function open(tab: string) {
  let version = 1;
  const sent: unknown[] = [];
  let { edited } = book;
  openStudioPage({
    ...{ page: bookPage, path: '/studio/books/mochi', search: `?tab=${tab}`, params: { id: 'mochi' } },
    etagNow: () => String(version),
    async answer(method, path, body, ifMatch) {
      if (method === 'PATCH') sent.push([ifMatch, body]);
      if (method === 'PATCH' && sent.length === 1) {
        version += 1;
        throw new ApiError(412, { code: 'edit_conflict' });
      }
      if (method === 'GET' && path.endsWith('/covers')) asked.push(path);
      const { follow = [] } = (body ?? {}) as { follow?: string[] }; // as the page sends it
      edited = edited.filter((field) => !follow.includes(field));
      return path === '/studio/books/mochi' ? { result: { ...book, edited } } : { result: [], total: 0 };
    },
  });
  await screen.findByRole('heading', { name: 'Mochi' });
  return sent;
}

/** The addresses of the covers as often as they were asked for. */
const asked: string[] = [];
afterEach(() => {
  asked.length = 0;
  for (const { id } of toasts.get().shown) dismissToast(id);
});

it.each([
  ['texts', ['Title (English)']],
  ['facts', ['Featured position', 'Status']],
  ['cover', ['Cover (English)']],
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

it('gives back one field at a time, and leads the focus to the next', async () => {
  const sent = await open('facts');
  const [first, next] = screen.getAllByRole('button', { name: /^Let imports change it: / });
  first?.focus();
  const press = () => fireEvent.click(first ?? document.body);
  press();
  press();
  await waitFor(() => expect(toasts.get().shown.at(-1)?.text).toBe('Someone else changed this in the meantime'));
  expect(sent).toHaveLength(1);
  press();
  await waitFor(() => expect(document.activeElement).toBe(next));
  expect(first?.isConnected).toBe(false);
});

it('asks anew for the covers, whose version a field given back has changed', async () => {
  await open('cover');
  const giveBack = screen.getByRole('button', { name: 'Let imports change it: Cover (English)' });
  fireEvent.click(giveBack);
  await waitFor(() => expect(toasts.get().shown.at(-1)?.text).toBe('Someone else changed this in the meantime'));
  expect(asked).toHaveLength(1);
  fireEvent.click(giveBack);
  await waitFor(() => expect(asked).toHaveLength(2));
});
