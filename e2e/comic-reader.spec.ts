import type { Page } from '@playwright/test';
import { expect, inLong, test } from './fixtures.ts';
import { alive, fakeChapter, findBook, findStrip, getChapter, listenToEvents, type Shelf } from './reader-material.ts';

const strip = (page: Page) => page.locator('[data-strip]');

async function open(page: Page, path: string | undefined): Promise<void> {
  await page.goto(`${path}?lang=en-us`);
  await alive(page);
}

const numberOf = (url: string) => Number(/fake\/(\d+)/.exec(url)?.[1] ?? -1);

/** Opens a book's second chapter, from the first, with images of our own. */
async function openDrawn(
  page: Page,
  {
    shelf,
    pages,
    hold = () => false,
  }: {
    shelf: Shelf;
    pages: Partial<Parameters<typeof fakeChapter>[1]['pages']>;
    /** Images that never come. */
    hold?: (index: number, url: string) => boolean;
  },
): Promise<void> {
  const chapter = await getChapter(page.request, shelf.uuids[1] ?? '');
  const drawn = { count: 40, width: 800, height: 1200, color: '#0000ff', ...pages };
  await fakeChapter(page, { chapter, pages: drawn });
  await page.route('**/media/fake/**', (route) =>
    hold(numberOf(route.request().url()), route.request().url()) ? undefined : route.fallback(),
  );
  await open(page, shelf.chapters[0]);
  await page.keyboard.press(']');
  await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
  await expect(strip(page).locator('img')).toHaveCount(drawn.count);
}

/** The place at the middle of the screen: the image, and how far into it. */
const middle = (page: Page) =>
  page.evaluate(() => {
    const tiles = [...document.querySelectorAll<HTMLElement>('[data-strip] > div')];
    const boxes = tiles.map((tile) => tile.getBoundingClientRect());
    const at = boxes.findIndex(({ bottom }) => bottom > innerHeight / 2);
    const { top = 0, height = 1 } = boxes[at] ?? {};
    return at + (innerHeight / 2 - top) / height;
  });

const keptPlaces = (page: Page) => page.evaluate(() => localStorage.getItem('READING_PLACES') ?? '');

/** Scrolls into an image as a reader does, and waits until the browser remembers the place. */
async function readTo(page: Page, { index, fraction }: { index: number; fraction: number }): Promise<number> {
  const before = await keptPlaces(page);
  await page.evaluate(
    (to) => {
      const tile = document.querySelectorAll('[data-strip] > div')[to.index]?.getBoundingClientRect() ?? new DOMRect();
      scrollBy(0, tile.top + tile.height * to.fraction - innerHeight / 2);
    },
    { index, fraction },
  );
  await expect.poll(() => keptPlaces(page)).not.toBe(before);
  const there = await middle(page);
  expect(there).toBeCloseTo(index + fraction, 1);
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  return there;
}

test.describe('a comic that was left half-way', () => {
  test('opens at the same spot: anew, turned, at another width and on another device', async ({
    browser,
    page,
    request,
  }) => {
    const shelf = await findStrip(request);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, shelf.chapters[0]);
    const tiles = await strip(page).locator('> div').count();
    const there = await readTo(page, { index: Math.floor(tiles / 2), fraction: 0.37 });

    await page.reload();
    await alive(page);
    await expect.poll(() => middle(page)).toBeCloseTo(there, 2);
    for (const [width, height] of [
      [844, 390],
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => middle(page), `at ${width} px`).toBeCloseTo(there, 2);
    }

    const storageState = await page.context().storageState();
    const other = await browser.newContext({
      storageState,
      viewport: { width: 1024, height: 1366 },
      baseURL: new URL(page.url()).origin,
    });
    const tablet = await other.newPage();
    await open(tablet, shelf.chapters[0]);
    await expect.poll(() => middle(tablet)).toBeCloseTo(there, 2);
    await other.close();
  });

  inLong('opens there from the chapter list, but at its top from within the reader', async ({ page, request }) => {
    const shelf = await findStrip(request);
    await open(page, shelf.chapters[0]);
    const there = await readTo(page, { index: 1, fraction: 0.6 });
    await page.keyboard.press(']');
    await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
    await page.keyboard.press('[');
    await expect(page).toHaveURL(new RegExp(shelf.chapters[0] ?? ''));
    expect(await page.evaluate(() => scrollY)).toBe(0);

    await readTo(page, { index: 1, fraction: 0.6 });
    // A pointer would scroll to the link, because its bar is hidden while the reader scrolls down.
    await page.getByRole('link', { name: 'Back to the chapter list' }).dispatchEvent('click');
    await expect(page).toHaveURL(/\/book\/chapters\//);
    await page.goBack();
    await expect(strip(page)).toBeVisible();
    await expect.poll(() => middle(page)).toBeCloseTo(there, 2);
  });

  inLong(
    'keeps its place while its width and its gaps are changed, and nothing is finished by it',
    async ({ page, request }) => {
      const shelf = await findStrip(request);
      const names = listenToEvents(page);
      await openDrawn(page, { shelf, pages: { count: 30 } });
      await readTo(page, { index: 15, fraction: 0.5 });
      const there = await middle(page);
      for (const comic of [{ widthPercent: 50 }, { widthPercent: 30, gapPx: 20 }, { widthPercent: 100, gapPx: 0 }]) {
        await page.evaluate((settings) => {
          const { style } = document.documentElement;
          style.setProperty('--comic-width', String(settings.widthPercent / 100));
          style.setProperty('--comic-gap', `${settings.gapPx ?? 0}px`);
        }, comic);
        await expect.poll(() => middle(page)).toBeCloseTo(there, 1);
      }
      await page.evaluate(() => dispatchEvent(new Event('pagehide')));
      await expect.poll(() => names).toEqual(['start_reading', 'start_reading']);

      // If the reader goes on from there later, the chapter is finished at its end: the part above was read before.
      await page.getByRole('link', { name: 'Back to the chapter list' }).dispatchEvent('click');
      await expect(page).toHaveURL(/\/book\/chapters\//);
      await page.goBack();
      await expect.poll(() => middle(page)).toBeCloseTo(there, 1);
      // Also at the moment when the place is restored.
      await page.keyboard.press('End');
      await expect.poll(() => names).toContain('finished_reading');
    },
  );
});

test.describe('the images of a comic', () => {
  // At a journey's end the held requests go to a server that has no such image.
  test.use({ expectedErrors: [/404/] });

  inLong('come in the order in which they are wanted; who jumps lets go of the others', async ({ page, request }) => {
    const shelf = await findStrip(request);
    const asked: number[] = [];
    const given: number[] = [];
    page.on('request', (one) => one.url().includes('/media/fake/') && asked.push(numberOf(one.url())));
    page.on('requestfailed', (one) => one.url().includes('/media/fake/') && given.push(numberOf(one.url())));
    await openDrawn(page, { shelf, pages: { count: 40 }, hold: (index) => index < 30 });
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await strip(page)
      .locator('> div')
      .nth(30)
      .evaluate((tile) => tile.scrollIntoView());
    await expect(strip(page).locator('img').nth(30)).toHaveJSProperty('naturalWidth', 800);
    // One at a time if the line is slow, else three.
    const before = asked.filter((index) => index < 20);
    expect(before).toEqual([0, 1, 2].slice(0, before.length));
    await expect.poll(() => [...given].sort()).toEqual(before);
    expect(Math.max(...asked)).toBeLessThanOrEqual(35);
  });

  inLong('that hang let others pass, and are asked for again', async ({ page, request }) => {
    const shelf = await findStrip(request);
    await page.clock.install();
    const again = page.waitForRequest(/fake\/0\.png\?retry=1/);
    const hold = (index: number, url: string) => index < 3 && !url.includes('retry');
    await openDrawn(page, { shelf, pages: { count: 12, height: 400 }, hold });
    const image = (index: number) => strip(page).locator('img').nth(index);
    await expect(image(0)).toHaveAttribute('src');
    await page.clock.fastForward(1000);
    await expect(image(3)).toHaveJSProperty('naturalWidth', 0);
    // One at a time if the line is slow, else three.
    for (let waits = 0; waits < 3; waits += 1) await page.clock.runFor(20_500);
    await expect(image(3)).toHaveJSProperty('naturalWidth', 800);
    await page.clock.runFor(20_500);
    await again;
    await expect(image(0)).toHaveJSProperty('naturalWidth', 800);
  });

  inLong('are given back when they are far away, and come again', async ({ page, request }) => {
    const shelf = await findStrip(request);
    await openDrawn(page, { shelf, pages: { count: 40 } });
    const first = strip(page).locator('img').first();
    await expect(first).toHaveJSProperty('naturalWidth', 800);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await strip(page)
      .locator('> div')
      .nth(38)
      .evaluate((tile) => tile.scrollIntoView());
    await expect(strip(page).locator('img').nth(38)).toHaveJSProperty('naturalWidth', 800);
    await expect(first).not.toHaveAttribute('src');
    expect(await strip(page).locator('img[src]').count()).toBeLessThan(15);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    await page.keyboard.press('Home');
    await expect(first).toHaveJSProperty('naturalWidth', 800);
  });
});

test.describe('a chapter that fits the screen', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  inLong(
    'names what comes next at once, and makes it ready though an image of its own fails',
    async ({ page, request }) => {
      const shelf = await findBook(request, (book) => book.layout === 'strip' && (book.public_free_chapters ?? 3) >= 3);
      const chapter = await getChapter(request, shelf.uuids[1] ?? '');
      await fakeChapter(page, { chapter, pages: { count: 1, width: 800, height: 200, color: '#0000ff' } });
      const asked: string[] = [];
      await page.route('**/media/fake/**', (route) => {
        asked.push(new URL(route.request().url()).search);
        return route.fulfill({ status: 500, body: '' });
      });
      await open(page, shelf.chapters[0]);
      await page.keyboard.press(']');
      await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
      await expect(strip(page).locator('> div')).toHaveCount(1);
      const next = page.getByRole('region', { name: 'End of chapter 2' }).getByRole('link').first();
      await expect(next).not.toContainText('Chapter 3');
      // Its own image, and the next chapter's, which has the same address here.
      await expect.poll(() => asked.filter((search) => search === '').length).toBeGreaterThan(1);
    },
  );
});

test.describe('a chapter whose right ends while it is read', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  inLong('stays on the screen, and says what to do', async ({ page, request }) => {
    const shelf = await findStrip(request);
    const { pages = [], ...chapter } = await getChapter(request, shelf.uuids[1] ?? '');
    const signed = pages.map((each, index) => ({ ...each, src: `/media/fake/${index}.png?e=1&sig=x`, sources: [] }));
    const neighbours = {
      prev_chapter_uuid: null,
      prev_chapter_number: null,
      next_chapter_uuid: null,
      next_chapter_number: null,
    };
    const { book_uuid, book_title, chapter_number, title } = chapter;
    const refusal = {
      error: 'Ended',
      code: 'membership_expired',
      chapter: { book_uuid, book_title, chapter_number, title, access: chapter.access, ...neighbours },
    };
    let hasEnded = false;
    await page.route(/\/api\/v1\/comics\/chapter_comics\//, (route) =>
      hasEnded
        ? route.fulfill({ status: 403, json: refusal })
        : route.fulfill({ json: { data: { result: { ...chapter, pages: signed } } } }),
    );
    await page.route('**/media/fake/**', (route) => {
      hasEnded = true;
      return route.fulfill({ status: 403, body: '' });
    });
    await open(page, shelf.chapters[0]);
    await page.keyboard.press(']');
    await expect(page.getByText('Your membership has expired')).toBeVisible();
    await expect(strip(page)).toBeVisible();
    await page.getByRole('link', { name: 'Top up' }).click();
    await expect(page).toHaveURL(/\/login\?next=/);
  });
});

test.describe('where the code does not come', () => {
  // Each browser has its own words for a failed import.
  test.use({ expectedErrors: [/./] });

  inLong('the images come all the same, a little later', async ({ page, request }) => {
    const shelf = await findStrip(request);
    await page.route('**/assets/browser-*.js', (route) => route.abort());
    await page.goto(`${shelf.chapters[0]}?lang=en-us`);
    const last = strip(page).locator('img').last();
    await strip(page).locator('> div').last().scrollIntoViewIfNeeded();
    await expect(last).not.toHaveJSProperty('naturalWidth', 0, { timeout: 15_000 });
  });
});
