import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { BookOrder } from '../../../src/features/catalog/studio-contract.ts';
import type { DbPool } from '../../../src/server/database/db.ts';
import { languages } from '../../../src/shared/languages.ts';
import { openBrowser } from '../lib/browser.ts';
import { grow } from '../lib/grown.ts';
import { fillCatalogue, fillChapters } from '../lib/longstrip.ts';
import { call, enterStudio, type Studio, startStudio } from '../lib/studio.ts';
import { median, type Row } from '../row.ts';

const books = 100_000;
const pageSize = 50;
const timesOfOrder = 7;
/** The slowest of these counts: the usual one, and those that the most chapters stand behind. */
const measured = ['updated_at', 'title', 'published', 'missing'] as const;
const beside = ['next_release', 'readers_28d'] as const;

export const studioBooks: Row = {
  name: 'studio-books',
  what: `a page of ${pageSize} of the studio's books with their figures, at ${books} books, the slowest of the orders ${measured.join(', ')}`,
  against: 'its target',
  unit: 'ms',
  isAtSize: true,
  target: { kind: 'oursAtMost', value: 150 },
  async run(context) {
    const name = 'studio-books';
    if (!context.grown) return { skipped: 'at size only: npm run -s bench -- --grown' };
    await grow(join(context.scratch, name), books, context.log);
    const studio = await startStudio(context, { name, cores: 'own' });
    try {
      await fillOriginals(studio.database.db);
      const medians = new Map<BookOrder, number>();
      for (const order of [...measured, ...beside]) medians.set(order, await msOfPage(studio, order));
      const note = [...medians].map(([order, ms]) => `${order} ${ms.toFixed(0)}`).join(', ');
      const ours = Math.max(...measured.map((order) => medians.get(order) ?? Number.NaN));
      return { ours, reference: null, note: `in ms: ${note}` };
    } finally {
      await studio.stop();
    }
  },
};

/** Counts the chapters of grown books, most of which have titles alone, as if each were there in its original. */
async function fillOriginals(db: DbPool): Promise<void> {
  await db.query(
    `update books set filled_original = chapter_count, filled_beside = chapter_count, filled = jsonb_build_object(
       original_language, jsonb_build_object('chapters', chapter_count, 'besideOriginal', chapter_count))`,
  );
  await db.query('vacuum analyze books');
}

async function msOfPage(studio: Studio, order: BookOrder): Promise<number> {
  const path = `/books?language=en-us&page_size=${pageSize}&order_by=${order}`;
  const times: number[] = [];
  for (let round = 0; round <= timesOfOrder; round++) {
    const began = performance.now();
    const { data } = await call<{ result: unknown[]; total: number }>(studio, { method: 'GET', path });
    times.push(performance.now() - began);
    if (data.result.length !== pageSize || data.total !== books) throw new Error('Books are missing');
  }
  return median(times.slice(1));
}

const chapters = 5000;
const openings = 5;

export const studioChapters: Row = {
  name: 'studio-chapters',
  what: `the first rows of the studio's table of a book of ${chapters} chapters in ${languages.length} languages, from its address to their paint, CPU 4× slower`,
  against: 'its target',
  unit: 'ms',
  target: { kind: 'oursAtMost', value: 1500 },
  async run(context) {
    const studio = await startStudio(context, { name: 'studio-chapters', cores: 'own' });
    const browser = await openBrowser();
    try {
      const bookId = await makeLongBook(studio.database.db);
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      await enterStudio(page, studio);
      await page.addInitScript(noteFirstRows);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      const times: number[] = [];
      for (let opening = 0; opening <= openings; opening++)
        times.push(await msOfTable(page, `${studio.server.url}/studio/books/${bookId}?tab=chapters`));
      const [first = Number.NaN, ...later] = times;
      const note = `first, without a cache, ${first.toFixed(0)} ms; slowest later ${Math.max(...later).toFixed(0)} ms`;
      return { ours: median(later), reference: null, note };
    } finally {
      await browser.close();
      await studio.stop();
    }
  },
};

/** A book whose chapters have content in every language; returns its id. */
async function makeLongBook(db: DbPool): Promise<string> {
  await fillCatalogue(db, 1);
  await fillChapters(db, chapters);
  await db.query(
    `insert into chapter_editions (chapter_id, language, title, has_content)
     select id, language, 'The storm, part ' || number, true from chapters cross join unnest($1::text[]) language
     on conflict do nothing`,
    [languages],
  );
  await db.query('analyze');
  const { rows } = await db.query<{ id: string }>('select id from books');
  return rows[0]?.id ?? '';
}

interface Noted {
  rowsAt?: number;
}

/** Runs in the page: keeps when the first rows were painted, in ms since the address was opened. */
function noteFirstRows(): void {
  const noted = globalThis as Noted;
  new MutationObserver((_, observer) => {
    if (document.querySelectorAll('tr[data-row]').length < 5) return;
    observer.disconnect();
    // The task after a frame: the rows are on the screen.
    requestAnimationFrame(() => setTimeout(() => Object.assign(noted, { rowsAt: performance.now() })));
  }).observe(document, { childList: true, subtree: true });
}

async function msOfTable(page: Page, url: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(url);
  const rowsAt = await page.waitForFunction(() => (globalThis as Noted).rowsAt, undefined, { timeout: 120_000 });
  return (await rowsAt.jsonValue()) ?? Number.NaN;
}
