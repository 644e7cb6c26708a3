import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { askerOf } from '../../../../app/testing/ask.ts';
import { serverForTests } from '../../../../app/testing/server.ts';
import { signInStaff } from '../../../../app/testing/staff.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { forAllTests } from '../../../../server/testing/for-all-tests.ts';
import { languages } from '../../../../shared/languages.ts';
import { type BookOptions, makeBook } from '../../testing/books.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** The books by their English titles. */
const books: Record<string, string> = {};
const soon = new Date(Date.now() + 2 * dayMs);
const later = new Date(Date.now() + 9 * dayMs);
const content = { title: 'One', imageIds: [randomUUID()] };
const english = { editions: { 'en-us': content } };

async function add(title: string, options: BookOptions, readers: { now?: number; before?: number } = {}) {
  const { id } = await makeBook(server.db, { titles: { 'en-us': title }, ...options });
  books[title] = id;
  for (const [count, daysAgo] of [
    [readers.now, 3],
    [readers.before, 40],
  ] as const)
    if (count !== undefined)
      await server.db.query(
        `insert into number_visits (day, by_book, by_language, by_source, book_id, views, visits, readers)
         values (current_date - $2::int, true, false, false, $1, $3, $3, $3)`,
        [id, daysAgo, count],
      );
}

const server = serverForTests();
const editor = forAllTests(() => signInStaff(server, 'editor'));
const ask = askerOf(server, editor);
beforeAll(async () => {
  await add('Amber', { chapters: 3 }, { now: 12, before: 8 });
  await add(
    'Birch',
    {
      titles: { 'en-us': 'Birch', 'fr-fr': 'Bouleau' },
      chapters: [
        { editions: { 'en-us': content, 'fr-fr': content } },
        { ...english, publishedAt: later },
        { ...english, publishedAt: later },
      ],
    },
    { now: 5, before: 10 },
  );
  await add('Cedar', { titles: { 'zh-cn': '雪松', 'en-us': 'Cedar' }, chapters: 1 }, { now: 7 });
  await add('Dogwood', { chapters: [english, { ...english, publishedAt: soon }] });
  const { rows } = await server.db.query<{ path: string }>(
    `select '/chapters/' || id as path from chapters where book_id = $1 and number = 3`,
    [books.Amber],
  );
  const path = rows[0]?.path ?? '';
  const { etag } = await ask('GET', path);
  expect((await ask('PUT', `${path}/publication`, { body: { published_at: null }, etag })).status).toBe(200);
});

async function list(query = '') {
  const { data, ...answer } = await ask('GET', `/books?${query}`);
  return { ...answer, total: data?.total };
}
const titles = async (query: string) => (await list(query)).result.map(({ title }: { title: string }) => title);

describe('the list of books', () => {
  it('says of each what readers see, what comes, who reads it and what is missing', async () => {
    const { result, total } = await list('order_by=title');
    expect([result.length, total]).toEqual([4, 4]);
    expect(result[0]).toMatchObject({
      title: 'Amber',
      chapters: 3,
      counts: { published: 2, scheduled: 0, drafts: 1 },
      next_release: null,
      readers_28d: 12,
      readers_trend: 50,
      missing: { 'zh-cn': 3, 'fr-fr': 3, 'es-es': 3, 'ar-sa': 3 },
    });
    expect(result[1]).toMatchObject({
      counts: { published: 1, scheduled: 2, drafts: 0 },
      next_release: later.toISOString(),
      readers_trend: -50,
      missing: { 'zh-cn': 3, 'fr-fr': 2, 'es-es': 3, 'ar-sa': 3 },
    });
    expect(result[1].missing).not.toHaveProperty('en-us');
    expect(result[2]).toMatchObject({ title: 'Cedar', original_title: '雪松', readers_28d: 7, readers_trend: null });
    expect(result[3]).toMatchObject({ title: 'Dogwood', readers_28d: 0, readers_trend: null });
  });

  inLong(
    'counts what is missing anew when a chapter is thrown away or comes back, and with another original',
    async () => {
      const { id, chapterIds } = await makeBook(server.db, {
        titles: { 'en-us': 'Zelkova', 'fr-fr': 'Zelkova' },
        chapters: [{ editions: { 'en-us': content, 'fr-fr': content } }, english],
      });
      const missing = async () => (await list('q=zelkova')).result[0].missing;
      const send = async (method: 'DELETE' | 'PATCH' | 'POST', path: string, body?: object) => {
        const etag = method === 'POST' ? '' : (await ask('GET', path)).etag;
        expect((await ask(method, path, { etag, ...(body && { body }) })).status).toBeLessThan(300);
      };
      expect(await missing()).toEqual({ 'zh-cn': 2, 'fr-fr': 1, 'es-es': 2, 'ar-sa': 2 });
      await send('DELETE', `/chapters/${chapterIds[1]}`);
      expect(await missing()).toEqual({ 'zh-cn': 1, 'es-es': 1, 'ar-sa': 1 });
      await send('POST', `/trash/${chapterIds[1]}/restore`);
      await send('PATCH', `/books/${id}`, { original_language: 'fr-fr' });
      expect(await missing()).toEqual({ 'zh-cn': 1, 'es-es': 1, 'ar-sa': 1 });
      await server.db.query('delete from books where id = $1', [id]);
    },
  );

  it.each([
    ['order_by=published', ['Amber', 'Birch', 'Cedar', 'Dogwood'], 1],
    ['order_by=scheduled', ['Birch', 'Dogwood'], 2],
    ['order_by=drafts', ['Amber'], 1],
    ['order_by=missing', ['Amber', 'Birch', 'Dogwood', 'Cedar'], 4],
    ['order_by=readers_28d', ['Amber', 'Cedar', 'Birch', 'Dogwood'], 4],
    ['order_by=readers_28d&direction=asc', ['Dogwood', 'Birch', 'Cedar', 'Amber'], 4],
    ['order_by=readers_trend', ['Amber', 'Birch'], 2],
    ['order_by=readers_trend&direction=asc', ['Birch', 'Amber'], 2],
    ['order_by=next_release', ['Dogwood', 'Birch'], 2],
    ['order_by=next_release&direction=desc', ['Birch', 'Dogwood'], 2],
    ['order_by=title&direction=desc', ['Dogwood', 'Cedar', 'Birch', 'Amber'], 4],
    ['order_by=title&language=zh-cn', ['Amber', 'Birch', 'Dogwood', '雪松'], 4],
  ] as const)('is sorted by %s, and what has no such figure comes last', async (query, expected, count) => {
    expect((await titles(query)).slice(0, count)).toEqual(expected.slice(0, count));
  });

  inLong('is sorted by the titles that it shows, whatever their case, accents and quotation marks', async () => {
    await add('apple', { chapters: 0 });
    await add('«Écorce»', { chapters: 0 });
    const sorted = () => titles('order_by=title');
    expect(await sorted()).toEqual(['Amber', 'apple', 'Birch', 'Cedar', 'Dogwood', '«Écorce»']);
    await server.db.query('update editions set title = $2 where book_id = $1', [books.apple, 'Zinnia']);
    await server.db.query('delete from editions where book_id = $1 and language = $2', [books.Cedar, 'en-us']);
    expect(await sorted()).toEqual(['Amber', 'Birch', 'Dogwood', '«Écorce»', 'Zinnia', '雪松']);
    await server.db.query(`insert into editions (book_id, language, title) values ($1, 'en-us', 'Cedar')`, [
      books.Cedar,
    ]);
    await server.db.query('delete from books where id = any($1)', [[books.apple, books['«Écorce»']]]);
    expect(await sorted()).toEqual(['Amber', 'Birch', 'Cedar', 'Dogwood']);
    const { rows } = await server.db.query<{ known: string[] }>('select languages_of_titles() as known');
    expect(rows[0]?.known.sort()).toEqual([...languages].sort());
  });

  it('is sorted by its readers where many books that were read more are gone', async () => {
    const { rows } = await server.db.query<{ id: string }>(
      `insert into number_visits (day, by_book, by_language, by_source, book_id, views, visits, readers)
       select current_date, true, false, false, gen_random_uuid(), 99, 99, 99 from generate_series(1, 30) returning book_id as id`,
    );
    expect(await titles('order_by=readers_28d&page_size=1')).toEqual(['Amber']);
    expect(await titles('order_by=readers_28d&page_size=1&page=1')).toEqual(['Cedar']);
    expect(await titles('order_by=readers_trend&page_size=1')).toEqual(['Amber']);
    await server.db.query('delete from number_visits where book_id = any($1)', [rows.map(({ id }) => id)]);
  });

  it('is filtered by a language that books have, and says how many there are past its last page', async () => {
    expect(await titles('edition=fr-fr')).toEqual(['Birch']);
    expect(await list('order_by=readers_28d&page=9')).toMatchObject({ result: [], total: 4 });
    for (const wrong of ['language=xx-xx', 'order_by=size', 'direction=up'])
      expect([wrong, (await list(wrong)).status]).toEqual([wrong, 400]);
  });
});

describe('the titles and covers of books', () => {
  const named = async (query: string) => {
    const answer = await server.app.inject({ url: `/api/v1/studio/named_books?${query}`, headers: editor.headers });
    return answer.statusCode === 200 ? answer.json().data.result : answer.statusCode;
  };

  it('are told of those in the trash too, in the language that is asked for', async () => {
    await server.db.query('update books set deleted_at = now() where id = $1', [books.Cedar]);
    const ids = `${books.Cedar},${randomUUID()},${books.Birch}`;
    const byId = new Map(
      (await named(`ids=${ids}&language=zh-cn`)).map((book: { title: string }) => [book.title, book]),
    );
    await server.db.query('update books set deleted_at = null where id = $1', [books.Cedar]);
    expect([...byId.keys()].sort()).toEqual(['Birch', '雪松']);
    expect(byId.get('雪松')).toEqual({ book_uuid: books.Cedar, title: '雪松', original_title: null, cover: null });
    expect(await named(`ids=${books.Cedar}`)).toMatchObject([{ title: 'Cedar', original_title: '雪松' }]);
  });

  it('are refused where an id is none, or there are too many', async () => {
    const many = Array.from({ length: 101 }, () => randomUUID()).join(',');
    for (const wrong of ['', 'ids=', 'ids=x', `ids=${many}`]) expect([wrong, await named(wrong)]).toEqual([wrong, 400]);
  });
});
