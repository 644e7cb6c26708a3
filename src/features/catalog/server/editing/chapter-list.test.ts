import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serverForTests } from '../../../../app/testing/server.ts';
import { signInStaff } from '../../../../app/testing/staff.ts';
import { signIn } from '../../../../app/testing/users.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { forAllTests } from '../../../../server/testing/for-all-tests.ts';
import { makeBook } from '../../testing/books.ts';

const server = serverForTests();
const editor = forAllTests(() => signInStaff(server, 'editor'));

async function list(bookId: string, language = 'en-us', { what = 'chapters', page = '' } = {}) {
  const url = `/api/v1/studio/books/${bookId}/${what}?language=${language}${page}`;
  const answer = await server.app.inject({ url, headers: editor.headers });
  return { status: answer.statusCode, etag: answer.headers.etag, ...answer.json().data };
}

describe("the rows of a book's chapters", () => {
  it('have their title in a language, their earliest date, and how they are read and liked', async () => {
    const page = (title: string) => ({ title, imageIds: [randomUUID()] });
    const later = new Date('2030-01-02T03:04:05.000Z');
    const { id, chapterIds } = await makeBook(server.db, {
      titles: { 'zh-cn': '港', 'en-us': 'Harbour', 'fr-fr': 'Le port' },
      chapters: [
        { editions: { 'zh-cn': page('一'), 'fr-fr': page('Un') } },
        { editions: { 'zh-cn': page('二'), 'en-us': page('Two') }, publishedAt: later },
      ],
    });
    const [first = ''] = chapterIds;
    const reader = await signIn(server);
    const read = (who: Record<string, string>) =>
      server.app.inject({
        ...{ method: 'POST', url: '/api/v1/events', headers: who },
        payload: {
          events: [
            {
              ...{ event_id: randomUUID(), name: 'start_reading', occurred_at: new Date().toISOString() },
              ...{ language: 'fr-fr', book_uuid: id, chapter_uuid: first },
            },
          ],
        },
      });
    for (const who of [reader.headers, { 'x-visitor-id': randomUUID() }])
      expect((await read(who)).statusCode).toBe(202);
    await server.app.inject({
      ...{ method: 'POST', url: `/api/v1/comics/chapter/favor`, headers: reader.headers },
      payload: { book_uuid: id, chapter_uuid: first },
    });
    const { result } = await list(id, 'fr-fr');
    expect(result).toMatchObject([
      {
        title: 'Un',
        number: 1,
        readings_28d: 2,
        likes: 1,
        thumbnail: null,
        published_at: result[0].editions[0].published_at,
      },
      { title: 'Two', number: null, readings_28d: 0, likes: 0, published_at: later.toISOString() },
    ]);
    expect((await list(id)).result[0].title).toBe('一');
    expect((await list(id, 'de-de')).status).toBe(400);
  });
});

describe("the order of a book's chapters", () => {
  inLong(
    'has dates where they are asked for: when it opens, and the first and the last one of its editions',
    async () => {
      const page = (title: string) => ({ title, imageIds: [randomUUID()] });
      const [at, later] = ['2030-01-02T03:04:05.000Z', '2030-02-02T03:04:05.000Z'];
      const { id, chapterIds } = await makeBook(server.db, {
        chapters: [
          { access: 'members', freeAt: new Date(later) },
          { editions: { 'zh-cn': page('二'), 'en-us': page('Two') }, publishedAt: new Date(at) },
          { publishedAt: 'draft' },
        ],
      });
      await server.db.query(
        "update chapter_editions set published_at = $2 where chapter_id = $1 and language = 'en-us'",
        [chapterIds[1], later],
      );
      const { result } = await list(id, 'en-us', { what: 'order', page: '&dates=true' });
      const ofFirst = {
        free_at: later,
        published_at: expect.stringMatching(/Z$/),
        last_at: expect.stringMatching(/Z$/),
      };
      expect(result.map((row: { dates: object }) => row.dates)).toEqual([
        ofFirst,
        { free_at: null, published_at: at, last_at: later },
        { free_at: null, published_at: null, last_at: null },
      ]);
      expect((await list(id, 'en-us', { what: 'order' })).result[0]).not.toHaveProperty('dates');
    },
  );

  it('comes in few words of each, with the version that a move names, and its rows come by pages', async () => {
    const page = (title: string) => ({ title, imageIds: [randomUUID()] });
    const { id, chapterIds } = await makeBook(server.db, {
      titles: { 'zh-cn': '港', 'en-us': 'Harbour' },
      chapters: [
        { editions: { 'zh-cn': page('一'), 'en-us': page('One') } },
        { editions: { 'zh-cn': page('二') }, publishedAt: new Date('2030-01-02T03:04:05.000Z') },
        { editions: { 'zh-cn': page('三') }, publishedAt: 'draft' },
        { editions: { 'zh-cn': page('四') }, publishedAt: 'draft' },
      ],
    });
    await server.db.query('update chapter_editions set has_content = false where chapter_id = $1', [chapterIds[3]]);
    const order = await list(id, 'en-us', { what: 'order' });
    expect(order).toMatchObject({ status: 200, total: 4 });
    expect(order.result).toEqual(
      [
        { number: 1, title: 'One', state: 'published' },
        { number: null, title: '二', state: 'scheduled' },
        { number: null, title: '三', state: 'draft' },
        { number: null, title: '四', state: null },
      ].map((row, at) => ({ chapter_uuid: chapterIds[at], place: at + 1, access: 'rule', ...row })),
    );
    const all = await list(id);
    expect(order.etag).toBe(all.etag);
    const second = await list(id, 'en-us', { page: '&page=1&page_size=3' });
    expect(second).toEqual({ status: 200, etag: all.etag, result: [all.result[3]], total: 4 });
    const { result } = (
      await server.app.inject({
        ...{ method: 'POST', url: `/api/v1/studio/books/${id}/chapters/move?page=0&page_size=1` },
        headers: { ...editor.headers, 'if-match': order.etag },
        payload: { chapters: [chapterIds[3]], before: chapterIds[2] },
      })
    ).json().data;
    expect(result.map(({ title }: { title: string }) => title)).toEqual(['One']);
    const moved = await list(id, 'zh-cn', { what: 'order' });
    expect(moved.result.map(({ title }: { title: string }) => title)).toEqual(['一', '二', '四', '三']);
    for (const what of ['order', 'chapters']) expect((await list(randomUUID(), 'en-us', { what })).status).toBe(404);
    expect((await list(id, 'de-de', { what: 'order' })).status).toBe(400);
  });
});

describe('chapters found by their book', () => {
  const find = async (q: string, language = 'en-us') => {
    const url = `/api/v1/studio/chapters?${new URLSearchParams({ q, language })}`;
    const answer = await server.app.inject({ url, headers: editor.headers });
    return { status: answer.statusCode, rows: answer.json().data?.result };
  };
  const named = async (q: string, language?: string) =>
    (await find(q, language)).rows.map(({ book_title: book, place, title }: Record<string, unknown>) => [
      ...[book, place, title],
    ]);

  it('are those of the number, or with the word in a title, behind the name of the book', async () => {
    const text = (title: string) => ({ title, imageIds: [randomUUID()] });
    const { id, chapterIds } = await makeBook(server.db, {
      titles: { 'zh-cn': '西游记', 'en-us': 'Journey to the West' },
      chapters: [
        { editions: { 'zh-cn': text('灵根育孕源流出'), 'en-us': text('The Stone Monkey') } },
        // A draft.
        { editions: { 'zh-cn': text('悟彻菩提真妙理') }, publishedAt: 'draft' },
      ],
    });
    expect(await named('Journey to the West 1')).toEqual([['Journey to the West', 1, 'The Stone Monkey']]);
    expect(await named('journey #2')).toEqual([['Journey to the West', 2, '悟彻菩提真妙理']]);
    for (const q of ['西游记 2', '西游记2', '西游记第2回', '西游记 菩提', '西游记 ２', '西游记 ٢'])
      expect([q, await named(q, 'zh-cn')]).toEqual([q, [['西游记', 2, '悟彻菩提真妙理']]]);
    expect(await named('JOURNEY stone')).toEqual([['Journey to the West', 1, 'The Stone Monkey']]);
    expect((await find('journey 2')).rows[0]).toMatchObject({
      chapter_uuid: chapterIds[1],
      book_uuid: id,
      cover: null,
    });
    for (const q of ['', ' ', 'journey', '1', '% 1', 'journey 3', 'journey 99999999999', 'journey -1\\'])
      expect([q, await named(q)]).toEqual([q, []]);
  });

  it('are none of the trash, and wrong questions are refused', async () => {
    const page = { title: 'A page', imageIds: [randomUUID()] };
    const { id } = await makeBook(server.db, {
      titles: { 'en-us': 'Thrown away' },
      chapters: [{ editions: { 'en-us': page } }],
    });
    expect(await named('thrown away 1')).toHaveLength(1);
    await server.db.query('update books set deleted_at = now() where id = $1', [id]);
    expect(await named('thrown away 1')).toEqual([]);
    expect((await find('a\0 1')).status).toBe(400);
    expect((await find('a 1', 'de-de')).status).toBe(400);
  });
});
