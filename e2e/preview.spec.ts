import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { enterAs, type Reader, registerReader } from './member-material.ts';
import { operate } from './operator.ts';

const dayMs = 24 * 60 * 60 * 1000;
const nextWeek = new Date(Date.now() + 7 * dayMs);
const inTwoWeeks = new Date(Date.now() + 14 * dayMs).toISOString();

// A locked chapter, a page that is not there yet, and a user without a role.
test.use({ expectedErrors: [/40[34]/] });

let editor: Reader;
let bookId: string;
let title: string;

/** A novel of six chapters in French, which opens next week; its first three are free. */
test.beforeAll(async ({ request }) => {
  editor = await registerReader(request);
  await operate('user', 'role', editor.username, 'editor');
  title = `Demain ${randomInt(1e9)}`;
  const home = await mkdtemp(join(tmpdir(), 'longstrip-preview-'));
  await mkdir(join(home, 'book'));
  await writeFile(join(home, 'book', 'book.yaml'), `id: ${title}\nlanguage: fr-fr\ntitle: { fr-fr: ${title} }\n`);
  for (const number of [1, 2, 3, 4, 5, 6])
    await writeFile(join(home, 'book', `${number} - Partie ${number}.txt`), `La pluie ${number}.\n`.repeat(60));
  const { books } = JSON.parse(await operate('import', join(home, 'book'), '--draft', '--json'));
  bookId = books[0].id ?? books[0].book_uuid;
  await operate('book', 'schedule', bookId, '1-6', nextWeek.toISOString(), '--every', '1');
  await rm(home, { recursive: true });
});

const address = (wish: Record<string, string>) => `/studio/preview?${new URLSearchParams(wish)}`;

/** The values that this browser keeps of its reader: all but the fonts that it has loaded. */
function readKept(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key !== 'FONTS')));
}

test('a book of next week is seen as a visitor will see it, and nothing is written', async ({ page }) => {
  await enterAs(page, editor);
  const kept = await readKept(page);
  const writes: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && writes.push(`${request.method()} ${request.url()}`));
  await page.goto(address({ as: 'visitor', at: inTwoWeeks, language: 'fr-fr', path: `/book/chapters/${bookId}` }));
  await expect(page.getByText(/^Preview: visitor, .+ \(.+\), Français\. Nothing is saved\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
  // The sixth chapter opens the day before that moment at the latest.
  await expect(page.getByText('il y a 2 jours').first()).toBeVisible();
  await expect(page.getByText('à l’instant')).toHaveCount(0);

  await page
    .getByRole('link', { name: /Partie 1/ })
    .first()
    .click();
  await expect(page.getByText('La pluie 1.').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/studio/preview');
  await page.reload();
  await expect(page.getByText('La pluie 1.').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(writes).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.goto('/robots.txt');
  expect(await readKept(page)).toEqual(kept);
});

inLong('a member sees what a visitor meets a lock at, and today nobody sees it', async ({ page }) => {
  await enterAs(page, editor);
  await page.goto(address({ as: 'member', at: inTwoWeeks, language: 'fr-fr', path: `/book/chapters/${bookId}` }));
  await page
    .getByRole('link', { name: /Partie 6/ })
    .first()
    .click();
  await expect(page.getByText('La pluie 6.').first()).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('View as', { exact: true }).selectOption('visitor');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText(/^Preview: visitor/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ce chapitre est réservé aux membres' })).toBeVisible();
  await expectNoFaultInLightAndDark(page);

  await page.goto(address({ language: 'fr-fr', path: `/book/chapters/${bookId}` }));
  await expect(page.getByText(/^Preview: visitor/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: title })).toHaveCount(0);
});

inLong('another language of the pages, and a way out of them, stay in the preview', async ({ page }) => {
  await enterAs(page, editor);
  await page.goto(address({ as: 'user' }));
  await page.getByRole('combobox', { name: 'Language' }).first().selectOption('ar-sa');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByText(/^Preview: logged-in reader, .+ العربية\. Nothing is saved\.$/)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'preview' }).click();
  await expect(page.getByText('This isn’t available in the preview')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoFaultInLightAndDark(page);
});

inLong('the way to the studio leads back to the page that led here', async ({ page }) => {
  await enterAs(page, editor);
  await page.goto(`/studio/books/${bookId}?tab=facts`);
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(page.getByText(/^Preview: visitor/)).toBeVisible();
  await page.getByRole('button', { name: 'Studio', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/studio/books/${bookId}\\?tab=facts$`));
});

inLong('somebody without that right sees no preview, and a visitor is led to the login', async ({ page, request }) => {
  await page.goto(address({ as: 'member' }));
  await expect(page).toHaveURL(/\/login\?next=%2Fstudio%2Fpreview/);
  await enterAs(page, await registerReader(request));
  await page.goto(address({ as: 'member' }));
  await expect(page.getByText('For staff only')).toBeVisible();
});
