import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { setBookHidden } from '../../catalog/server/catalog.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { makeImage } from '../../media/testing/images.ts';
import type { ShelfRow } from '../contract.ts';
import { mostOnShelves } from '../limits.ts';

const server = serverForTests();

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = ({ headers }: SignedInUser, method: Method, path: string, payload?: object) =>
  server.app.inject({ method, url: `/api/v1/user/${path}`, headers, ...(payload ? { payload } : {}) });

const set = async (user: SignedInUser, bookId: string, body: object) => {
  const answer = await ask(user, 'PUT', `shelf/${bookId}`, body);
  return answer.statusCode === 200 ? (answer.json().data.result as ShelfRow) : [answer.statusCode, answer.json().code];
};
const shelfOf = async (user: SignedInUser, query = '') => {
  const { result, ...rest } = (await ask(user, 'GET', `shelf?${query}`)).json().data;
  return { rows: result as ShelfRow[], titles: result.map(({ book }: ShelfRow) => book.book_title), ...rest };
};
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

interface Read {
  chapter: number;
  fraction: number;
  at: string;
}
const read = async (
  user: SignedInUser,
  book: { id: string; chapterIds: string[] },
  { chapter, fraction, at }: Read,
) => {
  const item = {
    book_uuid: book.id,
    chapter_uuid: book.chapterIds[chapter - 1],
    position: { index: 0, fraction },
    furthest: { chapter_number: chapter, index: 0, fraction },
    updated_at: at,
  };
  expect((await ask(user, 'POST', 'progress', { items: [item] })).statusCode).toBe(200);
};

describe('the shelves of a user', () => {
  inLong('have what is read, by how far it is read', async () => {
    const user = await signIn(server);
    const ongoing = await makeBook(server.db, { titles: { 'en-us': 'Ongoing' }, chapters: 3 });
    const finished = await makeBook(server.db, { titles: { 'en-us': 'Ended' }, chapters: 3, status: 'finished' });
    await read(user, ongoing, { chapter: 3, fraction: 1, at: ago(9) });
    await read(user, finished, { chapter: 2, fraction: 0.5, at: ago(8) });
    expect(await shelfOf(user)).toMatchObject({
      rows: [
        { book: { book_uuid: finished.id }, state: 'reading', unread: 2, followed: false },
        { book: { book_uuid: ongoing.id }, state: 'reading', unread: 0, finished_at: null },
      ],
      total: 2,
      counts: { reading: 2, to_read: 0, finished: 0 },
    });
    const end = ago(7);
    await read(user, finished, { chapter: 3, fraction: 0.97, at: end });
    await ask(user, 'PUT', `follows/${finished.id}`);
    expect((await shelfOf(user, 'state=finished')).rows).toMatchObject([
      { state: 'finished', unread: 0, followed: true, finished_at: end },
    ]);
    expect(await shelfOf(user, 'state=reading')).toMatchObject({ titles: ['Ongoing'], total: 1 });
  });

  inLong('come in pages and orders, titles as the language has them, without hidden books', async () => {
    const user = await signIn(server);
    const [a, b, c, hidden] = await Promise.all(
      ['Étoile', 'alba', 'Zoo', 'Hidden'].map((title) => makeBook(server.db, { titles: { 'fr-fr': title } })),
    );
    for (const book of [c, a, hidden, b]) await set(user, book?.id ?? '', { state: 'to_read' });
    await set(user, c?.id ?? '', { state: 'reading' });
    await setBookHidden(server.db, { bookId: hidden?.id ?? '', hidden: true });
    expect((await shelfOf(user)).titles).toEqual(['Zoo', 'alba', 'Étoile']);
    expect((await shelfOf(user, 'sort=added')).titles).toEqual(['alba', 'Étoile', 'Zoo']);
    expect((await shelfOf(user, 'sort=title&language=fr-fr')).titles).toEqual(['alba', 'Étoile', 'Zoo']);
    expect(await shelfOf(user, 'page=1&page_size=2')).toMatchObject({ titles: ['Étoile'], total: 3 });
    expect(await set(user, hidden?.id ?? '', { state: 'reading' })).toEqual([404, 'book_not_found']);
    for (const query of ['state=read', 'sort=popular', 'page_size=0'])
      expect((await ask(user, 'GET', `shelf?${query}`)).json().code).toBe('invalid_request');
  });

  inLong('come ten to a page where nobody says how many', async () => {
    const user = await signIn(server);
    const books = await Promise.all(Array.from({ length: 11 }, () => makeBook(server.db)));
    await server.db.query(
      `insert into shelf_books (user_id, book_id, state, added_at, changed_at)
       select $1, id, 'to_read', now(), now() from unnest($2::uuid[]) id`,
      [user.id, books.map(({ id }) => id)],
    );
    const pages = await Promise.all(['', 'page=1'].map((query) => shelfOf(user, query)));
    expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
      [10, 11],
      [1, 11],
    ]);
  });

  it('keep what was set until the book is read on', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db, { chapters: 2 })];
    await read(user, book, { chapter: 1, fraction: 0.5, at: ago(9) });
    expect(await set(user, book.id, { state: 'finished' })).toMatchObject({ state: 'finished', unread: 2 });
    // Another device tells late what it read before.
    await read(user, book, { chapter: 1, fraction: 0.9, at: ago(5) });
    expect((await shelfOf(user)).rows).toMatchObject([{ state: 'finished' }]);
    const now = new Date().toISOString();
    await read(user, book, { chapter: 2, fraction: 0.1, at: now });
    expect((await shelfOf(user)).rows).toMatchObject([{ state: 'reading', started_at: now, finished_at: null }]);
  });

  it('take times as they are, one to come as now, and none in the wrong order', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    const put = (body: object) => set(user, book.id, { state: 'finished', ...body });
    expect(await put({ started_at: '2026-01-02T00:00:00+01:00', finished_at: '2026-01-03' })).toEqual([
      400,
      'invalid_request',
    ]);
    const [started, finished] = ['2026-01-02T00:00:00+01:00', '2026-01-03T00:00:00Z'];
    expect(await put({ started_at: finished, finished_at: started })).toEqual([400, 'invalid_request']);
    expect(await put({ started_at: started, finished_at: finished })).toMatchObject({
      started_at: '2026-01-01T23:00:00.000Z',
      finished_at: '2026-01-03T00:00:00.000Z',
    });
    const coming = (await put({ finished_at: '2099-01-01T00:00:00Z' })) as ShelfRow;
    expect(Date.parse(coming.finished_at ?? '')).toBeLessThanOrEqual(Date.now());
    for (const body of [{ state: 'dropped' }, { state: 'reading', started_at: 5 }, {}])
      expect(await ask(user, 'PUT', `shelf/${book.id}`, body)).toMatchObject({ statusCode: 400 });
    expect(await set(user, randomUUID(), { state: 'reading' })).toEqual([404, 'book_not_found']);
  });

  it('let a book go and keep its place', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    await read(user, book, { chapter: 1, fraction: 0.5, at: ago(9) });
    const off = async () => (await ask(user, 'DELETE', `shelf/${book.id}`)).statusCode;
    expect([await off(), await off()]).toEqual([204, 204]);
    await read(user, book, { chapter: 1, fraction: 0.6, at: ago(5) });
    expect(await shelfOf(user)).toMatchObject({ rows: [], total: 0 });
    expect((await ask(user, 'GET', 'progress')).json().data.result).toHaveLength(1);
    await read(user, book, { chapter: 1, fraction: 0.7, at: new Date().toISOString() });
    expect((await shelfOf(user)).rows).toMatchObject([{ state: 'reading' }]);
    // What only reading put there goes with the history; what was set stays.
    const other = await makeBook(server.db);
    await set(user, other.id, { state: 'to_read' });
    await ask(user, 'DELETE', 'progress');
    expect((await shelfOf(user)).rows).toMatchObject([{ state: 'to_read' }]);
  });

  it("take a visitor's in once, and let the newer win", async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    const early = { state: 'to_read', set_at: ago(20) };
    expect(await set(user, book.id, early)).toMatchObject({ state: 'to_read', added_at: early.set_at });
    await read(user, book, { chapter: 1, fraction: 0.5, at: ago(10) });
    expect(await set(user, book.id, early)).toMatchObject({ state: 'reading' });
    const late = { state: 'finished', set_at: ago(5) };
    expect(await set(user, book.id, late)).toMatchObject({ state: 'finished', finished_at: late.set_at });
    expect(await set(user, book.id, early)).toMatchObject({ state: 'finished' });
    const off = (setAt: string) => ask(user, 'DELETE', `shelf/${book.id}?set_at=${setAt}`);
    expect((await off(early.set_at)).statusCode).toBe(204);
    expect(await shelfOf(user)).toMatchObject({ total: 1 });
    await off(ago(4));
    expect(await shelfOf(user)).toMatchObject({ total: 0 });
    expect(await set(user, book.id, late)).toBeNull();
    await read(user, book, { chapter: 1, fraction: 0.6, at: ago(2) });
    expect(await shelfOf(user)).toMatchObject({ total: 1 });
    expect((await off('noon')).statusCode).toBe(400);
  });

  it('end a finished book by the event that its last chapter was read', async () => {
    const user = await signIn(server);
    const book = await makeBook(server.db, { chapters: 2, status: 'finished' });
    const tell = (chapter: number) => {
      const event = { event_id: randomUUID(), name: 'finished_reading', occurred_at: new Date().toISOString() };
      const events = [{ ...event, book_uuid: book.id, chapter_uuid: book.chapterIds[chapter - 1], language: 'en-us' }];
      return server.app.inject({ method: 'POST', url: '/api/v1/events', headers: user.headers, payload: { events } });
    };
    expect((await tell(1)).statusCode).toBe(202);
    expect((await shelfOf(user)).rows).toEqual([]);
    await read(user, book, { chapter: 2, fraction: 0.2, at: ago(1) });
    expect((await tell(2)).statusCode).toBe(202);
    expect((await shelfOf(user)).rows).toMatchObject([{ state: 'finished', unread: 0 }]);
  });

  it('count the end by the whole chapter, not by one of its pages', async () => {
    const user = await signIn(server);
    const imageIds = await Promise.all(Array.from({ length: 3 }, () => makeImage(server.db)));
    const book = await makeBook(server.db, { status: 'finished', chapters: [{ editions: { 'en-us': { imageIds } } }] });
    await read(user, book, { chapter: 1, fraction: 0.98, at: ago(5) });
    expect((await shelfOf(user)).rows).toMatchObject([{ state: 'reading' }]);
  });

  it('have one book once, however many devices set it at once, and 10,000 at most', async () => {
    const [user, book, other] = [await signIn(server), await makeBook(server.db), await makeBook(server.db)];
    const states = ['reading', 'to_read', 'finished', 'reading', 'to_read', 'finished'];
    const answers = await Promise.all(states.map((state) => ask(user, 'PUT', `shelf/${book.id}`, { state })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(states.map(() => 200));
    expect(await shelfOf(user)).toMatchObject({ total: 1 });
    await server.db.query(
      `insert into shelf_books (user_id, book_id, state, added_at, changed_at)
       select $1, gen_random_uuid(), 'to_read', now(), now() from generate_series(2, $2::int)`,
      [user.id, mostOnShelves],
    );
    expect(await set(user, other.id, { state: 'reading' })).toEqual([409, 'limit_reached']);
    expect(await set(user, book.id, { state: 'reading' })).toMatchObject({ state: 'reading' });
  });
});

it('tells of a followed book whether its reader wants to hear of it', async () => {
  const [user, book] = [await signIn(server), await makeBook(server.db)];
  const notifies = async () =>
    (await ask(user, 'GET', 'follows')).json().data.result.map(({ notify }: { notify: boolean }) => notify);
  await ask(user, 'PUT', `follows/${book.id}`);
  expect(await notifies()).toEqual([true]);
  expect((await ask(user, 'PUT', `follows/${book.id}`, { notify: false })).statusCode).toBe(204);
  expect((await ask(user, 'PUT', `follows/${book.id}`)).statusCode).toBe(204);
  expect((await ask(user, 'PUT', `follows/${book.id}`, {})).statusCode).toBe(204);
  expect(await notifies()).toEqual([false]);
  expect((await ask(user, 'PUT', `follows/${book.id}`, { notify: 'no' })).json().code).toBe('invalid_request');
});
