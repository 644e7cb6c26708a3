import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '../../../../web/api-client.ts';
import { inSite } from '../../../../web/testing/in-site.tsx';
import type { BookDetail } from '../../contract.ts';
import { FilteredList } from './FilteredList.tsx';

const book = {
  ...{ book_uuid: '0b2f7a52-3f0f-4d52-9f5e-0d6d7f7c0001', language: 'en-us', public_free_chapters: 3 },
  ...{ total_chapters: 5000, seasons: [{ season: 1, from: 1, to: 60 }] },
} as unknown as BookDetail; // what the list reads of it

/** Two labels are missing after the third chapter. */
const chapterAt = (number: number) => ({
  ...{ chapter_uuid: `c${number}`, chapter_number: number, title: `Part ${number}`, cover_image: null },
  ...{ created_at: '2026-01-01T00:00:00Z', language: 'en-us', season: number > 60 ? 2 : 1 },
  label: String(number > 3 ? number + 2 : number),
  access: { state: 'free', free_at: null, until: null, reason: 'rule' },
});

let asked: string[];
beforeEach(() => {
  asked = [];
  // Nothing comes near that is not so at first.
  globalThis.IntersectionObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
});

function show(numbers: readonly number[], more: { isGrouped: boolean; start: number }) {
  const api = createApi(async (_, address) => {
    asked.push(address.split('/').slice(-2).join('/'));
    const at = Number(address.split('/').at(-2));
    return { result: { chapters: Array.from({ length: 10 }, (_, index) => chapterAt(at * 10 + index + 1)) } };
  });
  render(inSite(<FilteredList book={book} numbers={numbers} slots={undefined} {...more} />, { api }));
}

const texts = () => screen.getAllByRole('listitem').map((item) => item.textContent?.replace(/ago.*|on .*/, ''));

it('asks for no more of a long list than is near, and says where chapters are missing and a season begins', async () => {
  show(
    Array.from({ length: 4998 }, (_, index) => index + 3),
    { isGrouped: false, start: 3 },
  );
  await screen.findByText('Part 4');
  await screen.findByText('2 chapters are missing in between.');
  expect(asked.sort()).toEqual(['0/10', '1/10']);
  expect(screen.getByRole('heading', { name: 'Season 1' })).toBeTruthy();
  expect(screen.getByText('Part 4').closest('[role=listitem]')?.getAttribute('aria-posinset')).toBe('2');
});

it('takes chapters that are only not on the list for none that are missing', async () => {
  show([3, 5, 70], { isGrouped: false, start: 3 });
  await screen.findByText('Part 70');
  expect(screen.queryByText(/missing/)).toBeNull();
  expect(await screen.findByRole('heading', { name: 'Season 2' })).toBeTruthy();
  expect(texts()).toHaveLength(5);
});

it('opens the group of the place first, and others when they are pressed', async () => {
  show(
    Array.from({ length: 5000 }, (_, index) => 5000 - index),
    { isGrouped: true, start: 120 },
  );
  const open = screen.getByRole('button', { name: /^Chapters 101 – 150/, expanded: true });
  expect(await screen.findByText('Part 150')).toBeTruthy();
  fireEvent.click(open);
  expect(screen.queryByText('Part 150')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Chapters 1 – 50/, expanded: false }));
  expect(await screen.findByText('Part 50')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Chapters / })).toHaveLength(100);
});
