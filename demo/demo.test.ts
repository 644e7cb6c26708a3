import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planBook } from '../src/features/importing/plan/book-plan.ts';
import type { ChapterContent } from '../src/features/importing/plan/folder-items.ts';
import { createScan, scanFolder } from '../src/features/importing/server/scan.ts';
import { createMedia } from '../src/features/media/server/media.ts';
import { inLong, isLong } from '../src/server/testing/depth.ts';
import { languages } from '../src/shared/languages.ts';
import { tagNames } from '../src/shared/tags.ts';
import { demoBooks } from './books.ts';
import { renderPicture } from './draw/picture.ts';
import { writeDemoShelf } from './shelf.ts';
import type { DemoComic, DemoNovel, Words } from './types.ts';

const comics = demoBooks.filter((book): book is DemoComic => book.kind === 'comic');
const novels = demoBooks.filter((book): book is DemoNovel => book.kind === 'novel');

function bookNamed(name: string): DemoComic {
  const book = comics.find(({ id }) => id === `longstrip-demo-${name}`);
  if (!book) throw new Error(`no comic ${name}`);
  return book;
}

function expectComplete(words: Words): void {
  expect(Object.keys(words).sort()).toEqual([...languages].sort());
  for (const language of languages) expect(words[language].trim()).not.toBe('');
}

describe('the demo catalogue', () => {
  it('has at least seven comics and four novels, each with an id of its own', () => {
    expect(comics.length).toBeGreaterThanOrEqual(7);
    expect(novels.length).toBeGreaterThanOrEqual(4);
    expect(new Set(demoBooks.map((book) => book.id)).size).toBe(demoBooks.length);
  });

  it('has the shapes a newcomer should meet', () => {
    const counts = demoBooks.map((book) => book.chapters.length);
    expect(Math.max(...counts)).toBeGreaterThan(500);
    expect(counts).toContain(1);
    for (const tier of [5, 10, 20, 50, 100])
      expect(counts.some((count) => count >= tier && count < tier * 2.5)).toBe(true);
    expect(demoBooks.some((book) => book.cover === null)).toBe(true);
    expect(new Set(demoBooks.map((book) => book.status))).toEqual(new Set(['ongoing', 'finished']));
    expect(Math.min(...demoBooks.map((book) => book.releases.newestMinutes))).toBeLessThan(10);
    const free = demoBooks.map((book) => book.publicFreeChapters);
    for (const expected of [undefined, 0, 1, 10]) expect(free).toContain(expected);
    expect(demoBooks.some((book) => (book.publicFreeChapters ?? 3) >= book.chapters.length)).toBe(true);
    const recommended = demoBooks.filter((book) => book.recommended).length;
    expect(recommended).toBeGreaterThanOrEqual(4);
    expect(recommended).toBeLessThanOrEqual(5);
    expect(comics.some((book) => book.layout === 'pages')).toBe(true);
    expect(comics.some((book) => book.readingDirection === 'rtl' && book.layout === 'strip')).toBe(true);
  });

  it('uses only the tags that have names in all languages', () => {
    for (const book of demoBooks) for (const tag of book.tags) expect(Object.keys(tagNames)).toContain(tag);
  });

  it('is complete in all five languages, every title and every text', () => {
    for (const book of demoBooks) {
      expectComplete(book.title);
      expectComplete(book.introduction);
      for (const chapter of book.chapters) expectComplete(chapter.title);
    }
    for (const novel of novels) for (const chapter of novel.chapters) expectComplete(chapter.text);
  });

  it('gives every chapter of a comic pages that are drawn', () => {
    for (const comic of comics) {
      for (const chapter of comic.chapters) {
        expect(chapter.pages.length).toBeGreaterThan(0);
        for (const key of chapter.pages) expect(comic.pages.has(key)).toBe(true);
      }
    }
  });

  it('gives every chapter of a book a title of its own', () => {
    for (const book of demoBooks.filter(({ id }) => id !== 'longstrip-demo-mochi')) {
      for (const language of languages) {
        expect(new Set(book.chapters.map((chapter) => chapter.title[language])).size).toBe(book.chapters.length);
      }
    }
  });
});

describe('the drawings', () => {
  inLong('need no font: nothing in them is text', () => {
    for (const book of demoBooks) {
      const drawn = [...(book.cover ? [book.cover] : []), ...(book.kind === 'comic' ? book.pages.values() : [])];
      for (const draw of drawn) {
        const picture = draw();
        const found =
          'svg' in picture ? /<text|<tspan|font-|<image|<foreignObject|NaN|undefined/.exec(picture.svg) : null;
        expect(found && `${book.id}: ${found[0]}`).toBeNull();
      }
    }
  });

  inLong('have covers of 900 by 1200, and one strip so tall that it needs tiles', () => {
    for (const { cover } of demoBooks) if (cover) expect(cover()).toMatchObject({ width: 900, height: 1200 });
    const heights = [...bookNamed('cloud-crane').pages.values()].map((draw) => draw().height);
    expect(Math.max(...heights)).toBe(5200);
  });

  it.skipIf(!isLong)('come out the same each time', async () => {
    for (const name of ['bell-knight', 'mochi', 'lantern-whale']) {
      const [draw] = bookNamed(name).pages.values();
      if (!draw) throw new Error(`${name} has no page`);
      expect((await renderPicture(draw())).equals(await renderPicture(draw()))).toBe(true);
    }
  });
});

describe.skipIf(!isLong)('the shelf', () => {
  const now = new Date('2026-03-01T12:00:30Z');
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'longstrip-demo-'));
    // Every picture is drawn where the journeys' site is seeded; here its place counts, and that it has one.
    await writeDemoShelf(folder, { now, render: async ({ width, height }) => Buffer.from(`${width} by ${height}`) });
  }, 120_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('holds a folder with a book.yaml for each book, and a cover where there is one', async () => {
    expect(await readdir(folder)).toHaveLength(demoBooks.length);
    for (const book of demoBooks) {
      const place = join(folder, book.id.replace('longstrip-demo-', ''));
      const fields = parse(await readFile(join(place, 'book.yaml'), 'utf8'));
      expect(fields).toMatchObject({ id: book.id, kind: book.kind, title: book.title, licence: 'CC0-1.0' });
      expect((await readdir(place)).some((name) => name.startsWith('cover.'))).toBe(book.cover !== null);
    }
  });

  it('dates chapters back from now, oldest first', async () => {
    const times: string[] = [];
    for (const chapter of ['0001', '0002', '0003']) {
      times.push(
        parse(await readFile(join(folder, 'paper-plane', 'ar-sa', chapter, 'chapter.yaml'), 'utf8')).created_at,
      );
    }
    expect(times).toEqual(['2026-03-01T11:38:00.000Z', '2026-03-01T11:47:00.000Z', '2026-03-01T11:56:00.000Z']);
  });

  it('holds every chapter in a folder for each language, under its title there', async () => {
    for (const book of demoBooks) {
      const place = join(folder, book.id.replace('longstrip-demo-', ''));
      expect(await foldersIn(place)).toEqual([...languages].sort());
      for (const language of languages) {
        const chapters = await foldersIn(join(place, language));
        expect(chapters).toHaveLength(book.chapters.length);
        for (const [index, chapter] of [...book.chapters.entries()].slice(-3)) {
          const fields = await readFile(join(place, language, chapters[index] ?? '', 'chapter.yaml'), 'utf8');
          expect(parse(fields).title).toBe(chapter.title[language]);
        }
      }
    }
    expect(await readFile(join(folder, 'sleeping-sword', 'ar-sa', '0001', 'text.md'), 'utf8')).toContain('تسانغوو');
  });

  inLong(
    'gives the import content in five languages for every chapter, the pages of a comic as one file each',
    async () => {
      const media = createMedia({ dataDir: join(folder, 'unused') });
      try {
        for (const book of demoBooks) {
          const scan = createScan();
          const plan = planBook(await scanFolder(media, join(folder, book.id.replace('longstrip-demo-', '')), scan));
          expect([...scan.faults, ...scan.notes, ...plan.faults]).toEqual([]);
          expect(plan.chapters).toHaveLength(book.chapters.length);
          for (const [index, { editions }] of plan.chapters.entries()) {
            expect(editions.map(({ language }) => language).sort()).toEqual([...languages].sort());
            for (const { content } of editions) expect(content?.type).toBe(book.kind === 'comic' ? 'images' : 'texts');
            if (book.kind === 'novel') continue;
            const pages = await Promise.all(editions.map(({ content }) => filesOf(content)));
            expect(pages[0]).toHaveLength(book.chapters[index]?.pages.length ?? 0);
            for (const others of pages) expect(others).toEqual(pages[0]);
          }
        }
      } finally {
        await media.close();
      }
    },
    120_000,
  );
});

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** The numbers that the disk gives the files: two names of one file share one. */
async function filesOf(content: ChapterContent | null): Promise<number[]> {
  const images = content?.type === 'images' ? content.images : [];
  return await Promise.all(images.map(async ({ path }) => (await stat(path)).ino));
}
