import type { Page } from '@playwright/test';
import { languages, languageTags } from '../src/shared/languages.ts';
import { decodeEntities } from '../src/shared/text.ts';
import { createText } from '../src/web/create-text.ts';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { fakeBooks, listTags, makeBook, searchBooks } from './catalog-material.ts';
import { expect, inLong, test, testIf } from './fixtures.ts';
import { alive, holdCodeUntil, stillness } from './reader-material.ts';
import { wordsIn } from './words.ts';

const english = createText('en-us', wordsIn('en-us'));

const grid = (page: Page) => page.locator('section[aria-labelledby="books"] ul:has(article)');
const cards = (page: Page) => grid(page).getByRole('article');
const titles = (page: Page) => cards(page).getByRole('heading', { level: 3 });

async function open(page: Page, address = '/?lang=en-us') {
  await page.goto(address);
  await alive(page);
}

test.describe('the book list', () => {
  test('is there without any code, the first covers before the rest', async ({ browser, request }) => {
    const { result } = await searchBooks(request, 'language=en-us');
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/?lang=en-us');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Next-generation hype comics');
    await expect(titles(page)).toHaveText((result ?? []).map((book) => decodeEntities(book.book_title)));
    await expect(page.locator('img[fetchpriority="high"]').first()).toHaveAttribute('loading', 'eager');
    await context.close();
  });

  inLong('fetches of each cover what it shows, and nothing besides', async ({ page }) => {
    const asked = new Set<string>();
    page.on('request', (request) => request.url().includes('/media/') && asked.add(request.url()));
    await open(page);
    await expect.poll(() => asked.size).toBeGreaterThan(5);
    const images = page.locator('img');
    const unseen = async () => {
      const shown = await images.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).currentSrc));
      return [...asked].filter((url) => !shown.includes(url));
    };
    await expect.poll(unseen).toEqual([]);
  });

  inLong('puts its two faces to use together, each fetched once', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => request.resourceType() === 'font' && asked.push(request.url()));
    await open(page);
    const sheet = page.locator('link[rel="stylesheet"][href*="/fonts-"]');
    await expect(sheet).toHaveCount(1);
    expect(asked).toEqual([
      expect.stringContaining('bricolage-grotesque-latin'),
      expect.stringContaining('figtree-latin'),
    ]);
    const used = () =>
      [...document.fonts]
        .filter(({ status, family }) => status === 'loaded' && family.endsWith('Variable'))
        .map(({ family }) => family);
    await expect.poll(() => page.evaluate(used)).toEqual(['Bricolage Grotesque Variable', 'Figtree Variable']);
    expect(asked).toHaveLength(2);
  });

  inLong('grows as one reads on, and says when all is loaded', async ({ page, request }) => {
    const { total } = await searchBooks(request, 'language=en-us');
    await open(page);
    while ((await cards(page).count()) < total) {
      const before = await cards(page).count();
      await cards(page).last().scrollIntoViewIfNeeded();
      await expect.poll(() => cards(page).count()).toBeGreaterThan(before);
    }
    await cards(page).last().scrollIntoViewIfNeeded();
    await expect(page.getByText('All loaded')).toBeVisible();
    await expect(cards(page)).toHaveCount(total);
  });

  test('is where it was after Back', async ({ page }) => {
    await fakeBooks(page, { total: 45, failing: new Set() });
    await open(page, '/?lang=en-us');
    await page.getByRole('list', { name: 'Genres' }).getByRole('button').first().click();
    await expect(titles(page).first()).toHaveText('Book 1');
    for (const count of [20, 30, 40]) {
      await cards(page).last().scrollIntoViewIfNeeded();
      await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(count);
    }
    await cards(page).nth(25).scrollIntoViewIfNeeded();
    await stillness(page);
    const [count, top] = [await cards(page).count(), await page.evaluate(() => scrollY)];
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href^="/contact-us"]')?.click());
    await expect(page).toHaveURL(/contact-us/);
    await stillness(page);
    await page.goBack();
    await expect(cards(page)).toHaveCount(count);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(top, -1);
  });

  inLong('keeps a genre in the address, and lets go of it at a second press', async ({ page, request }) => {
    const [tag = ''] = await listTags(request);
    const { result } = await searchBooks(request, `language=en-us&tag=${encodeURIComponent(tag)}`);
    await open(page);
    const chip = page.getByRole('button', { name: english.genre(tag), exact: true });
    await chip.click();
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await expect(titles(page)).toHaveText((result ?? []).map((book) => decodeEntities(book.book_title)));
    expect(new URL(page.url()).searchParams.get('tag')).toBe(tag);
    await page.reload();
    await alive(page);
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await chip.click();
    await expect(chip).toHaveAttribute('aria-pressed', 'false');
    expect(new URL(page.url()).searchParams.has('tag')).toBe(false);
  });

  inLong('has two orders, told by the API and kept in the address', async ({ page, request }) => {
    const { result } = await searchBooks(request, 'language=en-us&order_by=popularity');
    await open(page);
    await page.getByRole('tab', { name: 'Latest updates' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Popular' })).toBeFocused();
    await expect(page.getByRole('tab', { name: 'Popular' })).toHaveAttribute('aria-selected', 'true');
    await expect(titles(page)).toHaveText((result ?? []).map((book) => decodeEntities(book.book_title)));
    await expect(page).toHaveURL(/sort=popularity/);
    await page.goBack();
    await expect(page.getByRole('tab', { name: 'Latest updates' })).toHaveAttribute('aria-selected', 'true');
  });

  inLong('finds books by words, says how many, and what to do when there are none', async ({ page, request }) => {
    const { result } = await searchBooks(request, 'language=en-us');
    const wanted = decodeEntities(result?.at(-1)?.book_title ?? '');
    await open(page);
    const field = page.getByRole('searchbox', { name: 'Search' });
    await field.fill(wanted);
    await field.press('Enter');
    await expect(page).toHaveURL(/\/search\?/);
    await expect(page.getByText(/\d+ books? found/)).toBeVisible();
    await expect(titles(page).filter({ hasText: wanted })).toHaveCount(1);
    expect(new URL(page.url()).searchParams.get('q')).toBe(wanted);
    await field.fill('qqqqzzzz');
    await expect(page.getByText('No content available')).toBeVisible();
    await expect(page.getByText('Nothing was found for “qqqqzzzz”.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Show all books' }).click();
    await expect(field).toHaveValue('');
    await expect(titles(page).first()).toBeVisible();
  });

  inLong('shows field, count and results of its own address with nothing above them', async ({ page, request }) => {
    const { result } = await searchBooks(request, 'language=en-us');
    const wanted = decodeEntities(result?.at(-1)?.book_title ?? '');
    await page.setViewportSize({ width: 390, height: 844 });
    const field = page.getByRole('searchbox', { name: 'Search' });
    const recommended = page.getByRole('heading', { name: 'Recommended' });
    await open(page, `/?q=${encodeURIComponent(wanted)}&lang=en-us`);
    await expect(titles(page).filter({ hasText: wanted })).toHaveCount(1);
    await expect(page.getByText(/\d+ books? found/)).toBeInViewport();
    await expect(cards(page).first()).toBeInViewport();
    await expect(field).toBeInViewport();
    await expect(recommended).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Search: ${wanted}`);
  });

  inLong('searches what was typed before its code had come', async ({ page }) => {
    await holdCodeUntil(page, page.getByRole('searchbox').pressSequentially('qqqqzzzz'));
    await page.goto('/search?lang=en-us');
    await expect(page.getByText('Nothing was found for “qqqqzzzz”.', { exact: false })).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue('qqqqzzzz');
  });

  inLong('does what was pressed and chosen before its code had come', async ({ page }) => {
    const genre = page.getByRole('list', { name: 'Genres' }).getByRole('button').first();
    await holdCodeUntil(page, genre.click());
    await page.goto('/?lang=en-us');
    await expect(genre).toHaveAttribute('aria-pressed', 'true');
    await holdCodeUntil(page, page.getByRole('combobox', { name: 'Language' }).selectOption('fr-fr'));
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
  });

  test.describe('when the next page fails', () => {
    test.use({ expectedErrors: [/500/] });

    inLong('keeps what it shows and offers to try again', async ({ page }) => {
      const failing = new Set([1]);
      await fakeBooks(page, { total: 14, failing });
      await open(page);
      await page.getByRole('list', { name: 'Genres' }).getByRole('button').first().click();
      await expect(titles(page).first()).toHaveText('Book 1');
      await cards(page).last().scrollIntoViewIfNeeded();
      await expect(page.getByRole('alert')).toContainText('More books could not be loaded.', { timeout: 20_000 });
      await expect(cards(page)).toHaveCount(10);
      failing.clear();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(cards(page)).toHaveCount(14);
      await expect(page.getByText('All loaded')).toBeVisible();
    });
  });

  inLong('tells of each book what product and contract want told', async ({ page }) => {
    await page.route(/\/api\/v1\/comics\/book\/search\?.*q=/, (route) =>
      route.fulfill({
        json: {
          data: {
            total: 4,
            result: [
              makeBook(1, {
                chapter_number: 500,
                total_likes: 3,
                book_title: 'Fish &amp; Chips &lt;b&gt; &hearts;&#8230;&none;',
              }),
              makeBook(2, { chapter_number: 1, total_likes: 2, status: 'finished' }),
              makeBook(3, { chapter_number: 12, public_free_chapters: 0, language: 'zh-cn' }),
              makeBook(4, { chapter_number: 12, public_free_chapters: 1 }),
            ],
          },
        },
      }),
    );
    await open(page, '/search');
    await page.getByRole('searchbox').fill('anything');
    await expect(page.getByText('4 books found')).toBeVisible();
    const [hall, single, locked, first] = [
      cards(page).nth(0),
      cards(page).nth(1),
      cards(page).nth(2),
      cards(page).nth(3),
    ];
    await expect(hall.getByRole('heading')).toHaveText('Fish & Chips <b> ♥…&none;');
    await expect(hall).toContainText('500 chapters');
    await expect(hall).toContainText('Hall-of-fame work');
    await expect(hall).toContainText('first 3 chapters free');
    await expect(hall).toContainText('3 likes');
    await expect(hall).toContainText('3 hours ago');
    await expect(hall).toContainText('Post-apocalyptic');
    await expect(single).toContainText('all chapters free');
    await expect(single).toContainText('Just started');
    await expect(single).toContainText('Finished');
    await expect(single).not.toContainText('likes');
    await expect(locked).toContainText('In Chinese');
    await expect(locked).not.toContainText('free');
    await expect(first).toContainText('first chapter free');
  });

  inLong('stands in as many columns as the screen has room for, under covers that fill it', async ({ page }) => {
    await open(page);
    const columns = async () => {
      const tops = await cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
      return tops.filter((top) => top === tops[0]).length;
    };
    const cover = page.getByRole('list', { name: 'Recommended' }).getByRole('article').first();
    for (const [width, expected, recommended] of [
      [390, 2, 148],
      [480, 2, 148],
      [768, 3, 196],
      [820, 4, 256],
      [1440, 4, 256],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(columns, `${width} px`).toBe(expected);
      expect((await cover.boundingBox())?.width).toBe(recommended);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

  for (const [language, forward] of [
    ['en-us', 1],
    ['ar-sa', -1],
  ] as const) {
    inLong(
      `moves its genres by exactly 240 px towards the end of the line, 160 on small screens, in ${language}`,
      async ({ page }) => {
        const row = page.getByRole('searchbox').locator('xpath=ancestor::section').getByRole('list').first();
        const arrow = (which: 'first' | 'last') =>
          row.locator('xpath=following-sibling::button[not(@hidden)]')[which]();
        const moved = () => row.evaluate((list) => Math.round(Math.abs(list.scrollLeft)));
        for (const [width, step] of [
          [1100, 240],
          [769, 240],
          [768, 160],
          [500, 160],
        ] as const) {
          await page.setViewportSize({ width, height: 900 });
          await open(page, `/?lang=${language}`);
          // Wide gaps make the row scroll: the catalogue has too few genres for that.
          await row.evaluate((list) => {
            list.style.gap = '350px';
          });
          await arrow('last').click();
          await expect.poll(moved).toBe(step);
          expect(forward * (await row.evaluate((list) => list.scrollLeft))).toBeGreaterThan(0);
          // A second press while the row still moves.
          await arrow('last').click();
          await arrow('last').click();
          await expect.poll(moved).toBe(3 * step);
          await arrow('first').click();
          await expect.poll(moved).toBe(2 * step);
          const room = await row.evaluate((list) => list.scrollWidth - list.clientWidth);
          await row.evaluate((list, left) => list.scrollTo({ left, behavior: 'instant' }), forward * (room - step / 2));
          await arrow('last').click();
          await expect.poll(moved).toBe(room);
        }
      },
    );
  }

  inLong(
    'lets a Latin title run from its left in Arabic, short ones at the right, and the hint stay at its icon',
    async ({ page }) => {
      await fakeBooks(page, { total: 1, failing: new Set() });
      await open(page, '/?lang=ar-sa');
      await expect(page.getByRole('searchbox')).toHaveCSS('direction', 'rtl');
      await page
        .getByRole('searchbox')
        .locator('xpath=ancestor::section')
        .getByRole('list')
        .getByRole('button')
        .first()
        .click();
      await expect(titles(page)).toHaveText(['Book 1']);
      const title = titles(page).getByRole('link');
      await expect(title).toHaveCSS('direction', 'ltr');
      const [words, card] = [await title.boundingBox(), await cards(page).boundingBox()];
      expect(words?.width).toBeLessThan(card?.width ?? 0);
      expect((words?.x ?? 0) + (words?.width ?? 0)).toBeCloseTo((card?.x ?? 0) + (card?.width ?? 0), 0);
    },
  );

  for (const language of languages) {
    testIf(language === 'ar-sa')(
      `has nothing that axe finds fault with, in ${language}, light and dark`,
      async ({ page }) => {
        await open(page, `/?lang=${language}`);
        await expect(page.locator('html')).toHaveAttribute('lang', languageTags[language]);
        await expectNoFaultInLightAndDark(page);
      },
    );
  }
});
