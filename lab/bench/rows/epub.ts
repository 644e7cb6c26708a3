import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBook } from '../../../src/features/catalog/testing/books.ts';
import { startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { forgetPeak, memoryMb } from '../lib/memory.ts';
import type { Running } from '../lib/processes.ts';
import { type BenchContext, median, type Row } from '../row.ts';

const chapters = 2000;
/** Of a chapter: ten million characters in all. */
const paragraphs = 10;
const paragraph = 'It was long ago. '.repeat(30);
const rounds = 3;

interface Novel {
  server: Running;
  /** Takes the EPUB along; the milliseconds to its first byte and to its last. */
  take(): Promise<{ first: number; whole: number; bytes: number }>;
}

async function withNovel<T>(
  { scratch }: BenchContext,
  name: string,
  measure: (novel: Novel) => Promise<T>,
): Promise<T> {
  const dataDir = join(scratch, name);
  const database = await startDatabase(join(dataDir, 'postgres'));
  const { id } = await makeBook(database.db, {
    kind: 'novel',
    publicFreeChapters: chapters,
    chapters: Array.from({ length: chapters }, (_, chapter) => ({
      editions: { 'en-us': { title: `Chapter ${chapter + 1}`, blocks: textOf(chapter) } },
    })),
  });
  const settings = { DOWNLOADS_DEFAULT: 'everyone' };
  const server = await startLongstrip({ dataDir, databaseUrl: database.url, settings });
  const take: Novel['take'] = async () => {
    const began = performance.now();
    const answer = await fetch(`${server.url}/opds/files/${id}/en-us/novel.epub`);
    if (answer.status !== 200 || !answer.body) throw new Error(`The EPUB answered ${answer.status}`);
    let first = Number.NaN;
    let bytes = 0;
    for await (const part of answer.body) {
      if (bytes === 0) first = performance.now() - began;
      bytes += part.length;
    }
    return { first, whole: performance.now() - began, bytes };
  };
  try {
    return await measure({ server, take });
  } finally {
    await server.stop();
    await database.stop();
  }
}

/** Each paragraph is another: nothing of it is compressed into the next. */
function textOf(chapter: number) {
  return Array.from({ length: paragraphs }, (_, at) => ({
    type: 'p' as const,
    inlines: [{ type: 'text' as const, text: `${chapter}.${at} ${paragraph}` }],
  }));
}

const what = 'the EPUB of a novel of 2000 chapters and 10 MB of text';

export const epubStream: Row = {
  name: 'epub-stream',
  what: `${what}: from the request to its last byte`,
  against: 'its target',
  unit: 's',
  target: { kind: 'oursAtMost', value: 10 },
  run: (context) =>
    withNovel(context, 'epub-stream', async ({ take }) => {
      const { whole, bytes } = await take();
      const later: number[] = [];
      for (let round = 0; round < rounds; round++) later.push((await take()).whole / 1000);
      const note = `${(bytes / 1e6).toFixed(1)} MB; when it is asked for again ${median(later).toFixed(1)} s`;
      return { ours: whole / 1000, reference: null, note };
    }),
};

export const epubStreamFirst: Row = {
  name: 'epub-stream-first',
  what: `${what}: from the request to its first byte`,
  against: 'its target',
  unit: 's',
  target: { kind: 'oursAtMost', value: 1 },
  run: (context) =>
    withNovel(context, 'epub-stream-first', async ({ take }) => ({
      ours: (await take()).first / 1000,
      reference: null,
    })),
};

export const epubStreamMemory: Row = {
  name: 'epub-stream-memory',
  what: `${what}: further resident memory of the server while it is sent, at its peak`,
  against: 'its target',
  unit: 'MB',
  target: { kind: 'oursAtMost', value: 64 },
  run: (context) =>
    withNovel(context, 'epub-stream-memory', async ({ server: { pid, url }, take }) => {
      for (const path of ['/', '/opds/v1.2/catalog', '/api/v1/comics/book/search'])
        await (await fetch(url + path)).text();
      await sleep(5000);
      forgetPeak(pid);
      const before = memoryMb(pid, 'VmRSS');
      await take();
      const peak = memoryMb(pid, 'VmHWM');
      return { ours: Math.max(0, peak - before), reference: null, note: `${before.toFixed(0)} MB before` };
    }),
};
