import type { APIRequestContext, Page } from '@playwright/test';
import type {
  AccessOnWire,
  Book,
  BookDetail,
  ChapterListItem,
  SearchAnswer,
  TagsAnswer,
} from '../src/features/catalog/contract.ts';

import { freeAccess } from '../src/features/catalog/testing/dates.ts';

const bookUuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

export async function searchBooks(request: APIRequestContext, query: string): Promise<SearchAnswer> {
  const response = await request.get(`/api/v1/comics/book/search?${query}`);
  const { data }: { data: SearchAnswer } = await response.json();
  return data;
}

export async function listTags(request: APIRequestContext): Promise<string[]> {
  const response = await request.get('/api/v1/reader/book/tags');
  const { data }: { data: TagsAnswer } = await response.json();
  return data.result;
}

export function makeBook(index: number, change: Partial<Book> = {}): Book {
  return {
    book_uuid: bookUuid(index),
    book_title: `Book ${index}`,
    cover_image: null,
    tag1: '末世',
    tag2: '',
    tag3: '',
    chapter_number: 12,
    total_likes: 0,
    updated_at: new Date(Date.now() - 3.5 * 60 * 60 * 1000).toISOString(),
    public_free_chapters: null,
    kind: 'comic',
    language: 'en-us',
    author: 'Somebody',
    status: 'ongoing',
    rating: null,
    cover: null,
    next_free_at: null,
    free_until: null,
    ...change,
  };
}

/** Answers the search for one tag with `total` books, ten to a page; `failing` pages fail until they are taken out. */
export async function fakeBooks(page: Page, { total, failing }: { total: number; failing: Set<number> }) {
  await page.route(/\/api\/v1\/comics\/book\/search\?.*tag=/, async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page'));
    if (failing.has(at)) return route.fulfill({ status: 500, json: { error: 'Broken', code: 'internal' } });
    const books = Array.from({ length: total }, (_, index) => makeBook(index + 1)).slice(at * 10, at * 10 + 10);
    await route.fulfill({ json: { data: { result: books.length > 0 ? books : null, total } } });
  });
}

function makeChapter(number: number, title: string): ChapterListItem {
  return {
    chapter_uuid: bookUuid(100_000 + number),
    chapter_number: number,
    title,
    cover_image: null,
    created_at: new Date(Date.now() - 2 * 24 * 60 * 60 * 1000).toISOString(),
    published_at: new Date(Date.now() - 2 * 24 * 60 * 60 * 1000).toISOString(),
    access: freeAccess,
    language: 'en-us',
    season: null,
    label: null,
  };
}

/**
 * Turns a book into one of `total` chapters, for every call that the browser makes; the first page of the server's
 * rendering stays as it is. `failing` pages fail until they are taken out.
 */
export async function fakeChapters(
  page: Page,
  {
    book,
    total,
    failing = new Set(),
    titleOf = (number) => `Step ${number}`,
    accessOf = () => freeAccess,
  }: {
    book: BookDetail;
    total: number;
    failing?: Set<number>;
    titleOf?: (number: number) => string;
    accessOf?: (number: number) => AccessOnWire;
  },
) {
  await page.route(/\/api\/v1\/comics\/chapters\//, async (route) => {
    const [, direction, at, size] =
      /\/chapters\/[^/]+\/[^/]+\/(asc|desc)\/(\d+)\/(\d+)/.exec(route.request().url()) ?? [];
    const first = Number(at) * Number(size);
    if (failing.has(Number(at))) return route.fulfill({ status: 500, json: { error: 'Broken', code: 'internal' } });
    const numbers = Array.from({ length: Math.max(0, Math.min(Number(size), total - first)) }, (_, index) =>
      direction === 'asc' ? first + index + 1 : total - first - index,
    );
    const chapters = numbers.map((number) => ({
      ...makeChapter(number, titleOf(number)),
      access: accessOf(number),
    }));
    const result = chapters.length > 0 || first === 0 ? { ...book, total_chapters: total, chapters } : null;
    await route.fulfill({ json: { data: { result } } });
  });
}
