import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { PlanChange, PlanOnWire } from '../../../src/features/importing/studio-contract.ts';
import { drawUsualPage, makeGrain } from '../lib/chapter.ts';
import { missingForLoad, p99OfReaders, startedOnEveryCore } from '../lib/load.ts';
import { fillCatalogue } from '../lib/longstrip.ts';
import { publishChapter } from '../lib/member.ts';
import { call, type SentFile, type Studio, sendImport, startStudio, stepTo } from '../lib/studio.ts';
import { median, type Row } from '../row.ts';

const importedPages = 500;
const importedChapters = 20;
const ownSession = '/proc/self/autogroup';
/** A line of 100 Mbit/s; a faster sender than most editors have. */
const lineSpeed = 12.5e6;
const quietMs = 20_000;
const quietRounds = 3;

export const studioReadersBeside: Row = {
  name: 'studio-readers-beside',
  what: `p99 of readers (lists, a chapter, its page), about 300 requests a second, during an import of ${importedPages} pages by the studio`,
  against: 'the same readers without an import',
  unit: 'ms',
  target: { kind: 'ratioAtMost', value: 2 },
  async run(context) {
    const missing = missingForLoad();
    if (missing) return { skipped: missing };
    const pages = await startedOnEveryCore(drawComic);
    const studio = await startStudio(context, { name: 'studio-readers-beside', cores: 'every' });
    try {
      const paths = await pathsOfReaders(studio);
      const read = (during: () => Promise<unknown>) => p99OfReaders(studio.server.url, paths, during);
      await read(() => sleep(quietMs)); // fills the caches
      const quiet: number[] = [];
      for (let round = 0; round < quietRounds; round++) quiet.push(await read(() => sleep(quietMs)));
      const began = performance.now();
      const ours = await read(() => importComic(studio, pages));
      const seconds = (performance.now() - began) / 1000;
      const later = await read(() => sleep(quietMs));
      const note = `the import took ${seconds.toFixed(0)} s; ${later.toFixed(1)} ms after it, while AVIF files follow`;
      return { ours, reference: median(quiet), note };
    } finally {
      await studio.stop();
    }
  },
};

/** The pages of a usual comic, on paper of the same grain. */
async function drawComic(): Promise<SentFile[]> {
  const grain = await makeGrain();
  const pages = Array.from({ length: importedPages }, async (_, number) => {
    const chapter = Math.floor((number * importedChapters) / importedPages) + 1;
    return { path: `A comic/${chapter}/${number + 1}.jpg`, bytes: await drawUsualPage(number, grain) };
  });
  return Promise.all(pages);
}

async function pathsOfReaders(studio: Studio): Promise<string[]> {
  const { db } = studio.database;
  await fillCatalogue(db, 10_000);
  const chapter = await publishChapter(studio.database, { isFree: true });
  const { rows } = await db.query<{ id: string }>('select book_id as id from chapters');
  const lists = Array.from({ length: 10 }, (_, page) => `/api/v1/comics/book/search?page=${page}`);
  const reads = [`/api/v1/comics/chapter_comics/${chapter}/en-us`, `/reader/book/chapter/${rows[0]?.id}/${chapter}/1`];
  return lists.flatMap((list) => [list, ...reads]);
}

/** Sends a comic, checks it and publishes it, as somebody in the studio would. */
async function importComic(studio: Studio, pages: readonly SentFile[]): Promise<void> {
  const importId = await behindReaders(() => sendImport(studio, pages, { lineSpeed }));
  await stepTo(studio, importId, { step: 'check', state: 'checked' });
  const { etag } = await call(studio, { method: 'GET', path: `/imports/${importId}/plan` });
  const { counts } = await stepTo(studio, importId, {
    ...{ step: 'commit', state: 'committed' },
    ...{ body: { publish: 'now' }, ifMatch: etag },
  });
  if (counts.failed > 0) throw new Error(`${counts.failed} pages failed`);
}

/** In truth the sender is another machine: it takes no time from the server, the database and the readers of this one. */
async function behindReaders<T>(send: () => Promise<T>): Promise<T> {
  const usual = getPriority();
  setPriority(constants.priority.PRIORITY_LOW);
  await standBack(constants.priority.PRIORITY_LOW);
  try {
    return await send();
  } finally {
    await standBack(0);
    setPriority(usual);
  }
}

/** Where Linux shares the processor between sessions, the priority of ours is what counts beside those of the site. */
async function standBack(nice: number): Promise<void> {
  if (existsSync(ownSession)) await writeFile(ownSession, String(nice));
}

const chapters = 20;
const pagesOfChapter = 100;
const files = chapters * pagesOfChapter;
const rowsOfPage = 500;

export const studioDryRun: Row = {
  name: 'studio-dry-run',
  what: `the table of ${files} sent pictures in ${chapters} chapters, from "Check" to its last row; no picture is decoded`,
  against: 'its target',
  unit: 's',
  target: { kind: 'oursAtMost', value: 10 },
  async run(context) {
    const pictures = await drawSmallPictures();
    const studio = await startStudio(context, { name: 'studio-dry-run', cores: 'every' });
    try {
      const began = performance.now();
      const importId = await sendImport(studio, pictures);
      const sent = performance.now();
      await stepTo(studio, importId, { step: 'check', state: 'checked' });
      const rows = await readTable(studio, importId);
      const ended = performance.now();
      if (rows !== files) throw new Error(`The table has ${rows} of ${files} files`);
      const note = `sent in ${((sent - began) / 1000).toFixed(1)} s before`;
      return { ours: (ended - sent) / 1000, reference: null, note };
    } finally {
      await studio.stop();
    }
  },
};

const edits = 12;

export const studioPlanEdit: Row = {
  name: 'studio-plan-edit',
  what: `an edit of the plan of ${files} pictures in ${chapters} chapters, until the changed plan is there: titles, chapters left out, a cover`,
  against: 'its target',
  unit: 'ms',
  target: { kind: 'oursAtMost', value: 300 },
  async run(context) {
    const pictures = await drawSmallPictures();
    const studio = await startStudio(context, { name: 'studio-plan-edit', cores: 'every' });
    try {
      const importId = await sendImport(studio, pictures);
      await stepTo(studio, importId, { step: 'check', state: 'checked' });
      const path = `/imports/${importId}/plan`;
      let { data, etag } = await call<PlanOnWire>(studio, { method: 'GET', path });
      const took: number[] = [];
      for (let edit = 0; edit < edits; edit++) {
        const body = { changes: [changeOf(data.result, edit)] };
        const began = performance.now();
        ({ data, etag } = await call<PlanOnWire>(studio, { method: 'PATCH', path, body, ifMatch: etag }));
        took.push(performance.now() - began);
      }
      return {
        ours: median(took),
        reference: null,
        note: `the slowest of ${edits}: ${Math.max(...took).toFixed(0)} ms`,
      };
    } finally {
      await studio.stop();
    }
  },
};

/** One kind of change after the other. */
function changeOf({ books: [book], files: [file] }: PlanOnWire['result'], edit: number): PlanChange {
  const chapter = book?.chapters[edit]?.key;
  if (!book || !chapter || !file) throw new Error('The plan has no chapters');
  if (edit % 3 === 0) return { book: book.key, chapter, titles: { 'en-us': `Title ${edit}` } };
  if (edit % 3 === 1) return { book: book.key, chapters: [chapter], leave_out: true };
  return { files: [file.file_id], cover: edit % 2 === 0 };
}

/** Different pictures of 48 × 72 pixels in a comic's folders. */
async function drawSmallPictures(): Promise<SentFile[]> {
  const drawn: SentFile[] = [];
  for (let number = 0; number < files; number++) {
    const chapter = String(Math.floor(number / pagesOfChapter) + 1).padStart(3, '0');
    const page = String((number % pagesOfChapter) + 1).padStart(3, '0');
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
    const bytes = await sharp({ create: { width: 48, height: 72, channels: 3, background: '#888', noise } })
      .jpeg()
      .toBuffer();
    drawn.push({ path: `A comic/${chapter}/${page}.jpg`, bytes });
  }
  return drawn;
}

/** Reads all rows of the plan; returns how many of them become pages. */
async function readTable(studio: Studio, importId: string): Promise<number> {
  let pages = 0;
  for (let page = 0; page * rowsOfPage < files; page++) {
    const path = `/imports/${importId}/plan?page=${page}&page_size=${rowsOfPage}`;
    const { data } = await call<PlanOnWire>(studio, { method: 'GET', path });
    pages += data.result.files.filter(({ becomes }) => becomes?.as === 'page').length;
  }
  return pages;
}
