import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { makeImage } from '../../media/testing/images.ts';
import { refreshSimilar } from './similar.ts';

const server = serverForTests();

async function makeReaders(count: number): Promise<string[]> {
  const { rows } = await server.db.query<{ id: string }>(
    `insert into users (username, username_key, password_hash)
     select name, name, 'x' from (select 'r' || replace(gen_random_uuid()::text, '-', '') as name from generate_series(1, $1)) n returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** These users have come to the beginning of a chapter, or somewhere in it. */
async function read(
  users: readonly string[],
  bookId: string,
  chapter: number,
  { chapterId = String(randomUUID()), index = 0, fraction = 0 } = {},
): Promise<void> {
  await server.db.query(
    `insert into reading_places (user_id, book_id, chapter_id, position_index, position_fraction, furthest_chapter,
       furthest_index, furthest_fraction, updated_at)
     select id, $2, $3, $5, $6, $4, $5, $6, now() from unnest($1::uuid[]) id
     on conflict (user_id, book_id) do update set furthest_index = excluded.furthest_index`,
    [users, bookId, chapterId, chapter, index, fraction],
  );
}

interface Similar {
  book_uuid: string;
  reason: object;
}
async function similarTo(bookId: string, more = ''): Promise<[string, object][]> {
  const answer = await server.ask(`/api/v1/comics/book/similar/${bookId}/en-us${more}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.result.map(({ book_uuid, reason }: Similar) => [book_uuid, reason]);
}
const readers = { kind: 'readers' };

describe('similar books', () => {
  inLong('have the same readers, five at least, the nearest first; then books with the same tags', async () => {
    const make = async (title: string, tags: string[] = [], more = {}) =>
      (await makeBook(server.db, { titles: { 'en-us': title }, chapters: 4, tags, ...more })).id;
    const [one, near, far, rare] = [
      await make('One', ['a', 'b']),
      await make('Near'),
      await make('Far'),
      await make('Rare'),
    ];
    const tagged = [await make('Both', ['b', 'a']), await make('B', ['b', 'c'])];
    const adult = await make('Adult', ['a'], { rating: 'adult' });
    const users = await makeReaders(12);
    await read(users, one, 4);
    await read(users.slice(0, 6), near, 4);
    await read(users, far, 4);
    await read(await makeReaders(20), far, 4);
    // Four have read it, and a fifth only two chapters.
    await read(users.slice(0, 4), rare, 4);
    await read(users.slice(4, 5), rare, 3);
    expect(await refreshSimilar(server.db)).toEqual({ books: 3, pairs: 6 });
    expect(await similarTo(one)).toEqual([
      [near, readers], // 6 of the root of 12 · 6
      [far, readers], // 12 of the root of 12 · 32
      [tagged[0], { kind: 'tags', tag: 'a' }],
      [tagged[1], { kind: 'tags', tag: 'b' }],
    ]);
    expect((await similarTo(one, '?adult=true')).map(([id]) => id)).toContain(adult);
    expect(await similarTo(rare)).toEqual([]);
    // Marks count as well: the fifth reader.
    await server.db.query('insert into reading_marks (user_id, book_id, marks) values ($1, $2, $3)', [
      users[4],
      rare,
      JSON.stringify([{ first: 4, last: 4, is_read: true, marked_at: new Date().toISOString() }]),
    ]);
    await refreshSimilar(server.db);
    expect(await similarTo(rare)).toEqual([
      [near, readers],
      [one, readers],
      [far, readers],
    ]);
    await server.db.query('update books set hidden = true, hidden_by_operator = true where id = $1', [near]);
    expect((await similarTo(one)).map(([id]) => id)).not.toContain(near);
    const hidden = await server.ask(`/api/v1/comics/book/similar/${near}/en-us`);
    expect([hidden.statusCode, hidden.json().code]).toEqual([404, 'book_not_found']);
  });

  it('have readers by the end of a whole chapter, not of one of its pages', async () => {
    const imageIds = await Promise.all(Array.from({ length: 3 }, () => makeImage(server.db)));
    const chapters = Array.from({ length: 4 }, () => ({ editions: { 'en-us': { imageIds } } }));
    const [book, other] = [await makeBook(server.db, { chapters }), await makeBook(server.db, { chapters: 4 })];
    const [users, chapterId] = [await makeReaders(5), book.chapterIds[2] ?? ''];
    await read(users, other.id, 4);
    await read(users, book.id, 3, { chapterId, index: 0, fraction: 0.98 });
    await refreshSimilar(server.db);
    expect(await similarTo(book.id)).toEqual([]);
    await read(users, book.id, 3, { chapterId, index: 2, fraction: 0.98 });
    await refreshSimilar(server.db);
    expect(await similarTo(book.id)).toEqual([[other.id, readers]]);
  });

  inLong('are at most twelve, and of no book that is not there', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 14; n += 1) ids.push((await makeBook(server.db, { tags: ['many'] })).id);
    expect(await similarTo(ids[0] ?? '')).toHaveLength(12);
    const unknown = await server.ask(`/api/v1/comics/book/similar/${randomUUID()}/en-us`);
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'book_not_found']);
  });
});
