import type { Page } from '@playwright/test';
import { expect, inLong, test } from './fixtures.ts';
import { alive, fakeChapter, findBook, findStrip, findStripOf, getChapter, listenToEvents } from './reader-material.ts';
import { choose, gear, open, settings, strip } from './reader-steps.ts';

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

test.describe("a comic in its reader's own layout", () => {
  test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('ZONES_SHOWN', 'true')));

  inLong(
    'goes from pages to a strip and to double pages at the same place, and is finished once',
    async ({ page, request }) => {
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
    },
  );

  inLong('opens so anew, and nothing else is seen or moves', async ({ page, request }) => {
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
