import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import {
  type FaultyLine,
  type StoreFault,
  startFaultyLine,
  startS3Server,
  testBucket,
} from '../../src/server/testing/s3-server.ts';
import { paths } from '../../src/shared/paths.ts';
import { countBooks, countWrongFiles, writeComic } from './comics.ts';
import type { Day } from './day.ts';
import { listPageFiles, type PageFile } from './queries.ts';
import { openSite, type Site } from './site.ts';

/** Images that were never asked for come from the bucket: each fault takes so many of them. */
const askedEach = { short: 8, usual: 40, long: 200 };
/** A page that takes longer was delayed by the store: every fault lasts longer than this, except slow answers. */
const delayedAfterMs = 1000;

const faults: readonly { name: string; fault: () => StoreFault }[] = [
  { name: 'silent', fault: () => 'silent' },
  { name: '500', fault: () => ({ status: 500 }) },
  { name: '503', fault: () => ({ status: 503 }) },
  { name: 'cut', fault: () => ({ bytes: 700, end: 'cut' }) },
  { name: 'half', fault: () => ({ bytes: 700, end: 'silence' }) },
  { name: 'slow', fault: () => ({ bytes: 700, restAfterMs: 400 }) },
];

export const store: Day = {
  name: 'store',
  what: 'The bucket of the pictures is silent, refuses, cuts and delays its answers, and shows new objects late.',
  async play({ folder, size }) {
    const service = await startS3Server();
    const line = await startFaultyLine(service);
    const site = await openSite(folder, { MEDIA_STORE: `s3://${testBucket}/site`, ...line.settings });
    try {
      await site.start();
      const count = askedEach[size];
      line.fault = { lateMs: 2000 };
      await site.run(['import', await writeComic(folder, { title: 'Bucket', pages: count * faults.length })]);
      line.fault = null;
      const figures = await readUnderFaults(site, { line, count });
      line.fault = { status: 503 };
      const second = await writeComic(folder, { title: 'Pail', pages: 4 });
      const failed = await site.command(['import', second]);
      const half = (await countBooks(site)) - 1;
      line.fault = null;
      await site.run(['import', second]);
      return {
        figures: {
          ...figures,
          imports_that_ended_1: failed.status === 1 ? 1 : 0,
          half_books: half,
          files_wrong_afterwards: await countWrongFiles(site),
        },
        targets: {
          short_images: { most: 0 },
          good_afterwards: { least: 100 },
          refused_without_retry_after: { most: 0 },
          other_failures: { most: 0 },
          pages_delayed: { most: 0 },
          pages_failed: { most: 0 },
          imports_that_ended_1: { least: 1 },
          half_books: { most: 0 },
          files_wrong_afterwards: { most: 0 },
        },
      };
    } finally {
      await site.close();
      await line.stop();
      await service.stop();
    }
  },
};

interface Taken {
  status: number;
  /** The bytes that came; of a broken answer too. */
  bytes: number;
  /** Whether the answer passes for whole. */
  isComplete: boolean;
  retryAfter: string | undefined;
}

function takeImage(site: Site, { id, name }: PageFile): Promise<Taken> {
  return new Promise((resolve) => {
    let bytes = 0;
    const broken = () => resolve({ status: 0, bytes, isComplete: false, retryAfter: undefined });
    const given = { host: '127.0.0.1', port: site.port, path: `/media/${id}/${name}`, agent: false };
    const asked = request(given, (answer) => {
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      answer.on('error', broken);
      answer.on('end', () => {
        const { statusCode: status = 0, complete: isComplete, headers } = answer;
        resolve({ status, bytes, isComplete, retryAfter: headers['retry-after'] });
      });
    });
    asked.on('error', broken).end();
  });
}

const imagesAtOnce = 8;

async function readUnderFaults(site: Site, { line, count }: { line: FaultyLine; count: number }) {
  const files = await site.withDatabase((db) => listPageFiles(db));
  const figures = { images: 0, refused: 0, broken: 0, short_images: 0, refused_without_retry_after: 0 };
  const others = { other_failures: 0, pages: 0, pages_failed: 0, pages_delayed: 0, slowest_page_ms: 0 };

  async function take(file: PageFile): Promise<void> {
    const { status, bytes, isComplete, retryAfter } = await takeImage(site, file);
    figures.images += 1;
    if (status === 200 && isComplete) figures.short_images += bytes === file.bytes ? 0 : 1;
    else if (status === 0) figures.broken += 1;
    else if (status !== 503) others.other_failures += 1;
    else {
      figures.refused += 1;
      if (retryAfter === undefined) figures.refused_without_retry_after += 1;
    }
  }

  async function readPages(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      for (const path of [paths.home(), paths.books(), `/api/v1/comics/book/search?page_size=10&q=${randomUUID()}`]) {
        const { status, ms } = await site.ask(path);
        others.pages += 1;
        if (status !== 200) others.pages_failed += 1;
        if (ms > delayedAfterMs) others.pages_delayed += 1;
        others.slowest_page_ms = Math.max(others.slowest_page_ms, Math.round(ms));
      }
    }
  }

  for (const [index, { fault }] of faults.entries()) {
    line.fault = fault();
    const left = files.slice(index * count, (index + 1) * count).values();
    const work = async () => {
      for (const file of left) await take(file);
    };
    let isOver = false;
    const taking = Promise.all(Array.from({ length: imagesAtOnce }, work)).finally(() => {
      isOver = true;
    });
    await Promise.all([taking, readPages(() => isOver)]);
  }
  line.fault = null;
  let good = 0;
  for (const file of files) {
    const { status, bytes, isComplete } = await takeImage(site, file);
    if (status === 200 && isComplete && bytes === file.bytes) good += 1;
  }
  return { ...figures, ...others, good_afterwards: (100 * good) / Math.max(1, files.length) };
}
