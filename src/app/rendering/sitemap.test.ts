import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { setBookHidden } from '../../features/catalog/server/catalog.ts';
import { type BookOptions, makeBook } from '../../features/catalog/testing/books.ts';
import type { Db } from '../../server/database/db.ts';
import { systemClock } from '../../server/process/clock.ts';
import { type Language, languages, languageTags } from '../../shared/languages.ts';
import { settingsIn } from '../../shared/site-settings.ts';
import { serverForTests } from '../testing/server.ts';
import { signInStaff } from '../testing/staff.ts';
import { countFiles, idsOfFile, registerSitemap } from './sitemap.ts';

const publicUrl = 'https://comics.example';
const asked: string[] = [];

const noting = (db: Db): Db => ({
  query(sql, values) {
    asked.push(typeof sql === 'string' ? sql : sql.name);
    return db.query(sql, values);
  },
});
const serverWithSitemap = () =>
  serverForTests({
    addPages: ({ http, db }) =>
      registerSitemap({ setting: settingsIn({}), clock: systemClock, http, publicUrl, db: noting(db) }),
  });
const addressesOf = (body: string) => [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');

describe('the sitemap of many books and chapters', () => {
  const [books, chapters] = [2500, 5000];
  const hiddenBook = randomUUID();
  const server = serverWithSitemap();

  beforeAll(async () => {
    await server.db.query(
      `insert into books (id, source_key, kind, original_language)
       select case n when 1 then $2 else gen_random_uuid() end, n, 'comic', 'en-us' from generate_series(1, $1::int) n`,
      [books, hiddenBook],
    );
    await server.db.query(
      `with book as (select array_agg(id order by source_key::int) as ids from books)
       insert into chapters (book_id, number, source_key, created_at)
       select ids[1 + n % $1], 1 + n / $1, n, '2026-03-04' from book, generate_series(0, $2::int - 1) n`,
      [books, chapters],
    );
    await server.db.query(
      `insert into chapter_editions (chapter_id, language, title, has_content)
       select id, 'ar-sa', 'فصل', true from chapters`,
    );
    await setBookHidden(server.db, { bookId: hiddenBook, hidden: true });
    await server.db.query('analyze books, chapters, chapter_editions');
  });

  it('names files that hold every visible book once in each language, and every chapter once', async () => {
    const files = addressesOf((await server.ask('/sitemap.xml')).body);
    expect(files).toEqual(Array.from({ length: 32 + 32 }, (_, index) => `${publicUrl}/sitemap-${index + 1}.xml`));
    const found: string[] = [];
    for (const file of files) {
      const answer = await server.ask(file.slice(publicUrl.length));
      expect(answer.statusCode).toBe(200);
      found.push(...addressesOf(answer.body));
    }
    const ofChapters = found.filter((address) => address.includes('/reader/'));
    expect(ofChapters).toHaveLength(chapters - chapters / books);
    expect(found).toHaveLength(languages.length * (books - 1 + 5) + ofChapters.length);
    expect(new Set(found).size).toBe(found.length);
    expect(found.join()).not.toContain(hiddenBook);
  });

  it('refuses an unknown file without asking the database', async () => {
    await server.ask('/sitemap.xml');
    asked.length = 0;
    for (const number of ['65', '99999', '49153', '0', 'x', '1e3']) {
      const answer = await server.ask(`/sitemap-${number}.xml`);
      expect(answer.statusCode, number).toBe(404);
      expect(answer.headers['cache-control'], number).toBe('no-store');
    }
    expect(asked).toEqual([]);
  });
});

describe('a chapter in the sitemap', () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  const published = new Date('2025-03-04T05:06:07.089Z');
  const server = serverWithSitemap();

  interface Entry {
    address: string;
    changedAt: string | undefined;
    alternates: [tag: string, address: string][];
  }
  /** What the sitemap says of the chapters of a book, in the order of their addresses. */
  async function entriesOf(bookId: string): Promise<Entry[]> {
    const { body } = await server.ask('/sitemap.xml');
    const entries = [...body.matchAll(/<url>(.*?)<\/url>/g)].map(([, url = '']) => ({
      address: addressesOf(url)[0] ?? '',
      changedAt: /<lastmod>([^<]+)/.exec(url)?.[1],
      alternates: [...url.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(
        ([, tag = '', href = '']): [string, string] => [tag, href],
      ),
    }));
    return entries
      .filter(({ address }) => address.includes(`/reader/book/chapter/${bookId}/`))
      .sort((one, other) => one.address.localeCompare(other.address));
  }
  const addressOf = (bookId: string, chapter: { id: string | undefined; number: number }, language: Language) =>
    `${publicUrl}/reader/book/chapter/${bookId}/${chapter.id}/${chapter.number}?lang=${language}`;
  const edition = (title: string) => ({ title, imageIds: [randomUUID()] });

  it('stands once for each language that has it, with these alternates alone, free or locked', async () => {
    const { id, chapterIds } = await makeBook(server.db, {
      publicFreeChapters: 1,
      titles: { 'en-us': 'The Harbour', 'ar-sa': 'الميناء' },
      chapters: [
        { publishedAt: published, editions: { 'en-us': edition('One'), 'ar-sa': edition('واحد') } },
        { publishedAt: published, editions: { 'en-us': { title: 'Two' }, 'ar-sa': edition('اثنان') } },
      ],
    });
    const chapters = chapterIds.map((chapterId, index) => ({ id: chapterId, number: index + 1 }));
    const expected = chapters.flatMap((chapter, index) => {
      const there: Language[] = index === 0 ? ['ar-sa', 'en-us'] : ['ar-sa'];
      const alternates = there.map((language) => [languageTags[language], addressOf(id, chapter, language)]);
      return there.map((language) => ({
        address: addressOf(id, chapter, language),
        changedAt: published.toISOString(),
        alternates,
      }));
    });
    expect(await entriesOf(id)).toEqual(expected.sort((one, other) => one.address.localeCompare(other.address)));
  });

  it('does not stand in it before its time, nor in the language whose time has not come', async () => {
    const { id, chapterIds } = await makeBook(server.db, {
      chapters: [{ publishedAt: published }, { publishedAt: tomorrow }],
    });
    await server.db.query(
      `insert into chapter_editions (chapter_id, language, title, has_content, published_at, is_published)
       values ($1, 'fr-fr', 'Demain', true, $2, false)`,
      [chapterIds[0], tomorrow],
    );
    const entries = await entriesOf(id);
    expect(entries.map(({ address }) => address)).toEqual([addressOf(id, { id: chapterIds[0], number: 1 }, 'en-us')]);
    expect(entries[0]?.alternates).toHaveLength(1);
    const { body } = await server.ask('/sitemap.xml');
    expect(body).not.toContain(chapterIds[1]);
  });

  it('leaves it with its book, and when it goes into the trash', async () => {
    const { id, chapterIds } = await makeBook(server.db, { chapters: 2 });
    const editor = await signInStaff(server, 'editor');
    const url = `/api/v1/studio/chapters/${chapterIds[0]}`;
    const { headers } = await server.app.inject({ url, headers: editor.headers });
    await server.app.inject({ method: 'DELETE', url, headers: { ...editor.headers, 'if-match': `${headers.etag}` } });
    const left = addressOf(id, { id: chapterIds[1], number: 1 }, 'en-us');
    expect((await entriesOf(id)).map(({ address }) => address)).toEqual([left]);
    await setBookHidden(server.db, { bookId: id, hidden: true });
    expect(await entriesOf(id)).toEqual([]);
  });

  describe('tells when it last changed', () => {
    const imageIds = [randomUUID(), randomUUID()];
    const text = (words: string) => [{ type: 'p' as const, inlines: [{ type: 'text' as const, text: words }] }];
    const novel = (words: string): BookOptions => ({
      kind: 'novel',
      chapters: [{ publishedAt: published, editions: { 'en-us': { title: 'One', blocks: text(words) } } }],
    });
    const comic = (title: string, pages = imageIds): BookOptions => ({
      chapters: [{ publishedAt: published, editions: { 'en-us': { title, imageIds: pages } } }],
    });
    const withAnother = comic('One').chapters as object[]; // it is a list above
    it.each([
      ['by its title', comic('One'), comic('Another'), true],
      ['by its pages', comic('One'), comic('One', [...imageIds, randomUUID()]), true],
      ['by its text', novel('old'), novel('new'), true],
      ['and not by an import that changes nothing', comic('One'), comic('One'), false],
      ['and not by another chapter', comic('One'), { chapters: [...withAnother, {}] }, false],
    ])('%s', async (_, before, after, isChange) => {
      const book = { sourceKey: randomUUID() };
      const { id, chapterIds } = await makeBook(server.db, { ...before, ...book });
      const changedAt = async () => {
        const entries = await entriesOf(id);
        return entries.find(({ address }) => address.includes(chapterIds[0] ?? '-'))?.changedAt;
      };
      expect(await changedAt()).toBe(published.toISOString());
      const importedAt = Date.now();
      await makeBook(server.db, { ...after, ...book });
      const changed = Date.parse((await changedAt()) ?? '');
      if (isChange) expect(Math.abs(changed - importedAt)).toBeLessThan(60_000);
      else expect(changed).toBe(published.getTime());
    });
  });
});

describe('the files', () => {
  it.each([
    [0, 0, null],
    [100, 900, null],
    [100, 901, { books: 1, chapters: 4 }],
    [1001, 0, { books: 16, chapters: 1 }],
    [1_000_000, 20_000_000, { books: 4000, chapters: 46_000 }],
    [10_000_000_000, 10_000_000_000, { books: 4000, chapters: 46_000 }],
  ])('of %i books and %i chapters are as many as an index may name', (books, chapters, files) => {
    expect(countFiles({ books, chapters })).toEqual(files);
  });

  it.each([8, 46_000])('hold every id exactly once: %i', (count) => {
    const files = Array.from({ length: count }, (_, index) => idsOfFile(index + 1, count));
    expect(files[0]?.from).toBe('00000000-0000-0000-0000-000000000000');
    expect(files.at(-1)?.to).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff');
    const numberOf = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`);
    expect(files.slice(1).map(({ from }) => numberOf(from))).toEqual(
      files.slice(0, -1).map(({ to }) => numberOf(to) + 1n),
    );
  });
});
