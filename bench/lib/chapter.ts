import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ChaptersAnswer, SearchAnswer } from '../../src/features/catalog/contract.ts';
import type { ChapterAnswer, ChapterContent } from '../../src/features/reading/contract.ts';
import type { BenchContext } from '../row.ts';
import { runLongstrip, startLongstrip } from './longstrip.ts';
import type { Running } from './processes.ts';

export const pagesOfChapter = 30;

export interface ServedChapter {
  server: Running;
  path: string;
  content: ChapterContent;
}

/** A served book with one chapter of 30 images that compress like drawn pages do. */
export async function serveChapter({ scratch }: BenchContext, name: string): Promise<ServedChapter> {
  const folder = join(scratch, name);
  await drawChapter(join(folder, 'book', '001'));
  await runLongstrip(['import', join(folder, 'book')], { dataDir: folder });
  const server = await startLongstrip({ dataDir: folder });
  const api = `${server.url}/api/v1/comics`;
  const books = await ask<SearchAnswer>(`${api}/book/search`);
  const book = books.result?.[0]?.book_uuid;
  const list = await ask<ChaptersAnswer>(`${api}/chapters/${book}/en-us/asc/0/10`);
  const chapter = list.result?.chapters[0]?.chapter_uuid;
  const { result } = await ask<ChapterAnswer>(`${api}/chapter_comics/${chapter}/en-us`);
  if (result.pages?.length !== pagesOfChapter) throw new Error(`The chapter has ${result.pages?.length} pages`);
  return { server, path: `/reader/book/chapter/${book}/${chapter}/1`, content: result };
}

async function ask<T>(url: string): Promise<T> {
  const { data } = (await (await fetch(url)).json()) as { data: T };
  return data;
}

async function drawChapter(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (let page = 0; page < pagesOfChapter; page++) {
    const shapes = Array.from({ length: 60 }, (_, i) => {
      const at = (factor: number) => (i * factor + page * 37) % 1000;
      return `<circle cx="${at(131) * 0.8}" cy="${at(277) * 1.2}" r="${20 + at(17) / 12}" fill="hsl(${at(61)},60%,55%)" stroke="#111" stroke-width="4"/>`;
    });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1600" viewBox="0 0 800 1200"><rect width="800" height="1200" fill="#f4ead8"/>${shapes.join('')}</svg>`;
    const grain = {
      create: {
        width: 1080,
        height: 1600,
        channels: 3 as const,
        background: '#808080',
        noise: { type: 'gaussian' as const, mean: 128, sigma: 14 },
      },
    };
    const texture = await sharp(grain).png().toBuffer();
    await sharp(Buffer.from(svg))
      .composite([{ input: texture, blend: 'soft-light' }])
      .jpeg({ quality: 90 })
      .toFile(join(folder, `${page + 1}.jpg`));
  }
}
