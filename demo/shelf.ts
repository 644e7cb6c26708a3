import { copyFile, link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type Language, languages } from '../src/shared/languages.ts';
import { demoBooks } from './books.ts';
import { type Picture, renderPicture } from './draw/picture.ts';
import type { DemoBook, DemoComic, DemoNovel } from './types.ts';

type Progress = (done: number, total: number, what: string) => void;

/** A picture to draw, and every file that shall hold it. */
type Drawing = { draw: () => Picture; what: string; places: string[] };

/** `render` makes a file's bytes of a drawing; without it they are the picture. */
type ShelfOptions = { now: Date; onProgress?: Progress; render?: typeof renderPicture };

/**
 * Writes the demo catalogue as a shelf that `longstrip import` takes: the same for the same `now`, into an empty or
 * absent folder. All times of release count back from `now`.
 */
export async function writeDemoShelf(folder: string, options: ShelfOptions): Promise<void> {
  const drawings: Drawing[] = [];
  for (const book of demoBooks) {
    const place = join(folder, book.id.replace('longstrip-demo-', ''));
    await writeBook(place, book, options.now);
    if (book.cover) drawings.push({ draw: book.cover, what: book.title['en-us'], places: [join(place, 'cover')] });
    drawings.push(...(book.kind === 'comic' ? await writeComic(place, book, options.now) : []));
    if (book.kind === 'novel') await writeNovel(place, book, options.now);
  }
  await drawAll(drawings, options);
}

async function writeBook(place: string, book: DemoBook, now: Date): Promise<void> {
  await mkdir(place, { recursive: true });
  const comic = book.kind === 'comic' ? { layout: book.layout, reading_direction: book.readingDirection } : {};
  const fields = {
    id: book.id,
    title: book.title,
    introduction: book.introduction,
    author: book.author,
    kind: book.kind,
    original_language: book.originalLanguage,
    tags: book.tags,
    ...(book.publicFreeChapters === undefined ? {} : { public_free_chapters: book.publicFreeChapters }),
    ...(book.recommended ? { recommended: true } : {}),
    status: book.status,
    ...comic,
    licence: 'CC0-1.0',
    attribution: `${book.author}, drawn and written for Longstrip, ${now.getUTCFullYear()}`,
  };
  await writeFile(join(place, 'book.yaml'), stringify(fields));
}

function releasedAt(book: DemoBook, index: number, now: Date): string {
  const { newestMinutes, everyMinutes } = book.releases;
  const minutes = newestMinutes + (book.chapters.length - 1 - index) * everyMinutes;
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 - minutes * 60_000).toISOString();
}

function numbered(index: number): string {
  return String(index + 1).padStart(4, '0');
}

/** The pages have no words, so that every language's edition holds the same ones: one file under many names. */
async function writeComic(place: string, book: DemoComic, now: Date): Promise<Drawing[]> {
  const places = new Map<string, string[]>();
  for (const [index, chapter] of book.chapters.entries()) {
    for (const folder of await writeChapterFolders(place, book, { index, now })) {
      for (const [page, key] of chapter.pages.entries()) {
        const files = places.get(key) ?? [];
        files.push(join(folder.path, String(page + 1).padStart(2, '0')));
        places.set(key, files);
      }
    }
  }
  return [...places].map(([key, files]) => {
    const draw = book.pages.get(key);
    if (!draw) throw new Error(`${book.id} has no page '${key}'`);
    return { draw, what: book.title['en-us'], places: files };
  });
}

async function writeNovel(place: string, book: DemoNovel, now: Date): Promise<void> {
  for (const [index, chapter] of book.chapters.entries()) {
    for (const { language, path } of await writeChapterFolders(place, book, { index, now })) {
      await writeFile(join(path, 'text.md'), `${chapter.text[language]}\n`);
    }
  }
}

/** A chapter's folder in each language's edition, with its title and its time of release. */
async function writeChapterFolders(
  place: string,
  book: DemoBook,
  chapter: { index: number; now: Date },
): Promise<{ language: Language; path: string }[]> {
  const title = book.chapters[chapter.index]?.title;
  const created = releasedAt(book, chapter.index, chapter.now);
  const folders = languages.map((language) => ({ language, path: join(place, language, numbered(chapter.index)) }));
  for (const { language, path } of folders) {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'chapter.yaml'), stringify({ title: title?.[language], created_at: created }));
  }
  return folders;
}

/** Draws on all of sharp's threads, a few pictures at once; a picture used many times becomes one file with many names. */
async function drawAll(
  drawings: readonly Drawing[],
  { onProgress = () => {}, render = renderPicture }: ShelfOptions,
): Promise<void> {
  const queue = drawings.values();
  let done = 0;
  const worker = async (): Promise<void> => {
    for (const drawing of queue) {
      await drawOne(drawing, render);
      done += 1;
      onProgress(done, drawings.length, drawing.what);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
}

async function drawOne({ draw, places }: Drawing, render: typeof renderPicture): Promise<void> {
  const picture = draw();
  const files = places.map((place) => `${place}.${picture.format}`);
  const [first, ...others] = files;
  if (first === undefined) return;
  await writeFile(first, await render(picture));
  for (const other of others) await sameFile(first, other);
}

/** A second name costs no room; where the disk knows no such names, a copy does. */
async function sameFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
  }
}
