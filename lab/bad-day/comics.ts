import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawPicture } from '../../src/features/media/testing/pictures.ts';
import type { Site } from './site.ts';

/** Writes a comic of one chapter below that folder. */
export async function writeComic(folder: string, { title, pages }: { title: string; pages: number }): Promise<string> {
  const book = join(folder, `comic ${title}`);
  mkdirSync(join(book, '1'), { recursive: true });
  writeFileSync(join(book, 'book.yaml'), `title: ${title}\ntags: [玄幻奇幻]\npublic_free_chapters: 1\n`);
  for (let page = 1; page <= pages; page += 1) {
    const bytes = await drawPicture({ width: 300, height: 400, seed: title.length * 1000 + page });
    writeFileSync(join(book, '1', `${String(page).padStart(4, '0')}.jpg`), bytes);
  }
  return book;
}

export async function countBooks(site: Site): Promise<number> {
  const books: unknown[] = JSON.parse(await site.run(['book', 'list', '--json']));
  return books.length;
}

/** Images that are missing or damaged. */
export async function countWrongFiles(site: Site): Promise<number> {
  const { out } = await site.command(['media', 'check', '--sums', '--json']);
  const { missing, damaged }: { missing: unknown[]; damaged: unknown[] } = JSON.parse(out);
  return missing.length + damaged.length;
}
