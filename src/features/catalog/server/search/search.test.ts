import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serverForTests } from '../../../../app/testing/server.ts';
import { draws, inLong } from '../../../../server/testing/depth.ts';
import { foldForSearch, searchWords } from '../../../../shared/search-text.ts';
import { tagNames } from '../../../../shared/tags.ts';
import { orderBy, type SearchAnswer } from '../../contract.ts';
import { makeBook } from '../../testing/books.ts';
import { sortKeys } from '../books/queries.ts';
import { setBookHidden } from '../catalog.ts';

const server = serverForTests();

async function searchFor(query: Record<string, string>): Promise<SearchAnswer> {
  const answer = await server.ask('/api/v1/comics/book/search', { query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

const idsOf = ({ result }: SearchAnswer) => (result ?? []).map((book) => book.book_uuid);

describe('the matches', () => {
  const texts = [
    '剑仙传 一个少年的剑',
    '小辣椒comic 2: the sea, the sea',
    'L’Œuvre au noir; cœur brisé',
    'El niño y el corazón del año 2026',
    'ألف ليلة وليلة مُحَمَّد فى المدينةِ',
    'ＷＩＤＥ Straße 🐉 a_b 100% \\ c*d - - [x]',
    'ab',
    '山',
  ];
  const tags = ['悬疑', 'Own tag'];

  inLong(
    'is what holds each word somewhere, in five languages, words of any length',
    { timeout: 120_000 },
    async () => {
      const books = await Promise.all(
        texts.map(async (text, index) => {
          const given = {
            title: `T${index} ${text}`,
            author: `Au-${index}`,
            introduction: [...text].reverse().join(''),
          };
          const { id } = await makeBook(server.db, {
            titles: { 'zh-cn': given.title },
            introductions: { 'zh-cn': given.introduction },
            author: given.author,
            tags: index % 2 === 0 ? tags : [],
          });
          const ownTags = index % 2 === 0 ? tags.flatMap((tag) => [tag, ...Object.values(tagNames[tag] ?? {})]) : [];
          return { id, folded: foldForSearch([given.title, given.author, ...ownTags, given.introduction].join('\n')) };
        }),
      );
      const cut = fc
        .tuple(fc.constantFrom(...texts, ...tags), fc.nat(), fc.integer({ min: 1, max: 7 }))
        .map(([text, from, length]) =>
          [...text].slice(from % [...text].length, (from % [...text].length) + length).join(''),
        );
      const drawn = fc.string({ unit: fc.constantFrom(...[...texts.join('')]), minLength: 1, maxLength: 4 });
      const questions = fc.array(fc.oneof(cut, drawn, fc.string({ unit: 'binary', maxLength: 5 })), {
        minLength: 1,
        maxLength: 3,
      });
      await fc.assert(
        fc.asyncProperty(questions, fc.boolean(), async (parts, isOfTag) => {
          const q = parts.join(' ').replaceAll('\0', '');
          const words = searchWords(q);
          fc.pre(words.length > 0 && q.length <= 100);
          const expected = books.filter(
            ({ folded }, index) =>
              words.every((word) => folded.includes(word.replace(/\p{Surrogate}/gu, '\uFFFD'))) &&
              (!isOfTag || index % 2 === 0),
          );
          const found = await searchFor({ q, ...(isOfTag ? { tag: 'Own tag' } : {}) });
          expect(idsOf(found).sort()).toEqual(expected.map(({ id }) => id).sort());
          expect(found).toMatchObject({ total: expected.length, total_capped: false });
        }),
        { numRuns: draws(400) },
      );
    },
  );
});

describe('the reach of a search', () => {
  it('says of a search whether there is more, and of a list without words nothing', async () => {
    expect(await searchFor({ q: ' ' })).toMatchObject({ total_capped: false });
    expect(await searchFor({ q: 'nowhere' })).toEqual({ result: null, total: 0, total_capped: false });
    expect(await searchFor({ q: '' })).not.toHaveProperty('total_capped');
    expect(await searchFor({})).not.toHaveProperty('total_capped');
  });

  inLong('is 10,000 books, in each order and each once; a list reaches all of them', { timeout: 120_000 }, async () => {
    const one = randomUUID();
    for (let from = 1; from <= 10_001; from += 1000) {
      await server.db.query(
        `insert into books (id, source_key, kind, original_language, updated_at, popularity)
         select coalesce(case n when 1 then $1::uuid end, gen_random_uuid()), 'many ' || n, 'comic', 'en-us',
           timestamptz '2026-01-01' + n / 7 * interval '1 minute', n % 100
         from generate_series($2::int, least($2 + 999, 10001)) n`,
        [one, from],
      );
      await server.db.query(
        `insert into editions (book_id, language, title) select id, 'en-us', 'q9' from books b
         where source_key like 'many%' and not exists (select from editions e where e.book_id = b.id)`,
      );
      await server.db.query(`update book_searches set text = 'q9', keys = 'q 9 q9' where text = ''`);
    }
    const last = { q: 'q9', page: '99', page_size: '100' };
    for (const order_by of orderBy.options) {
      const { rows } = await server.db.query<{ id: string }>(
        `select id from books where source_key like 'many%' order by ${sortKeys[order_by]} desc, id`,
      );
      const first = await searchFor({ q: 'q9', order_by });
      expect(first).toMatchObject({ total: 10_000, total_capped: true });
      expect(idsOf(first)).toEqual(rows.slice(0, 10).map(({ id }) => id));
      expect(idsOf(await searchFor({ ...last, order_by }))).toEqual(rows.slice(9900, 10_000).map(({ id }) => id));
    }
    expect(await searchFor({ ...last, page: '100' })).toEqual({ result: null, total: 10_000, total_capped: true });
    const { rows: all } = await server.db.query<{ id: string }>(
      'select id from books where not hidden order by updated_at desc, id',
    );
    const far = { page: '100', page_size: '100' };
    expect(idsOf(await searchFor(far))).toEqual(all.slice(10_000).map(({ id }) => id));
    expect(await searchFor({ ...far, page: '101' })).toEqual({ result: null, total: all.length });
    expect(idsOf(await searchFor({ q: 'q9', page: '1428', page_size: '7' }))).toHaveLength(4);

    await setBookHidden(server.db, { bookId: one, hidden: true });
    expect(await searchFor({ ...last, page: '100' })).toEqual({ result: null, total: 10_000, total_capped: false });

    const { id: named } = await makeBook(server.db, { titles: { 'en-us': 'Q9!' }, tags: ['q-tag', 'q-tag'] });
    const { rows: popular } = await server.db.query<{ id: string }>(
      `select id from books where source_key like 'many%' and id <> $1 order by popularity desc, id`,
      [one],
    );
    const byRelevance = [named, ...popular.map(({ id }) => id)];
    for (const page of [0, 9, 10, 99]) {
      const found = await searchFor({ ...last, page: String(page), sort: 'relevance', facets: 'true' });
      expect(found).toMatchObject({ total: 10_000, total_capped: true });
      expect(idsOf(found)).toEqual(byRelevance.slice(page * 100, page * 100 + 100));
      expect(found.facets?.kind).toEqual([{ value: 'comic', count: 10_000 }]);
      expect(found.facets?.tags).toEqual([{ value: 'q-tag', count: 1 }]);
    }
  });
});
