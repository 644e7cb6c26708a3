import type { APIRequestContext, Page } from '@playwright/test';
import type { ReaderSettingsAnswer } from '../src/features/reading/contract.ts';
import type { NovelSettings } from '../src/features/reading/reader-settings.ts';
import { expectNoFault } from './accessibility.ts';
import { expect, inLong, test, testIf } from './fixtures.ts';
import { enterAs, registerReader } from './member-material.ts';
import { alive, findNovel, listenToEvents, stillness } from './reader-material.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const text = (page: Page) => page.locator('[data-text]');

async function open(page: Page, request: APIRequestContext, language = 'en-us'): Promise<void> {
  const { chapters } = await findNovel(request);
  await page.goto(`${chapters[0]}?lang=${language}`);
  await alive(page);
  await expect(page.locator('[aria-keyshortcuts="R"]')).toBeVisible();
}

/** As if chosen at an earlier visit. */
async function choose(page: Page, novel: Partial<NovelSettings>): Promise<void> {
  await page.addInitScript((kept) => {
    if (!localStorage.getItem('READER_SETTINGS')) localStorage.setItem('READER_SETTINGS', kept);
  }, JSON.stringify({ novel }));
}

/** The alignment of the first paragraph when the reader has chosen justified text. */
const filled = (page: Page) =>
  text(page).evaluate((element) => {
    const { dataset } = document.documentElement;
    const before = dataset.novelJustified;
    dataset.novelJustified = 'true';
    const paragraph = element.querySelector('p[data-block]');
    const align = paragraph && getComputedStyle(paragraph).textAlign;
    if (before === undefined) delete dataset.novelJustified;
    else dataset.novelJustified = before;
    return align;
  });

/** The words at the line that is read: those right below the bar, or the first of the open page. */
function wordsAtPlace(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.querySelector('[data-text]');
    const box = element?.getBoundingClientRect();
    if (!element || !box) return '';
    const isPaged = document.documentElement.dataset.novelFlow === 'pages';
    const x = getComputedStyle(element).direction === 'rtl' ? box.right - 4 : box.left + 4;
    const range = document.caretRangeFromPoint(x, isPaged ? box.top + 12 : 84);
    const words = range?.startContainer.textContent?.slice(range.startOffset, range.startOffset + 20);
    return `${range?.startContainer.parentElement?.closest('[data-block]')?.getAttribute('data-block')}: ${words}`;
  });
}

const blockAtPlace = async (page: Page) => (await wordsAtPlace(page)).split(':')[0] ?? '';

/** Whether a part of the block is on the open page. */
const isOnPage = (page: Page, block: string) =>
  text(page).evaluate((element, index) => {
    const { left, right } = element.getBoundingClientRect();
    const boxes = [...(element.querySelector(`[data-block="${index}"]`)?.getClientRects() ?? [])];
    return boxes.some((box) => box.left < right - 1 && box.right > left + 1);
  }, block);

const set = (page: Page) =>
  text(page).evaluate((element) => {
    const { fontSize, lineHeight, textAlign, direction, letterSpacing } = getComputedStyle(element);
    const paragraph = element.querySelector('p[data-block]');
    const size = Number.parseFloat(fontSize);
    return {
      size,
      leading: Math.round((Number.parseFloat(lineHeight) / size) * 100) / 100,
      align: textAlign,
      direction,
      letterSpacing,
      indent: paragraph ? Number.parseFloat(getComputedStyle(paragraph).textIndent) / size : 0,
      // Of a line beyond whole squares.
      spare: Math.round(element.clientWidth % size),
    };
  });

test.describe('a novel on a phone', () => {
  // One journey blocks the page's code.
  test.use({ ...phone, expectedErrors: [/Failed to load resource|Failed to fetch dynamically imported/] });

  for (const [language, expected, whenFilled] of [
    ['en-us', { size: 18, leading: 1.6, align: 'start', direction: 'ltr', indent: 0 }, 'justify'],
    ['zh-cn', { size: 19, leading: 1.75, align: 'justify', direction: 'ltr', indent: 2, spare: 0 }, 'justify'],
    // Its words are never cut, and a phone's lines are short.
    [
      'ar-sa',
      { size: 20, leading: 1.9, align: 'start', direction: 'rtl', indent: 0, letterSpacing: 'normal' },
      'start',
    ],
  ] as const) {
    testIf(language === 'zh-cn')(
      `is set as its script asks in ${language}, and as its reader likes it from then on`,
      async ({ page, request }) => {
        await open(page, request, language);
        expect(await set(page)).toMatchObject(expected);
        expect(await filled(page)).toBe(whenFilled);
        const settings = page.locator('button[aria-haspopup="dialog"]').filter({ has: page.locator('svg') });
        await settings.nth(1).click();
        const dialog = page.getByRole('dialog');
        const size = dialog.locator('input[type=range]').first();
        await size.fill('26');
        await dialog.locator('[data-paper="sepia"]').click();
        expect(await set(page)).toMatchObject({ size: 26 });
        await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(244, 232, 211)');
        await expectNoFault(page);
        await page.keyboard.press('Escape');

        // Before any code of the page runs.
        await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
        await page.reload({ waitUntil: 'commit' });
        await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(244, 232, 211)');
        expect(await set(page)).toMatchObject({ size: 26 });
      },
    );
  }

  test('stays at the same words while it is set anew, turned, and opened again', async ({ page, request }) => {
    await choose(page, { fontSizePx: 24 });
    await open(page, request);
    const middle = await text(page).evaluate((element) => element.scrollHeight / 2);
    await page.evaluate((top) => scrollTo(0, top), middle);
    const block = await blockAtPlace(page);
    // The place is noted once the reader pauses.
    const remembered = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)).replaceAll('\\', ''));
    await expect.poll(remembered).toContain(`"index":${block},`);
    const change = (novel: object) =>
      page.evaluate((part) => {
        const kept = JSON.parse(localStorage.getItem('READER_SETTINGS') ?? '{}');
        const value = JSON.stringify({ ...kept, novel: { ...kept.novel, ...part } });
        localStorage.setItem('READER_SETTINGS', value);
        // The message that another tab would send.
        dispatchEvent(new StorageEvent('storage', { key: 'READER_SETTINGS' }));
      }, novel);
    for (const novel of [{ fontSizePx: 34 }, { lineHeight: 2.2 }, { fontSizePx: 16 }]) {
      await change(novel);
      await expect.poll(() => blockAtPlace(page), JSON.stringify(novel)).toBe(block);
    }
    await change({ flow: 'pages' });
    await expect.poll(() => isOnPage(page, block)).toBe(true);
    await change({ flow: 'scroll', fontSizePx: 24, lineHeight: null });
    await expect.poll(() => blockAtPlace(page)).toBe(block);
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(() => blockAtPlace(page)).toBe(block);
    await page.setViewportSize(phone.viewport);
    await expect.poll(() => blockAtPlace(page)).toBe(block);
    await page.reload();
    await alive(page);
    await expect.poll(() => blockAtPlace(page)).toBe(block);
  });

  for (const [language, onwards, back] of [
    ['en-us', 'ArrowRight', 'ArrowLeft'],
    ['ar-sa', 'ArrowLeft', 'ArrowRight'],
  ] as const) {
    inLong(`is turned page by page as ${language} runs, to the chapter's end`, async ({ page, request }) => {
      const events = listenToEvents(page);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await choose(page, { flow: 'pages', fontSizePx: 26 });
      await open(page, request, language);
      const words = () => wordsAtPlace(page);
      const first = await words();
      await page.keyboard.press(onwards);
      await expect.poll(words).not.toBe(first);
      await page.keyboard.press(back);
      await expect.poll(words).toBe(first);
      await page.keyboard.press('PageDown');
      await expect.poll(words).not.toBe(first);
      const second = await words();
      await expect(page.locator('[data-book] [role=status]')).toContainText(
        language === 'ar-sa' ? 'الصفحة ٢ ' : 'Page 2 ',
      );
      await page.keyboard.press('PageUp');
      await expect.poll(words).toBe(first);
      // The side to which the text continues.
      await page.touchscreen.tap(onwards === 'ArrowRight' ? 370 : 20, 400);
      await expect.poll(words).toBe(second);
      const end = page.locator('[data-book] ~ *').last();
      await expect(end).toBeHidden();
      expect(events).not.toContain('finished_reading');
      await expect(async () => {
        await page.keyboard.press(onwards);
        await expect(end).toBeInViewport({ timeout: 300 });
      }).toPass();
      await expect.poll(() => events.filter((name) => name === 'finished_reading')).toHaveLength(1);
    });
  }

  inLong('is leafed through as fast as keys are pressed', async ({ page, request }) => {
    await choose(page, { flow: 'pages', fontSizePx: 34 });
    await open(page, request);
    const folio = page.getByText(/^Page \d+ of \d+$/);
    await expect(folio).toHaveText(/^Page 1 /);
    for (let turn = 0; turn < 4; turn += 1) await page.keyboard.press('PageDown');
    await expect(folio).toHaveText(/^Page 5 /);
    for (let turn = 0; turn < 2; turn += 1) await page.keyboard.press('PageUp');
    await expect(folio).toHaveText(/^Page 3 /);
  });

  inLong('stands in the page as the server wrote it, without work', async ({ page, request }) => {
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        for (const block of document.querySelectorAll<HTMLElement>('[data-block]')) block.dataset.served = '';
      });
    });
    // A user's own answer comes later, with the same words.
    await enterAs(page, await registerReader(request));
    const own = page.waitForResponse(/\/chapter_comics\//);
    await open(page, request);
    await (await own).finished();
    await alive(page);
    const seen = () =>
      text(page).evaluate((element) => {
        const blocks = [...element.querySelectorAll<HTMLElement>('[data-block]')];
        const isTaken = (block: HTMLElement) => Object.keys(block).some((key) => key.startsWith('__react'));
        return {
          served: blocks.every(({ dataset }) => dataset.served === ''),
          taken: blocks.filter(isTaken).length,
          words: blocks.map(({ textContent }) => textContent).join('').length > 500,
        };
      });
    expect(await seen()).toEqual({ served: true, taken: 0, words: true });
    // Changes around the text leave the text as it is.
    const dialog = page.getByRole('dialog');
    await page.keyboard.press('s');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.setViewportSize({ width: 844, height: 390 });
    expect(await seen()).toEqual({ served: true, taken: 0, words: true });
    // When the reader comes back to it, it is built again.
    const words = (await text(page).textContent()) ?? '';
    await page.keyboard.press(']');
    await expect(text(page)).toBeHidden();
    await page.goBack();
    await expect(text(page)).toHaveText(words);
    expect(await seen()).toMatchObject({ served: false, words: true });
  });

  inLong('is searched, in the chapter and in what may be read of the book', async ({ page, request }) => {
    const events = listenToEvents(page);
    await open(page, request);
    const last = (await text(page).locator('p[data-block]').last().textContent()) ?? '';
    const words = last.trim().split(/\s+/).slice(0, 3).join(' ');
    await page.route('**/text?*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: 'Search in the book' });
    await expect(dialog.getByLabel('Words to find')).toBeFocused();
    await page.keyboard.insertText(words.toUpperCase());
    await expect(dialog.getByRole('status').first()).toContainText('passage');
    await expect(dialog.getByRole('status').last()).toContainText('got no answer');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByRole('status').last()).toContainText('passage');
    // Esc closes the sheet although its field has words; the words are back when it is opened again.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('s');
    await dialog.getByRole('button').filter({ hasText: words }).last().click();
    await expect(dialog).toBeHidden();
    await expect(text(page).locator('p[data-block]').last()).toBeInViewport();
    expect(await page.evaluate(() => CSS.highlights.get('found')?.size)).toBe(1);
    // A reader who jumped to the end has not read up to there.
    await stillness(page);
    const back = page.getByRole('link', { name: 'Back to the chapter list' });
    await expect(back).toBeInViewport();
    await back.click();
    await expect.poll(() => events).toContain('open_book');
    expect(events).not.toContain('finished_reading');
  });
});

test.describe('a reader with two devices', () => {
  /** Acts as a reader who changes to the other device. */
  const show = (page: Page, state: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);

  const chooseTheme = async (page: Page, theme: NovelSettings['theme']) => {
    await page.getByRole('button', { name: 'Reading settings' }).click();
    await page.getByRole('dialog').locator(`[data-paper="${theme}"]`).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  };

  const switchOnlyHere = async (page: Page) => {
    await page.getByRole('button', { name: 'Reading settings' }).click();
    await page.getByRole('switch', { name: 'Only on this device' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  };

  const theme = (page: Page) => page.locator('html');

  inLong('finds the same settings on both, unless one of them keeps its own', async ({ page, browser, request }) => {
    const reader = await registerReader(request);
    const headers = { Authorization: `Token ${reader.token}` };
    const known = async () => {
      const response = await request.get('/api/v1/user/reader_settings', { headers });
      const { data }: { data: ReaderSettingsAnswer } = await response.json();
      return data.result.find(({ name }) => name === 'novel.theme')?.value;
    };
    await enterAs(page, reader);
    await open(page, request);
    await chooseTheme(page, 'sepia');
    await expect.poll(known).toBe('sepia');

    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await enterAs(other, reader);
    // The account's settings replace those that a visitor chose here before.
    await other.evaluate(() => localStorage.setItem('READER_SETTINGS', '{"novel":{"theme":"black"}}'));
    await open(other, request);
    await expect(theme(other)).toHaveAttribute('data-novel-theme', 'sepia');
    await chooseTheme(other, 'green');
    await show(other, 'hidden');
    await expect.poll(known).toBe('green');
    await expect(async () => {
      await show(page, 'hidden');
      await show(page, 'visible');
      await expect(theme(page)).toHaveAttribute('data-novel-theme', 'green', { timeout: 500 });
    }).toPass();

    await show(other, 'visible');
    await switchOnlyHere(other);
    await chooseTheme(other, 'dark');
    await chooseTheme(page, 'light');
    await expect.poll(known).toBe('light');
    await other.reload();
    await alive(other);
    await expect(theme(other)).toHaveAttribute('data-novel-theme', 'dark');
    await switchOnlyHere(other);
    await expect(theme(other)).toHaveAttribute('data-novel-theme', 'light');
    expect(await known()).toBe('light');
    await elsewhere.close();
  });
});

test.describe('a novel read aloud', () => {
  // The next chapter may be asked for and refused.
  test.use({ expectedErrors: [/403/] });

  /** A silent voice: it speaks the given sentences one after the other, each when the test allows it. */
  const speak = (page: Page, languages: string[]) =>
    page.addInitScript((langs) => {
      interface Said {
        text: string;
        onend?: () => void;
        onerror?: (event: { error: string }) => void;
      }
      const said: string[] = [];
      const queue: Said[] = [];
      const begin = () => queue[0] && said.push(queue[0].text);
      const take = () => {
        const one = queue.shift();
        begin();
        return one;
      };
      const speech = {
        getVoices: () => langs.map((lang) => ({ lang, name: lang, voiceURI: lang, localService: true, default: true })),
        speak: (utterance: Said) => {
          queue.push(utterance);
          if (queue.length === 1) begin();
        },
        cancel: () => queue.splice(0),
        addEventListener: () => {},
        removeEventListener: () => {},
      };
      Object.defineProperty(window, 'speechSynthesis', { value: speech });
      Object.defineProperty(window, 'SpeechSynthesisUtterance', {
        value: class {
          constructor(public text: string) {}
        },
      });
      const voice: Voice = {
        said,
        finish: () => take()?.onend?.(),
        finishAll: () => {
          while (queue.length > 0) voice.finish();
        },
        fail: () => take()?.onerror?.({ error: 'network' }),
      };
      Object.assign(window, { voice });
    }, languages);
  interface Voice {
    said: string[];
    finish: () => void;
    finishAll: () => void;
    fail: () => void;
  }
  const said = (page: Page) => page.evaluate(() => (window as unknown as { voice: Voice }).voice.said);
  const letVoice = (page: Page, act: 'finish' | 'finishAll' | 'fail') =>
    page.evaluate((name) => (window as unknown as { voice: Voice }).voice[name](), act);

  inLong('sentence by sentence, marked and in sight, from where one taps', async ({ page, request }) => {
    await speak(page, ['en-GB']);
    await open(page, request);
    await page.getByRole('button', { name: 'Read aloud' }).click();
    const panel = page.getByRole('region', { name: 'Read aloud' });
    await expect(panel).toBeFocused();
    await expect.poll(() => said(page)).toHaveLength(1);
    const [first = ''] = await said(page);
    await expect(text(page)).toContainText(first);
    expect(await page.evaluate(() => CSS.highlights.get('spoken')?.size)).toBe(1);
    await letVoice(page, 'finish');
    await expect.poll(() => said(page)).toHaveLength(2);
    await panel.getByRole('button', { name: 'Pause' }).click();
    await panel.getByRole('button', { name: 'Next sentence' }).click();
    await expect.poll(() => said(page)).toHaveLength(3);
    await panel.getByRole('button', { name: 'Previous sentence' }).click();
    await expect.poll(async () => (await said(page)).at(-1)).toBe((await said(page))[1]);
    const paragraph = text(page).locator('p[data-block]').nth(1);
    await paragraph.click({ position: { x: 5, y: 10 } });
    await expect
      .poll(async () => (await paragraph.textContent())?.startsWith((await said(page)).at(-1) ?? '-'))
      .toBe(true);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('button', { name: 'Read aloud' })).toBeFocused();
    expect(await page.evaluate(() => CSS.highlights.has('spoken'))).toBe(false);
  });

  inLong('until Back asks its panel to close', async ({ page, request }) => {
    await speak(page, ['en-GB']);
    await page.addInitScript(() => {
      const Watcher = Object(window).CloseWatcher;
      const watchers: object[] = [];
      const asked = () => Object(watchers.at(-1)).requestClose();
      class Told extends Watcher {
        constructor() {
          super();
          watchers.push(this);
        }
      }
      Object.assign(window, { CloseWatcher: Told, asked });
    });
    await open(page, request);
    await page.getByRole('button', { name: 'Read aloud' }).click();
    const panel = page.getByRole('region', { name: 'Read aloud' });
    await expect.poll(() => said(page)).toHaveLength(1);
    // The browser does this when Back is pressed.
    await page.evaluate(() => Object(window).asked());
    await expect(panel).toBeHidden();
  });

  test.describe('on a phone whose browser knows of no close requests', () => {
    test.use(phone);

    inLong('until Back closes its panel, after the sheet over it and before the page', async ({ page, request }) => {
      await speak(page, ['en-GB']);
      await page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher'));
      await open(page, request);
      const { pathname } = new URL(page.url());
      await page.getByRole('button', { name: 'Read aloud' }).tap();
      const panel = page.getByRole('region', { name: 'Read aloud' });
      await expect.poll(() => said(page)).toHaveLength(1);
      await page.keyboard.press('s');
      const search = page.getByRole('dialog');
      await expect(search).toBeVisible();
      await page.goBack();
      await expect(search).toBeHidden();
      await expect(panel).toBeVisible();
      await page.goBack();
      await expect(panel).toBeHidden();
      expect(new URL(page.url()).pathname).toBe(pathname);
    });
  });

  inLong('up to a chapter for members, and no further', async ({ page, request }) => {
    const events = listenToEvents(page);
    await speak(page, ['en-GB', 'en-US']);
    await open(page, request);
    await page.keyboard.press('r');
    const panel = page.getByRole('region', { name: 'Read aloud' });
    await expect.poll(() => said(page)).toHaveLength(1);
    await letVoice(page, 'fail');
    await expect(panel.getByRole('status')).toContainText('The voice stopped');
    await panel.getByLabel('Voice').selectOption('en-GB');
    await panel.getByRole('button', { name: 'Read', exact: true }).click();
    await expect(panel.getByRole('status')).toBeEmpty();
    const { pathname } = new URL(page.url());
    await letVoice(page, 'finishAll');
    await expect(panel.getByRole('status')).toContainText('only open to members');
    expect(new URL(page.url()).pathname).toBe(pathname);
    // Our code scrolled it, not the reader, who has heard all of it.
    await expect(page.getByRole('link', { name: 'Back to the chapter list' })).toBeInViewport();
    await expect.poll(() => events.filter((name) => name === 'finished_reading')).toHaveLength(1);
  });

  inLong('not without a voice, which is said', async ({ page, request }) => {
    await speak(page, ['fr-FR']);
    await open(page, request, 'ar-sa');
    await page.keyboard.press('r');
    await expect(page.getByText('لا يملك هذا المتصفح صوتًا')).toBeVisible();
    expect(await said(page)).toEqual([]);
  });
});
