import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverForTests } from '../../../../app/testing/server.ts';
import type { SearchAnswer, SuggestAnswer } from '../../contract.ts';
import { type BookOptions, makeBook } from '../../testing/books.ts';

const nameOf = new Map<string, string>();

const pages = () => ({ imageIds: [randomUUID()] });
/** By their titles; the first chapters are free, as many as the second number says. */
const catalogue: Record<string, BookOptions> = {
  open: { tags: ['悬疑', 'own'], status: 'finished', publicFreeChapters: 9, chapters: 2 },
  locked: {
    tags: ['悬疑'],
    status: 'ongoing',
    publicFreeChapters: 0,
    introductions: { 'en-us': 'traduit' }, // no name: nobody who mistypes it means this book
    chapters: 1,
  },
  early: { tags: ['末世', 'own'], status: 'hiatus', publicFreeChapters: 1, earlyAccessDays: 3, chapters: 3 },
  own: {
    tags: [],
    status: 'finished',
    publicFreeChapters: 1,
    chapters: [{}, { access: 'members' }],
  },
  novel: { tags: ['悬疑', '末世'], status: 'ongoing', kind: 'novel', publicFreeChapters: 9, chapters: 4 },
  translated: {
    tags: ['悬疑'],
    status: 'ongoing',
    publicFreeChapters: 9,
    titles: { 'en-us': 'translated word', 'fr-fr': 'traduit', 'es-es': 'traducido' },
    chapters: [
      {
        editions: {
          'en-us': pages(),
          'fr-fr': pages(),
          // A title alone, and a chapter that is not out yet.
          'es-es': { title: 'Capítulo' },
        },
      },
      { publishedAt: new Date(Date.now() + 86_400_000), editions: { 'ar-sa': pages() } },
    ],
  },
};

const server = serverForTests();
beforeAll(async () => {
  let at = 0;
  for (const [name, options] of Object.entries(catalogue)) {
    at += 1;
    const { id } = await makeBook(server.db, { titles: { 'en-us': `${name} word` }, ...options });
    nameOf.set(id, name);
    await server.db.query('update books set popularity = $2 where id = $1', [id, at]);
  }
});

async function find(query: string): Promise<SearchAnswer> {
  const answer = await server.ask(`/api/v1/comics/book/search?${query}`);
  expect([query, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([query, 200, '']);
  return answer.json().data;
}
const namesOf = ({ result }: SearchAnswer) => (result ?? []).map((book) => nameOf.get(book.book_uuid));
const uri = (text: string) => encodeURI(text);

describe('the filters of a search', () => {
  it.each([
    ['tags=悬疑', ['translated', 'novel', 'locked', 'open']],
    ['tags=悬疑&tags=own', ['open']],
    ['tag=悬疑&tags=末世', ['novel']],
    ['tags=悬疑&tags=悬疑&tags=&without=', ['translated', 'novel', 'locked', 'open']],
    ['without=悬疑', ['own', 'early']],
    ['tags=own&without=own', []],
    ['tags=nobody', []],
    ['status=finished', ['own', 'open']],
    ['status=finished&status=hiatus', ['own', 'early', 'open']],
    ['kind=novel', ['novel']],
    ['in_language=fr-fr', ['translated']],
    ['in_language=es-es', []],
    ['in_language=ar-sa', []],
    // Whatever was in early access is open to all by now.
    ['free=true', ['translated', 'novel', 'early', 'open']],
    ['free=false&facets=false&kind=novel', ['novel']],
    ['free=true&tags=悬疑&kind=comic', ['translated', 'open']],
    ['q=word&free=true&without=末世', ['translated', 'open']],
    ['q=nowhere&free=true', []],
  ])('%s leaves the books that it fits', async (query, names) => {
    const found = await find(uri(`sort=popular&${query}`));
    expect([query, ...namesOf(found)]).toEqual([query, ...names]);
    expect(found.total).toBe(names.length);
    if (names.length === 0) expect(found.result).toBeNull();
  });

  it('cut the answer into pages that repeat and drop nothing', async () => {
    const asked = async (page: number) => namesOf(await find(uri(`tags=悬疑&sort=newest&page_size=3&page=${page}`)));
    const all = [...(await asked(0)), ...(await asked(1))];
    expect([all.length, new Set(all).size]).toEqual([4, 4]);
    expect(await asked(2)).toEqual([]);
  });

  it.each([
    'kind=comic&kind=novel',
    'kind=',
    'status=over',
    'status=ongoing&status=over',
    'in_language=de',
    'in_language=en-us&in_language=fr-fr',
    'free=yes',
    'facets=1',
    'sort=best',
    'sort=',
    'sort=popular&sort=newest',
    `tags=${'x'.repeat(101)}`,
    'tags=%00',
    Array.from({ length: 11 }, (_, n) => `tags=${n}`).join('&'),
    `tag=x&${Array.from({ length: 10 }, (_, n) => `tags=${n}`).join('&')}`,
    Array.from({ length: 11 }, (_, n) => `without=${n}`).join('&'),
  ])('are refused where they are wrong: %s', async (query) => {
    const answer = await server.ask(`/api/v1/comics/book/search?${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
  });

  it('count characters, not halves of them', async () => {
    const long = encodeURIComponent('😀'.repeat(100));
    expect((await find(`tags=${long}&without=${long}&q=${long}`)).total).toBe(0);
  });

  it('may have ten tags, each counted once, and the old one among them', async () => {
    const ten = Array.from({ length: 10 }, (_, n) => `tags=${n}&tags=${n}`).join('&');
    expect((await find(`${ten}&tag=3&${ten.replaceAll('tags', 'without')}`)).total).toBe(0);
  });
});

describe('the facets of a search', () => {
  it('count each group under the filters of the others, and tags under all', async () => {
    expect((await find(uri('facets=true&status=ongoing&tags=悬疑'))).facets).toEqual({
      tags: [
        { value: '悬疑', count: 3 },
        { value: '末世', count: 1 },
      ],
      status: [
        { value: 'ongoing', count: 3 },
        { value: 'finished', count: 1 },
      ],
      kind: [
        { value: 'comic', count: 2 },
        { value: 'novel', count: 1 },
      ],
      language: [
        { value: 'en-us', count: 3 },
        { value: 'fr-fr', count: 1 },
      ],
      free: 2,
    });
  });

  it('are there when nothing is found, and only when they are asked for', async () => {
    const none = { tags: [], status: [], kind: [], language: [], free: 0 };
    expect(await find('q=nowhere&facets=true')).toEqual({ result: null, total: 0, total_capped: false, facets: none });
    expect(await find('facets=false')).not.toHaveProperty('facets');
  });

  it('agree with what a click on each of them finds', async () => {
    for (const query of ['', 'q=word', uri('q=word&without=末世&status=ongoing&status=finished')]) {
      const { facets } = await find(`facets=true&${query}`);
      for (const { value, count } of facets?.tags ?? [])
        expect([value, (await find(`${query}&tags=${uri(value)}`)).total]).toEqual([value, count]);
      for (const { value, count } of facets?.language ?? [])
        expect([value, (await find(`${query}&in_language=${value}`)).total]).toEqual([value, count]);
      for (const { value, count } of facets?.kind ?? [])
        expect([value, (await find(`${query}&kind=${value}`)).total]).toEqual([value, count]);
      expect((await find(`${query}&free=true`)).total).toBe(facets?.free);
    }
  });
});

describe('the sorts of a search', () => {
  it.each([
    ['sort=popular', 'translated'],
    ['sort=rating', 'translated'],
    ['sort=relevance', 'translated'],
    ['sort=chapters', 'novel'],
    ['sort=popular&order_by=chapters', 'translated'],
    ['sort=chapters&order_by=popularity&q=word', 'novel'],
  ])('%s puts the highest first', async (query, first) => {
    expect([query, namesOf(await find(query))[0]]).toEqual([query, first]);
  });

  it.each([
    ['a title', 'traduti', ['translated']],
    ['a tag', 'mystrey', ['translated', 'novel', 'locked', 'open']],
    ['a title, beside a word of all', 'word traduti', ['translated']],
  ])('by relevance find what stands in %s by a mistyped word', async (_, q, names) => {
    const found = await find(uri(`sort=relevance&facets=true&q=${q}`));
    expect([namesOf(found), found.total]).toEqual([names, names.length]);
    expect(found.facets?.kind.reduce((sum, { count }) => sum + count, 0)).toBe(names.length);
  });

  it('by novelty go by the first publication, whatever was added since', async () => {
    const { rows } = await server.db.query<{ id: string }>(
      `select book_id as id from published_chapters group by book_id order by min(published_since) desc, book_id`,
    );
    expect(namesOf(await find('sort=newest'))).toEqual(rows.map(({ id }) => nameOf.get(id)));
  });
});

describe('suggestions', () => {
  const suggest = async (query: string): Promise<SuggestAnswer['result']> => {
    const answer = await server.ask(`/api/v1/comics/book/suggest?${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data.result;
  };

  it('are books, authors and tags that begin so, tags with their stored name', async () => {
    expect(await suggest('q=trans')).toMatchObject([
      { kind: 'book', text: 'translated word', author: '', cover: null },
    ]);
    expect(await suggest('q=TRADU&language=fr-fr')).toMatchObject([{ kind: 'book', text: 'traduit' }]);
    expect(await suggest('q=myst')).toEqual([{ kind: 'tag', text: 'Mystery', tag: '悬疑' }]);
    expect(await suggest('q=myst&language=fr-fr')).toEqual([{ kind: 'tag', text: 'Mystère', tag: '悬疑' }]);
  });

  it.each(['', 'q=', 'q=%20%20'])('are none without words: %s', async (query) => {
    expect(await suggest(query)).toEqual([]);
  });

  it('refuse what is longer than 100 characters, spaces around it not counted', async () => {
    expect(await suggest(`q=%20${encodeURIComponent('😀'.repeat(100))}%20`)).toEqual([]);
    const answer = await server.ask(`/api/v1/comics/book/suggest?q=${'x'.repeat(101)}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
  });

  it('and searches know titles and names as readers see them, not as they are stored', async () => {
    const { id } = await makeBook(server.db, {
      titles: { 'en-us': 'Caf&eacute; &amp; Lune' },
      author: 'Jos&#233; Paz',
    });
    for (const q of ['café', 'CAFE & LUNE', 'josé paz'])
      expect((await find(`q=${encodeURIComponent(q)}`)).result?.map((book) => book.book_uuid)).toEqual([id]);
    expect(await suggest('q=caf%C3%A9%20lu')).toMatchObject([{ kind: 'book', text: 'Caf&eacute; &amp; Lune' }]);
  });
});
