import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { addressOfChapter, bookUuid, novelChapter, uuidOfChapter } from '../../../testing/chapters.ts';
import { type Answers, keepTestsApart, layOut, openReader, Refusal, settle } from '../../../testing/open-reader.tsx';

keepTestsApart();

const novel = novelChapter([
  'It was night.',
  'The lantern went out, and nobody lit another lantern.',
  'Nothing was heard but the sea.',
]);
const inBook = (words: string, page = 0) =>
  `GET /reader/book/${bookUuid}/en-us/text?${new URLSearchParams({ q: words, page: String(page) })}`;
const nothing = { result: [], total: 0 };
const hitIn = (number: number) => ({
  chapter_uuid: uuidOfChapter(number),
  chapter_number: number,
  title: `Light ${number}`,
  index: 1,
  excerpt: 'a lantern by the door',
});

async function openSearch(answers: Answers = {}) {
  const opened = await openReader(novel, { answers });
  fireEvent.click(await screen.findByRole('button', { name: 'Search in the book' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Search in the book' }));
  const field = sheet.getByRole('searchbox', { name: 'Words to find' });
  const type = (words: string) => fireEvent.change(field, { target: { value: words } });
  return { ...opened, sheet, field, type };
}

const isOpen = () => screen.queryByRole('dialog') !== null;
const block = (index: number) => document.querySelector<HTMLElement>(`[data-block="${index}"]`);
const found = () => document.querySelector('[data-found]')?.textContent;

describe('a search in a chapter', () => {
  it('finds every passage at once, with the words around it', async () => {
    const { sheet, type } = await openSearch();
    type('LANTERN');
    expect(await sheet.findByText('2 passages')).toBeTruthy();
    const [first] = sheet.getAllByRole('button', { name: /The lantern went out/ });
    expect(first?.querySelector('mark')?.textContent).toBe('lantern');
  });

  it('leads to what was found, and marks it', async () => {
    const { sheet, type } = await openSearch();
    layOut(block(2), { top: 3000 });
    type('the sea');
    fireEvent.click(await sheet.findByRole('button', { name: /heard but the sea/ }));
    expect(isOpen()).toBe(false);
    expect(found()).toBe('Nothing was heard but the sea.');
    expect(scrollY).toBeGreaterThan(2500);
  });

  it('says that there is nothing, or too little to look for', async () => {
    const { sheet, type } = await openSearch({ [inBook('dragon')]: nothing });
    type('d');
    expect(await sheet.findByText('Type at least two characters.')).toBeTruthy();
    expect(sheet.queryByText('In this chapter')).toBeNull();
    type('dragon');
    await waitFor(() => expect(sheet.getAllByText('Nothing found.')).toHaveLength(2));
  });

  it('closes with the first Esc, whatever stands in its field', async () => {
    const { field, type } = await openSearch();
    type('lantern');
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(isOpen()).toBe(false);
  });
});

describe('a search in the whole book', () => {
  it('asks once the typing has ended, and leads to the chapter, where the words are marked', async () => {
    const { sheet, type, calls, addresses, unmount } = await openSearch({
      [inBook('lantern')]: { result: [hitIn(3)], total: 1 },
    });
    // `performance.now` stays the true one: what was found waits for its chapter for 30 s by it.
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    type('lan');
    await act(() => vi.advanceTimersByTimeAsync(100));
    type('lantern');
    fireEvent.click(await sheet.findByRole('button', { name: /Chapter 3 · Light 3/ }));
    expect(calls.map(({ call }) => call).filter((call) => call.includes('/text?'))).toEqual([inBook('lantern')]);
    expect(addresses).toEqual([addressOfChapter(3)]);
    unmount();
    vi.useRealTimers();
    await openReader(novelChapter(['It was day.', 'They left a lantern by the door.'], { number: 3 }));
    await waitFor(() => expect(found()).toBe('They left a lantern by the door.'));
    expect(isOpen()).toBe(false);
  });

  it('shows in the open chapter what it found there', async () => {
    const { sheet, type, addresses } = await openSearch({
      [inBook('lantern')]: { result: [hitIn(2)], total: 1 },
    });
    type('lantern');
    fireEvent.click(await sheet.findByRole('button', { name: /Chapter 2 · Light 2/ }));
    expect(addresses).toEqual([]);
    expect(found()).toContain('The lantern went out');
  });

  it('shows more when it is asked for', async () => {
    const { sheet, type } = await openSearch({
      [inBook('lantern')]: { result: [hitIn(1)], total: 2 },
      [inBook('lantern', 1)]: { result: [hitIn(3)], total: 2 },
    });
    type('lantern');
    fireEvent.click(await sheet.findByRole('button', { name: 'More passages' }));
    expect(await sheet.findByRole('button', { name: /Chapter 3 · Light 3/ })).toBeTruthy();
    expect(sheet.getByRole('button', { name: /Chapter 1 · Light 1/ })).toBeTruthy();
    expect(sheet.queryByRole('button', { name: 'More passages' })).toBeNull();
  });

  it('says that it got no answer, and asks again', async () => {
    let answer: unknown = new Refusal(500, 'internal');
    const { sheet, type } = await openSearch({ [inBook('lantern')]: () => answer });
    type('lantern');
    expect(await sheet.findByText('The search got no answer. Please try again.')).toBeTruthy();
    answer = { result: [hitIn(3)], total: 1 };
    fireEvent.click(sheet.getByRole('button', { name: 'Try again' }));
    expect(await sheet.findByRole('button', { name: /Chapter 3 · Light 3/ })).toBeTruthy();
  });

  it('speaks Arabic around an English text', async () => {
    await openReader(novel, { language: 'ar-sa' });
    fireEvent.click(await screen.findByRole('button', { name: 'البحث في الكتاب' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'البحث في الكتاب' }));
    fireEvent.change(sheet.getByRole('searchbox', { name: 'كلمات البحث' }), { target: { value: 'sea' } });
    expect(await sheet.findByText('موضع واحد')).toBeTruthy();
    expect(sheet.getByRole('button', { name: /heard but the sea/ }).closest('ul')?.dir).toBe('ltr');
    await settle();
  });
});
