import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { paths } from '../src/shared/paths.ts';
import { writeMoment, writeNamedDay } from '../src/web/moments.ts';
import { expectNoFaultInLightAndDark, languagesOfEitherDirection } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { operate } from './operator.ts';
import { alive, findBook } from './reader-material.ts';

const zone = 'Asia/Tokyo';
/** In UTC, the site's zone, the evening is on another day than in the reader's. */
test.use({ timezoneId: zone });

const dayMs = 24 * 60 * 60 * 1000;
const evening = (days: number) => new Date((Math.floor(Date.now() / dayMs) + days) * dayMs + 20 * 60 * 60 * 1000);
const dated = (moment: Date, timeZone = zone) =>
  writeMoment('en-us', moment.toISOString(), { now: Date.now(), timeZone });

const [published, opening, next] = [evening(-10), evening(12), evening(5)];
const free = new Date(Math.floor(Date.now() / 1000) * 1000 + 3 * 60 * 60 * 1000);

/** Imports a book of these files; it is older than all others, so that other journeys find their books before it. */
async function importBook(request: APIRequestContext, title: string, files: ReadonlyMap<string, string | Buffer>) {
  const home = await mkdtemp(join(tmpdir(), 'longstrip-dates-'));
  for (const [path, content] of files) {
    await mkdir(dirname(join(home, 'book', path)), { recursive: true });
    await writeFile(join(home, 'book', path), content);
  }
  await operate('import', join(home, 'book'));
  await rm(home, { recursive: true });
  let found: Awaited<ReturnType<typeof findBook>> | undefined;
  await expect(async () => {
    found = await findBook(request, ({ book_title }) => book_title === title);
  }).toPass();
  if (!found) throw new Error('The imported book is in no list');
  return found;
}

const old = 'created_at: 2001-01-01T00:00:00Z\n';

async function importNovel(request: APIRequestContext) {
  const title = `Dates ${randomInt(1e9)}`;
  const facts = [
    `published_at: ${published.toISOString()}`,
    `published_at: ${new Date(opening.getTime() - 30 * dayMs).toISOString()}`,
    `published_at: ${evening(-9).toISOString()}\naccess: members\nfree_at: ${free.toISOString()}`,
    ...[5, 6, 7, 8].map((days) => `published_at: ${evening(days).toISOString()}`),
  ];
  const files = new Map(
    facts.flatMap((fact, index) => [
      [`${index + 1}/chapter.yaml`, `title: Part ${index + 1}\n${old}${fact}\n`],
      [`${index + 1}/text.txt`, 'Rain fell on the harbour.\n'.repeat(20)],
    ]),
  );
  files.set(
    'book.yaml',
    `id: ${title}\ntitle: { en-us: ${title} }\npublic_free_chapters: 1\nearly_access_days: 30\nshow_schedule: true\n`,
  );
  return (await importBook(request, title, files)).book;
}

/** A comic of one chapter for members, higher than many screens. */
async function importComic(request: APIRequestContext) {
  const title = `Window ${randomInt(1e9)}`;
  const files = new Map<string, string | Buffer>([
    ['book.yaml', `id: ${title}\ntitle: { en-us: ${title} }\npublic_free_chapters: 0\nlayout: strip\n`],
    ['1/chapter.yaml', old],
  ]);
  for (let page = 1; page <= 24; page += 1) {
    const background = { r: page * 10, g: 80, b: 120 };
    const picture = sharp({ create: { width: 800, height: 1200, channels: 3, background } });
    files.set(`1/${page}.png`, await picture.png().toBuffer());
  }
  return importBook(request, title, files);
}

async function open(page: Page, path: string, language = 'en-us') {
  await page.goto(`${path}?lang=${language}`);
  await alive(page);
}

inLong('readers are told when chapters open and come, in their own zone', async ({ page, browser, request }) => {
  const book = await importNovel(request);
  const rows = (of: Page) => of.getByRole('main').getByRole('region').getByRole('article');
  try {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto(`${paths.book(book.book_uuid)}?lang=en-us`);
    await expect(rows(still).nth(1)).toContainText(`Free on ${dated(opening, 'UTC')}`);
    await context.close();

    await open(page, paths.book(book.book_uuid));
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).nth(0)).not.toContainText('Free on');
    await expect(rows(page).nth(1)).toContainText('Early access');
    await expect(rows(page).nth(1)).toContainText(`Free on ${dated(opening)}`);
    await expect(rows(page).nth(2)).not.toContainText('Early access');
    await expect(rows(page).nth(2)).toContainText(/Free on .+ at \d+:\d\d/);
    await expect(page.getByText(/Next free chapter: .+ at \d+:\d\d/)).toBeVisible();
    const coming = page.getByRole('listitem').filter({ hasText: /^Chapter \d comes on/ });
    await expect(coming.first()).toHaveText(`Chapter 4 comes on ${dated(next)}`);
    await expect(coming.nth(2)).toBeHidden();
    await page.getByText('Show more').click();
    await expect(coming.nth(3)).toHaveText(`Chapter 7 comes on ${dated(evening(8))}`);
    await expectNoFaultInLightAndDark(page);

    const [from, to] = [evening(2), evening(4)];
    await operate('book', 'window', book.book_uuid, from.toISOString(), to.toISOString());
    await expect(async () => {
      await open(page, paths.book(book.book_uuid));
      await expect(rows(page).nth(1)).toContainText(`Free from ${dated(from)} to ${dated(to)}`, { timeout: 1000 });
    }).toPass();
  } finally {
    await operate('book', 'hide', book.book_uuid);
  }
});

inLong('a reader has all images of the open chapter when its free window ends', async ({ page, request }) => {
  const { book, chapters, uuids } = await importComic(request);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  try {
    const end = Date.now() + 20_000;
    await operate('book', 'window', book.book_uuid, new Date().toISOString(), new Date(end).toISOString());
    const answer = async () => (await request.get(`/api/v1/comics/chapter_comics/${uuids[0]}/en-us`)).status();
    await expect.poll(answer).toBe(200);
    await open(page, chapters[0] ?? '');
    const images = page.locator('[data-strip] img');
    await expect(images).toHaveCount(24);
    // Few are near the screen; the others come because the end is known.
    await expect.poll(() => page.evaluate(() => performance.getEntriesByType('resource').length)).toBeGreaterThan(24);
    await expect.poll(answer, { timeout: 40_000 }).toBe(403);
    for (let at = 0; at < 24; at += 1) {
      await images.nth(at).scrollIntoViewIfNeeded();
      await expect(images.nth(at)).not.toHaveJSProperty('naturalWidth', 0);
    }
    expect(refused).toEqual([]);
  } finally {
    await operate('book', 'hide', book.book_uuid);
  }
});

inLong('the calendar tells what comes, in both directions and on a phone', async ({ page, request }) => {
  const book = await importNovel(request);
  const entries = page.getByRole('article').filter({ hasText: book.book_title });
  try {
    await expect(async () => {
      await open(page, paths.home());
      await page.getByRole('contentinfo').getByRole('link', { name: 'Calendar' }).click();
      await expect(entries).toHaveCount(6, { timeout: 1000 });
    }).toPass();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calendar of new chapters');
    await expect(entries.first()).toContainText('Chapter 3 becomes free');
    await expect(entries.first().getByRole('link')).toHaveAttribute(
      'href',
      /^\/reader\/book\/chapter\/.+\/3\?lang=en-us$/,
    );
    await expect(entries.nth(1)).toContainText('Chapter 4 comes out');
    await expect(entries.nth(1).getByRole('link')).toHaveAttribute('href', `${paths.book(book.book_uuid)}?lang=en-us`);
    await expect(entries.nth(5)).toContainText('Chapter 2 becomes free');
    const day = writeNamedDay('en-us', next.toISOString(), { now: Date.now(), timeZone: zone });
    await expect(page.getByRole('heading', { level: 2, name: day })).toBeVisible();
    for (const language of languagesOfEitherDirection) {
      await page.setViewportSize({ width: 390, height: 844 });
      await open(page, paths.calendar(), language);
      await expect(entries).toHaveCount(6);
      await expectNoFaultInLightAndDark(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
  } finally {
    await operate('book', 'hide', book.book_uuid);
  }
});
