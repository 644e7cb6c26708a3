import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { QueryClientProvider } from '../../../web/query.ts';
import { QueryClient } from '../../../web/query-client.ts';
import type { AuditEntry } from '../contract.ts';
import { openStudioPage } from '../testing/open-page.tsx';
import { auditPageWith } from './AuditPage.tsx';
import { refreshHistories, type StudioCalls, StudioCallsProvider, useStudioQuery } from './calls.ts';
import { History } from './History.tsx';

const auditPage = auditPageWith({ Books: ({ children }) => children, Book: ({ name }) => <bdi>{name}</bdi> });

const entry = (more: Partial<AuditEntry>): AuditEntry => ({
  ...{
    id: 1,
    at: '2026-03-01T10:00:00.000Z',
    user: null,
    role: null,
    by: 'command_line',
    token: null,
    action: 'user.role',
  },
  ...{ target: { kind: 'user', id: 'an id', name: 'Adaline' }, before: null, after: null },
  ...{ reason: null, address: null, batch: null, ...more },
});

/** The page with these rows; returns the addresses that it leads to. */
async function open(entries: AuditEntry[], given: { search?: string; isArabic?: boolean } = {}): Promise<string[]> {
  const answer = async () => ({ result: entries, total: entries.length });
  const led = openStudioPage({ page: auditPage, path: '/studio/audit', answer, ...given });
  await screen.findByRole('table');
  return led;
}

const row = () => within(screen.getAllByRole('row')[1] as HTMLElement); // behind the head
const text = () => screen.getAllByRole('row')[1]?.textContent ?? '';

describe('a change in the audit', () => {
  it('is told in words: the action, the fields and their values', async () => {
    await open([entry({ before: { role: null, banned: true }, after: { role: 'owner', banned: false } })]);
    expect(row().getByText('Role changed')).toBeTruthy();
    for (const words of ['Role Owner', 'Banned', 'Yes', 'No']) expect(text()).toContain(words);
    expect(text()).not.toMatch(/user\.role|owner|banned/);
  });

  it('is told so in another language', async () => {
    await open([entry({ action: 'user.ban', before: { banned: false }, after: { banned: true } })], { isArabic: true });
    expect(row().getByText('حظر مستخدم')).toBeTruthy();
    expect(row().getByText('محظور')).toBeTruthy();
  });

  it('names the language of a field, and what a count is of', async () => {
    await open([
      entry({
        action: 'book.edit',
        before: { 'titles.fr-fr': 'Un' },
        after: { 'titles.fr-fr': 'Deux', original_language: 'fr-fr', counts: { files: 3, left_out: 1, failed: 0 } },
      }),
    ]);
    expect(row().getByText('Title, Français')).toBeTruthy();
    expect(row().getByText('Français')).toBeTruthy();
    expect(row().getByText('Files: 3, Skipped: 1')).toBeTruthy();
  });

  it('counts in the numerals of the language', async () => {
    await open([entry({ after: { counts: { files: 12 } } })], { isArabic: true });
    expect(text()).toContain('١٢');
  });

  it('tells money, moments and languages as readers of the page write them', async () => {
    await open([
      entry({
        action: 'order.refund',
        before: { refunded: 0 },
        after: {
          amount: 1050,
          currency: 'USD',
          name: { 'fr-fr': 'Mois' },
          items: [{ from: '2026-12-01T00:00:00.000Z' }],
        },
      }),
      entry({ id: 2, action: 'site.plan_edit', before: { amount: 1000 }, after: { amount: 2000 } }),
    ]);
    for (const words of ['$10.50', '\u2068Français: Mois\u2069', 'From: Dec 1, 2026, 12:00 AM'])
      expect(row().getByText(words)).toBeTruthy();
    const second = screen.getAllByRole('row')[2]?.textContent ?? '';
    for (const words of ['CN¥10.00', 'CN¥20.00']) expect(second).toContain(words);
  });

  it('tells what was there only where something was, and why', async () => {
    await open([
      entry({
        before: { published_at: null, access: 'rule' },
        after: { published_at: '2026-03-01T09:00:00Z', access: null },
        reason: 'By the calendar',
      }),
    ]);
    const told = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    expect(told).toEqual(['AccessBook default –', 'Published Mar 1, 2026, 9:00 AM', 'ReasonBy the calendar']);
  });

  it('keeps its fields in an order of their own', async () => {
    await open([entry({ after: { glow: 'much', to: '2026-03-02T09:00:00Z', from: '2026-03-01T09:00:00Z' } })]);
    const names = [...document.querySelectorAll('dt')].map(({ textContent }) => textContent);
    expect(names).toEqual(['From', 'To', 'glow']);
  });

  it('names a picture by the beginning of its id, and a book by its title', async () => {
    const book_uuid = 'b9af7fcb-2bf2-4b40-8562-b813f2432e37';
    await open([
      entry({
        action: 'recommended.edit',
        target: { kind: 'recommended', id: 'list', name: null },
        after: { items: [{ title: 'Pepper', book_uuid, until: null }], pages: { page: 2, image: book_uuid } },
      }),
    ]);
    for (const words of ['Featured', 'Title: Pepper', 'Image: b9af7fcb, Page: 2']) expect(text()).toContain(words);
    expect(text()).not.toContain(book_uuid);
  });

  it('tells an edit of an import in words, and ids by their first signs', async () => {
    const target = 'b9af7fcb-2bf2-4b40-8562-b813f2432e37';
    await open([
      entry({
        action: 'import.edit',
        target: { kind: 'import', id: target, name: 'Mochi' },
        after: {
          changes: [
            { book: 'mochi', chapters: ['One'], leave_out: true },
            { book: 'mochi', target },
          ],
        },
      }),
    ]);
    for (const words of ['Book: mochi', 'Chapters: One', 'Skipped: Yes', 'Added to: b9af7fcb'])
      expect(text()).toContain(words);
    expect(text()).not.toMatch(/leave_out|target|-2bf2-/);
  });

  it('names a book by the part that knows its title', async () => {
    await open([entry({ action: 'book.hide', target: { kind: 'book', id: 'an id', name: 'もち' } })]);
    expect(row().getByRole('link', { name: 'もち' }).getAttribute('href')).toBe('/studio/books/an id');
  });

  it('keeps the codes that nobody has words for', async () => {
    await open([
      entry({ action: 'moon.paint', target: { kind: 'job', id: 'sweep', name: 'sweep' }, after: { glow: 'much' } }),
    ]);
    for (const words of ['moon.paint', 'glow', 'much', 'Clean up unused images'])
      expect(row().getByText(words)).toBeTruthy();
  });
});

describe('the filter of actions', () => {
  it('offers them by their words, and puts the code into the address', async () => {
    const led = await open([entry({})]);
    const filter = screen.getByLabelText('Action');
    const offered = within(filter).getAllByRole('option');
    const labels = offered.map(({ textContent }) => textContent);
    expect(labels[0]).toBe('All');
    expect(labels).toContain('User banned');
    expect(labels.slice(1)).toEqual(labels.slice(1).toSorted((one, other) => String(one).localeCompare(String(other))));
    fireEvent.change(filter, { target: { value: 'user.ban' } });
    expect(led).toEqual(['/studio/audit?action=user.ban']);
  });

  it('keeps a code of the address that it has no words for', async () => {
    await open([entry({})], { search: '?action=moon.paint' });
    expect(screen.getByLabelText<HTMLSelectElement>('Action').value).toBe('moon.paint');
  });
});

describe('an empty audit', () => {
  const none = (search: string) =>
    openStudioPage({
      ...{ page: auditPage, path: '/studio/audit', search },
      answer: async () => ({ result: [], total: 0 }),
    });

  it('says that nothing has happened yet', async () => {
    none('');
    expect(await screen.findByText('No changes yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('says that nothing fits its filters, and takes them away', async () => {
    const led = none('?user=Ada&page=3');
    expect(await screen.findByText('No results')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(led).toEqual(['/studio/audit']);
  });
});

const ChangesOfOne = () => <History target="an id" />;

it('the changes of one thing come in pages too, and their page is none of the address', async () => {
  const asked: string[] = [];
  const answer = async (_method: string, path: string) => {
    asked.push(path);
    return { result: [entry({})], total: 51 };
  };
  const led = openStudioPage({ page: { Component: ChangesOfOne, searchKeys: [] }, path: '/studio/books/a', answer });
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(asked).toEqual(['/studio/audit?target=an+id&page=0', '/studio/audit?target=an+id&page=1']),
  );
  expect(led).toEqual([]);
});

function Ledger() {
  useStudioQuery('/studio/users/:uuid/ledger', { params: { uuid: 'somebody' }, query: { page_size: 100 } });
  return null;
}

it('what a person has is asked anew after every change, so a refund shows in the ledger beside it', async () => {
  const client = new QueryClient();
  const asked: string[] = [];
  async function get(path: string) {
    asked.push(path);
    return { data: { result: [], total: 0, spans: [] }, etag: null };
  }
  const calls = { get } as unknown as StudioCalls; // nothing else is called
  render(
    <QueryClientProvider value={client}>
      <StudioCallsProvider value={calls}>
        <Ledger />
      </StudioCallsProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(client.answered(['studio'])).toHaveLength(1));
  refreshHistories(client, calls);
  await waitFor(() => expect(asked).toEqual(Array(2).fill('/studio/users/somebody/ledger?page_size=100')));
});
