import type { Page } from '@playwright/test';
import type { AccessOnWire } from '../src/features/catalog/contract.ts';
import { freeAccess } from '../src/features/catalog/testing/dates.ts';
import { languages } from '../src/shared/languages.ts';
import { paths } from '../src/shared/paths.ts';
import { decodeEntities } from '../src/shared/text.ts';
import { createText } from '../src/web/create-text.ts';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { fakeChapters } from './catalog-material.ts';
import { expect, inLong, test } from './fixtures.ts';
import { alive, findBook, listenToEvents } from './reader-material.ts';
import { wordsIn } from './words.ts';

const english = createText('en-us', wordsIn('en-us'));

/** The only named region of the page, in any language. */
const list = (page: Page) => page.getByRole('main').getByRole('region').first();
const chapters = (page: Page) => list(page).getByRole('article');
const jump = (page: Page) => page.getByRole('combobox', { name: 'Jump to chapters' });

async function open(page: Page, bookUuid: string, query = '?lang=en-us') {
  await page.goto(paths.book(bookUuid) + query);
  await alive(page);
}

/** Stays at the list's end until so many rows are loaded. */
const loadRows = (page: Page, count: number) =>
  page.evaluate(async (count) => {
    while (document.querySelectorAll('[data-chapter]').length < count) {
      [...document.querySelectorAll('[data-chapter]')].at(-1)?.scrollIntoView({ behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, count);

/** How many lists of chapters the browser's accessibility tree has, and how many items they have together. */
async function listsHeard(page: Page): Promise<{ lists: number; items: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const known = new Map(nodes.map((node) => [node.nodeId, node]));
  type Node = (typeof nodes)[number];
  const parentOf = (node: Node): Node | undefined => {
    const parent = known.get(node.parentId ?? '');
    return parent?.ignored || parent?.role?.value === 'generic' ? parentOf(parent) : parent;
  };
  const isOfChapters = (node: Node) => node.role?.value === 'list' && node.name?.value === 'Chapters';
  const items = nodes.filter((node) => {
    const parent = parentOf(node);
    return node.role?.value === 'listitem' && parent !== undefined && isOfChapters(parent);
  });
  return { lists: nodes.filter(isOfChapters).length, items: items.length };
}

test.describe('the chapter list', () => {
  test('is there without any code', async ({ browser, request }) => {
    const { book } = await findBook(request, (each) => each.language === 'en-us' && each.chapters.length > 1);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${paths.book(book.book_uuid)}?lang=en-us`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(decodeEntities(book.book_title));
    await expect(chapters(page)).toHaveCount(Math.min(10, book.total_chapters));
    await expect(chapters(page).first().getByRole('link')).toHaveAttribute('href', /\/1\?lang=en-us$/);
    await context.close();
  });

  inLong('leads back to the books, to its genres, and into the first chapter', async ({ page, request }) => {
    const { book, chapters: addresses } = await findBook(request, (each) => each.book_tags.length > 0);
    await open(page, book.book_uuid);
    const [tag = ''] = book.book_tags;
    await expect(page.getByRole('link', { name: 'Back to all books' })).toHaveAttribute('href', '/?lang=en-us');
    await expect(page.getByRole('link', { name: english.genre(tag), exact: true })).toHaveAttribute(
      'href',
      `/?${new URLSearchParams({ tag, lang: 'en-us' })}`,
    );
    await page.getByRole('link', { name: 'Start reading' }).click();
    await expect(page).toHaveURL(new RegExp(`${addresses[0]}\\?lang=en-us$`));
  });

  inLong('notes once that the book was opened', async ({ page, request }) => {
    const { book } = await findBook(request, (each) => each.total_chapters > 1);
    const events = listenToEvents(page);
    await open(page, book.book_uuid);
    await list(page).getByRole('button', { name: 'Newest first' }).click();
    await expect(chapters(page).first()).toContainText(`Chapter ${book.total_chapters.toLocaleString('en-US')}`);
    await expect.poll(() => events).toEqual(['open_book']);
    await page.getByRole('link', { name: 'Back to all books' }).click();
    await expect(page.getByRole('tab').first()).toBeVisible();
    expect(events).toEqual(['open_book']);
  });

  inLong('marks what is free and what is for members', async ({ page, request }) => {
    const { book } = await findBook(
      request,
      (each) => each.total_chapters > (each.public_free_chapters ?? 3) && (each.public_free_chapters ?? 3) < 10,
    );
    const free = book.public_free_chapters ?? 3;
    await open(page, book.book_uuid);
    for (let index = 0; index < Math.min(10, book.total_chapters); index += 1) {
      await expect(chapters(page).nth(index)).toContainText(index < free ? 'Free' : 'Members');
    }
  });

  inLong('runs the other way, folds and unfolds', async ({ page, request }) => {
    const { book } = await findBook(request, (each) => each.total_chapters > 3 && each.total_chapters <= 10);
    await open(page, book.book_uuid);
    await expect(jump(page)).toHaveCount(0);
    await expect(chapters(page).first()).toContainText('Chapter 1');
    await list(page).getByRole('button', { name: 'Newest first' }).click();
    await expect(chapters(page).first()).toContainText(`Chapter ${book.total_chapters.toLocaleString('en-US')}`);
    await list(page).getByRole('button', { name: 'Collapse' }).click();
    await expect(chapters(page)).toHaveCount(3);
    await list(page).getByRole('button', { name: 'More', exact: true }).click();
    await expect(chapters(page)).toHaveCount(book.total_chapters);
  });

  inLong('goes anywhere among 5,000 chapters, and on from there both ways', async ({ page, request }) => {
    const { book } = await findBook(request, (each) => each.total_chapters > 10);
    await fakeChapters(page, { book, total: 5000 });
    await open(page, book.book_uuid);
    await list(page).getByRole('button', { name: 'Newest first' }).click();
    await expect(chapters(page).first()).toContainText('Step 5000');
    await expect(jump(page).getByRole('option')).toHaveCount(500);
    await jump(page).selectOption({ label: '(2,500 - 2,491)' });
    await expect(chapters(page).first()).toContainText('Step 2500');
    await expect(list(page)).toContainText('Page 251 of 500');
    await expect(page).toHaveURL(/page=251/);
    await expect.poll(() => chapters(page).count()).toBeGreaterThan(10);
    await list(page).getByRole('button', { name: 'Show chapters 2,510 - 2,501' }).click();
    await expect(chapters(page).first()).toContainText('Step 2510');
    await page.goBack();
    await expect(chapters(page).first()).toContainText('Step 5000');
  });

  inLong('leads to a chapter by its number, in whichever digits it is typed', async ({ page, request }) => {
    const { book } = await findBook(request, (each) => each.total_chapters > 10);
    await fakeChapters(page, { book, total: 5000 });
    await open(page, book.book_uuid);
    await list(page).getByRole('button', { name: 'Newest first' }).click();
    await expect(chapters(page).first()).toContainText('Step 5000');
    for (const [typed, step] of [
      ['3333', 'Step 3333'],
      ['٤٧', 'Step 47'],
      ['9999', 'Step 5000'],
    ] as const) {
      await page.getByLabel('Chapter number').fill(typed);
      await page.getByRole('button', { name: 'Go', exact: true }).click();
      const row = page.getByRole('article').filter({ has: page.getByText(step, { exact: true }) });
      await expect(row.getByRole('link')).toBeFocused();
      await expect(row).toBeInViewport();
    }
  });

  test.describe('of 5,000 chapters', () => {
    // The chapter that is opened there exists only in the list.
    test.use({ expectedErrors: [/404/] });

    inLong('draws in full only those near the screen, and finds each again where it was', async ({ page, request }) => {
      const { book } = await findBook(request, (each) => each.total_chapters > 10);
      await fakeChapters(page, { book, total: 5000 });
      await open(page, book.book_uuid);
      await list(page).getByRole('button', { name: 'Newest first' }).click();
      const row = (number: number) => page.locator(`[data-chapter="${number}"]`);
      const drawn = () => list(page).locator('article:has(time)');
      await expect(row(5000)).toBeVisible();
      const held = row(4995).getByRole('link');
      await held.focus();
      // As far down as scrolling leads.
      await loadRows(page, 310);
      await expect.poll(() => drawn().count()).toBeLessThan(150);
      await expect(held, 'what holds the focus stays').toBeFocused();
      await expect(row(4995).locator('time')).toHaveCount(1);
      // In the middle, where no bar covers it: otherwise a press would scroll it away.
      await row(4705).evaluate((element) => element.scrollIntoView({ block: 'center' }));
      let before = Number.NaN;
      const top = async () => Math.round((await row(4705).boundingBox())?.y ?? Number.NaN);
      const isStill = async () => {
        const last = before;
        before = await top();
        return last === before;
      };
      await expect.poll(isStill).toBe(true);
      await row(4705).getByRole('link').click();
      await expect(page).toHaveURL(/\/4705\?/);
      await page.goBack();
      await expect.poll(top).toBe(before);
      await row(5000).evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await expect(row(5000).locator('time')).toHaveCount(1);
      await expect(row(4705).locator('time')).toHaveCount(0);
    });

    inLong(
      'are one list with its length, in order and without holes, and each that was loaded is found',
      async ({ page, request }) => {
        const { book } = await findBook(request, (each) => each.total_chapters > 10);
        await fakeChapters(page, { book, total: 5000 });
        await open(page, book.book_uuid);
        await list(page).getByRole('button', { name: 'Newest first' }).click();
        await expect(chapters(page).first()).toContainText('Step 5000');
        await loadRows(page, 210);
        await chapters(page).first().scrollIntoViewIfNeeded();
        await expect(chapters(page).first()).toBeInViewport();
        const numbers = await chapters(page).evaluateAll((rows) =>
          rows.map((row) => Number(row.closest<HTMLElement>('[data-chapter]')?.dataset.chapter)),
        );
        expect(numbers).toEqual(numbers.map((_, index) => 5000 - index));
        // The rows that a screen reader finds, far rows as well as near ones.
        expect(await listsHeard(page)).toEqual({ lists: 1, items: numbers.length });
        const places = await list(page)
          .getByRole('listitem')
          .evaluateAll((rows) => rows.map((row) => [row.ariaPosInSet, row.ariaSetSize]));
        expect(places).toEqual(numbers.map((_, index) => [String(index + 1), '5000']));
        for (const number of [5000, 4900, numbers.at(-1) ?? 0]) {
          const find = (words: string) =>
            page.evaluate((words) => Reflect.apply(Reflect.get(window, 'find'), window, [words]), words);
          expect(await find(`Step ${number}`)).toBe(true);
          await expect(list(page).getByText(`Step ${number}`, { exact: true })).toBeInViewport();
        }
      },
    );

    for (const width of [320, 390, 1440])
      inLong(`keep their places at ${width} px, whether drawn in full or not`, async ({ page, request }) => {
        const { book } = await findBook(request, (each) => each.total_chapters > 10);
        const titleOf = (number: number) => `Step ${number} ${'of a long way home '.repeat(number % 9)}`;
        const [soon, later] = [1, 400].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
        const accesses: AccessOnWire[] = [
          freeAccess,
          { state: 'members', free_at: null, until: null, reason: 'rule' },
          { state: 'members', free_at: soon ?? null, until: later ?? null, reason: 'early_access' },
          { state: 'free', free_at: null, until: later ?? null, reason: 'window' },
          { state: 'members', free_at: later ?? null, until: null, reason: 'override' },
        ];
        const accessOf = (number: number) => accesses[number % accesses.length] ?? freeAccess;
        await fakeChapters(page, { book, total: 200, titleOf, accessOf });
        await page.setViewportSize({ width, height: 844 });
        await open(page, book.book_uuid);
        await list(page).getByRole('button', { name: 'Newest first' }).click();
        await expect(chapters(page).first()).toContainText('Step 200');
        await loadRows(page, 100);
        const rows = () =>
          chapters(page).evaluateAll((all) =>
            all.slice(0, 100).map((row) => ({ isNear: row.querySelector('time') !== null, height: row.clientHeight })),
          );
        await expect.poll(async () => (await rows()).slice(0, 12).some(({ isNear }) => isNear)).toBe(false);
        const far = await rows();
        await page.evaluate(() => scrollTo(0, 0));
        await expect.poll(async () => (await rows()).slice(0, 6).every(({ isNear }) => isNear)).toBe(true);
        await expect(chapters(page).filter({ hasText: 'Early access' }).first()).toContainText(/Free from .+ to .+/);
        const near = await rows();
        expect(far.slice(0, 6).map(({ height }) => height)).toEqual(near.slice(0, 6).map(({ height }) => height));
      });

    inLong('begin at their beginning in the other order, and tell which page is seen', async ({ page, request }) => {
      const { book } = await findBook(request, (each) => each.total_chapters > 10);
      await fakeChapters(page, { book, total: 40 });
      await open(page, book.book_uuid);
      const heading = list(page).getByRole('heading', { name: 'Chapters' });
      const pageTold = list(page).getByText(/^Page \d+ of \d+$/);
      await list(page).getByRole('button', { name: 'Newest first' }).click();
      await expect(chapters(page).first()).toContainText('Step 40');
      await loadRows(page, 40);
      await chapters(page).nth(25).scrollIntoViewIfNeeded();
      await chapters(page)
        .nth(25)
        .evaluate((row) => row.scrollIntoView({ block: 'start' }));
      await expect(pageTold).toHaveText(/^Page 3 /);
      await list(page).getByRole('button', { name: 'Oldest first' }).click();
      await expect(chapters(page).first()).toContainText('Chapter 1');
      await expect(chapters(page).first()).toBeInViewport();
      await expect(heading).toBeInViewport();
      await expect(pageTold).toHaveText(/^Page 1 /);
      // A jump to the top of the page, where the list is below the screen.
      await loadRows(page, 40);
      await expect(pageTold).not.toHaveText(/^Page 1 /);
      await page.evaluate(() => scrollTo(0, 0));
      await expect(pageTold).toHaveText(/^Page 1 /);
    });
  });

  inLong(
    'opens at the page that its address names, and starts over where there is none such',
    async ({ page, request }) => {
      const { book } = await findBook(request, (each) => each.total_chapters > 10);
      await open(page, book.book_uuid, '?page=2&lang=en-us');
      await expect(chapters(page).first()).toContainText('Chapter 11');
      await expect(page.getByRole('link', { name: 'Start reading' })).toHaveAttribute('href', /\/1\?lang=en-us$/);
      await open(page, book.book_uuid, '?page=99999&lang=en-us');
      await expect(chapters(page).first()).toContainText('Chapter 1');
    },
  );

  inLong('says so where there is no chapter yet', async ({ page, request }) => {
    const { book } = await findBook(request, (each) => each.total_chapters > 0);
    await fakeChapters(page, { book, total: 0 });
    await open(page, book.book_uuid);
    await list(page).getByRole('button', { name: 'Newest first' }).click();
    await expect(page.getByText('No Chapters')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start reading' })).toHaveCount(0);
  });

  test.describe('when the next page fails', () => {
    test.use({ expectedErrors: [/500/] });

    inLong('keeps what it shows and offers to try again', async ({ page, request }) => {
      const { book } = await findBook(request, (each) => each.total_chapters > 10);
      const failing = new Set([1]);
      await fakeChapters(page, { book, total: 20, failing });
      await open(page, book.book_uuid);
      await chapters(page).last().scrollIntoViewIfNeeded();
      await expect(page.getByRole('alert')).toContainText('More chapters could not be loaded.', { timeout: 20_000 });
      await expect(chapters(page)).toHaveCount(10);
      failing.clear();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(chapters(page)).toHaveCount(20);
      await expect(page.getByText('All loaded')).toBeVisible();
    });
  });

  test.describe('of a book that does not exist', () => {
    test.use({ expectedErrors: [/404/] });

    inLong('is a page that says so, with status 404', async ({ page }) => {
      for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense']) {
        const response = await page.goto(paths.book(id));
        expect(response?.status()).toBe(404);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      }
    });
  });

  for (const language of languages) {
    inLong(`has nothing that axe finds fault with, in ${language}, light and dark`, async ({ page, request }) => {
      const { book } = await findBook(request, (each) => each.total_chapters > 10);
      await fakeChapters(page, { book, total: 25 });
      await open(page, book.book_uuid, `?lang=${language}`);
      await list(page).getByRole('group').getByRole('button').nth(1).click();
      await expect(chapters(page).first()).toContainText('Step 25');
      await expectNoFaultInLightAndDark(page);
    });
  }
});
