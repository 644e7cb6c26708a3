import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { daysFromNow, signIn } from '../../../app/testing/users.ts';
import type { Language } from '../../../shared/languages.ts';
import { setBookHidden } from '../../catalog/server/catalog.ts';
import { makeBook } from '../../catalog/testing/books.ts';

const server = serverForTests();

type Texts = Partial<Record<Language, string[]>>;

/** A novel of which the first chapter is free. */
function makeNovel(...chapters: Texts[]) {
  return makeBook(server.db, {
    kind: 'novel',
    titles: { 'en-us': 'A novel', 'zh-cn': '小说' },
    publicFreeChapters: 1,
    chapters: chapters.map((texts, index) => ({
      editions: Object.fromEntries(
        Object.entries(texts).map(([language, paragraphs]) => [
          language,
          {
            title: `Part ${index + 1}`,
            blocks: paragraphs.map((text) => ({ type: 'p' as const, inlines: [{ type: 'text' as const, text }] })),
          },
        ]),
      ),
    })),
  });
}

function search(bookId: string, query: Record<string, string>, { language = 'en-us', headers = {} } = {}) {
  const url = `/api/v1/reader/book/${bookId}/${language}/text?${new URLSearchParams(query)}`;
  return server.app.inject({ method: 'GET', url, headers });
}

describe('GET /reader/book/{bookId}/{language}/text', () => {
  it('finds passages in reading order, with the words around them', async () => {
    const { id, chapterIds } = await makeNovel({
      'en-us': ['Nothing.', 'It was a Café by the sea.', 'The café again.'],
    });
    await server.db.query("update chapters set season = 2, label = '½' where id = $1", [chapterIds[0]]);
    const answer = await search(id, { q: 'cafe' });
    expect(answer.json()).toEqual({
      data: {
        result: [
          { index: 1, excerpt: 'It was a Café by the sea.' },
          { index: 2, excerpt: 'The café again.' },
        ].map((hit) => ({
          ...{ chapter_uuid: chapterIds[0], chapter_number: 1, season: 2, label: '½', title: 'Part 1' },
          ...hit,
        })),
        total: 2,
      },
    });
    expect(answer.headers['cache-control']).toContain('s-maxage=5');
  });

  it.each([
    ['STRASSE', 'Die Straße war leer.'],
    ['coeur', 'Un cœur simple.'],
    ['فلفل', 'قال فُلْفُلٌ ذلك.'],
    ['احمد', 'جاء أحمد إلى المدرسة.'],
    ['المدرسه', 'جاء أحمد إلى المدرسة.'],
    ['１２３', 'numbers 123 here'],
    ['100%', 'a full 100% of it'],
    ['two words', 'two\n  words'],
    ["it's_all\\", "so it's_all\\ right"],
    ['ガ', '半角ｶﾞ'],
    ["master's wife", 'The master’s wife.'],
    ['quoi?', 'Quoi\u202f?'],
    ['他说:"好"', '他说：「好」'],
  ])('finds %j in %j', async (q, text) => {
    const { id } = await makeNovel({ 'en-us': [text, 'something else'] });
    expect((await search(id, { q: q.length < 2 ? `角${q}` : q })).json().data.total).toBe(1);
  });

  it('takes no character of the words for a pattern', async () => {
    const { id } = await makeNovel({ 'en-us': ['abc', '1000'] });
    expect((await search(id, { q: '%%' })).json().data.total).toBe(0);
    expect((await search(id, { q: 'a_c' })).json().data.total).toBe(0);
  });

  it('finds words that have readings above them, and across line breaks', async () => {
    const { id } = await makeBook(server.db, {
      kind: 'novel',
      chapters: [
        {
          editions: {
            'en-us': {
              blocks: [
                { type: 'hr' },
                {
                  type: 'p',
                  inlines: [
                    { type: 'ruby', base: '漢', text: 'かん' },
                    { type: 'text', text: '字 here' },
                    { type: 'br' },
                    { type: 'text', text: 'and there' },
                  ],
                },
              ],
            },
          },
        },
      ],
    });
    expect((await search(id, { q: '漢字' })).json().data.result[0]).toMatchObject({ index: 1 });
    expect((await search(id, { q: 'here and' })).json().data.total).toBe(1);
    expect((await search(id, { q: 'かん' })).json().data.total).toBe(0);
  });

  it('searches each chapter in the language that its reader gets', async () => {
    const { id } = await makeNovel({ 'en-us': ['a lantern'], 'zh-cn': ['一盏灯笼'] });
    expect((await search(id, { q: '灯笼' }, { language: 'zh-cn' })).json().data.total).toBe(1);
    expect((await search(id, { q: '灯笼' })).json().data.total).toBe(0);
    expect((await search(id, { q: 'lantern' }, { language: 'fr-fr' })).json().data.total).toBe(1);
  });

  it('reveals nothing of a locked chapter, and searches all of it for members', async () => {
    const { id, chapterIds } = await makeNovel({ 'en-us': ['a secret begins'] }, { 'en-us': ['the secret ends here'] });
    const member = await signIn(server, { expireAt: daysFromNow(30) });
    const former = await signIn(server, { expireAt: daysFromNow(-1) });
    for (const { headers } of [{ headers: {} }, former]) {
      const answer = await search(id, { q: 'secret' }, { headers });
      expect(answer.json().data.total).toBe(1);
      expect(answer.body).not.toContain('ends here');
      expect(answer.body).not.toContain(chapterIds[1]);
      expect((await search(id, { q: 'ends here' }, { headers })).json().data).toEqual({ result: [], total: 0 });
    }
    const answer = await search(id, { q: 'secret' }, { headers: member.headers });
    expect(answer.json().data.result.map((hit: { chapter_number: number }) => hit.chapter_number)).toEqual([1, 2]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('gives many passages page by page, and counts up to 500', async () => {
    const { id } = await makeNovel({ 'en-us': Array.from({ length: 600 }, (_, index) => `word number ${index}`) });
    const first = (await search(id, { q: 'word number' })).json().data;
    const second = (await search(id, { q: 'word number', page: '1' })).json().data;
    expect(first.total).toBe(501);
    expect([...first.result, ...second.result].map((hit: { index: number }) => hit.index)).toEqual(
      Array.from({ length: 40 }, (_, index) => index),
    );
    expect((await search(id, { q: 'word number', page: '999999' })).json().data.result).toEqual([]);
  });

  it('cuts long passages around the words', async () => {
    const filler = 'and so it went on and on '.repeat(40);
    const { id } = await makeNovel({ 'en-us': [`${filler}the needle ${filler}`] });
    const { excerpt } = (await search(id, { q: 'needle' })).json().data.result[0];
    expect(excerpt).toMatch(/^….*the needle and.*…$/);
    expect(excerpt.length).toBeLessThan(200);
  });

  it('finds the text as it is now, a few seconds after it changed', async () => {
    const { id, chapterIds } = await makeNovel({ 'en-us': ['the old words'] });
    expect((await search(id, { q: 'old words' })).json().data.total).toBe(1);
    const block = { type: 'p', inlines: [{ type: 'text', text: 'the new words' }] };
    await server.db.query('update chapter_editions set blocks = $2 where chapter_id = $1', [
      chapterIds[0],
      JSON.stringify([block]),
    ]);
    server.pass(5000);
    expect((await search(id, { q: 'old words' })).json().data.total).toBe(0);
    expect((await search(id, { q: 'new words' })).json().data.result[0].excerpt).toBe('the new words');
  });

  it('lets other requests go on while it searches a long text, and searches for a few callers at once', async () => {
    const passage = 'and so it went on and on, '.repeat(16);
    const { id } = await makeNovel({ 'en-us': Array.from({ length: 2000 }, () => passage) });
    const { headers } = await signIn(server, { expireAt: daysFromNow(30) });
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    });
    // Visitors come in one moment; who is logged in comes once that is looked up.
    const visitors = Array.from({ length: 30 }, (_, n) => search(id, { q: `words ${n}` }));
    const users = [1, 2, 3].map((n) => search(id, { q: `other words ${n}` }, { headers }));
    const answers = await Promise.all([...visitors, ...users]);
    clearInterval(others);
    expect(turns).toBeGreaterThan(50);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(visitors.length - 22);
    expect(refused.length).toBeLessThan(answers.length);
    expect(new Set(refused.map(({ statusCode, headers }) => `${statusCode} ${'retry-after' in headers}`))).toEqual(
      new Set(['503 true']),
    );
    expect((await search(id, { q: 'went on and' })).json().data.total).toBe(501);
  });

  it.each([
    ['one character', { q: 'a' }],
    ['one character of two halves', { q: '😀' }],
    ['no words', {}],
    ['far too many', { q: 'a'.repeat(101) }],
    ['a NUL', { q: 'a\0b' }],
    ['a page that is none', { q: 'ab', page: '-1' }],
  ])('refuses %s', async (_, query) => {
    const { id } = await makeNovel({ 'en-us': ['text'] });
    const answer = await search(id, query as Record<string, string>);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
  });

  it('takes 100 characters of two halves', async () => {
    const { id } = await makeNovel({ 'en-us': ['text'] });
    expect((await search(id, { q: '😀'.repeat(100) })).statusCode).toBe(200);
  });

  it('finds no passage of a comic, nor of an unknown or hidden book', async () => {
    const comic = await makeBook(server.db);
    expect((await search(comic.id, { q: 'ab' })).json().data).toEqual({ result: [], total: 0 });
    const hidden = await makeNovel({ 'en-us': ['text'] });
    await setBookHidden(server.db, { bookId: hidden.id, hidden: true });
    for (const bookId of [hidden.id, randomUUID()]) {
      const answer = await search(bookId, { q: 'text' });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'book_not_found']);
    }
  });
});
