import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { booksPage } from './BooksPage.tsx';

const names = ['Amber', 'Birch', 'Cedar', 'Dogwood'];
const books = names.map((title) => ({
  ...{ book_uuid: title.toLowerCase(), title, original_title: title === 'Cedar' ? '雪松' : null, cover: null },
  ...{ kind: 'comic', original_language: 'en-us', languages: ['en-us'], missing: {}, chapters: 3 },
  ...{ counts: { published: 2, scheduled: 0, drafts: 1 }, next_release: null, readers_28d: 4, readers_trend: null },
  ...{ state: 'shown', updated_at: '2026-03-01T10:00:00.000Z' },
}));

/** Opens the page; of the books that a change names, every second one is refused. */
function open({ found = books as readonly unknown[], search = '' } = {}) {
  const sent: unknown[] = [];
  const led = openStudioPage({
    ...{ page: booksPage, path: '/studio/books', search },
    async answer(method, _path, body) {
      if (method === 'GET') return { result: found, total: found.length };
      sent.push(body);
      const { books: ids } = body as { books: string[] }; // of the bulk call, the only one that is sent
      return {
        result: ids.map((id, at) =>
          at % 2 === 0
            ? { book_uuid: id, ok: true, code: null, error: null }
            : { book_uuid: id, ok: false, code: 'chapter_empty', error: 'Nothing to read in it yet' },
        ),
      };
    },
  });
  return { sent, led };
}

const box = (title: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${title}` });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the books', () => {
  it('have a bar of what can be done while some are chosen', async () => {
    open();
    expect(screen.queryByRole('toolbar')).toBeNull();
    fireEvent.click(await box('Birch'));
    const bar = within(screen.getByRole('toolbar'));
    expect(bar.getByText('1 selected')).toBeTruthy();
    // On a phone the actions show behind a button, and none begins before it is pressed.
    expect(bar.queryByRole('combobox')).toBeNull();
    expect(bar.getByRole('button', { name: 'Actions' }).getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(await box('Dogwood'), { shiftKey: true });
    expect(screen.getByText('3 selected')).toBeTruthy();
    press('Clear selection');
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('that refuse a change of many are named, each with its cause', async () => {
    const { sent } = open();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    press('Publish drafts');
    press('Publish now');
    const refused = await screen.findByRole('dialog', { name: '2 couldn’t be changed' });
    expect(sent).toEqual([{ books: ['amber', 'birch', 'cedar', 'dogwood'], action: 'publish' }]);
    const rows = within(refused).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent?.split(' ')[0])).toEqual(['Birch', 'Dogwood']);
    for (const row of rows) expect(row.textContent?.length).toBeGreaterThan(10);
  });

  it('are published without a word to followers where that is switched off', async () => {
    const { sent } = open();
    fireEvent.click(await box('Birch'));
    press('Publish drafts');
    fireEvent.click(screen.getByRole('switch', { name: 'Tell followers' }));
    press('Publish now');
    await waitFor(() => expect(sent).toEqual([{ books: ['birch'], action: 'publish', silent: true }]));
  });

  it('are asked for their free chapters with the number of the site', async () => {
    open();
    fireEvent.click(await box('Birch'));
    press('Free chapters…');
    expect(await screen.findByText('Leave blank for the site default (5)')).toBeTruthy();
  });

  it('are told in the operator’s language, with the original below where it differs', async () => {
    open();
    expect((await screen.findByRole('link', { name: /Cedar/ })).textContent).toMatch(/Cedar雪松$/);
  });

  it('that are not there say so, and offer an import; those that no filter fits do not', async () => {
    open({ found: [] });
    const empty = await screen.findByText('No books yet');
    expect(empty.closest('main, div')?.textContent).toContain('Import');
    cleanup();
    const { led } = open({ found: [], search: '?q=zzz&order_by=title' });
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(led).toEqual(['/studio/books?order_by=title']));
  });
});
