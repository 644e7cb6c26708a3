import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, inLong, test } from './fixtures.ts';
import { operate } from './operator.ts';
import { alive, findBook, type Shelf } from './reader-material.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const hebrew = 'איש היה בארץ עוץ ושמו איוב, והיה האיש ההוא תם וישר וירא אלהים וסר מרע. ';
const japanese = '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。';

/** Imports a novel that is older than all others, so that other journeys find their books before it. */
async function importNovel(request: APIRequestContext, novel: { title: string; text: string }) {
  const { text } = novel;
  // An earlier attempt has hidden its book, and the list may be some seconds old.
  const title = `${novel.title} ${randomInt(1e9)}`;
  const home = await mkdtemp(join(tmpdir(), 'longstrip-languages-'));
  const files = {
    'book/book.yaml': `id: ${title}\ntitle: ${title}\n`,
    'book/1/chapter.yaml': `title: ${title}\ncreated_at: 2001-01-01T00:00:00Z\n`,
    'book/1/1.txt': `${Array.from({ length: 30 }, () => text.repeat(8)).join('\n\n')}\n`,
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), content);
  }
  await operate('import', join(home, 'book'));
  await rm(home, { recursive: true });
  let found: Shelf | undefined;
  await expect(async () => {
    found = await findBook(request, ({ book_title }) => book_title === title);
  }).toPass();
  if (!found) throw new Error('The imported book is in no list');
  return found;
}

async function openIn(page: Page, address: string, language: string): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('READER_SETTINGS', JSON.stringify({ novel: { flow: 'pages' } }));
  });
  await page.goto(`${address}?lang=${language}`);
  await alive(page);
}

inLong('a Hebrew novel runs from right to left in an English page, and so does its bar', async ({ page, request }) => {
  const { book, chapters } = await importNovel(request, { title: 'איוב', text: hebrew });
  try {
    expect(book).toMatchObject({ language: 'ar-sa', text_language: 'he' });
    await openIn(page, chapters[0] ?? '', 'en-us');
    const text = page.locator('[data-text]');
    await expect(text).toHaveAttribute('lang', 'he');
    await expect(text).toHaveAttribute('dir', 'rtl');
    await expect(text).toHaveAttribute('data-script', 'other');
    await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'he');
    const folio = page.getByRole('button', { name: 'Next page' }).locator('..');
    await expect(folio).toHaveAttribute('dir', 'rtl');
    await expect(text).toHaveCSS('font-family', /Hebrew/);
    await expect(page.getByText('min left').locator('..')).toHaveCSS('direction', 'ltr');
    await expect(page.getByText('עברית')).toBeVisible();
  } finally {
    await operate('book', 'hide', book.book_uuid);
  }
});

inLong('a Japanese novel is set in squares, from left to right, also in an Arabic page', async ({ page, request }) => {
  const { book, chapters } = await importNovel(request, { title: '吾輩は猫である', text: japanese });
  try {
    expect(book).toMatchObject({ language: 'zh-cn', text_language: 'ja' });
    await openIn(page, chapters[0] ?? '', 'ar-sa');
    const text = page.locator('[data-text]');
    await expect(text).toHaveAttribute('lang', 'ja');
    await expect(text).toHaveAttribute('dir', 'ltr');
    await expect(text).toHaveAttribute('data-script', 'chinese');
    await expect(text).toHaveCSS('line-break', 'strict');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Noto Sans JP/);
  } finally {
    await operate('book', 'hide', book.book_uuid);
  }
});
