import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import type { SearchAnswer } from '../src/features/catalog/contract.ts';
import type { MarksAnswer, Progress, ProgressAnswer } from '../src/features/library/contract.ts';
import { drawPicture } from '../src/features/media/testing/pictures.ts';
import { paths } from '../src/shared/paths.ts';
import { decodeEntities } from '../src/shared/text.ts';
import { expectNoFault } from './accessibility.ts';
import { makeBook } from './catalog-material.ts';
import { expect, inLong, test } from './fixtures.ts';
import { enterAs, type Reader, registerReader } from './member-material.ts';
import { operate } from './operator.ts';
import { alive, findBook, type Shelf, stillness } from './reader-material.ts';

const row = (page: Page) => page.getByRole('region', { name: 'Continue reading' });
const chapterLinks = (page: Page) => page.getByRole('list', { name: 'Chapters' }).getByRole('article');

async function open(page: Page, path: string, language = 'en-us'): Promise<void> {
  await page.goto(`${path}?lang=${language}`);
  await alive(page);
}

/** A comic in a strip with three free chapters. */
const findFree = (request: APIRequestContext) =>
  findBook(
    request,
    (book) =>
      book.kind === 'comic' &&
      book.layout === 'strip' &&
      book.total_chapters >= 3 &&
      (book.public_free_chapters ?? 3) >= 3,
  );

/** Reads into a chapter until this browser remembers it. */
async function read(page: Page, { chapters }: Shelf, chapter: number): Promise<void> {
  const address = chapters[chapter - 1] ?? '';
  const before = await keptPlace(page, address);
  await open(page, address);
  await page.mouse.wheel(0, 1500);
  await expect.poll(async () => ['', before].includes(await keptPlace(page, address)), { timeout: 15_000 }).toBe(false);
  await page.goto('/robots.txt');
}

/** Marks a chapter by hand, on the page of its book. */
async function sayOf(page: Page, chapter: number, words: string): Promise<void> {
  await page.getByRole('button', { name: `More for chapter ${chapter}`, exact: true }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: /^Keep for offline/ })).toBeVisible();
  await sheet.getByRole('button', { name: words }).click();
  await expect(sheet).toBeHidden();
}

/**
 * The place that this browser has kept of the chapter at that address, as text; empty where there is none, or the page
 * is gone.
 */
async function keptPlace(page: Page, address: string): Promise<string> {
  const kept = await page.evaluate(() => localStorage.getItem('READING_PLACES')).catch(() => null);
  const [, chapterUuid] = /\/([0-9a-f-]{36})\/\d+$/.exec(address) ?? [];
  let found = '';
  JSON.parse(kept ?? 'null', (_key, value) => {
    if (value?.chapter_uuid === chapterUuid) found = JSON.stringify(value);
    return value;
  });
  return found;
}

const callAs = ({ token }: Reader) => ({ headers: { Authorization: `Token ${token}` } });

async function progressOf(request: APIRequestContext, reader: Reader): Promise<Progress[]> {
  const response = await request.get('/api/v1/user/progress', callAs(reader));
  const { data }: { data: ProgressAnswer } = await response.json();
  return data.result;
}

/** A place that another device sends to the account. */
async function readElsewhere(request: APIRequestContext, reader: Reader, shelf: Shelf, chapter: number): Promise<void> {
  const place = { index: 1, fraction: 0.25 };
  const item: Progress = {
    book_uuid: shelf.book.book_uuid,
    chapter_uuid: shelf.uuids[chapter - 1] ?? '',
    position: place,
    furthest: { chapter_number: chapter, ...place },
    updated_at: new Date().toISOString(),
  };
  const response = await request.post('/api/v1/user/progress', { ...callAs(reader), data: { items: [item] } });
  expect(response.status()).toBe(200);
}

/** Acts as a reader who goes to another tab, or comes back from it. */
const showTab = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

/** How far the page has shifted by itself since it was loaded. */
const shift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().reduce((sum, entry) => sum + Number(Object(entry).value), 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(resolve, 1000, 0);
      }),
  );

test.describe("a reader's memory", () => {
  test('lets a visitor go on from the home page, the book and the history, and forgets on request', async ({
    page,
    request,
  }) => {
    const shelf = await findFree(request);
    const title = decodeEntities(shelf.book.book_title);
    await open(page, '/');
    await expect(row(page)).toHaveCount(0);
    await read(page, shelf, 2);

    await open(page, '/');
    const card = row(page).getByRole('article');
    await expect(card).toContainText(title);
    await expect(card).toContainText('Chapter 2');
    await expect(card).toContainText(/\d+% read/);
    await expect(card.getByRole('link')).toHaveAttribute('href', `${shelf.chapters[1]}?lang=en-us`);
    // Only time can show that nothing moves.
    expect(await shift(page)).toBe(0);
    await expectNoFault(page);

    await open(page, paths.book(shelf.book.book_uuid));
    await expect(page.getByRole('link', { name: /^Continue reading/ })).toContainText('Chapter 2');
    await expect(chapterLinks(page).nth(1)).toContainText(/In progress\d+%/);
    // The first was skipped, so it is not read.
    for (const other of [0, 2]) await expect(chapterLinks(page).nth(other)).not.toContainText(/Read|In progress/);
    await expectNoFault(page);

    await sayOf(page, 3, 'Mark all up to chapter 3 as read');
    for (const index of [0, 1, 2]) await expect(chapterLinks(page).nth(index)).toContainText('Read');
    await sayOf(page, 1, 'Mark as unread');
    await expect(chapterLinks(page).nth(0)).not.toContainText('Read');
    await page.reload();
    await expect(chapterLinks(page).nth(1)).toContainText('Read');
    await expect(chapterLinks(page).nth(0)).not.toContainText('Read');

    await open(page, paths.history());
    const entry = page.getByRole('region', { name: 'Today' }).getByRole('article');
    await expect(entry).toContainText(title);
    await entry.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByText('Nothing read yet')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(entry).toContainText(title);
    await page.getByRole('button', { name: 'Clear the history' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear the history' }).click();
    await expect(page.getByText('Nothing read yet')).toBeVisible();
    await open(page, '/');
    await expect(row(page)).toHaveCount(0);
  });

  inLong(
    'goes into the account at login, and is gone from the browser after logging out',
    async ({ page, request }) => {
      const reader = await registerReader(request);
      const shelf = await findFree(request);
      await open(page, '/');
      await read(page, shelf, 2);
      await open(page, '/login');
      await page.getByLabel('Username').fill(reader.username);
      await page.getByLabel('Password', { exact: true }).fill(reader.password);
      await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
      await expect(row(page).getByRole('article')).toContainText('Chapter 2');
      await expect
        .poll(async () => (await progressOf(request, reader)).map((progress) => progress.chapter_uuid))
        .toEqual([shelf.uuids[1]]);
      await open(page, paths.book(shelf.book.book_uuid));
      await sayOf(page, 3, 'Mark as read');
      const marks = async () => {
        const response = await request.get('/api/v1/user/marks', callAs(reader));
        const { data }: { data: MarksAnswer } = await response.json();
        return data.result.flatMap((book) => book.marks.map(({ first, last, is_read }) => ({ first, last, is_read })));
      };
      await expect.poll(marks, { timeout: 15_000 }).toEqual([{ first: 3, last: 3, is_read: true }]);

      await open(page, '/profile');
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
      await open(page, '/');
      await expect(row(page)).toHaveCount(0);
      expect(await progressOf(request, reader)).toHaveLength(1);
    },
  );

  inLong('follows another device forward, and back only when its reader says so', async ({ page, request }) => {
    const reader = await registerReader(request);
    const shelf = await findFree(request);
    const begin = page.getByRole('link', { name: /^Continue reading/ });
    const offer = page.getByText('You were at chapter 1 on another device.');
    await enterAs(page, reader);
    await read(page, shelf, 2);
    await open(page, '/');
    await expect.poll(() => progressOf(request, reader)).toHaveLength(1);

    await readElsewhere(request, reader, shelf, 3);
    await open(page, paths.book(shelf.book.book_uuid));
    await expect(begin).toContainText('Chapter 3');
    await expect(page.getByText(/on another device/)).toHaveCount(0);
    // It was never open on this device.
    await expect(chapterLinks(page).nth(2)).toContainText(/In progress\d+%/);

    await readElsewhere(request, reader, shelf, 1);
    await open(page, paths.book(shelf.book.book_uuid));
    await expect(offer).toBeVisible();
    await expect(begin).toContainText('Chapter 3');
    await expectNoFault(page);
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(offer).toHaveCount(0);
    await page.reload();
    await alive(page);
    await expect(begin).toContainText('Chapter 3');
    await expect
      .poll(async () => (await progressOf(request, reader))[0]?.chapter_uuid, { timeout: 20_000 })
      .toBe(shelf.uuids[2]);
    await expect(offer).toHaveCount(0);

    await readElsewhere(request, reader, shelf, 1);
    await open(page, shelf.chapters[2] ?? '');
    await expect(offer).toBeVisible();
    await page.getByRole('button', { name: 'Go there' }).click();
    await expect(page).toHaveURL(new RegExp(shelf.chapters[0] ?? ''));
    await alive(page);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await open(page, paths.book(shelf.book.book_uuid));
    await expect(begin).toContainText('Chapter 1');
    await expect(offer).toHaveCount(0);
  });

  inLong(
    'asks in a tab that was left open while another device read on, and takes nothing back',
    async ({ page, request }) => {
      const reader = await registerReader(request);
      const shelf = await findFree(request);
      const there = async () => (await progressOf(request, reader))[0]?.chapter_uuid;
      await enterAs(page, reader);
      await read(page, shelf, 1);
      await open(page, shelf.chapters[0] ?? '');
      await page.getByRole('link', { name: 'Next chapter' }).first().click();
      await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
      await stillness(page);
      await page.mouse.wheel(0, 300);
      // A place that is kept while the tab closes is sent then, also in a chapter that was opened here.
      const told = page.waitForRequest(
        (sent) => sent.url().endsWith('/user/progress') && (sent.postData() ?? '').includes(shelf.uuids[1] ?? '-'),
        { timeout: 1000 },
      );
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
      await showTab(page, 'hidden');
      await told;
      await expect.poll(there).toBe(shelf.uuids[1]);

      const before = await page.evaluate(() => scrollY);
      await readElsewhere(request, reader, shelf, 2);
      await showTab(page, 'visible');
      const further = page.getByText('You have read further in this chapter on another device.');
      await expect(further).toBeVisible();
      await page.getByRole('button', { name: 'Go there' }).click();
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
      await expect(further).toHaveCount(0);

      await showTab(page, 'hidden');
      await readElsewhere(request, reader, shelf, 3);
      await showTab(page, 'visible');
      const offer = page.getByText('You were at chapter 3 on another device.');
      await expect(offer).toBeVisible();
      await page.mouse.wheel(0, 200);
      await showTab(page, 'hidden');
      await showTab(page, 'visible');
      await expect(offer).toBeVisible();
      expect(await there()).toBe(shelf.uuids[2]);
      await page.getByRole('button', { name: 'Go there' }).last().click();
      await expect(page).toHaveURL(new RegExp(shelf.chapters[2] ?? ''));
      await alive(page);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    },
  );

  inLong('speaks Arabic, from the right', async ({ page, request }) => {
    const shelf = await findFree(request);
    await open(page, '/', 'ar-sa');
    await read(page, shelf, 1);
    await open(page, '/', 'ar-sa');
    const card = page.getByRole('region', { name: 'تابع القراءة' }).getByRole('article');
    await expect(card).toContainText('الفصل');
    const boxes = [
      await card.getByRole('link').boundingBox(),
      await card.locator('picture, img').first().boundingBox(),
    ];
    expect(boxes[1]?.x).toBeGreaterThan(boxes[0]?.x ?? 0);
    await expectNoFault(page);
    await open(page, paths.history(), 'ar-sa');
    await expect(page.getByRole('region', { name: 'اليوم' }).getByRole('article')).toHaveCount(1);
    await expectNoFault(page);
  });
});

test.describe('following', () => {
  inLong('leads a visitor to the login and back', async ({ page, request }) => {
    const { book } = await findFree(request);
    await open(page, paths.book(book.book_uuid));
    await page.getByRole('button', { name: 'Follow' }).click();
    await expect(page).toHaveURL(/\/login\?next=%2Fbook%2Fchapters%2F/);
    await open(page, paths.updates());
    await expect(page.getByText('Never miss a chapter')).toBeVisible();
    await expectNoFault(page);
  });

  inLong('shows new chapters, free and for members, and feeds them', async ({ page, request }) => {
    const reader = await registerReader(request);
    const folder = await mkdtemp(join(tmpdir(), 'longstrip-followed-'));
    await addChapter(folder, 1);
    const name = `Followed ${Date.now().toString(36)}`;
    await writeFile(join(folder, 'book.yaml'), `title: { en-us: ${name} }\nlayout: strip\npublic_free_chapters: 1\n`);
    await operate('import', folder);
    const bookUuid = await findByTitle(request, name);

    await enterAs(page, reader);
    await open(page, paths.updates());
    await expect(page.getByText('No new chapters yet')).toBeVisible();
    await open(page, paths.book(bookUuid));
    await expect(page.getByRole('link', { name: 'Feed' })).toHaveAttribute(
      'href',
      `/feeds/book/${bookUuid}/en-us.atom`,
    );
    const follow = page.getByRole('button', { name: 'Follow', exact: true });
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    await follow.click();
    // Its accessible name is the word that it shows.
    const following = page.getByRole('button', { name: 'Following', exact: true });
    await expect(following).toHaveAttribute('aria-pressed', 'true');
    await expect(follow).toHaveCount(0);

    await addChapter(folder, 2, 'Rain over the harbour, and what its master said of it when nobody asked him');
    await operate('import', folder);
    await open(page, paths.updates());
    const updates = page.getByRole('list', { name: 'Updates' }).getByRole('article');
    await expect(updates.first()).toContainText(name);
    await expect(updates.first()).toContainText('Chapter 2');
    await expect(updates.first()).toContainText(/New.*Members/);
    await expect(page.getByRole('region', { name: 'Books you follow' }).getByRole('article')).toContainText(name);
    await expectNoFault(page);
    // On a right-to-left page, too, a long title loses its end and not its beginning.
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, paths.updates(), 'ar-sa');
    const title = page.getByRole('article').getByText('Rain over the harbour');
    expect(await title.evaluate(shownOf)).toEqual({ beginning: true, end: false });
    await open(page, paths.updates());

    await page.getByText('Your private feed').click();
    await page.getByRole('button', { name: 'Create an address' }).click();
    const address = await page.getByLabel('Address of your feed').inputValue();
    const feed = await request.get(new URL(address).pathname);
    expect([feed.status(), await feed.text()]).toEqual([200, expect.stringContaining(name)]);
    await page.getByRole('button', { name: 'Turn the feed off' }).click();
    await expect(page.getByRole('button', { name: 'Create an address' })).toBeVisible();
    expect((await request.get(new URL(address).pathname)).status()).toBe(404);
  });
});

test.describe('the books that a user follows', () => {
  const followed = (page: Page) => page.getByRole('region', { name: 'Books you follow' });

  /** So many books, without new chapters. */
  async function follow(page: Page, count: number): Promise<void> {
    const result = Array.from({ length: count }, (_, index) => makeBook(index + 1));
    await page.route('**/api/v1/user/follows?*', (route) => route.fulfill({ json: { data: { result } } }));
    await page.route('**/api/v1/user/updates?*', (route) =>
      route.fulfill({ json: { data: { result: [], has_more: false } } }),
    );
  }

  inLong(
    'stand on the page of updates though nothing is new: how many, the first twelve, and all on request',
    async ({ page, request }) => {
      await enterAs(page, await registerReader(request));
      await follow(page, 14);
      await open(page, paths.updates());
      await expect(page.getByText('No new chapters yet')).toBeVisible();
      await expect(followed(page).getByText('14 books', { exact: true })).toBeVisible();
      const books = followed(page).getByRole('article');
      await expect(books).toHaveCount(12);
      await expect(books.first()).toContainText('Book 1');
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await expectNoFault(page);
      await followed(page).getByRole('button', { name: 'Show all' }).click();
      await expect(books).toHaveCount(14);
      await expect(books.last()).toContainText('Book 14');
      await expectNoFault(page);
      await followed(page).getByRole('button', { name: 'Show fewer' }).click();
      await expect(books).toHaveCount(12);
    },
  );

  inLong('are all there where they are twelve, and absent where there is none', async ({ page, request }) => {
    await enterAs(page, await registerReader(request));
    await follow(page, 12);
    await open(page, paths.updates());
    await expect(followed(page).getByRole('article')).toHaveCount(12);
    await expect(page.getByRole('button', { name: 'Show all' })).toHaveCount(0);
    await follow(page, 0);
    await open(page, paths.updates());
    await expect(page.getByText('No new chapters yet')).toBeVisible();
    await expect(followed(page)).toHaveCount(0);
  });

  test.describe('when they cannot be loaded', () => {
    test.use({ expectedErrors: [/500/] });

    inLong('say so in their place, and can be asked for again', async ({ page, request }) => {
      await enterAs(page, await registerReader(request));
      await follow(page, 1);
      const broken = '**/api/v1/user/follows?*';
      await page.route(broken, (route) =>
        route.fulfill({ status: 500, json: { error: 'Broken', code: 'internal_error' } }),
      );
      await open(page, paths.updates());
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('The books you follow could not be loaded.', { timeout: 20_000 });
      await expect(page.getByText('No new chapters yet')).toBeVisible();
      await page.unroute(broken);
      await follow(page, 1);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(followed(page).getByText('1 book', { exact: true })).toBeVisible();
    });
  });
});

async function addChapter(folder: string, number: number, title = ''): Promise<void> {
  const chapter = join(folder, `${number} ${title}`.trim());
  await mkdir(chapter, { recursive: true });
  await writeFile(join(chapter, '1.jpg'), await drawPicture({ width: 720, height: 900, seed: number }));
}

/** The letters of a one-line element that fit into it. */
function shownOf(element: Element): { beginning: boolean; end: boolean } {
  const box = element.getBoundingClientRect();
  const letters = document.createRange();
  const isShown = (at: number) => {
    const [words] = element.childNodes;
    if (!words) return false;
    letters.setStart(words, at);
    letters.setEnd(words, at + 1);
    const letter = letters.getBoundingClientRect();
    return letter.left >= box.left - 1 && letter.right <= box.right + 1;
  };
  return { beginning: isShown(0), end: isShown((element.textContent?.length ?? 1) - 1) };
}

async function findByTitle(request: APIRequestContext, title: string): Promise<string> {
  const response = await request.get(`/api/v1/comics/book/search?q=${encodeURIComponent(title)}`);
  const { data }: { data: SearchAnswer } = await response.json();
  const found = data.result?.find((book) => book.book_title === title);
  if (!found) throw new Error(`There is no ${title}`);
  return found.book_uuid;
}
