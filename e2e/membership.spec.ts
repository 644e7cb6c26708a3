import type { Page, Route } from '@playwright/test';
import type { ChapterAnswer } from '../src/features/reading/contract.ts';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { endMembership, enterAs, type Reader, registerMember, registerReader } from './member-material.ts';
import { operate } from './operator.ts';
import { alive, findLocked, findStrip } from './reader-material.ts';

const strip = (page: Page) => page.locator('[data-strip]');
const lock = (page: Page) => page.getByText('This chapter is only open to members');
const ended = (page: Page) => page.getByText('Your membership has expired');
const likeButton = (page: Page) => page.getByRole('button', { name: /^(?:Like this chapter|أعجبني هذا الفصل)/ });
const chapterCall = /\/api\/v1\/comics\/chapter_comics\//;
const favorCall = /\/api\/v1\/comics\/chapter\/favor$/;
/** The profile's top-up section, and the link back from there. */
const topUp = /^\/profile\?next=%2Freader%2F.*#top-up$/;
const resourceErrors = [/Failed to load resource/];

async function open(page: Page, path: string, language = 'en-us'): Promise<void> {
  await page.goto(`${path}?lang=${language}`);
  await alive(page);
}

/** The texts of the page's main part since it was loaded, one for each frame. */
async function listen(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const said = new Set<string>();
    Object.assign(window, { said });
    const look = () => {
      // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not said
      said.add(document.querySelector('main')?.innerText ?? '');
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => [...(window as unknown as { said: Set<string> }).said].join('\n'));
}

async function allImagesLoad(page: Page): Promise<void> {
  for (const image of await strip(page).locator('img').all()) {
    // An image with a new address may be another element.
    const seen = () =>
      image.evaluate((element: HTMLImageElement) => {
        element.scrollIntoView();
        return element.naturalWidth;
      });
    await expect.poll(seen).toBeGreaterThan(0);
  }
}

/** Scrolls to the end until the chapter is finished: in a chapter that has just opened a jump is not reading. */
async function readToEnd(page: Page, shown: () => void | Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    await shown();
  }).toPass();
}

test.describe('a chapter for members', () => {
  inLong('offers a visitor the way in, and a member who is not logged in the way back', async ({ page, request }) => {
    const shelf = await findLocked(request);
    const chapter = shelf.chapters[shelf.firstLocked] ?? '';
    await open(page, chapter);
    await expect(lock(page)).toBeVisible();
    await page.getByRole('link', { name: 'Already a member? Log in' }).click();
    await expect(page).toHaveURL(/\/login\?/);
    expect(new URL(page.url()).searchParams.get('next')).toBe(`${chapter}?lang=en-us`);
  });

  inLong('opens for a member with all its images, and never says that it is closed', async ({ page, request }) => {
    const shelf = await findLocked(request);
    await enterAs(page, await registerMember(request));
    const said = await listen(page);
    await open(page, shelf.chapters[shelf.firstLocked - 1] ?? '');
    await page.keyboard.press(']');
    await expect(page).toHaveURL(new RegExp(shelf.chapters[shelf.firstLocked] ?? ''));
    await expect(strip(page)).toBeVisible();
    await allImagesLoad(page);
    expect(await said()).not.toContain('only open to members');
    await page.reload();
    await expect(strip(page)).toBeVisible();
    await allImagesLoad(page);
    expect(await said()).not.toContain('only open to members');
  });

  inLong('is announced to a member as any other, and made ready', async ({ page, request }) => {
    const shelf = await findLocked(request);
    await enterAs(page, await registerMember(request));
    await open(page, shelf.chapters[shelf.firstLocked - 1] ?? '');
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes(`/chapter_comics/${shelf.uuids[shelf.firstLocked]}`)) answers.push(response.status());
    });
    await readToEnd(page, () => expect(answers.length).toBeGreaterThan(0));
    expect(answers).toEqual([200]);
    await expect(page.getByText('Members only')).toHaveCount(0);
  });

  inLong('is announced as one to a user without a membership, and not asked for', async ({ page, request }) => {
    const shelf = await findLocked(request);
    await enterAs(page, await registerReader(request));
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(sent.url()));
    await open(page, shelf.chapters[shelf.firstLocked - 1] ?? '');
    await readToEnd(page, () => expect(page.getByText('Members only')).toBeVisible({ timeout: 500 }));
    // The provider shows the price of a card payment; only the Chinese page shows our own prices.
    await expect(page.getByText('Opens with a month card', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Enjoyed it? Leave a heart' }).click();
    await expect(page.getByText('You like this chapter.').first()).toBeVisible();
    await expect(likeButton(page)).toHaveCount(0);
    expect(asked.filter((url) => url.includes(`/chapter_comics/${shelf.uuids[shelf.firstLocked]}`))).toEqual([]);
  });

  test.describe('that is refused', () => {
    test.use({ expectedErrors: resourceErrors });

    inLong('opens for who comes back to it with the right', async ({ page, request }) => {
      const shelf = await findLocked(request);
      const reader = await registerReader(request);
      await enterAs(page, reader);
      await open(page, shelf.chapters[shelf.firstLocked] ?? '');
      await expect(lock(page)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Buy now' })).toHaveAttribute('href', topUp);
      await expect(page.getByRole('link', { name: 'Already a member? Log in' })).toHaveCount(0);
      await operate('user', 'grant', reader.username, '--months', '1');
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(strip(page)).toBeVisible();
    });

    test('closes under a member whose membership ends while they read', async ({ page, request }) => {
      const shelf = await findLocked(request);
      const member = await registerMember(request);
      await enterAs(page, member);
      await page.route(/\/media\/.*sig=/, (route) => route.abort());
      let letGo = false;
      await page.route(chapterCall, async (route) => {
        if (!letGo) return route.continue();
        await endMembership(member);
        return route.continue();
      });
      await page.goto(`${shelf.chapters[shelf.firstLocked]}?lang=en-us`);
      letGo = true;
      await expect(ended(page)).toBeVisible();
      await expect(page.getByText('Please top up to read on')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Top up' })).toHaveAttribute('href', topUp);
      await expect(page.locator('main img[src*="sig="]')).toHaveCount(0);
    });

    inLong('is gone when its reader logs out in another tab', async ({ page, context, request }) => {
      const shelf = await findLocked(request);
      await enterAs(page, await registerMember(request));
      await open(page, shelf.chapters[shelf.firstLocked] ?? '');
      await expect(strip(page)).toBeVisible();
      await page.keyboard.press('[');
      await expect(page).toHaveURL(new RegExp(shelf.chapters[shelf.firstLocked - 1] ?? ''));
      await expect(likeButton(page)).toBeVisible();
      const other = await context.newPage();
      await other.goto('/robots.txt');
      await other.evaluate(() => localStorage.clear());
      await expect(page.getByRole('link', { name: /^Like this chapter/ })).toBeVisible();
      const said = await page.evaluate(() => {
        const texts = new Set<string>();
        const look = () => {
          if (document.querySelector('[data-strip]')) texts.add(location.pathname);
          requestAnimationFrame(look);
        };
        look();
        Object.assign(window, { stripsAt: texts });
        return texts.size;
      });
      expect(said).toBe(1);
      await page.goBack();
      await expect(lock(page)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Already a member? Log in' })).toBeVisible();
      const stripsAt = await page.evaluate(() => [...(window as unknown as { stripsAt: Set<string> }).stripsAt]);
      expect(stripsAt).toEqual([shelf.chapters[shelf.firstLocked - 1]]);
    });

    inLong(
      'tells a user whose session has ended elsewhere, and offers the login where they are',
      async ({ page, request }) => {
        const shelf = await findLocked(request);
        const member = await registerMember(request);
        await request.post('/api/v1/user/logout', { headers: { Authorization: `Token ${member.token}` } });
        await enterAs(page, member);
        const chapter = shelf.chapters[shelf.firstLocked] ?? '';
        await open(page, chapter);
        await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
        await expect(page.getByRole('link', { name: 'Already a member? Log in' })).toBeVisible();
        await page.getByRole('status').getByRole('button', { name: 'Log in' }).click();
        await expect(page).toHaveURL(/\/login\?/);
        expect(new URL(page.url()).searchParams.get('next')).toBe(`${chapter}?lang=en-us`);
      },
    );
  });
});

/** Numbers the answers to a chapter in their image addresses; `onImage` answers the requests for those images. */
async function numberAnswers(
  page: Page,
  chapterUuid: string | undefined,
  onImage: (route: Route, image: { answer: number; path: string }) => Promise<void>,
): Promise<{ count: number }> {
  const answers = { count: 0 };
  await page.route(`**/chapter_comics/${chapterUuid}/*`, async (route) => {
    const response = await route.fetch();
    answers.count += 1;
    const text = (await response.text()).replaceAll('&sig=', `&answer=${answers.count}&sig=`);
    await route.fulfill({ response, body: text });
  });
  await page.route(/\/media\/.*[?&]answer=/, (route) => {
    const url = new URL(route.request().url());
    return onImage(route, { answer: Number(url.searchParams.get('answer')), path: url.pathname });
  });
  return answers;
}

const answerOf = (address: string | null) => new URL(address ?? '', 'http://site').searchParams.get('answer');

test.describe('the images of a chapter for members', () => {
  test.use({ expectedErrors: resourceErrors });

  inLong(
    'are renewed once when their addresses have ended, without loading again what is there',
    async ({ page, request }) => {
      const shelf = await findLocked(request);
      await enterAs(page, await registerMember(request));
      const good = new Set<string>();
      const answers = await numberAnswers(page, shelf.uuids[shelf.firstLocked], async (route, { answer, path }) => {
        const id = path.split('/')[2] ?? '';
        if (answer === 1 && good.size > 0 && !good.has(id)) {
          // Images that are still loading when their addresses expire are requested again, too.
          await isThere([...good][0] ?? '');
          return route.fulfill({ status: 403, json: {} });
        }
        good.add(id);
        return route.continue();
      });
      const isThere = (id: string) =>
        page.waitForFunction(
          (part) => [...document.images].some((each) => each.currentSrc.includes(part) && each.naturalWidth > 0),
          id,
        );
      await open(page, shelf.chapters[shelf.firstLocked] ?? '');
      const images = strip(page).locator('img');
      await expect(images.first()).toHaveJSProperty('complete', true);
      await allImagesLoad(page);
      expect(answers.count).toBe(2);
      const addresses = await images.evaluateAll((all) => all.map((image) => image.getAttribute('src')));
      const [there = ''] = good;
      expect(addresses.filter((address) => address?.includes(there)).map(answerOf)).toEqual(['1']);
      const others = addresses.filter((address) => !address?.includes(there));
      expect(others.map(answerOf)).toEqual(others.map(() => '2'));
    },
  );

  inLong('go on as any other that fails when new addresses do not help', async ({ page, request }) => {
    const shelf = await findLocked(request);
    await enterAs(page, await registerMember(request));
    const asked: string[] = [];
    const answers = await numberAnswers(page, shelf.uuids[shelf.firstLocked], (route, { path }) => {
      asked.push(path);
      return route.fulfill({ status: 403, json: {} });
    });
    await page.clock.install();
    await open(page, shelf.chapters[shelf.firstLocked] ?? '');
    const retry = page.getByRole('button', { name: /^Load .* again$/ }).first();
    await expect(async () => {
      await page.clock.fastForward(9000);
      await expect(retry).toBeVisible({ timeout: 200 });
    }).toPass();
    expect(answers.count).toBe(2);
  });

  inLong('are renewed for who comes back to a tab in which they have ended', async ({ page, request }) => {
    const shelf = await findLocked(request);
    await enterAs(page, await registerMember(request));
    const answers = await numberAnswers(page, shelf.uuids[shelf.firstLocked], (route) => route.continue());
    await page.clock.install();
    await open(page, shelf.chapters[shelf.firstLocked] ?? '');
    await expect(strip(page).locator('img').first()).toHaveJSProperty('complete', true);
    const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await comeBack();
    expect(answers.count).toBe(1);
    await page.clock.fastForward('07:00:00');
    await comeBack();
    await expect.poll(() => answers.count).toBe(2);
    await comeBack();
    await allImagesLoad(page);
    expect(answers.count).toBe(2);
  });

  inLong('are renewed in a novel too', async ({ page, request }) => {
    const shelf = await findLocked(request);
    await enterAs(page, await registerMember(request));
    await page.route(chapterCall, async (route) => {
      const response = await route.fetch();
      const { data }: { data: ChapterAnswer } = await response.json();
      const { pages = [], ...chapter } = data.result;
      const blocks = pages.slice(0, 2).map((image) => ({ type: 'img', image, alt: 'A lantern' }));
      const json = { data: { result: { ...chapter, kind: 'novel', blocks } } };
      await route.fulfill({ response, json });
    });
    let refused = 0;
    await page.route(/\/media\/.*[?&]sig=/, (route) => {
      if (route.request().url().includes('retry=')) return route.continue();
      refused += 1;
      return route.fulfill({ status: 403, json: {} });
    });
    await open(page, shelf.chapters[shelf.firstLocked] ?? '');
    const images = page.getByRole('img', { name: 'A lantern' });
    await expect(images).toHaveCount(2);
    await expect(async () => {
      for (const image of await images.all()) {
        await image.scrollIntoViewIfNeeded({ timeout: 1000 });
        expect(await image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0);
      }
    }).toPass();
    expect(refused).toBeGreaterThan(0);
  });
});

test.describe('a like', () => {
  const bar = (page: Page) => page.getByRole('navigation', { name: 'Reader controls' });

  /** Others may like the chapter meanwhile: a count is only ever a lower bound. */
  async function countOf(page: Page): Promise<number> {
    const text = await bar(page)
      .getByText(/^[\d,]+ likes?$/)
      .allTextContents();
    return Number(text[0]?.replace(/\D/g, '') ?? 0);
  }

  inLong('shows at once, can be taken back, and is remembered', async ({ page, request }) => {
    const shelf = await findStrip(request);
    await enterAs(page, await registerReader(request));
    await open(page, shelf.chapters[0] ?? '');
    await expect(likeButton(page)).toBeVisible();
    const before = await countOf(page);
    await likeButton(page).click();
    await expect(likeButton(page)).toHaveCount(0);
    await expect.poll(() => countOf(page)).toBeGreaterThan(before);
    await page.getByRole('status').getByRole('button', { name: 'Take it back' }).click();
    await expect(likeButton(page)).toBeVisible();
    const kept = page.waitForResponse(favorCall);
    await page.keyboard.press('l');
    expect((await kept).status()).toBe(200);
    await page.keyboard.press(']');
    await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
    await expect(likeButton(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(shelf.chapters[0] ?? ''));
    await expect(likeButton(page)).toHaveCount(0);
    await page.reload();
    await expect(bar(page).getByText('You like this chapter.')).toBeAttached();
    await expect(likeButton(page)).toHaveCount(0);
  });

  inLong('is sent once, however quickly it is pressed', async ({ page, request }) => {
    const shelf = await findStrip(request);
    await enterAs(page, await registerReader(request));
    const sent: string[] = [];
    page.on('request', (call) => favorCall.test(call.url()) && sent.push(call.method()));
    await open(page, shelf.chapters[0] ?? '');
    await likeButton(page).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await expect(page.getByText('You like this chapter.').last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Take it back' })).toBeVisible();
    expect(sent).toEqual(['POST']);
  });

  inLong('keeps the place of who presses it by the keyboard', async ({ page, request }) => {
    const shelf = await findStrip(request);
    await enterAs(page, await registerReader(request));
    await open(page, shelf.chapters[0] ?? '');
    await likeButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(likeButton(page)).toHaveCount(0);
    await page.keyboard.press('Tab');
    await expect(bar(page).getByRole('link', { name: 'Next chapter' })).toBeFocused();
  });

  test.describe('that fails', () => {
    test.use({ expectedErrors: resourceErrors });

    inLong('is taken back with a word, and can be tried again', async ({ page, request }) => {
      const shelf = await findStrip(request);
      await enterAs(page, await registerReader(request));
      await open(page, shelf.chapters[0] ?? '');
      await expect(likeButton(page)).toBeVisible();
      const before = await countOf(page);
      await page.route(favorCall, (route) =>
        route.fulfill({ status: 503, json: { error: 'Busy', code: 'unavailable' } }),
      );
      await likeButton(page).click();
      const word = page.getByRole('status').filter({ hasText: 'Your like did not get through.' });
      await expect(word).toBeVisible();
      await expect(likeButton(page)).toBeVisible();
      expect(await countOf(page)).toBe(before);
      await page.unroute(favorCall);
      await word.getByRole('button', { name: 'Try again' }).click();
      await expect(likeButton(page)).toHaveCount(0);
      await expect.poll(() => countOf(page)).toBeGreaterThan(before);
    });

    inLong('for want of a session offers the login where the reader is', async ({ page, request }) => {
      const shelf = await findStrip(request);
      const reader = await registerReader(request);
      await enterAs(page, reader);
      await open(page, shelf.chapters[0] ?? '');
      await expect(likeButton(page)).toBeVisible();
      // Otherwise the page may tell its place after the logout, and offer the login before the press.
      await page.waitForLoadState('networkidle');
      await request.post('/api/v1/user/logout', { headers: { Authorization: `Token ${reader.token}` } });
      await likeButton(page).click();
      await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
      await expect(page.getByRole('link', { name: /^Like this chapter/ })).toBeVisible();
      await expect(strip(page)).toBeVisible();
    });

    inLong('for want of the right says so beside what is being read', async ({ page, request }) => {
      const shelf = await findLocked(request);
      const member = await registerMember(request);
      await enterAs(page, member);
      await open(page, shelf.chapters[shelf.firstLocked] ?? '');
      await expect(likeButton(page)).toBeVisible();
      await endMembership(member);
      await likeButton(page).click();
      const notice = page
        .getByRole('main')
        .getByRole('status')
        .filter({ has: ended(page) });
      await expect(notice).toContainText('Please top up to read on');
      await expect(notice).toContainText('Your place in this chapter is kept.');
      await expect(notice.getByRole('link', { name: 'Top up' })).toHaveAttribute('href', topUp);
      await expect(notice.getByRole('link', { name: 'Back to the book' })).toBeInViewport();
      await expect(strip(page)).toBeVisible();
    });
  });
});

test.describe('what a reader meets', () => {
  // A locked chapter is a refused request, which the browser's console reports.
  test.use({ expectedErrors: [/403/] });

  for (const language of ['en-us', 'ar-sa'] as const) {
    inLong(`what closes a chapter, and a like, are open to everyone in ${language}`, async ({ page, request }) => {
      const shelf = await findLocked(request);
      const reader: Reader = await registerReader(request);
      await enterAs(page, reader);
      await open(page, shelf.chapters[shelf.firstLocked] ?? '', language);
      await expect(page.locator('#locked-chapter')).toBeVisible();
      await expectNoFaultInLightAndDark(page);
      await endMembership(reader);
      await page.reload();
      await expect(page.locator('#locked-chapter')).toBeVisible();
      await expectNoFaultInLightAndDark(page);
      await open(page, shelf.chapters[0] ?? '', language);
      await likeButton(page).click();
      await expect(page.getByRole('status').getByRole('button').first()).toBeVisible();
      await expectNoFaultInLightAndDark(page);
    });
  }
});
