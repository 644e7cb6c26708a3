import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ChaptersAnswer, SearchAnswer } from '../../../src/features/catalog/contract.ts';
import type { ChapterAnswer } from '../../../src/features/reading/contract.ts';
import { missingForLoad, requestsPerSecond } from '../lib/load.ts';
import { runLongstrip, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { startNginx } from '../lib/nginx.ts';
import { interleave, type Row } from '../row.ts';

const wantedBytes = 300_000;
const mostChapters = 10;

export const hotImage: Row = {
  name: 'hot-image',
  what: 'a hot 300 kB page image',
  against: 'nginx with sendfile, one worker',
  unit: 'req/s',
  target: { kind: 'ratioAtLeast', value: 0.8 },
  async run({ scratch }) {
    const missing = missingForLoad('nginx');
    if (missing) return { skipped: missing };
    const folder = join(scratch, 'image');
    await drawNoise(join(folder, 'book', '001'));
    const database = await startDatabase(join(folder, 'postgres'));
    await runLongstrip(['import', join(folder, 'book')], { dataDir: folder, databaseUrl: database.url });
    const ours = await startLongstrip({ dataDir: folder, databaseUrl: database.url });
    try {
      const { path, bytes } = await imageNearest(ours.url, { chapter: 1 });
      const nginx = await startNginx(folder, bytes);
      try {
        await requestsPerSecond(ours.url + path, { seconds: 10 });
        const measured = await interleave(
          3,
          () => requestsPerSecond(ours.url + path),
          () => requestsPerSecond(`${nginx.url}/file.webp`),
        );
        return { ...measured, note: `${bytes.length} bytes` };
      } finally {
        await nginx.stop();
      }
    } finally {
      await ours.stop();
      await database.stop();
    }
  },
};

/** Draws pages from smooth to noisy, so that one of them is near the wanted size. */
export async function drawNoise(chapter: string, sigmas = [10, 20, 30, 40, 50]): Promise<void> {
  mkdirSync(chapter, { recursive: true });
  for (const [i, sigma] of sigmas.entries()) {
    const noise = { type: 'gaussian' as const, mean: 128, sigma };
    const page = sharp({ create: { width: 800, height: 1280, channels: 3, background: '#888', noise } });
    await page.jpeg({ quality: 92 }).toFile(join(chapter, `${i + 1}.jpg`));
  }
}

async function ask<T>(url: string, token?: string): Promise<T> {
  const response = await fetch(url, token ? { headers: { Authorization: `Token ${token}` } } : {});
  const { data } = (await response.json()) as { data: T };
  return data;
}

/** The id of a chapter of the first book. */
export async function findChapter(origin: string, number: number): Promise<string> {
  const api = `${origin}/api/v1/comics`;
  const books = await ask<SearchAnswer>(`${api}/book/search`);
  const book = books.result?.[0]?.book_uuid;
  const list = await ask<ChaptersAnswer>(`${api}/chapters/${book}/en-us/asc/0/${mostChapters}`);
  const chapter = list.result?.chapters[number - 1];
  if (!chapter) throw new Error(`The first book has no chapter ${number}`);
  return chapter.chapter_uuid;
}

/** The addresses of all files of a chapter's images, of the first book; with a token, those for that session. */
export async function listImagePaths(
  origin: string,
  { chapter: number, token }: { chapter: number; token?: string },
): Promise<string[]> {
  const chapterId = await findChapter(origin, number);
  const chapter = await ask<ChapterAnswer>(`${origin}/api/v1/comics/chapter_comics/${chapterId}/en-us`, token);
  return (chapter.result.pages ?? []).flatMap((page) =>
    page.sources.flatMap((source) => source.srcset.split(', ').map((candidate) => candidate.split(' ')[0] ?? '')),
  );
}

/** Finds an image of about 300 kB in a chapter of the first book; with a token, by the address for that session. */
export async function imageNearest(
  origin: string,
  wanted: { chapter: number; token?: string },
): Promise<{ path: string; bytes: Buffer }> {
  return nearestOf(origin, await listImagePaths(origin, wanted));
}

/** The one of these files that has about 300 kB. */
export async function nearestOf(origin: string, paths: readonly string[]): Promise<{ path: string; bytes: Buffer }> {
  const images: { path: string; bytes: Buffer }[] = [];
  // One after the other: a server that makes them at the first request makes two at once and refuses others.
  for (const path of paths) {
    const response = await fetch(origin + path);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    images.push({ path, bytes: Buffer.from(await response.arrayBuffer()) });
  }
  const distance = (image: { bytes: Buffer }) => Math.abs(image.bytes.length - wantedBytes);
  const nearest = images.sort((a, b) => distance(a) - distance(b))[0];
  if (!nearest || distance(nearest) > wantedBytes * 0.25) throw new Error('No page came near 300 kB');
  return nearest;
}
