import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ChaptersAnswer, SearchAnswer } from '../../../src/features/catalog/contract.ts';
import type { ChapterAnswer, ChapterContent } from '../../../src/features/reading/contract.ts';
import type { BenchContext } from '../row.ts';
import { runLongstrip, startLongstrip } from './longstrip.ts';
import type { Running } from './processes.ts';

export const pagesOfChapter = 30;

export interface ServedChapter {
  server: Running;
  path: string;
  content: ChapterContent;
}

/** The kind of drawn pages: usual ones compress like art, plain ones are made quickly. */
export interface Drawn {
  chapters: number;
  pages: number;
  kind: 'usual' | 'plain';
}

/** A served book of free chapters with drawn images; by default one chapter of 30 images. */
export async function serveChapter(
  { scratch }: BenchContext,
  name: string,
  drawn: Drawn = { chapters: 1, pages: pagesOfChapter, kind: 'usual' },
): Promise<ServedChapter> {
  const folder = join(scratch, name);
  for (let chapter = 1; chapter <= drawn.chapters; chapter++) {
    await drawChapter(join(folder, 'book', String(chapter).padStart(3, '0')), { ...drawn, chapter });
  }
  writeFileSync(join(folder, 'book', 'book.yaml'), `public_free_chapters: ${drawn.chapters}\n`);
  return serveFolder({ folder, path: join(folder, 'book'), pages: drawn.pages });
}

/** A served book from a given folder; `folder` takes the server's data. */
export async function serveFolder({
  folder,
  path,
  pages,
}: {
  folder: string;
  path: string;
  pages: number;
}): Promise<ServedChapter> {
  await runLongstrip(['import', path], { dataDir: folder, mayFail: true });
  const server = await startLongstrip({ dataDir: folder });
  const api = `${server.url}/api/v1/comics`;
  const books = await ask<SearchAnswer>(`${api}/book/search`);
  const book = books.result?.[0]?.book_uuid;
  const list = await ask<ChaptersAnswer>(`${api}/chapters/${book}/en-us/asc/0/10`);
  const chapter = list.result?.chapters[0]?.chapter_uuid;
  const { result } = await ask<ChapterAnswer>(`${api}/chapter_comics/${chapter}/en-us`);
  if (result.pages?.length !== pages) throw new Error(`The chapter has ${result.pages?.length} pages`);
  return { server, path: `/reader/book/chapter/${book}/${chapter}/1`, content: result };
}

async function ask<T>(url: string): Promise<T> {
  const { data } = (await (await fetch(url)).json()) as { data: T };
  return data;
}

async function drawChapter(folder: string, { pages, kind, chapter }: Drawn & { chapter: number }): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (let page = 0; page < pages; page++) {
    const file = join(folder, `${page + 1}.jpg`);
    if (kind === 'plain') {
      await sharp(shapesOf(page))
        .resize({ width: 480 })
        .modulate({ hue: chapter * 17 })
        .jpeg()
        .toFile(file);
      continue;
    }
    writeFileSync(file, await drawUsualPage(page, await makeGrain()));
  }
}

/** A picture of shapes, others for each `page` below a thousand. */
function shapesOf(page: number): Buffer {
  const shapes = Array.from({ length: 60 }, (_, i) => {
    const at = (factor: number) => (i * factor + page * 37) % 1000;
    return `<circle cx="${at(131) * 0.8}" cy="${at(277) * 1.2}" r="${20 + at(17) / 12}" fill="hsl(${at(61)},60%,55%)" stroke="#111" stroke-width="4"/>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1600" viewBox="0 0 800 1200"><rect width="800" height="1200" fill="#f4ead8"/>${shapes.join('')}</svg>`,
  );
}

/** The grain of paper, as a picture; each call makes another one. */
export function makeGrain(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 14 };
  return sharp({ create: { width: 1080, height: 1600, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer();
}

/** A JPEG file of 1080 × 1600 pixels that compresses like art. */
export function drawUsualPage(page: number, grain: Buffer): Promise<Buffer> {
  return sharp(shapesOf(page))
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
