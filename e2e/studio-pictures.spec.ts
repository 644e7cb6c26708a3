import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { drawPicture } from '../src/features/media/testing/pictures.ts';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { enterAs, type Reader, registerReader } from './member-material.ts';
import { operate } from './operator.ts';

let owner: Reader;
let editor: Reader;
let bookId: string;
let chapterId: string;

test.beforeAll(async ({ request }) => {
  owner = await registerReader(request);
  editor = await registerReader(request);
  await operate('user', 'role', owner.username, 'owner');
  await operate('user', 'role', editor.username, 'editor');
  bookId = await bringIn('Pictures', [1]);
});

/** A draft of a book whose chapters have two pages each; resolves to its id. */
async function bringIn(title: string, chapters: readonly number[]): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'longstrip-pictures-'));
  const seed = randomInt(1e6);
  await mkdir(join(home, 'book'));
  await writeFile(join(home, 'book', 'book.yaml'), `title: { en-us: ${title} ${seed} }\n`);
  for (const chapter of chapters) {
    await mkdir(join(home, 'book', String(chapter)));
    for (const page of [1, 2])
      await writeFile(join(home, 'book', String(chapter), `${page}.jpg`), await draw(seed + chapter * 10 + page));
  }
  const { books } = JSON.parse(await operate('import', join(home, 'book'), '--draft', '--json'));
  await rm(home, { recursive: true });
  return books[0].id ?? books[0].book_uuid;
}

const draw = (seed: number) => drawPicture({ width: 600, height: 900, seed });
const fileOf = async (name: string, seed: number) => ({ name, mimeType: 'image/jpeg', buffer: await draw(seed) });

/** Chooses a file by the button of that name. */
async function choose(page: Page, name: string, files: Awaited<ReturnType<typeof fileOf>>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name, exact: true }).click();
  await (await chooser).setFiles(files);
}

async function openChapter(page: Page): Promise<void> {
  await page.goto(`/studio/books/${bookId}?tab=chapters`);
  const link = page.getByRole('row').getByRole('link').first();
  chapterId = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { name: 'Pages', exact: true })).toBeVisible();
}

inLong('a cover is cut from a file, by mouse and by keys, and another part of it is taken later', async ({ page }) => {
  await enterAs(page, owner);
  await page.goto(`/studio/books/${bookId}?tab=cover`);
  await choose(page, 'Upload cover (English)', [await fileOf('cover.jpg', 7)]);
  const frame = page.getByRole('group', { name: 'Crop area. Move it with the arrow keys' });
  await expect(frame).toBeVisible();
  await expectNoFaultInLightAndDark(page);
  await page.getByRole('button', { name: 'Bottom right corner' }).focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+ArrowUp');
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/covers/en-us') && answer.ok());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const { data } = await (await saved).json();
  expect(data.result.covers['en-us'].crop.height).toBeLessThan(1);
  await expect(page.getByRole('img', { name: 'Cover (English)' })).toBeVisible();
  await page.getByRole('button', { name: 'Adjust crop' }).click();
  await expect(frame).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Choose a page' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Page 2' }).click();
  await expect(frame).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(frame).toBeHidden();
  await page.getByRole('button', { name: 'Remove cover' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove cover' }).click();
  await expect(page.getByText('No cover', { exact: true })).toBeVisible();
});

inLong('pages are added, replaced, moved by keys and removed', async ({ page }) => {
  await enterAs(page, owner);
  await openChapter(page);
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Replace page \d$/ }) });
  await expect(rows).toHaveCount(2);
  await choose(page, 'Add pages', [await fileOf('3.jpg', 11), await fileOf('4.jpg', 12)]);
  await expect(rows).toHaveCount(4);
  const second = rows.nth(1).locator('img').first();
  const before = await second.getAttribute('src');
  await choose(page, 'Replace page 2', [await fileOf('2.jpg', 13)]);
  // The list is asked for again: a row that is taken meanwhile is put back.
  await expect(second).not.toHaveAttribute('src', before ?? '');
  const moved = page.waitForResponse((answer) => answer.url().endsWith('/move') && answer.ok());
  await page.getByRole('button', { name: 'Move Page 4', exact: true }).focus();
  const told = page.getByRole('status');
  await page.keyboard.press('Space');
  await expect(told.filter({ hasText: 'Page 4 picked up from position 4.' })).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(told.filter({ hasText: 'Position 3.' })).toBeAttached();
  await page.keyboard.press('Space');
  await moved;
  await page.getByRole('button', { name: 'Remove page 1', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(rows).toHaveCount(3);
});

inLong('a chapter is replaced by other files, and its book gets more chapters', async ({ page }) => {
  // An import makes way for all else, so on a busy machine it is long.
  test.setTimeout(240_000);
  const long = await bringIn('Replaced', [1, 2, 3]);
  await enterAs(page, owner);
  await page.goto(`/studio/books/${long}?tab=chapters`);
  await page.getByRole('link', { name: 'Import chapters' }).click();
  await expect(page.getByText(/^The files become new chapters of .*Replaced/)).toBeVisible();
  await page.goto(`/studio/books/${long}?tab=chapters`);
  await page.getByRole('row').getByRole('link').first().click();
  const pages = page.getByRole('button', { name: /^Replace page \d$/ });
  await expect(pages).toHaveCount(2);
  const chapter = page.url();
  await page.getByRole('link', { name: 'Replace content' }).click();
  await expect(page.getByText(/^The files replace the English content of/)).toBeVisible();
  const files = ['a.jpg', 'b.jpg', 'c.jpg'].map((name, at) => fileOf(name, 21 + at));
  await choose(page, 'Choose files', await Promise.all(files));
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Undo \(until/ })).toBeVisible({ timeout: 150_000 });
  await page.goto(chapter);
  await expect(pages).toHaveCount(3);
});

inLong('whoever opens a book reads who else has it open', async ({ page, browser }) => {
  const context = await browser.newContext();
  const other = await context.newPage();
  await enterAs(other, editor);
  await other.goto(`/studio/books/${bookId}`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(/Pictures/);
  await enterAs(page, owner);
  await page.goto(`/studio/books/${bookId}`);
  await expect(page.getByText('is also viewing this book').first()).toContainText(editor.username);
  await context.close();
});

for (const language of ['en-us', 'ar-sa'] as const) {
  inLong(`both pages are whole on a phone in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enterAs(page, owner);
    await openChapter(page);
    await page.evaluate((chosen) => localStorage.setItem('LANGUAGE', chosen), language);
    await page.context().addCookies([{ name: 'language', value: language, url: page.url() }]);
    for (const path of [`/studio/books/${bookId}?tab=cover`, `/studio/books/${bookId}/chapters/${chapterId}`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([path, over]).toEqual([path, 0]);
      await expectNoFaultInLightAndDark(page);
    }
  });
}
