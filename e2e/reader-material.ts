import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { demoBooks } from '../demo/books.ts';
import type { BookDetail, ChaptersAnswer, SearchAnswer } from '../src/features/catalog/contract.ts';
import type { ChapterAnswer, ChapterContent, ComicPage } from '../src/features/reading/contract.ts';
import { paths } from '../src/shared/paths.ts';

export interface Shelf {
  book: BookDetail;
  /** Addresses of the chapters' pages, the first chapter's first. */
  chapters: string[];
  uuids: string[];
}

async function get<T>(request: APIRequestContext, path: string): Promise<T> {
  const response = await request.get(`/api/v1${path}`);
  const { data }: { data: T } = await response.json();
  return data;
}

const demoTitles = new Set(demoBooks.map(({ title }) => title['en-us']));

/** A book of the demo catalogue that fits; other journeys may have made books. */
export async function findBook(
  request: APIRequestContext,
  fits: (book: BookDetail) => boolean | Promise<boolean>,
): Promise<Shelf> {
  const { result } = await get<SearchAnswer>(request, '/comics/book/search?page_size=100');
  for (const { book_uuid: bookUuid } of result ?? []) {
    const { result: book } = await get<ChaptersAnswer>(request, `/comics/chapters/${bookUuid}/en-us/asc/0/100`);
    if (!book || !demoTitles.has(book.book_title) || !(await fits(book))) continue;
    const chapters = book.chapters.map((chapter) =>
      paths.chapter({ bookUuid, chapterUuid: chapter.chapter_uuid, number: chapter.chapter_number }),
    );
    return { book, chapters, uuids: book.chapters.map((chapter) => chapter.chapter_uuid) };
  }
  throw new Error('The catalogue has no such book');
}

const freeOf = (book: BookDetail) => book.public_free_chapters ?? 3;
const isStrip = (book: BookDetail) => book.kind === 'comic' && book.layout === 'strip';

/** A comic in a strip whose first two chapters are free. */
export const findStrip = (request: APIRequestContext) =>
  findBook(request, (book) => isStrip(book) && book.total_chapters >= 2 && freeOf(book) >= 2);

/** A comic in a strip whose first chapter has an original that was cut into tiles, or none. */
export const findStripOf = (request: APIRequestContext, images: 'tall' | 'low') =>
  findBook(request, async (book) => {
    if (!isStrip(book) || freeOf(book) < 1) return false;
    const { pages = [] } = await getChapter(request, book.chapters[0]?.chapter_uuid ?? '');
    const isTall = pages.some(({ page }, index) => page === pages[index - 1]?.page);
    return isTall === (images === 'tall') && pages.length > 3;
  });

/** A comic whose first chapters are free and whose later ones, from the `firstLocked`, are for members only. */
export async function findLocked(request: APIRequestContext): Promise<Shelf & { firstLocked: number }> {
  const shelf = await findBook(
    request,
    (book) => isStrip(book) && freeOf(book) > 1 && book.chapters.length > freeOf(book),
  );
  return { ...shelf, firstLocked: freeOf(shelf.book) };
}

export const findNovel = (request: APIRequestContext) => findBook(request, (book) => book.kind === 'novel');

export async function getChapter(request: APIRequestContext, uuid: string): Promise<ChapterContent> {
  return (await get<ChapterAnswer>(request, `/comics/chapter_comics/${uuid}/en-us`)).result;
}

interface FakePages {
  count: number;
  width: number;
  height: number;
  color: string;
  delayMs?: number;
}

/** Replaces a chapter's images by images of one colour, drawn here, over a placeholder of another colour. */
export async function fakeChapter(
  page: Page,
  { chapter, pages, ...change }: { chapter: ChapterContent; pages: FakePages } & Partial<Omit<ChapterContent, 'pages'>>,
): Promise<void> {
  const { width, height } = pages;
  const plain = (background: string, size: { width: number; height: number }) =>
    sharp({ create: { ...size, channels: 3, background } })
      .png()
      .toBuffer();
  const picture = await plain(pages.color, { width, height });
  const placeholder = `data:image/png;base64,${(await plain('#ff0000', { width: 2, height: 2 })).toString('base64')}`;
  const fakes = Array.from({ length: pages.count }, (_, index): ComicPage => {
    const src = `/media/fake/${index}.png`;
    return { src, sources: [], width, height, placeholder, page: index };
  });
  await page.route('**/media/fake/**', async (route) => {
    // The time that a slow picture takes.
    if (pages.delayMs) await new Promise((resolve) => setTimeout(resolve, pages.delayMs));
    await route.fulfill({ body: picture, contentType: 'image/png' });
  });
  const images = fakes.map(({ src }) => src);
  const result: ChapterContent = { ...chapter, images, pages: fakes, ...change };
  await page.route(/\/api\/v1\/comics\/chapter_comics\//, async (route) => {
    await route.fulfill({ json: { data: { result } } });
  });
}

/** Holds back a chapter's content until the returned function is called. */
export async function holdChapter(page: Page, uuid: string): Promise<() => void> {
  let letGo = () => {};
  const isFree = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(new RegExp(`/api/v1/comics/chapter_comics/${uuid}/`), async (route) => {
    await isFree;
    await route.fallback();
  });
  return letGo;
}

export interface Finger {
  from: [x: number, y: number];
  to: [x: number, y: number];
}

/** One finger drawn over the screen, as the browser itself would report it. */
export async function drag(page: Page, { from, to }: Finger): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: [number, number]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [{ x: point[0], y: point[1] }] : [] });
  await send('touchStart', from);
  for (let step = 1; step <= 5; step += 1) {
    await send('touchMove', [from[0] + ((to[0] - from[0]) * step) / 5, from[1] + ((to[1] - from[1]) * step) / 5]);
  }
  await send('touchEnd');
  await session.detach();
}

/** The names of the reading events that the page has sent, as they come; without those of pages seen or broken. */
export function listenToEvents(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v1/events')) return;
    const { events }: { events: { name: string }[] } = request.postDataJSON();
    names.push(...events.map(({ name }) => name).filter((name) => !name.startsWith('page_')));
  });
  return names;
}

/** Waits until the page's code runs: before that only the browser's own scrolling works. */
export async function alive(page: Page): Promise<void> {
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Holds back the page's code until `done`, so that something can be done without it. */
export async function holdCodeUntil(page: Page, done: Promise<unknown>): Promise<void> {
  await page.route('**/assets/browser-*.js', async (route) => {
    await done;
    await route.continue();
  });
}

/**
 * Waits until only endless animations run: during the transition between two pages the browser ignores the pointer.
 */
export async function stillness(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
