import type { Page } from '@playwright/test';
import { paths } from '../src/shared/paths.ts';
import { expectNoFault } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import {
  alive,
  fakeChapter,
  findBook,
  findLocked,
  findStrip,
  findStripOf,
  getChapter,
  listenToEvents,
  stillness,
} from './reader-material.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const strip = (page: Page) => page.locator('[data-strip]');
const top = (page: Page) => page.evaluate(() => scrollY);

async function open(page: Page, path: string, language = 'en-us'): Promise<void> {
  await page.goto(`${path}?lang=${language}`);
  await alive(page);
}

const widthOf = (page: Page) => strip(page).evaluate((element) => Math.round(element.getBoundingClientRect().width));

/** A gesture has its length: as many frames as the hand takes. */
async function takeTime(page: Page, ms: number): Promise<void> {
  await page.evaluate(async (length) => {
    const from = performance.now();
    while (performance.now() - from < length) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, ms);
}

interface Step {
  at: [x: number, y: number];
  /** How long the finger stays there. */
  ms?: number;
}

/** One finger along some places, as the browser itself would report it. */
async function finger(page: Page, steps: readonly Step[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const [index, { at, ms = 0 }] of steps.entries()) {
    const touchPoints = [{ x: at[0], y: at[1] }];
    await session.send('Input.dispatchTouchEvent', { type: index === 0 ? 'touchStart' : 'touchMove', touchPoints });
    // The reader counts the time that a finger stays.
    if (ms > 0) await takeTime(page, ms);
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/**
 * Fingers at places, each event at its own moment on the gesture's clock: how long the machine takes changes nothing.
 * The time between two events passes here, as a hand takes its time.
 */
async function gesture(page: Page, steps: readonly (TouchMoment | 'paint')[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const from = Date.now() / 1000;
  let sent: Promise<unknown>[] = [];
  for (const step of steps) {
    if (step !== 'paint') {
      const { type, at = [], ms } = step;
      const touchPoints = at.map(([x, y], id) => ({ x, y, id }));
      sent.push(session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: from + ms / 1000 }));
      continue;
    }
    await Promise.all(sent);
    sent = [];
    // A hand takes its time there.
    await takeTime(page, 50);
  }
  await Promise.all(sent);
  await session.detach();
}

interface TouchMoment {
  type: 'touchStart' | 'touchMove' | 'touchEnd';
  at?: readonly [x: number, y: number][];
  ms: number;
}

/** Two taps as close as a hand makes them. */
function doubleTap(page: Page, point: [number, number]): Promise<void> {
  const moments = [0, 40, 120, 160] as const;
  return gesture(
    page,
    moments.map((ms, step) => (step % 2 === 0 ? { type: 'touchStart', at: [point], ms } : { type: 'touchEnd', ms })),
  );
}

/** Two taps, the second of which stays and is drawn down or up. */
function drawnTap(page: Page, [x, y]: [number, number], way: number): Promise<void> {
  const moves = [0.25, 0.5, 0.75, 1].map(
    (share, step): TouchMoment => ({ type: 'touchMove', at: [[x, y + way * share]], ms: 180 + step * 30 }),
  );
  return gesture(page, [
    { type: 'touchStart', at: [[x, y]], ms: 0 },
    { type: 'touchEnd', ms: 50 },
    'paint',
    { type: 'touchStart', at: [[x, y]], ms: 150 },
    ...moves,
    'paint',
    { type: 'touchEnd', ms: 400 },
  ]);
}

/** Two fingers drawn apart around a point, until they are so many times as far from one another. */
function pinch(page: Page, [x, y]: [number, number], factor: number): Promise<void> {
  const apart = (way: number): [number, number][] => [
    [x, y - way],
    [x, y + way],
  ];
  const moves = Array.from(
    { length: 10 },
    (_, step): TouchMoment => ({
      type: 'touchMove',
      at: apart(60 * (1 + ((factor - 1) * (step + 1)) / 10)),
      ms: 30 + step * 20,
    }),
  );
  return gesture(page, [
    { type: 'touchStart', at: apart(60), ms: 0 },
    ...moves,
    'paint',
    { type: 'touchEnd', ms: 300 },
  ]);
}

test.describe('the settings', () => {
  test('hold at once and at the next visit, give the focus back, and can be undone', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    const gear = page.getByRole('button', { name: 'Reading settings' });
    await gear.click();
    const sheet = page.getByRole('dialog', { name: 'Reading settings' });
    const before = await widthOf(page);
    await sheet.getByRole('slider', { name: 'Image width' }).fill('50');
    await expect.poll(() => widthOf(page)).toBe(Math.round(before / 2));
    await sheet.getByRole('slider', { name: 'Gap between images' }).fill('20');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(gear).toBeFocused();
    await page.reload();
    await expect.poll(() => widthOf(page)).toBe(Math.round(before / 2));
    await alive(page);
    await gear.click();
    await sheet.getByRole('button', { name: 'Back to the defaults' }).click();
    await expect.poll(() => widthOf(page)).toBe(before);
  });

  test('switch the language, and the chapter stays where it is', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    await page.evaluate(() => scrollTo(0, 1500));
    const middle = () =>
      strip(page).evaluate((element) => {
        const images = [...element.children].map((child) => child.getBoundingClientRect());
        const index = images.findIndex(({ bottom }) => bottom > innerHeight / 2);
        const image = images[index];
        return image ? index + Math.round(((innerHeight / 2 - image.top) / image.height) * 100) / 100 : null;
      });
    const before = await middle();
    // The bar is called back first: a pointer would scroll to look for a button that is away.
    const gear = page.getByRole('button', { name: 'Reading settings' });
    await expect(gear).not.toBeInViewport();
    await page.keyboard.press('m');
    await expect(gear).toBeInViewport({ ratio: 1 });
    await stillness(page);
    await gear.click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Language' }).selectOption('العربية');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page).toHaveURL(new RegExp(`${chapters[0]}$`));
    await alive(page);
    await expect.poll(middle).toBe(before);
  });
});

/** Writes down which layouts a document ever shows, and how far anything in it jumps. */
async function watchLayouts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { layouts: [] as string[], shift: 0 };
    Object.assign(window, { seen });
    const kinds = { strip: '[data-strip]', pages: '[data-paged] [data-open]' };
    const look = () => {
      for (const [name, selector] of Object.entries(kinds)) {
        const element = document.querySelector(selector);
        const isSeen = element && getComputedStyle(element).visibility === 'visible';
        if (isSeen && !seen.layouts.includes(name)) seen.layouts.push(name);
      }
      requestAnimationFrame(look);
    };
    look();
    new PerformanceObserver((list) => {
      // Layout shifts have no type of their own yet.
      for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const seenBy = (page: Page) => page.evaluate(() => Reflect.get(window, 'seen'));

const gear = (page: Page) => page.getByRole('button', { name: 'Reading settings' });
const settings = (page: Page) => page.getByRole('dialog', { name: 'Reading settings' });

/** The bar may be away, where a pointer would look for its buttons in vain. */
async function choose(page: Page, name: string, option: string): Promise<void> {
  await gear(page).dispatchEvent('click');
  await settings(page).getByRole('combobox', { name }).selectOption(option);
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();
}

test.describe("a comic in its reader's own layout", () => {
  test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('ZONES_SHOWN', 'true')));

  test('goes from pages to a strip and to double pages at the same place, and is finished once', async ({
    page,
    request,
  }) => {
    const { chapters, uuids } = await findStrip(request);
    const chapter = await getChapter(request, uuids[1] ?? '');
    const pages = { count: 12, width: 800, height: 1200, color: '#336699' };
    await fakeChapter(page, { chapter, pages, layout: 'pages', reading_direction: 'rtl' });
    const names = listenToEvents(page);
    await open(page, chapters[0] ?? '');
    await page.keyboard.press(']');
    const slider = page.getByRole('slider', { name: 'Go to page' });
    await slider.fill('4');
    const pageOf = (number: number) => page.getByRole('img', { name: `Page ${number} of 12`, exact: true });
    await expect(pageOf(4)).toBeVisible();
    // A slider with the focus says itself where it is.
    await expect(page.getByText('Page 4 of 12', { exact: true })).toHaveAttribute('aria-live', 'off');
    await choose(page, 'Reading mode', 'One long strip');
    const topOfFourth = () =>
      strip(page)
        .locator('[data-page="3"]')
        .evaluate((image) => Math.abs(Math.round(image.getBoundingClientRect().top)));
    await expect.poll(topOfFourth).toBeLessThan(2);
    await choose(page, 'Reading mode', 'As the book');
    await expect(pageOf(4)).toBeVisible();
    await expect(pageOf(5)).toHaveCount(0);
    const { width = 0, height = 1 } = (await pageOf(4).boundingBox()) ?? {};
    expect(width / height).toBeCloseTo(2 / 3, 2);

    await choose(page, 'Two pages side by side', 'On wide screens');
    await expect(pageOf(5)).toBeVisible();
    await expect(pageOf(3)).toHaveCount(0);
    await expect(slider).toHaveAttribute('aria-valuetext', 'Pages 4–5 of 12');
    const isFourthLeft = async () =>
      ((await pageOf(4).boundingBox())?.x ?? 0) < ((await pageOf(5).boundingBox())?.x ?? 0);
    expect(await isFourthLeft()).toBe(false);
    await choose(page, 'Pages turn', 'Left to right');
    await expect.poll(isFourthLeft).toBe(true);
    await page.keyboard.press('o');
    await expect(pageOf(3)).toBeVisible();
    await expect(pageOf(5)).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await expect(pageOf(5)).toBeVisible();
    await expect(pageOf(6)).toBeVisible();
    await page.setViewportSize({ width: 720, height: 1280 });
    await expect(pageOf(5)).toBeVisible();
    await expect(pageOf(6)).toHaveCount(0);
    // Where pages stand alone the key would change what nobody sees.
    await page.keyboard.press('o');
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(pageOf(6)).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(pageOf(4)).toBeVisible();
    const finished = () => names.filter((name) => name === 'finished_reading').length;
    expect(finished()).toBe(0);
    await slider.fill('6');
    await expect(pageOf(12)).toBeVisible();
    await expect.poll(finished).toBe(1);
    await choose(page, 'Reading mode', 'One long strip');
    await expect(strip(page)).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.getByRole('region', { name: /^End of chapter/ })).toBeInViewport();
    expect(names.slice(1)).toEqual(['start_reading', 'finished_reading']);
  });

  test('opens so anew, and nothing else is seen or moves', async ({ page, request }) => {
    const album = await findBook(request, (book) => book.kind === 'comic' && book.layout === 'pages');
    const low = await findStripOf(request, 'low');
    await watchLayouts(page);
    await open(page, album.chapters[0] ?? '');
    await choose(page, 'Reading mode', 'One long strip');
    await page.reload();
    await alive(page);
    await expect(strip(page)).toBeVisible();
    expect(await seenBy(page)).toEqual({ layouts: ['strip'], shift: 0 });

    await open(page, low.chapters[0] ?? '');
    const middle = () =>
      strip(page).evaluate((element) => {
        const boxes = [...element.children].map((child) => child.getBoundingClientRect());
        const at = boxes.findIndex(({ bottom }) => bottom > innerHeight / 2);
        const { top = 0, height = 1 } = boxes[at] ?? {};
        return at + (innerHeight / 2 - top) / height;
      });
    await page.evaluate(() => {
      const third = document.querySelector('[data-page="2"]')?.getBoundingClientRect() ?? new DOMRect();
      scrollBy(0, third.top + third.height * 0.4 - innerHeight / 2);
    });
    await expect.poll(middle).toBeCloseTo(2.4, 1);
    const there = await middle();
    const openPage = page.locator('[data-open] img');
    await choose(page, 'Reading mode', 'Page by page');
    await expect(openPage).toHaveAccessibleName(/^Page 3 of/);
    await choose(page, 'Reading mode', 'One long strip');
    await expect.poll(middle).toBeCloseTo(there, 2);
    await choose(page, 'Reading mode', 'Page by page');
    await gear(page).dispatchEvent('click');
    await settings(page).getByRole('button', { name: 'Use this for all comics' }).click();
    // The next chapter, made ready while this one is read, has images that were cut into tiles.
    const { pages = [], ...chapter } = await getChapter(request, low.uuids[1] ?? '');
    const tiled = pages.map((each, index) => ({ ...each, page: Math.max(0, index - 1) }));
    await page.route(new RegExp(`/chapter_comics/${low.uuids[1]}/`), (route) =>
      route.fulfill({ json: { data: { result: { ...chapter, pages: tiled } } } }),
    );
    await page.reload();
    await alive(page);
    await expect(openPage).toHaveAccessibleName(/^Page 3 of/);
    expect(await seenBy(page)).toEqual({ layouts: ['pages'], shift: 0 });

    // Of tiles no page is made, whatever is the habit.
    await page.keyboard.press(']');
    await expect(strip(page)).toBeVisible();
    await gear(page).dispatchEvent('click');
    await expect(settings(page).getByText('too tall for single pages')).toBeVisible();
    const options = settings(page).getByRole('combobox', { name: 'Reading mode' }).getByRole('option');
    await expect(options).toHaveText(['As the book', 'One long strip']);
  });
});

/** A chapter that this browser's visitor has read half of. */
async function leaveHalfWay(
  page: Page,
  { bookUuid, chapterUuid, chapterNumber }: { bookUuid: string; chapterUuid: string; chapterNumber: number },
): Promise<void> {
  const half = { index: 2, fraction: 0.5 };
  const progress = {
    book_uuid: bookUuid,
    chapter_uuid: chapterUuid,
    position: half,
    furthest: { chapter_number: chapterNumber, ...half },
    updated_at: new Date().toISOString(),
  };
  const places = { visitor: { [bookUuid]: { progress, details: { chapterNumber, count: 5 } } } };
  await page.goto('/robots.txt');
  await page.evaluate((kept) => localStorage.setItem('READING_PLACES', kept), JSON.stringify(places));
}

test.describe('the chapter list', () => {
  for (const [language, words] of [
    ['en-us', { list: 'All chapters', field: 'Chapter number', go: 'Go', here: 'You are here', begun: /In progress/ }],
    ['ar-sa', { list: 'كل الفصول', field: 'رقم الفصل', go: 'انتقال', here: 'أنت هنا', begun: /قيد القراءة/ }],
  ] as const) {
    test(`names where one is, jumps to a number and opens a chapter in ${language}`, async ({ page, request }) => {
      const { book, chapters, uuids } = await findLocked(request);
      await leaveHalfWay(page, { bookUuid: book.book_uuid, chapterUuid: uuids[1] ?? '', chapterNumber: 2 });
      await open(page, chapters[0] ?? '', language);
      await page.keyboard.press('c');
      const list = page.getByRole('dialog', { name: words.list });
      await expect(list.getByRole('listitem').nth(1).getByRole('link', { name: words.begun })).toBeVisible();
      await expect(list.getByRole('link', { name: words.here })).toHaveAttribute('aria-current', 'page');
      await list.getByLabel(words.field).fill('2');
      await list.getByRole('button', { name: words.go }).click();
      await expect(list.getByRole('listitem').nth(1).getByRole('link')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(chapters[1] ?? ''));
      await expect(list).toBeHidden();
    });
  }

  test('has five thousand chapters at hand, and asks only for those in sight', async ({ page, request }) => {
    const { book, chapters } = await findStrip(request);
    const total = 5000;
    const asked: number[] = [];
    await page.route(/\/api\/v1\/comics\/chapters\/[^/]+\/[^/]+\/asc\/\d+\/50$/, async (route) => {
      const index = Number(/asc\/(\d+)\//.exec(route.request().url())?.[1]);
      asked.push(index);
      const rows = Array.from({ length: 50 }, (_, at) => {
        const number = index * 50 + at + 1;
        const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
        return { ...book.chapters[0], chapter_uuid: uuid, chapter_number: number, title: `Part ${number}` };
      });
      await route.fulfill({ json: { data: { result: { ...book, total_chapters: total, chapters: rows } } } });
    });
    await open(page, chapters[0] ?? '');
    await page.keyboard.press('c');
    const list = page.getByRole('dialog', { name: 'All chapters' });
    await expect(list.getByRole('link', { name: 'Part 3', exact: false }).first()).toBeVisible();
    await list.getByLabel('Chapter number').fill('4321');
    await list.getByRole('button', { name: 'Go' }).click();
    await expect(list.getByRole('link', { name: /Part 4321 / })).toBeFocused();
    expect(await list.getByRole('link').count()).toBeLessThan(200);
    expect(asked.length).toBeLessThan(8);
    await list.getByLabel('Chapter number').fill('5001');
    await list.getByRole('button', { name: 'Go' }).click();
    await expect(list.getByRole('link', { name: /Part 5000 / })).toBeFocused();
  });
});

test.describe('by keys', () => {
  test('goes to a page, scrolls by itself and rests when asked to, and turns by comma and full stop', async ({
    page,
    request,
  }) => {
    const { chapters, uuids } = await findStrip(request);
    const chapter = await getChapter(request, uuids[0] ?? '');
    await fakeChapter(page, { chapter, pages: { count: 12, width: 800, height: 1200, color: '#336699' } });
    // Nothing is rendered for everybody here: the page asks by itself.
    await page.goto('/robots.txt');
    await open(page, chapters[1] ?? '');
    await page.keyboard.press(',');
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    await expect(strip(page).locator('> div')).toHaveCount(12);
    await page.keyboard.press('g');
    await page.getByRole('spinbutton', { name: 'Page number' }).fill('4');
    await page.keyboard.press('Enter');
    const topOf = (index: number) =>
      strip(page)
        .locator('> div')
        .nth(index)
        .evaluate((image) => Math.abs(Math.round(image.getBoundingClientRect().top)));
    await expect.poll(() => topOf(3)).toBeLessThan(2);
    // Where one is stands above the bar, and leads to the same.
    const place = page.getByRole('button', { name: /^Page \d+ of 12$/ });
    await expect(place).toHaveAccessibleName('Page 4 of 12');
    await page.evaluate(() => scrollBy(0, -100));
    await expect(place).toHaveCSS('opacity', '1');
    await place.click();
    await page.getByRole('spinbutton', { name: 'Page number' }).fill('6');
    await page.keyboard.press('Enter');
    await expect.poll(() => topOf(5)).toBeLessThan(2);
    await expect(place).toHaveAccessibleName('Page 6 of 12');
    await page.getByRole('main').focus();
    const before = await top(page);
    await page.keyboard.press('a');
    await expect.poll(() => top(page)).toBeGreaterThan(before + 20);
    await expect(page.getByRole('group', { name: 'Auto-scroll' })).toBeVisible();
    const pill = page.getByRole('group', { name: 'Auto-scroll' });
    const rests = async () => {
      await expect(pill.getByRole('button', { name: 'Go on with auto-scroll' })).toBeVisible();
      const stopped = await top(page);
      // The page rests, and only time can show that.
      await takeTime(page, 300);
      expect(await top(page)).toBe(stopped);
    };
    await page.keyboard.press(' ');
    await rests();
    // Scrolling that happens meanwhile is not undone.
    await page.evaluate(() => scrollBy(0, 500));
    const further = await top(page);
    await page.keyboard.press('a');
    await expect.poll(() => top(page)).toBeGreaterThan(further + 10);
    await page.mouse.wheel(0, 1);
    await rests();
    await pill.getByRole('button', { name: 'Stop auto-scroll' }).click();
    await expect(pill).toHaveCount(0);
    // The end panel has its buttons there.
    await page.keyboard.press('End');
    await expect(page.getByRole('region', { name: /^End of chapter/ })).toBeInViewport();
    await expect(place).toHaveCount(0);
  });
});

test('a key is exchanged for another one, which no other use may lose, and given back', async ({ page, request }) => {
  const { chapters } = await findStrip(request);
  await open(page, chapters[0] ?? '');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const row = help.getByRole('button', { name: 'All chapters' });
  await row.press('Enter');
  await page.keyboard.press('f');
  await expect(help.getByRole('status')).toHaveText('F already has its use: Fullscreen.');
  await page.keyboard.press('Escape');
  await expect(help.getByRole('status')).toHaveText('');
  await row.press('Enter');
  await page.keyboard.press('x');
  await expect(row).toHaveAccessibleName('X All chapters');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.reload();
  await alive(page);
  await page.keyboard.press('c');
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog', { name: 'All chapters' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await help.getByRole('button', { name: 'Back to the usual keys' }).click();
  await expect(row).toHaveAccessibleName('C All chapters');
});

test('Esc closes what lies highest, one thing at a time, and leaves the reader at the last', async ({
  page,
  request,
}) => {
  const { book, chapters } = await findStrip(request);
  await open(page, chapters[0] ?? '');
  await page.evaluate(() => scrollTo(0, 1500));
  const gear = page.getByRole('button', { name: 'Reading settings' });
  await page.keyboard.press('a');
  await expect(page.getByRole('group', { name: 'Auto-scroll' })).toBeVisible();
  await expect(gear).not.toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'Auto-scroll' })).toHaveCount(0);
  await page.keyboard.press('m');
  await page.keyboard.press('c');
  const list = page.getByRole('dialog', { name: 'All chapters' });
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(gear).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(gear).not.toBeInViewport();
  await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`${paths.book(book.book_uuid)}\\?`));
});

test.describe('Back on a phone whose browser knows of no close requests', () => {
  test.use(phone);

  test('closes a sheet, is not felt where the sheet was closed otherwise, and leaves Forward as it is', async ({
    page,
    request,
  }) => {
    const { book, chapters } = await findStrip(request);
    await page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher'));
    await open(page, paths.book(book.book_uuid));
    await page.locator(`main a[href^="${chapters[0]}"]`).last().tap();
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    await alive(page);
    await expect(strip(page)).toBeVisible();
    await stillness(page);
    await page.evaluate(() => scrollTo(0, 30));
    const gear = page.getByRole('button', { name: 'Reading settings' });
    const settings = page.getByRole('dialog', { name: 'Reading settings' });
    await gear.tap();
    await expect(settings).toBeVisible();
    const stood = await top(page);
    await page.goBack();
    await expect(settings).toBeHidden();
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    expect(await top(page)).toBe(stood);
    await gear.tap();
    await settings.getByRole('button', { name: 'Close' }).tap();
    await expect(settings).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${paths.book(book.book_uuid)}\\?`));
    await page.goForward();
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    await page.getByRole('button', { name: 'All chapters' }).tap();
    const list = page.getByRole('dialog', { name: 'All chapters' });
    await list.getByRole('link').nth(1).tap();
    await expect(page).toHaveURL(new RegExp(chapters[1] ?? ''));
    await expect(list).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    await expect(list).toBeHidden();
  });
});

test.describe('by touch', () => {
  test.use(phone);

  test('two quick taps enlarge where they fall, a finger moves what is enlarged, and no swipe leads away', async ({
    page,
    request,
  }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    await page.evaluate(() => scrollTo(0, 900));
    const pointOf = ([x, y]: [number, number]) =>
      strip(page).evaluate(
        (element, at) => {
          const box = element.getBoundingClientRect();
          return [(at[0] - box.left) / box.width, ((at[1] - box.top) / box.height) * 100].map(
            (share) => Math.round(share * 50) / 50,
          );
        },
        [x, y] as const,
      );
    const before = await pointOf([100, 300]);
    await doubleTap(page, [100, 300]);
    await expect.poll(() => widthOf(page)).toBe(780);
    await expect.poll(() => pointOf([100, 300])).toEqual(before);
    const left = () => strip(page).evaluate((element) => Math.round(element.getBoundingClientRect().left));
    const from = await left();
    await finger(page, [{ at: [250, 400] }, { at: [200, 402] }, { at: [150, 404] }]);
    await expect.poll(left).toBeLessThan(from);
    await finger(page, [{ at: [350, 400] }, { at: [200, 402] }, { at: [30, 404] }]);
    await expect.poll(left).toBe(-390);
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    await doubleTap(page, [200, 300]);
    await expect.poll(() => widthOf(page)).toBe(390);

    // The second of two taps, drawn down, chooses the size by its way around where it began; so do the next ones.
    let at = await pointOf([100, 300]);
    await expect(async () => {
      const was = at;
      // An element that stands still does so for a time.
      await takeTime(page, 100);
      at = await pointOf([100, 300]);
      expect(at).toEqual(was);
    }).toPass();
    const stood = await top(page);
    await drawnTap(page, [100, 300], 80);
    await expect.poll(() => widthOf(page)).toBe(Math.round(390 * Math.SQRT2));
    await expect.poll(() => pointOf([100, 300])).toEqual(at);
    expect(await top(page)).toBeGreaterThan(stood);
    await drawnTap(page, [100, 300], 80);
    await expect.poll(() => widthOf(page)).toBe(780);
    await drawnTap(page, [100, 400], -300);
    await expect.poll(() => widthOf(page)).toBe(390);
    await doubleTap(page, [100, 300]);
    await expect.poll(() => widthOf(page)).toBe(780);
  });

  test('two fingers enlarge; then no swipe leads away, and no tap scrolls', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await page.addInitScript(() => {
      localStorage.setItem('READER_SETTINGS', JSON.stringify({ comic: { tapZones: 'sides' } }));
    });
    await open(page, chapters[0] ?? '');
    const scale = () => page.evaluate(() => visualViewport?.scale ?? 1);
    await page.touchscreen.tap(370, 500);
    await expect.poll(() => top(page)).toBeGreaterThan(600);
    await pinch(page, [195, 400], 2.5);
    await expect.poll(scale).toBeGreaterThan(1.5);
    await expect(page.locator('[data-zoomed]')).toBeAttached();
    const stood = await top(page);
    await page.touchscreen.tap(370, 500);
    await finger(page, [{ at: [330, 400] }, { at: [200, 402] }, { at: [60, 404] }]);
    // No chapter is turned to, and only time can show that.
    await takeTime(page, 300);
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    expect(await top(page)).toBeLessThan(stood + 300);
  });

  test('zones that were chosen scroll by a step, and are shown once', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    await page.getByRole('button', { name: 'Reading settings' }).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('combobox', { name: 'Tapping the page' }).selectOption('Left and right');
    await sheet.getByRole('button', { name: 'Close' }).tap();
    const overlay = page.getByText('Bars', { exact: true }).first();
    await expect(overlay).toBeVisible();
    await page.touchscreen.tap(370, 500);
    await expect.poll(() => top(page)).toBeGreaterThan(600);
    await page.touchscreen.tap(20, 500);
    await expect.poll(() => top(page)).toBe(0);
    await expect(overlay).toHaveCount(0);
    await page.getByRole('button', { name: 'Reading settings' }).tap();
    await sheet.getByRole('combobox', { name: 'Mirror the tap areas' }).selectOption('Left and right swapped');
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await expect(overlay).toBeVisible();
    await page.touchscreen.tap(20, 500);
    await expect.poll(() => top(page)).toBeGreaterThan(600);
  });

  test('a pull at the very end, held, opens the next chapter; a fling to the end does not', async ({
    page,
    request,
  }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    const meter = page.locator('[data-pull]');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await finger(page, [{ at: [195, 600] }, { at: [195, 450] }, { at: [195, 430], ms: 500 }]);
    await expect(meter).toHaveAttribute('data-pull', '0');
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    // The page must stand at its end for a time before a finger counts (settleMs).
    await takeTime(page, 400);
    await finger(page, [{ at: [195, 600] }, { at: [195, 540], ms: 400 }]);
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    // Enlarged, a finger moves the page about, at its end too.
    await page.evaluate(() => scrollTo(0, 900));
    await doubleTap(page, [195, 300]);
    await expect.poll(() => widthOf(page)).toBe(780);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    // As above: the time before a finger counts.
    await takeTime(page, 400);
    await finger(page, [{ at: [195, 600] }, { at: [195, 500] }, { at: [195, 450], ms: 600 }]);
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    await page.evaluate(() => scrollTo(0, 900));
    await doubleTap(page, [195, 300]);
    await expect.poll(() => widthOf(page)).toBe(390);
    await expect(async () => {
      // Content that comes late below the chapter moves its end.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      // As above: the time before a finger counts.
      await takeTime(page, 400);
      await finger(page, [{ at: [195, 600] }, { at: [195, 500] }, { at: [195, 450], ms: 600 }]);
      await expect(page).toHaveURL(new RegExp(chapters[1] ?? ''), { timeout: 2000 });
    }).toPass();
  });

  test('a swipe does nothing when it is switched off', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    await page.getByRole('button', { name: 'Reading settings' }).tap();
    await page.getByRole('switch', { name: 'Swiping changes the chapter' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await finger(page, [{ at: [250, 500] }, { at: [150, 505] }, { at: [60, 508] }]);
    // No chapter is turned to, and only time can show that.
    await takeTime(page, 300);
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
  });
});

test.describe('without its code', () => {
  test.use({ expectedErrors: [/Failed to load resource|Failed to fetch dynamically/] });

  test('a sheet that does not come says so, and the reader goes on', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    await page.route(/ReaderSettings/, (route) => route.abort());
    await page.getByRole('button', { name: 'Reading settings' }).click();
    await expect(page.getByText('That could not be loaded.')).toBeVisible();
    await page.keyboard.press('.');
    await expect(page).toHaveURL(new RegExp(chapters[1] ?? ''));
    await page.unroute(/ReaderSettings/);
    await page.getByRole('button', { name: 'Reading settings' }).click();
    await expect(page.getByRole('dialog', { name: 'Reading settings' })).toBeVisible();
  });

  test('keys whose code did not come are asked for again at the next one', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await page.route(/\/Hands/, (route) => route.abort());
    await open(page, chapters[0] ?? '');
    await page.keyboard.press('?');
    await expect(page.getByText('That could not be loaded.')).toBeVisible();
    await page.unroute(/\/Hands/);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });
});

for (const [language, names] of [
  ['en-us', { settings: 'Reading settings', list: 'All chapters', help: 'Keyboard shortcuts' }],
  ['ar-sa', { settings: 'إعدادات القراءة', list: 'كل الفصول', help: 'اختصارات لوحة المفاتيح' }],
] as const) {
  test(`the sheets are open to everyone in ${language}`, async ({ page, request }) => {
    const { chapters } = await findLocked(request);
    await open(page, chapters[0] ?? '', language);
    for (const [role, name] of [
      ['settings', names.settings],
      ['list', names.list],
      ['help', names.help],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      if (role === 'list') await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
      await expectNoFault(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name })).toBeHidden();
    }
  });
}
