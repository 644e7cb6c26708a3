import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { findFreePort } from '../src/server/testing/loopback.ts';
import { test as base, expect, playedIf } from './fixtures.ts';
import { enterAs, registerReader } from './member-material.ts';
import { type OwnSite, openOwnSite } from './own-site.ts';
import { alive } from './reader-material.ts';

/**
 * The week of somebody who runs the site, with real books. A table at the end tells what each task cost beside what it
 * cost a new operator whose review asked for less.
 */
const samples = resolve(process.env.LONGSTRIP_SAMPLES ?? '../shared/data');
const comic = join(samples, 'comics', 'pepper-and-carrot');
const single = {
  novel: join(samples, 'novels', 'xiyouji-zh', '西游记-前十回.gb18030.txt'),
  epub: join(samples, 'epub', 'text-en', 'the-incomplete-theft.epub'),
  archive: join(samples, 'cbz', 'golden-age', 'science_comics_001.cbz'),
};
const hasSamples = existsSync(comic) && Object.values(single).every((file) => existsSync(file));

const test = base.extend<{ site: OwnSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
    async ({}, use) => {
      const site = await openOwnSite(await findFreePort(), { PAYMENTS_SANDBOX: 'true' });
      await use(site);
      await site.close();
    },
    { timeout: 90_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});
test.use({ actionTimeout: 30_000, viewport: { width: 1440, height: 900 } });

const languages = ['en', 'fr', 'es', 'cn', 'ar'];
const chapters = 24;
const workMs = 600_000;

/** Counts what a hand does: presses of the mouse, and keys that stand for one. Typing is free where the focus is. */
class Hand {
  presses = 0;

  async click(target: Locator): Promise<void> {
    this.presses += 1;
    await target.click();
  }

  async press(page: Page, key: string): Promise<void> {
    this.presses += 1;
    await page.keyboard.press(key);
  }

  async type(field: Locator, text: string): Promise<void> {
    const hasFocus = await field.evaluate((element) => element === document.activeElement);
    if (!hasFocus) await this.click(field);
    await field.fill(text);
  }

  /** The button, and the choice in the window of the system. */
  async choose(page: Page, button: Locator, files: string | string[]): Promise<void> {
    const chooser = page.waitForEvent('filechooser');
    await this.click(button);
    this.presses += 1;
    await (await chooser).setFiles(files);
  }
}

interface Task {
  name: string;
  /** What the review counted, in its words. */
  before: string;
  most?: number;
}

const told: string[] = [];

/** Does a task from the studio's home on; tells and limits what it costs. */
async function task(page: Page, { name, before, most }: Task, work: (hand: Hand) => Promise<void>): Promise<void> {
  await test.step(name, async () => {
    await page.goto('/studio');
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const hand = new Hand();
    const began = performance.now();
    await work(hand);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    told.push([name, hand.presses, seconds, before].join(' | '));
    if (most !== undefined) expect([name, hand.presses <= most, hand.presses]).toEqual([name, true, hand.presses]);
  });
}

/** The pages of the sample, dealt to more chapters than it has. */
async function dealComic(home: string): Promise<string> {
  const folder = join(home, 'Pepper and Carrot');
  for (const language of languages) {
    const names = (await readdir(join(comic, language), { recursive: true })).filter((name) => /P\d+\.\w+$/.test(name));
    for (const [at, name] of names.sort().slice(0, chapters).entries()) {
      const file = join(folder, language, String(at + 1).padStart(2, '0'), `1.${name.split('.').at(-1)}`);
      await mkdir(dirname(file), { recursive: true });
      await copyFile(join(comic, language, name), file);
    }
  }
  return folder;
}

const journey = hasSamples ? playedIf(false, test) : test.skip;

journey(
  `the week of a new operator takes few clicks${hasSamples ? '' : ' (skipped: LONGSTRIP_SAMPLES names none)'}`,
  async ({ page, request, site, browser }) => {
    test.setTimeout(3 * workMs);
    const home = await mkdtemp(join(tmpdir(), 'longstrip-week-'));
    const owner = await registerReader(request);
    await site.operate('user', 'role', owner.username, 'owner');
    await enterAs(page, owner);
    const link = (name: string, scope: Page | Locator = page) => scope.getByRole('link', { name, exact: true });
    const button = (name: string, scope: Page | Locator = page) => scope.getByRole('button', { name, exact: true });
    const room = (name: string) => link(name, page.getByRole('navigation', { name: 'Studio' }));
    const dialog = page.getByRole('dialog');
    const ask = async <T>(path: string): Promise<T> => {
      const answer = await request.get(`/api/v1${path}`, { headers: { Authorization: `Token ${owner.token}` } });
      return (await answer.json()).data;
    };
    /** Opens the first thing that a text names. */
    const find = async (hand: Hand, text: string) => {
      await hand.click(button('Search everything'));
      await hand.type(dialog.getByRole('combobox'), text);
      // The first row that answers the text is the one that Enter takes.
      await expect(dialog.getByRole('combobox')).toHaveAttribute('aria-activedescendant', /./);
      await hand.press(page, 'Enter');
      await expect(dialog).toBeHidden();
    };
    /** A reader pays by card. */
    const buy = async (context: BrowserContext) => {
      const reader = await context.newPage();
      await enterAs(reader, await registerReader(request));
      await reader.goto('/profile');
      await alive(reader);
      await reader.locator('#top-up stripe-buy-button').getByRole('button').first().click();
      await expect(reader.locator('#orders')).toContainText('Paid');
      await context.close();
      const { result } = await ask<{ result: { number: string }[] }>('/studio/orders');
      return { number: result[0]?.number ?? '' };
    };

    const weekly = { name: 'import and schedule 24 chapters weekly in five languages', most: 12 };
    await task(page, { ...weekly, before: '4, then 25 dialogs' }, async (hand) => {
      const folder = await dealComic(home);
      await hand.click(room('Import'));
      await hand.click(link('New import').first());
      await hand.choose(page, button('Choose a folder'), folder);
      await expect(page.getByText('Upload complete')).toBeVisible({ timeout: workMs });
      await hand.click(button('Review'));
      await expect(button('Import')).toBeEnabled({ timeout: workMs });
      await hand.click(button('Import'));
      await expect(link('Schedule…')).toBeVisible({ timeout: workMs });
      await hand.click(link('Schedule…'));
      const dates = dialog.getByRole('list', { name: 'Dates' }).getByRole('listitem');
      await expect(dates).toHaveCount(chapters);
      await hand.click(button(`Schedule ${chapters} chapters`, dialog));
      await expect(page.getByText(`${chapters} chapters scheduled`)).toBeVisible();
    });

    const mixed = '西游记 as GB18030, an EPUB and a loose CBZ brought in, a cover chosen';
    await task(page, { name: mixed, before: 'the CBZ became “tree”; covers as five uploads' }, async (hand) => {
      await hand.click(room('Import'));
      await hand.click(link('New import').first());
      await hand.choose(page, button('Choose files'), Object.values(single));
      await expect(page.getByText('Upload complete')).toBeVisible({ timeout: workMs });
      await hand.click(button('Review'));
      await expect(button('Import')).toBeEnabled({ timeout: workMs });
      await hand.click(button('Page 3'));
      await hand.click(button('Use as cover', dialog));
      await expect(dialog).toBeHidden();
      await expect(button('Import')).toBeEnabled();
      await hand.click(button('Import'));
      for (const title of ['西游记', 'The Incomplete Theft', 'Science comics'])
        await expect(page.getByRole('link', { name: new RegExp(`^Open .?${title}.?$`) })).toBeVisible({
          timeout: workMs,
        });
    });

    await task(page, { name: 'a typo in a text is mended', before: 'impossible', most: 4 }, async (hand) => {
      await find(hand, '西游记 5');
      const text = page.getByRole('textbox', { name: 'Text', exact: true });
      const before = await text.inputValue();
      await hand.type(text, before.replace('大圣', '大聖'));
      await hand.click(button('Publish changes'));
      await expect(page.getByText('All changes published')).toBeVisible();
      const [, chapter = ''] = /chapters\/([^?]+)/.exec(page.url()) ?? [];
      const kept = await ask<{ result: { markdown: string } }>(`/studio/chapters/${chapter}/text/zh-cn`);
      expect(kept.result.markdown).toBe(before.replace('大圣', '大聖'));
    });

    await task(page, { name: 'all books get a tag', before: 'a book at a time' }, async (hand) => {
      await hand.click(room('Books'));
      await hand.click(page.getByRole('checkbox', { name: 'Select all' }));
      await hand.click(button('Add tags…'));
      await hand.type(dialog.getByLabel('Tags'), 'classics');
      await hand.click(button('Add tags', dialog));
      await expect(dialog).toBeHidden();
      const { result } = await ask<{ result: unknown[] }>('/studio/books?q=classics');
      expect(result).toHaveLength(4);
    });

    const { number } = await buy(await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' }));
    const refund = { name: 'a receipt is found by its number and refunded', most: 5 };
    await task(page, { ...refund, before: 'the number found nothing; then 4–6' }, async (hand) => {
      await find(hand, number);
      await hand.click(button('Refund'));
      await hand.type(dialog.getByLabel('Reason'), 'Bought twice');
      await hand.click(button('Refund', dialog));
      await expect(page.getByRole('row', { name: /Refunded/ }).first()).toBeVisible();
    });

    await rm(home, { recursive: true });
    process.stdout.write(`\ntask | clicks | seconds | the review's\n${told.join('\n')}\n`);
  },
);
