import type { Page } from '@playwright/test';
import { expectNoFaultInLightAndDark, languagesOfEitherDirection } from './accessibility.ts';
import { expect, inLong, test, testIf } from './fixtures.ts';
import {
  alive,
  drag,
  fakeChapter,
  findLocked,
  findNovel,
  findStrip,
  getChapter,
  holdChapter,
  listenToEvents,
  stillness,
} from './reader-material.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const strip = (page: Page) => page.locator('[data-strip]');
/** The placeholder of a chapter that is loading. */
const loading = (page: Page) => page.getByRole('main').getByText('Loading', { exact: true });
const top = (page: Page) => page.evaluate(() => scrollY);

async function open(page: Page, path: string, language = 'en-us'): Promise<void> {
  await page.goto(`${path}?lang=${language}`);
  await alive(page);
}

test.describe('a strip', () => {
  test('is there without any code: images with their room, the first before everything else', async ({
    browser,
    request,
  }) => {
    const shelf = await findStrip(request);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${shelf.chapters[0]}?lang=en-us`);
    const images = strip(page).getByRole('img');
    await expect(images.first()).toHaveAttribute('fetchpriority', 'high');
    await expect(images.first()).not.toHaveAttribute('loading', 'lazy');
    const chapter = await getChapter(request, shelf.uuids[0] ?? '');
    const all = strip(page).locator('img');
    await expect(all).toHaveCount(chapter.images.length);
    for (const [index, image] of (chapter.pages ?? []).entries()) {
      await expect(all.nth(index)).toHaveAttribute('src', image.src);
      await expect(all.nth(index)).toHaveAttribute('width', String(image.width));
      await expect(all.nth(index)).toHaveAttribute('height', String(image.height));
      if (index > 1) await expect(all.nth(index)).toHaveAttribute('loading', 'lazy');
    }
    await context.close();
  });

  test('leads on to the next chapter and back, and to the chapter list', async ({ page, request }) => {
    const shelf = await findStrip(request);
    await open(page, shelf.chapters[0] ?? '');
    const first = await page.getByRole('heading', { level: 1 }).textContent();
    const bar = page.getByRole('navigation', { name: 'Reader controls' });
    await expect(bar.getByRole('link', { name: 'Previous chapter' })).toBeDisabled();
    const next = bar.getByRole('link', { name: 'Next chapter' });
    await page.mouse.wheel(0, 400);
    // The browser would join two turns of the wheel at once into one.
    await expect(next).not.toBeInViewport();
    await page.mouse.wheel(0, -200);
    await expect(next).toBeInViewport();
    await next.click();
    await expect(page).toHaveURL(new RegExp(`${shelf.chapters[1]}\\?lang=en-us$`));
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first ?? '');
    const second = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await expect.poll(() => page.title()).toContain(second);
    expect(await top(page)).toBe(0);
    await page.getByRole('link', { name: 'Back to the chapter list' }).click();
    await expect(page).toHaveURL(/\/book\/chapters\//);
  });

  inLong('corrects an address whose number does not fit', async ({ page, request }) => {
    const shelf = await findStrip(request);
    await page.goto((shelf.chapters[0] ?? '').replace(/1$/, '7'));
    await expect(page).toHaveURL(new RegExp(`${shelf.chapters[0]}$`));
  });

  for (const [language, onwards, back] of [
    ['en-us', 'ArrowRight', 'ArrowLeft'],
    ['ar-sa', 'ArrowLeft', 'ArrowRight'],
  ] as const) {
    testIf(language === 'ar-sa')(`is turned by the arrow keys as ${language} runs`, async ({ page, request }) => {
      const shelf = await findStrip(request);
      await open(page, shelf.chapters[0] ?? '', language);
      await page.keyboard.press(onwards);
      await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
      await page.keyboard.press(back);
      await expect(page).toHaveURL(new RegExp(shelf.chapters[0] ?? ''));
    });
  }

  inLong(
    'hears a key while the chapter is on its way, and does it once the chapter is there',
    async ({ page, request }) => {
      const shelf = await findStrip(request);
      const letGo = await holdChapter(page, shelf.uuids[1] ?? '');
      await open(page, shelf.chapters[0] ?? '');
      const onItsWay = loading(page);
      await page.keyboard.press('ArrowRight');
      await expect(onItsWay).toBeAttached();
      await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('m');
      await expect(onItsWay).toBeAttached();
      letGo();
      await expect(page).toHaveURL(new RegExp(shelf.chapters[0] ?? ''));
      await expect(strip(page)).toBeVisible();
    },
  );

  inLong('scrolls by the keyboard at once, goes image by image, and explains its keys', async ({ page, request }) => {
    const shelf = await findStrip(request);
    await page.goto(`${shelf.chapters[0]}?lang=en-us`);
    // The browser ignores keys before its first paint.
    await expect(async () => {
      await page.keyboard.press('Space');
      expect(await top(page)).toBeGreaterThan(0);
    }).toPass();
    await alive(page);
    const edge = () =>
      strip(page)
        .locator('> div')
        .nth(1)
        // A place between two pixels may round to -0, which `toBe` does not take for 0.
        .evaluate((image) => Math.round(image.getBoundingClientRect().top) + 0);
    await page.keyboard.press('Home');
    await expect.poll(() => top(page)).toBe(0);
    await page.keyboard.press('j');
    await expect.poll(edge).toBe(0);
    await page.keyboard.press('k');
    await expect.poll(edge).toBeGreaterThan(0);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(new RegExp(shelf.chapters[0] ?? ''));
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await page.keyboard.press(']');
    await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
  });

  inLong(
    'has the window to itself in fullscreen, also in the next chapter, until the reader leaves',
    async ({ page, request }) => {
      const shelf = await findStrip(request);
      await open(page, shelf.chapters[0] ?? '');
      await page.getByRole('button', { name: 'Fullscreen' }).click();
      await expect(page.getByRole('banner')).toBeHidden();
      await page.keyboard.press(']');
      await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
      await expect(page.getByRole('banner')).toBeHidden();
      await page.keyboard.press('f');
      await expect(page.getByRole('banner')).toBeVisible();
      await page.keyboard.press('f');
      await expect(page.getByRole('banner')).toBeHidden();
      await page.getByRole('link', { name: 'Back to the chapter list' }).click();
      await expect(page).toHaveURL(/\/book\/chapters\//);
      await expect(page.getByRole('banner')).toBeVisible();
    },
  );

  inLong('sends a visitor who likes it to the login, and knows the way back', async ({ page, request }) => {
    const shelf = await findStrip(request);
    await open(page, shelf.chapters[0] ?? '');
    await page.getByRole('link', { name: /^Like this chapter/ }).click();
    await expect(page).toHaveURL(/\/login\?/);
    expect(new URL(page.url()).searchParams.get('next')).toBe(`${shelf.chapters[0]}?lang=en-us`);
    await page.goBack();
    await expect(page.getByRole('link', { name: /^Like this chapter/ })).toBeVisible();
    await page.keyboard.press('l');
    await expect(page).toHaveURL(/\/login\?/);
  });
});

test.describe('by touch', () => {
  test.use(phone);

  for (const [language, onwards] of [
    ['en-us', -150],
    ['ar-sa', 150],
  ] as const) {
    inLong(`a swipe leads on as ${language} runs, and can be undone`, async ({ page, request }) => {
      const shelf = await findStrip(request);
      await open(page, shelf.chapters[0] ?? '', language);
      await drag(page, { from: [195, 500], to: [195 + onwards, 510] });
      await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
      await page.getByRole('status').getByRole('button').first().click();
      await expect(page).toHaveURL(new RegExp(shelf.chapters[0] ?? ''));
    });
  }

  inLong('a short, a steep and an edge swipe lead nowhere', async ({ page, request }) => {
    const shelf = await findStrip(request);
    await open(page, shelf.chapters[0] ?? '');
    await drag(page, { from: [195, 500], to: [137, 500] });
    await drag(page, { from: [195, 400], to: [115, 490] });
    await drag(page, { from: [375, 500], to: [195, 500] });
    await expect(page).toHaveURL(new RegExp(shelf.chapters[0] ?? ''));
    await drag(page, { from: [195, 500], to: [130, 500] });
    await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
  });

  inLong('the bars go while reading on, and come back on turning round or a tap', async ({ page, request }) => {
    const shelf = await findStrip(request);
    await open(page, shelf.chapters[0] ?? '');
    const like = page.getByRole('link', { name: /^Like this chapter/ });
    await expect(like).toBeInViewport();
    await page.evaluate(() => scrollBy(0, 600));
    await expect(like).not.toBeInViewport();
    await page.evaluate(() => scrollBy(0, -59));
    await page.evaluate(() => scrollBy(0, -1));
    await expect(like).toBeInViewport();
    await page.touchscreen.tap(195, 400);
    await expect(like).not.toBeInViewport();
    await page.touchscreen.tap(195, 400);
    await expect(like).toBeInViewport();
  });
});

test.describe('a broken image', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('is asked for again by itself', async ({ page, request }) => {
    const shelf = await findStrip(request);
    let refused = 0;
    await page.route('**/media/**', async (route) => {
      if (route.request().url().includes('retry=1')) return route.continue();
      refused += 1;
      return route.abort();
    });
    await open(page, shelf.chapters[0] ?? '');
    await expect(strip(page).locator('img').first()).toHaveJSProperty('complete', true);
    await expect
      .poll(() =>
        strip(page)
          .locator('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });

  inLong(
    'asks the reader after three tries, and keeps its box and button; each press retries all',
    async ({ page, request }) => {
      const shelf = await findStrip(request);
      const chapter = await getChapter(request, shelf.uuids[1] ?? '');
      await page.clock.install();
      await fakeChapter(page, { chapter, pages: { count: 3, width: 800, height: 400, color: '#0000ff' } });
      const asked: string[] = [];
      await page.route(/\/media\/fake\/[01]\.png/, async (route) => {
        asked.push(new URL(route.request().url()).pathname + new URL(route.request().url()).search);
        if (asked.length > 10 && route.request().url().includes('/0.png')) return route.fallback();
        return route.abort();
      });
      await open(page, shelf.chapters[0] ?? '');
      await page
        .getByRole('navigation', { name: 'Reader controls' })
        .getByRole('link', { name: 'Next chapter' })
        .click();
      for (const [pauseMs, expected] of [
        [1000, 2],
        [3000, 4],
        [9000, 6],
        [0, 8],
      ] as const) {
        // A picture's failure may be heard, and its pause begin, only after the clock was moved.
        await expect
          .poll(async () => {
            await page.clock.fastForward(50);
            return asked.length;
          })
          .toBe(expected);
        await page.clock.fastForward(pauseMs);
      }
      const retry = page.getByRole('button', { name: 'Load it again' });
      await expect(retry).toHaveCount(2);
      const boxes = () =>
        strip(page)
          .locator('> div')
          .evaluateAll((all) =>
            all.map((each) => {
              const { x, y, width, height } = each.getBoundingClientRect();
              return [x, y + scrollY, width, height];
            }),
          );
      const before = await boxes();
      // The reader's retry fails for both images: nothing has moved, and another retry is offered.
      await retry.first().click();
      await expect.poll(() => asked.length).toBe(10);
      await expect(retry).toHaveCount(2);
      expect(await boxes()).toEqual(before);
      await retry.last().click();
      await expect
        .poll(() =>
          strip(page)
            .locator('img')
            .first()
            .evaluate((image: HTMLImageElement) => image.naturalWidth),
        )
        .toBe(800);
      await expect(retry).toHaveCount(1);
      expect(await boxes()).toEqual(before);
      expect(new Set(asked).size).toBe(12);
    },
  );
});

test.describe('the images of a strip', () => {
  test('do not shift anything while thirty of them load', async ({ page, request }) => {
    const shelf = await findStrip(request);
    const chapter = await getChapter(request, shelf.uuids[1] ?? '');
    await fakeChapter(page, { chapter, pages: { count: 30, width: 800, height: 1130, color: '#0000ff', delayMs: 50 } });
    await open(page, shelf.chapters[0] ?? '');
    await page.keyboard.press(']');
    await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      // biome-ignore lint/suspicious/noExplicitAny: the DOM types do not know layout shifts
      const note = (entry: any) => !entry.hadRecentInput && shifts.push(entry.value);
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'layout-shift' });
    });
    const images = strip(page).locator('img');
    await expect(images).toHaveCount(30);
    for (let index = 0; index < 30; index += 1) {
      await images.nth(index).scrollIntoViewIfNeeded();
      await expect(images.nth(index)).toHaveJSProperty('complete', true);
    }
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  });

  for (const scale of [1, 1.25, 1.5, 2, 2.625, 3]) {
    inLong(`stand without a seam at ${scale} device pixels a pixel`, async ({ browser, request, baseURL }) => {
      const shelf = await findStrip(request);
      const chapter = await getChapter(request, shelf.uuids[1] ?? '');
      const context = await browser.newContext({ deviceScaleFactor: scale, ...(baseURL ? { baseURL } : {}) });
      const page = await context.newPage();
      await fakeChapter(page, { chapter, pages: { count: 16, width: 800, height: 167, color: '#0000ff' } });
      await open(page, shelf.chapters[0] ?? '');
      await page.keyboard.press(']');
      await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
      for (const image of await strip(page).locator('img').all()) {
        await image.scrollIntoViewIfNeeded();
        await expect(image).toHaveJSProperty('complete', true);
      }
      for (const width of [320, 393, 601, 1440]) {
        await page.setViewportSize({ width, height: 700 });
        // An image far from the screen may be drawn late; a seam stays.
        await expect.poll(() => wrongRows(page), `at ${width} px`).toEqual([]);
      }
      await context.close();
    });
  }
});

/** The rows of the strip, in device pixels, that are not the colour of its images from side to side. */
async function wrongRows(page: Page): Promise<number[]> {
  const { default: sharp } = await import('sharp');
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      if (['fixed', 'sticky'].includes(getComputedStyle(element).position)) element.style.visibility = 'hidden';
    }
  });
  // A band from top to bottom is enough: a seam runs from side to side.
  const clip = await strip(page).evaluate((element) => {
    const { top, bottom, left, width } = element.getBoundingClientRect();
    const y = Math.floor(top + scrollY);
    return { x: Math.floor(left + width / 2), y, width: 8, height: Math.ceil(bottom + scrollY) - y };
  });
  const shot = await page.screenshot({ clip, fullPage: true, animations: 'disabled' });
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const wrong: number[] = [];
  // The screenshot has whole layout pixels: at either end up to one of them, and a part of a device pixel, is outside.
  const beside = Math.ceil(await page.evaluate(() => devicePixelRatio)) + 1;
  for (let row = beside; row < info.height - beside; row += 1) {
    const at = (row * info.width + Math.floor(info.width / 2)) * 3;
    if (data[at] !== 0 || data[at + 1] !== 0 || data[at + 2] !== 255) wrong.push(row);
  }
  return wrong;
}

/** Leaves the page, which then sends the gathered events. */
const leave = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pagehide')));

test.describe('reading', () => {
  inLong('is told once when it begins, and once when it ends', async ({ page, request }) => {
    const shelf = await findStrip(request);
    const chapter = await getChapter(request, shelf.uuids[1] ?? '');
    const names = listenToEvents(page);
    await fakeChapter(page, { chapter, pages: { count: 6, width: 800, height: 700, color: '#0000ff' } });
    await open(page, shelf.chapters[0] ?? '');
    await expect.poll(() => names).toEqual(['start_reading']);
    await page.keyboard.press(']');
    await expect.poll(() => names).toEqual(['start_reading', 'start_reading']);
    for (const image of await strip(page).locator('img').all()) await image.scrollIntoViewIfNeeded();
    await expect.poll(() => names).toEqual(['start_reading', 'start_reading', 'finished_reading']);
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    await leave(page);
    expect(names).toEqual(['start_reading', 'start_reading', 'finished_reading']);
  });

  inLong('is not over for who jumps to the end before the images are there', async ({ page, request }) => {
    const shelf = await findStrip(request);
    const chapter = await getChapter(request, shelf.uuids[1] ?? '');
    const names = listenToEvents(page);
    await fakeChapter(page, { chapter, pages: { count: 60, width: 800, height: 1200, color: '#0000ff' } });
    await open(page, shelf.chapters[0] ?? '');
    await page.keyboard.press(']');
    await expect(strip(page).locator('img')).toHaveCount(60);
    await page.keyboard.press('End');
    await expect(page.getByRole('region', { name: /^End of chapter/ })).toBeInViewport();
    await leave(page);
    await expect.poll(() => names).toEqual(['start_reading', 'start_reading']);
  });
});

test.describe('a chapter that does not open', () => {
  inLong('for members only says so, names the way in, and lets one go on', async ({ page, request }) => {
    const shelf = await findLocked(request);
    await open(page, shelf.chapters[shelf.firstLocked] ?? '');
    await expect(page.getByText('This chapter is only open to members')).toBeVisible();
    await expect(page.getByText('Please log in and buy a monthly membership card to read all comics')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Buy now' })).toHaveAttribute(
      'href',
      /^\/profile\?next=%2Freader%2F.*#top-up$/,
    );
    await expect(page.locator('main img[src*="sig="]')).toHaveCount(0);
    await page.keyboard.press('[');
    await expect(page).toHaveURL(new RegExp(shelf.chapters[shelf.firstLocked - 1] ?? ''));
    await expect(strip(page)).toBeVisible();
  });

  test.describe('when something fails', () => {
    test.use({ expectedErrors: [/Failed to load resource/] });

    inLong('for an ended membership asks to top up', async ({ page, request }) => {
      const shelf = await findStrip(request);
      const { book_uuid, book_title, kind, language } = await getChapter(request, shelf.uuids[0] ?? '');
      const chapter = {
        ...{ book_uuid, book_title, chapter_number: 2, title: 'Two', kind, language },
        access: { state: 'members', free_at: null, until: null, reason: 'rule' },
        ...{
          prev_chapter_uuid: shelf.uuids[0],
          prev_chapter_number: 1,
          next_chapter_uuid: null,
          next_chapter_number: null,
        },
      };
      await page.route(/\/chapter_comics\//, (route) =>
        route.fulfill({ status: 403, json: { error: 'Ended', code: 'membership_expired', chapter } }),
      );
      await open(page, shelf.chapters[0] ?? '');
      await page.keyboard.press(']');
      await expect(page.getByText('Your membership has expired')).toBeVisible();
      await expect(page.getByText('Please top up to read on')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Top up' })).toHaveAttribute(
        'href',
        /^\/profile\?next=%2Freader%2F.*#top-up$/,
      );
      await expect(page.getByRole('heading', { level: 1, name: 'Two' })).toBeVisible();
      await page.keyboard.press('[');
      await expect(page).toHaveURL(new RegExp(shelf.chapters[0] ?? ''));
    });

    inLong('for another cause has its own notice, and tries again', async ({ page, request }) => {
      const shelf = await findStrip(request);
      await page.clock.install();
      await page.route(/\/chapter_comics\//, (route) =>
        route.fulfill({ status: 503, json: { error: 'Busy', code: 'unavailable' } }),
      );
      await open(page, shelf.chapters[0] ?? '');
      await page.keyboard.press(']');
      const notice = page.getByText('This chapter could not be loaded');
      await expect(async () => {
        await page.clock.fastForward(5000);
        await expect(notice).toBeVisible({ timeout: 200 });
      }).toPass();
      await expect(page.getByText('only open to members')).toHaveCount(0);
      await page.unroute(/\/chapter_comics\//);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(strip(page)).toBeVisible();
    });
  });
});

test.describe('a book of pages', () => {
  inLong(
    'turns as the book reads, whatever the page speaks, and ends with what comes next',
    async ({ page, request }) => {
      const shelf = await findStrip(request);
      const chapter = await getChapter(request, shelf.uuids[1] ?? '');
      const pages = { count: 4, width: 800, height: 1200, color: '#0000ff' };
      await fakeChapter(page, { chapter, pages, layout: 'pages', reading_direction: 'rtl' });
      const names = listenToEvents(page);
      await open(page, shelf.chapters[0] ?? '');
      await page.keyboard.press(']');
      const openPage = page.getByRole('main').getByRole('img');
      // The previous strip may have as many pages, but only the paged book shows one at a time.
      await expect(openPage).toHaveCount(1);
      await expect(openPage).toHaveAccessibleName('Page 1 of 4');
      // The hint about taps shows once, and closes with Esc.
      const zones = page.getByText('Bars', { exact: true });
      await expect(zones).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(zones).toHaveCount(0);
      expect(await page.evaluate(() => localStorage.getItem('ZONES_SHOWN'))).toBe('true');
      await page.keyboard.press('ArrowLeft');
      await expect(openPage).toHaveAccessibleName('Page 2 of 4');
      await page.keyboard.press('ArrowRight');
      await expect(openPage).toHaveAccessibleName('Page 1 of 4');
      // The pointer comes, and then it clicks: what its coming shows moves nothing under the click.
      await page.mouse.move(100, 300);
      await stillness(page);
      await page.mouse.click(100, 300);
      await expect(openPage).toHaveAccessibleName('Page 2 of 4');
      // The bars hide, and from then on the page has the whole screen, also while the bars lie over it.
      const bar = page.getByRole('button', { name: 'Fullscreen' });
      const heightOfPage = async () => (await openPage.boundingBox())?.height;
      const screen = page.viewportSize()?.height;
      await expect(bar).not.toBeInViewport();
      await expect.poll(heightOfPage).toBe(screen);
      await page.keyboard.press('m');
      await expect(bar).toBeInViewport({ ratio: 1 });
      expect(await heightOfPage()).toBe(screen);
      const slider = page.getByRole('slider', { name: 'Go to page' });
      await slider.fill('4');
      await expect(openPage).toHaveAccessibleName('Page 4 of 4');
      await expect.poll(() => names).toContain('finished_reading');
      const before = await slider.boundingBox();
      const end = page.getByRole('region', { name: /^End of chapter/ });
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect(end).toBeVisible();
      expect(await slider.boundingBox()).toEqual(before);
      await page.getByRole('main').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('m');
      await expect(bar).not.toBeInViewport();
      await page.keyboard.press('ArrowLeft');
      await expect(end).toBeVisible();
      await expect(bar).toBeInViewport({ ratio: 1 });
    },
  );

  test.describe('on a low screen', () => {
    test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

    inLong(
      'stands alone on it from the first page on; the bars come when they are called',
      async ({ page, request }) => {
        const shelf = await findStrip(request);
        const chapter = await getChapter(request, shelf.uuids[1] ?? '');
        const pages = { count: 4, width: 800, height: 1200, color: '#0000ff' };
        await fakeChapter(page, { chapter, pages, layout: 'pages', reading_direction: 'ltr' });
        await page.addInitScript(() => localStorage.setItem('ZONES_SHOWN', 'true'));
        await open(page, shelf.chapters[0] ?? '');
        await page.getByRole('link', { name: 'Next chapter' }).last().tap();
        const openPage = page.getByRole('main').getByRole('img');
        // The previous strip has several.
        await expect(openPage).toHaveCount(1);
        await expect(openPage).toHaveAccessibleName('Page 1 of 4');
        const bar = page.getByRole('button', { name: 'Fullscreen' });
        const slider = page.getByRole('slider', { name: 'Go to page' });
        await expect(bar).not.toBeInViewport();
        await expect(slider).not.toBeInViewport();
        await expect.poll(async () => (await openPage.boundingBox())?.height).toBe(390);
        await stillness(page);
        await page.touchscreen.tap(422, 195);
        await expect(bar).toBeInViewport({ ratio: 1 });
        await expect(slider).toBeInViewport({ ratio: 1 });
        await page.touchscreen.tap(800, 195);
        await expect(openPage).toHaveAccessibleName('Page 2 of 4');
        await expect(bar).not.toBeInViewport();
        // Turned upright and back, the page is alone again.
        await page.touchscreen.tap(422, 195);
        await expect(bar).toBeInViewport({ ratio: 1 });
        await page.setViewportSize({ width: 390, height: 844 });
        await page.setViewportSize({ width: 844, height: 390 });
        await expect(bar).not.toBeInViewport();
      },
    );
  });

  inLong('is turned by an arrow pressed before anybody knows that it has pages', async ({ page, request }) => {
    const shelf = await findStrip(request);
    const chapter = await getChapter(request, shelf.uuids[1] ?? '');
    const pages = { count: 4, width: 800, height: 1200, color: '#0000ff' };
    await fakeChapter(page, { chapter, pages, layout: 'pages', reading_direction: 'rtl' });
    const letGo = await holdChapter(page, shelf.uuids[1] ?? '');
    await open(page, shelf.chapters[0] ?? '');
    await page.keyboard.press(']');
    await expect(loading(page)).toBeAttached();
    await page.keyboard.press('ArrowLeft');
    letGo();
    await expect(page.getByRole('img', { name: 'Page 2 of 4' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));

    // The browser's Back leads to the page that was left; a key to the previous chapter to its first.
    await page.route(new RegExp(`/chapter_comics/${shelf.uuids[2]}/`), (route) => route.continue());
    const toNext = async () => {
      await page.keyboard.press(']');
      await expect(page).toHaveURL(new RegExp(shelf.chapters[2] ?? ''));
      await expect(strip(page)).toBeVisible();
    };
    await expect.poll(() => page.evaluate(() => localStorage.getItem('READING_PLACES'))).not.toBeNull();
    await toNext();
    await page.goBack();
    await expect(page.getByRole('img', { name: 'Page 2 of 4' })).toBeVisible();
    await toNext();
    await page.keyboard.press('[');
    await expect(page.getByRole('img', { name: 'Page 1 of 4' })).toBeVisible();
  });
});

for (const language of languagesOfEitherDirection) {
  testIf(language === 'ar-sa')(
    `the reader is open to everyone in ${language}, light and dark`,
    async ({ page, request }) => {
      const strips = await findStrip(request);
      await open(page, strips.chapters[0] ?? '', language);
      await expectNoFaultInLightAndDark(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoFaultInLightAndDark(page);
      await open(page, (await findLocked(request)).chapters.at(-1) ?? '', language);
      await expectNoFaultInLightAndDark(page);
      await open(page, (await findNovel(request)).chapters[0] ?? '', language);
      await expectNoFaultInLightAndDark(page);
    },
  );
}
