import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { eachOf, inLong } from '../../../server/testing/depth.ts';
import { languages } from '../../../shared/languages.ts';
import { makeImage } from '../../media/testing/images.ts';
import { type Book, type BookDetail, orderBy, type RecommendedBook } from '../contract.ts';
import { makeBook } from '../testing/books.ts';
import { sortKeys } from './books/queries.ts';
import { setBookHidden } from './catalog.ts';

const server = serverForTests();
beforeEach(async () => {
  await server.db.query('delete from books');
});

const search = '/api/v1/comics/book/search';

async function searchFor(query: Record<string, string> = {}): Promise<{ result: Book[] | null; total: number }> {
  const answer = await server.ask(search, { query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

const titlesOf = (found: { result: Book[] | null }) => found.result?.map((book) => book.book_title) ?? null;

async function chaptersOf(bookId: string, rest = 'en-us/asc/0/10'): Promise<BookDetail | null> {
  const answer = await server.ask(`/api/v1/comics/chapters/${bookId}/${rest}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.result;
}

const chapterAt = (day: string) => ({ createdAt: new Date(`${day}T00:00:00Z`) });

describe('GET /comics/book/search', () => {
  it('answers null and a total of 0 while there are no books', async () => {
    expect(await searchFor()).toEqual({ result: null, total: 0 });
  });

  it('spells every field of a book', async () => {
    const coverImageId = await makeImage(server.db, { kind: 'cover' });
    const { id } = await makeBook(server.db, {
      titles: { 'en-us': 'Tom &amp; <b>Jerry</b>' },
      covers: { 'en-us': coverImageId },
      author: 'Ada',
      tags: ['悬疑', '末世', '武侠', 'more'],
      publicFreeChapters: 2,
      status: 'finished',
      kind: 'novel',
      chapters: [chapterAt('2026-02-03')],
    });
    const address = `/media/${coverImageId}/w480.webp`;
    expect((await searchFor()).result).toEqual([
      {
        book_uuid: id,
        book_title: 'Tom &amp; <b>Jerry</b>',
        cover_image: address,
        tag1: '悬疑',
        tag2: '末世',
        tag3: '武侠',
        chapter_number: 1,
        total_likes: 0,
        updated_at: '2026-02-03T00:00:00.000Z',
        public_free_chapters: 2,
        next_free_at: null,
        free_until: null,
        kind: 'novel',
        language: 'en-us',
        author: 'Ada',
        status: 'finished',
        rating: null,
        cover: {
          src: address,
          sources: [{ type: 'image/webp', srcset: `${address} 480w` }],
          width: 480,
          height: 640,
          placeholder: 'data:,',
          color: '#336699',
        },
      },
    ]);
  });

  it('uses defaults for missing parameters, and orders by the newest chapter', async () => {
    for (let day = 1; day <= 12; day += 1)
      await makeBook(server.db, {
        titles: { 'en-us': `Day ${day}` },
        chapters: [chapterAt(`2026-01-${String(day).padStart(2, '0')}`)],
      });
    const found = await searchFor();
    expect(titlesOf(found)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((day) => `Day ${day}`));
    expect(found.total).toBe(12);
    expect(titlesOf(await searchFor({ page: '1' }))).toEqual(['Day 2', 'Day 1']);
    expect(await searchFor({ page: '2' })).toEqual({ result: null, total: 12 });
    for (const page of ['999999999', '9'.repeat(400)])
      expect(await searchFor({ page })).toEqual({ result: null, total: 12 });
  });

  it('orders by the number of chapters, the most first, without drafts', async () => {
    for (const [title, chapters] of [
      ['Two', 2],
      ['Four', 4],
      ['One, and drafts', [{}, ...Array.from({ length: 4 }, () => ({ publishedAt: 'draft' as const }))]],
    ] as const)
      await makeBook(server.db, {
        titles: { 'en-us': title },
        chapters: typeof chapters === 'number' ? chapters : [...chapters],
      });
    expect(titlesOf(await searchFor({ order_by: 'chapters' }))).toEqual(['Four', 'Two', 'One, and drafts']);
  });

  it.each(['悬疑', 'with space', "o'clock", '"; drop table books; --', '%', '_'])(
    'keeps to the tag %s',
    async (tag) => {
      await makeBook(server.db, { titles: { 'en-us': 'Tagged' }, tags: ['other', tag] });
      await makeBook(server.db, { titles: { 'en-us': 'Another' }, tags: [`${tag}!`] });
      expect(titlesOf(await searchFor({ tag }))).toEqual(['Tagged']);
      expect((await searchFor({ tag: '' })).total).toBe(2);
    },
  );

  it.each([
    { edition: 'fr-fr', asked: 'fr-fr', used: 'fr-fr' },
    { edition: 'fr-fr', asked: 'es-es', used: 'en-us' },
    { edition: 'zh-cn', asked: 'zh-cn', used: 'zh-cn' },
  ] as const)('shows the edition in $used to who asks in $asked', async ({ edition, asked, used }) => {
    await makeBook(server.db, { titles: { 'ar-sa': 'ar-sa', 'en-us': 'en-us', [edition]: edition } });
    const [book] = (await searchFor({ language: asked })).result ?? [];
    expect(book).toMatchObject({ book_title: used, language: used });
  });

  it('falls back to the original where neither the language nor en-us is there', async () => {
    await makeBook(server.db, { titles: { 'ar-sa': 'ar', 'fr-fr': 'fr' }, originalLanguage: 'fr-fr' });
    for (const language of ['zh-cn', 'en-us', 'es-es']) expect(titlesOf(await searchFor({ language }))).toEqual(['fr']);
  });

  it("shows another edition's cover where the one used has none", async () => {
    const cover = await makeImage(server.db, { kind: 'cover' });
    await makeBook(server.db, { titles: { 'en-us': 'en', 'zh-cn': 'zh' }, covers: { 'en-us': cover } });
    const [book] = (await searchFor({ language: 'zh-cn' })).result ?? [];
    expect(book).toMatchObject({ language: 'zh-cn', cover_image: `/media/${cover}/w480.webp` });
  });

  describe('by words', () => {
    beforeEach(async () => {
      await makeBook(server.db, {
        titles: { 'en-us': 'Pepper&Carrot', 'zh-cn': '小辣椒与萝卜头', 'ar-sa': 'فُلفُل و جَزَر' },
        introductions: { 'fr-fr': '', 'en-us': 'A young witch. 100% magic', 'zh-cn': '混沌魔法' },
        author: 'Élodie Œuvre',
        tags: ['玄幻奇幻'],
      });
      await makeBook(server.db, { titles: { 'en-us': 'Something else' } });
    });

    it.each([
      'pepper',
      'PEPPER carrot',
      'Pepper & Carrot',
      '小辣椒',
      '萝卜',
      '辣',
      '小辣椒 pepper',
      '小辣椒pepper',
      'فلفل',
      'فُلْفُل',
      'elodie',
      'ÉLODIE',
      'witch 混沌',
      'fantasy xuanhuan',
      'Fantasía',
      '100%',
      'ｐｅｐｐｅｒ',
      '%',
    ])('finds the book by %s', async (q) => {
      expect(titlesOf(await searchFor({ q }))).toEqual(['Pepper&Carrot']);
    });

    it.each(['pepper tomato', '番茄', '_', '\\', '!!!', 'x'.repeat(100)])('does not find it by %s', async (q) => {
      expect(await searchFor({ q })).toEqual({ result: null, total: 0, total_capped: false });
    });

    it('treats empty words as none, and joins words with a tag', async () => {
      expect((await searchFor({ q: '' })).total).toBe(2);
      expect((await searchFor({ q: ' ' })).total).toBe(2);
      expect((await searchFor({ q: 'witch', tag: '玄幻奇幻' })).total).toBe(1);
      expect(await searchFor({ q: 'else', tag: '玄幻奇幻' })).toEqual({ result: null, total: 0, total_capped: false });
    });
  });

  eachOf(
    orderBy.options.map((order): [typeof order] => [order]),
    1,
  )('cuts the order by %s into pages without gap or repeat', async (order) => {
    const sameDay = [chapterAt('2026-01-01')];
    for (let index = 0; index < 23; index += 1) await makeBook(server.db, { chapters: sameDay, tags: ['t'] });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 25 }),
        fc.constantFrom({}, { tag: 't' }, { q: 'book' }),
        fc.constantFrom(...languages),
        async (pageSize, filter, language) => {
          const seen: string[] = [];
          for (let page = 0; ; page += 1) {
            const cut = { page: String(page), page_size: String(pageSize) };
            const { result, total } = await searchFor({ order_by: order, language, ...cut, ...filter });
            expect(total).toBe(23);
            seen.push(...(result ?? []).map((book) => book.book_uuid));
            if ((result?.length ?? 0) < pageSize) break;
          }
          expect(seen).toEqual([...new Set(seen)].sort());
          expect(seen.length).toBe(23);
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('a list', () => {
  it.each(orderBy.options)(
    'by %s has all books in their order, with a tag and with words too, whatever came, went and moved',
    async (order) => {
      const key = sortKeys[order];
      const ids: string[] = [];
      for (let index = 0; index < 12; index += 1)
        ids.push((await makeBook(server.db, { chapters: [chapterAt('2026-01-01')], tags: index % 2 ? ['t'] : [] })).id);
      const changes = [
        `update books set updated_at = updated_at - strpos(id::text, 'a') * interval '1 hour'`,
        `update books set popularity = strpos(id::text, 'b') / 3.0`,
        `update books set chapter_count = 1 + strpos(id::text, 'c')`,
        `update books set hidden = true where id = '${ids[1]}'`,
        `update books set tags = '{t,u}' where id in ('${ids[2]}', '${ids[4]}')`,
        `delete from books where id = '${ids[3]}'`,
      ];
      for (const change of changes) {
        await server.db.query(change);
        for (const [filter, where] of [
          [{}, 'true'],
          [{ tag: 't' }, `'t' = any(tags)`],
          [{ q: 'book' }, 'true'],
        ] as const) {
          const { rows } = await server.db.query<{ id: string }>(
            `select id from books where not hidden and ${where} order by ${key} desc, id`,
          );
          const { result, total } = await searchFor({ order_by: order, page_size: '100', ...filter });
          expect([(result ?? []).map((book) => book.book_uuid), total]).toEqual([
            rows.map(({ id }) => id),
            rows.length,
          ]);
        }
      }
    },
  );
});

describe('GET /reader/book/tags', () => {
  it('lists tags most used first, without those of hidden books', async () => {
    await makeBook(server.db, { tags: ['悬疑', '末世'] });
    await makeBook(server.db, { tags: ['末世'] });
    const hidden = await makeBook(server.db, { tags: ['武侠', '悬疑'] });
    await setBookHidden(server.db, { bookId: hidden.id, hidden: true });
    const answer = await server.ask('/api/v1/reader/book/tags');
    expect(answer.json()).toEqual({ data: { result: ['末世', '悬疑'] } });
  });
});

describe('GET /comics/book/recommendation/list', () => {
  async function recommended(query = ''): Promise<RecommendedBook[]> {
    return (await server.ask(`/api/v1/comics/book/recommendation/list${query}`)).json().data.result;
  }

  it('answers an empty list while there are no books', async () => {
    expect(await recommended()).toEqual([]);
  });

  it('starts with recommended books and fills up with popular ones to ten', async () => {
    for (let index = 0; index < 12; index += 1)
      await makeBook(server.db, { titles: { 'en-us': `${index}` }, chapters: [chapterAt('2026-01-01')] });
    await server.db.query(
      `update books set popularity = 5 where id in (select book_id from editions where title = '7')`,
    );
    await makeBook(server.db, { titles: { 'en-us': 'chosen', 'zh-cn': '选' }, recommended: true });
    const list = await recommended();
    expect(list.slice(0, 2).map((book) => book.book_title)).toEqual(['chosen', '7']);
    expect(list.length).toBe(10);
    expect(new Set(list.map((book) => book.book_uuid)).size).toBe(10);
    expect((await recommended('?language=zh-cn'))[0]).toMatchObject({ book_title: '选', chapterNumber: 1 });
  });
});

describe('GET /comics/chapters', () => {
  it("gives another edition's introduction where the one used has none", async () => {
    const { id } = await makeBook(server.db, {
      titles: { 'en-us': 'en', 'zh-cn': 'zh' },
      introductions: { 'en-us': 'About' },
      chapters: [chapterAt('2026-01-01')],
    });
    expect(await chaptersOf(id, 'zh-cn/asc/0/10')).toMatchObject({
      book_title: 'zh',
      language: 'zh-cn',
      book_introduction: 'About',
    });
  });

  it('tells the other names of a book, those in the language of the answer first and each once', async () => {
    const byLanguage = { 'fr-fr': ['Le Singe', 'Singe'], 'en-us': ['Monkey'] };
    const aliases = { all: ['Monkey', '西遊記', 'Le Singe', 'Singe'], byLanguage };
    const { id } = await makeBook(server.db, { titles: { 'en-us': 'Journey', 'fr-fr': 'Voyage' }, aliases });
    const namesIn = async (language: string) => {
      const answer = await server.ask(`/api/v1/comics/chapters/${id}/${language}/asc/0/10`);
      return answer.json().data.result.aliases;
    };
    expect(await namesIn('fr-fr')).toEqual(['Le Singe', 'Singe', 'Monkey', '西遊記']);
    expect(await namesIn('zh-cn')).toEqual(['Monkey', '西遊記', 'Le Singe', 'Singe']);
  });

  it('names the languages with content: the shown one first, and no title without pages', async () => {
    const pages = (title: string) => ({ title, imageIds: [randomUUID()] });
    const later = new Date(Date.now() + 86_400_000);
    const { id } = await makeBook(server.db, {
      titles: { 'fr-fr': 'Un', 'en-us': 'One', 'zh-cn': '一', 'ar-sa': 'واحد', 'es-es': 'Uno' },
      originalLanguage: 'fr-fr',
      chapters: [
        { editions: { 'fr-fr': pages('Un'), 'ar-sa': pages('واحد'), 'en-us': { title: 'One' } } },
        { editions: { 'fr-fr': pages('Deux'), 'zh-cn': pages('二') } },
        { publishedAt: later, editions: { 'fr-fr': pages('Trois'), 'es-es': pages('Tres') } },
      ],
    });
    expect((await chaptersOf(id, 'ar-sa/asc/0/10'))?.languages).toEqual(['ar-sa', 'zh-cn', 'fr-fr']);
    expect((await chaptersOf(id, 'en-us/desc/0/1'))?.languages).toEqual(['zh-cn', 'fr-fr', 'ar-sa']);
  });

  it('spells every field of a book and its chapters', async () => {
    const thumb = await makeImage(server.db, { kind: 'thumb' });
    const { id, chapterIds } = await makeBook(server.db, {
      titles: { 'en-us': 'Book' },
      introductions: { 'en-us': 'About' },
      tags: ['a', 'b', 'c', 'd'],
      licence: 'CC BY 4.0',
      attribution: 'By us',
      layout: 'pages',
      readingDirection: 'rtl',
      chapters: [
        { ...chapterAt('2026-01-01'), editions: { 'en-us': { title: 'One', imageIds: [thumb], coverImageId: thumb } } },
      ],
    });
    expect(await chaptersOf(id)).toEqual({
      book_uuid: id,
      aliases: [],
      book_title: 'Book',
      book_introduction: 'About',
      book_tags: ['a', 'b', 'c', 'd'],
      chapters: [
        {
          chapter_uuid: chapterIds[0],
          chapter_number: 1,
          title: 'One',
          cover_image: `/media/${thumb}/w480.webp`,
          created_at: '2026-01-01T00:00:00.000Z',
          published_at: '2026-01-01T00:00:00.000Z',
          access: { state: 'free', free_at: null, until: null, reason: 'first_free' },
          language: 'en-us',
          season: null,
          label: null,
        },
      ],
      seasons: [],
      cover_image: null,
      cover: null,
      next_free_at: null,
      free_until: null,
      for_members: false,
      schedule: null,
      cadence: null,
      public_free_chapters: null,
      total_likes: 0,
      total_chapters: 1,
      kind: 'comic',
      language: 'en-us',
      author: '',
      status: 'ongoing',
      layout: 'pages',
      languages: ['en-us'],
      rating: null,
      reading_direction: 'rtl',
      licence: 'CC BY 4.0',
      attribution: 'By us',
    });
  });

  it('says whether some chapter is for members now', async () => {
    const [short, long] = [await makeBook(server.db, { chapters: 3 }), await makeBook(server.db, { chapters: 4 })];
    expect((await chaptersOf(short.id))?.for_members).toBe(false);
    expect((await chaptersOf(long.id, 'en-us/asc/0/1'))?.for_members).toBe(true);
    await server.db.query(
      "insert into windows (book_id, from_at, to_at) values ($1, now() - interval '1 hour', now() + interval '1 hour')",
      [long.id],
    );
    server.pass(60_000);
    expect((await chaptersOf(long.id))?.for_members).toBe(false);
  });

  it('chooses the language chapter by chapter', async () => {
    const page = { imageIds: [randomUUID()] };
    const { id } = await makeBook(server.db, {
      titles: { 'fr-fr': 'Livre', 'zh-cn': '书' },
      originalLanguage: 'fr-fr',
      chapters: [
        { editions: { 'fr-fr': { title: 'Un', ...page }, 'zh-cn': { title: '一', ...page } } },
        { editions: { 'fr-fr': { title: 'Deux', ...page }, 'en-us': { title: 'Two', ...page } } },
        { editions: { 'fr-fr': { title: 'Trois', ...page } } },
        { editions: { 'ar-sa': { title: 'أربعة', ...page } } },
      ],
    });
    const detail = await chaptersOf(id, 'zh-cn/asc/0/10');
    expect(detail).toMatchObject({ book_title: '书', language: 'zh-cn' });
    expect(detail?.chapters.map(({ title, language }) => [title, language])).toEqual([
      ['一', 'zh-cn'],
      ['Two', 'en-us'],
      ['Trois', 'fr-fr'],
      ['أربعة', 'ar-sa'],
    ]);
  });

  inLong('cuts either direction into pages; descending is ascending turned round', async () => {
    const { id } = await makeBook(server.db, { chapters: 23 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (pageSize) => {
        const all = async (direction: string) => {
          const seen: number[] = [];
          for (let page = 0; ; page += 1) {
            const detail = await chaptersOf(id, `en-us/${direction}/${page}/${pageSize}`);
            if (!detail) return seen;
            expect(detail.total_chapters).toBe(23);
            seen.push(...detail.chapters.map((chapter) => chapter.chapter_number));
          }
        };
        const numbers = Array.from({ length: 23 }, (_, index) => index + 1);
        expect(await all('asc')).toEqual(numbers);
        expect(await all('desc')).toEqual(numbers.reverse());
      }),
      { numRuns: 8 },
    );
  });

  it('answers null past the last page, and the book alone while it has no chapters', async () => {
    const ten = await makeBook(server.db, { chapters: 10 });
    expect(await chaptersOf(ten.id, 'en-us/asc/1/10')).toBeNull();
    expect(await chaptersOf(ten.id, 'en-us/desc/999999999/100')).toBeNull();
    const none = await makeBook(server.db, { chapters: [] });
    expect(await chaptersOf(none.id)).toMatchObject({ chapters: [], total_chapters: 0, book_uuid: none.id });
  });

  it('finds the same book by a UUID in capitals', async () => {
    const { id } = await makeBook(server.db);
    expect((await chaptersOf(id.toUpperCase()))?.book_uuid).toBe(id);
  });

  it('answers 404 for a book that does not exist', async () => {
    const answer = await server.ask(`/api/v1/comics/chapters/${randomUUID()}/en-us/asc/0/10`);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'book_not_found']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('a hidden book', () => {
  it('is gone from every call and every image within 5 s, and comes back unharmed', async () => {
    const [cover, page] = [await makeImage(server.db, { kind: 'cover' }), await makeImage(server.db)];
    const { id, chapterIds } = await makeBook(server.db, {
      titles: { 'en-us': 'Shy' },
      covers: { 'en-us': cover },
      tags: ['shy'],
      recommended: true,
      chapters: [{ editions: { 'en-us': { imageIds: [page] } } }],
    });
    const look = async () => {
      server.pass(5000);
      const get = async (url: string) => (await server.app.inject(`/api/v1${url}`)).json().data?.result ?? null;
      const decisions = [cover, page].map((image) => server.app.inject(`/media/${image}/w480.webp`));
      return {
        search: await get('/comics/book/search?tag=shy'),
        words: await get('/comics/book/search?q=shy'),
        tags: await get('/reader/book/tags'),
        recommended: await get('/comics/book/recommendation/list'),
        chapters: await get(`/comics/chapters/${id}/en-us/asc/0/10`),
        content: await get(`/comics/chapter_comics/${chapterIds[0]}/en-us`),
        images: (await Promise.all(decisions)).map((answer) => answer.json().code),
      };
    };
    const before = await look();
    expect(before.search).toHaveLength(1);
    expect(before.content).toMatchObject({ images: [`/media/${page}/w480.webp`] });

    expect(await setBookHidden(server.db, { bookId: id, hidden: true })).toBe(true);
    expect(await look()).toEqual({
      search: null,
      words: null,
      tags: [],
      recommended: [],
      chapters: null,
      content: null,
      images: ['image_not_found', 'image_not_found'],
    });

    await setBookHidden(server.db, { bookId: id, hidden: false });
    expect(await look()).toEqual(before);
    expect(await setBookHidden(server.db, { bookId: randomUUID(), hidden: true })).toBe(false);
  });
});
