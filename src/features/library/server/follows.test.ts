import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { setBookHidden } from '../../catalog/server/catalog.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { makeImage } from '../../media/testing/images.ts';
import type { Update } from '../contract.ts';
import { mostFollows } from '../limits.ts';

const server = serverForTests();

async function ask(user: SignedInUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  const { headers } = user;
  return server.app.inject({ method, url: `/api/v1/user/${path}`, headers, ...(payload ? { payload } : {}) });
}

describe('following', () => {
  const followsOf = async (user: SignedInUser, query = '') =>
    (await ask(user, 'GET', `follows${query}`)).json().data.result;

  it('lists the books as a search does, the last followed first, in the language asked for', async () => {
    const user = await signIn(server);
    const one = await makeBook(server.db, {
      titles: { 'en-us': 'Quill one', 'fr-fr': 'Un' },
      covers: { 'en-us': await makeImage(server.db) },
      tags: ['悬疑'],
    });
    const other = await makeBook(server.db, { titles: { 'en-us': 'Quill other' } });
    for (const { id } of [one, other]) expect((await ask(user, 'PUT', `follows/${id}`)).statusCode).toBe(204);
    const searched = (await server.ask('/api/v1/comics/book/search?q=quill')).json().data.result;
    const asSearched = [other, one].map(({ id }) =>
      searched.find((book: { book_uuid: string }) => book.book_uuid === id),
    );
    expect(await followsOf(user)).toEqual(asSearched.map((book) => ({ ...book, notify: true })));
    expect(await followsOf(user, '?language=fr-fr')).toMatchObject([
      { book_title: 'Quill other', language: 'en-us' },
      { book_title: 'Un', language: 'fr-fr', tag1: '悬疑' },
    ]);
    expect((await ask(user, 'GET', 'follows?language=xx')).json().code).toBe('invalid_request');
  });

  it('changes nothing when it is said again, and ends when it is taken back', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    const say = async (method: 'PUT' | 'DELETE') => (await ask(user, method, `follows/${book.id}`)).statusCode;
    expect([await say('DELETE'), await say('PUT'), await say('PUT')]).toEqual([204, 204, 204]);
    expect(await followsOf(user)).toHaveLength(1);
    expect([await say('DELETE'), await say('DELETE')]).toEqual([204, 204]);
    expect(await followsOf(user)).toEqual([]);
  });

  inLong('is refused beyond 5,000 books, said again or taken back it is not', async () => {
    const [user, followed, other] = [await signIn(server), await makeBook(server.db), await makeBook(server.db)];
    expect((await ask(user, 'PUT', `follows/${followed.id}`)).statusCode).toBe(204);
    await server.db.query(
      'insert into follows (user_id, book_id) select $1, gen_random_uuid() from generate_series(2, $2::int)',
      [user.id, mostFollows],
    );
    const follow = (id: string) => ask(user, 'PUT', `follows/${id}`);
    const refused = await follow(other.id);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { error: 'You have reached the limit. Remove something first', code: 'limit_reached' },
    ]);
    expect((await follow(followed.id)).statusCode).toBe(204);
    expect((await ask(user, 'DELETE', `follows/${followed.id}`)).statusCode).toBe(204);
    // Of several who come at once with room for one, one is let in.
    const more = await Promise.all(Array.from({ length: 4 }, () => makeBook(server.db)));
    const statuses = await Promise.all([other, ...more].map(async ({ id }) => (await follow(id)).statusCode));
    expect(statuses.toSorted()).toEqual([204, 409, 409, 409, 409]);
  });

  it('comes in pages of 1,000, hidden books among them', async () => {
    const [user, first, last] = [await signIn(server), await makeBook(server.db), await makeBook(server.db)];
    await ask(user, 'PUT', `follows/${first.id}`);
    await server.db.query(
      'insert into follows (user_id, book_id) select $1, gen_random_uuid() from generate_series(1, 999)',
      [user.id],
    );
    await ask(user, 'PUT', `follows/${last.id}`);
    const page = async (number: number) => (await ask(user, 'GET', `follows?page=${number}`)).json().data;
    expect(await page(0)).toMatchObject({ result: [{ book_uuid: last.id }], has_more: true });
    expect(await page(1)).toMatchObject({ result: [{ book_uuid: first.id }], has_more: false });
    expect(await page(2)).toEqual({ result: [], has_more: false });
    expect((await ask(user, 'GET', 'follows?page=-1')).json().code).toBe('invalid_request');
  });

  it('takes an empty body of a named type', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    const headers = { ...user.headers, 'content-type': 'application/json' };
    const url = `/api/v1/user/follows/${book.id.toUpperCase()}`;
    expect((await server.app.inject({ method: 'PUT', url, headers })).statusCode).toBe(204);
    expect(await followsOf(user)).toMatchObject([{ book_uuid: book.id }]);
  });

  it('needs a book that readers can see', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    const say = async (id: string) => (await ask(user, 'PUT', `follows/${id}`)).json();
    expect((await say(randomUUID())).code).toBe('book_not_found');
    expect((await say('nonsense')).code).toBe('invalid_request');
    await ask(user, 'PUT', `follows/${book.id}`);
    await setBookHidden(server.db, { bookId: book.id, hidden: true });
    expect((await say(book.id)).code).toBe('book_not_found');
    expect(await followsOf(user)).toEqual([]);
    await setBookHidden(server.db, { bookId: book.id, hidden: false });
    expect(await followsOf(user)).toHaveLength(1);
  });
});

describe('new chapters', () => {
  async function updatesOf(user: SignedInUser, query = ''): Promise<{ result: Update[]; has_more: boolean }> {
    return (await ask(user, 'GET', `updates${query}`)).json().data;
  }
  const at = (minutes: number) => ({ createdAt: new Date(Date.UTC(2026, 4, 1, 0, minutes)) });

  async function follower(...books: { id: string }[]): Promise<SignedInUser> {
    const user = await signIn(server);
    for (const { id } of books) await ask(user, 'PUT', `follows/${id}`);
    return user;
  }

  it('of followed books come newest first, each with its book and whether anybody may read it', async () => {
    const titles = { 'en-us': 'Lanterns', 'fr-fr': 'Lanternes' };
    const one = await makeBook(server.db, { titles, publicFreeChapters: 1, chapters: [at(1), at(3)] });
    const other = await makeBook(server.db, { chapters: [at(2)] });
    await makeBook(server.db, { chapters: [at(9)] });
    const { result, has_more } = await updatesOf(await follower(one, other), '?language=fr-fr');
    expect(has_more).toBe(false);
    expect(result).toMatchObject([
      {
        chapter_uuid: one.chapterIds[1],
        chapter_number: 2,
        book_title: 'Lanternes',
        book_language: 'fr-fr',
        is_free: false,
      },
      { chapter_uuid: other.chapterIds[0], book_title: 'A book', book_language: 'en-us', is_free: true },
      { chapter_uuid: one.chapterIds[0], chapter_number: 1, created_at: '2026-05-01T00:01:00.000Z', is_free: true },
    ]);
  });

  it('come page by page, none twice and none left out', async () => {
    const books = await Promise.all(
      [3, 1, 4, 1, 5].map((chapters, place) =>
        makeBook(server.db, { chapters: Array.from({ length: chapters }, (_, index) => at(index * 10 + (place % 3))) }),
      ),
    );
    const user = await follower(...books);
    const pages = [];
    for (const page of [0, 1, 2, 3, 4, 5]) pages.push(await updatesOf(user, `?page=${page}&page_size=3`));
    expect(pages.map(({ has_more }) => has_more)).toEqual([true, true, true, true, false, false]);
    const all = pages.flatMap(({ result }) => result);
    expect(new Set(all.map(({ chapter_uuid }) => chapter_uuid))).toEqual(
      new Set(books.flatMap((book) => book.chapterIds)),
    );
    const times = all.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('are not crowded out by books without any', async () => {
    const old = await makeBook(server.db, { chapters: [{ createdAt: new Date(Date.UTC(2020, 0)) }] });
    const empty = await Promise.all([0, 0, 0].map((chapters) => makeBook(server.db, { chapters })));
    const { result } = await updatesOf(await follower(old, ...empty), '?page_size=1');
    expect(result).toMatchObject([{ book_uuid: old.id }]);
  });

  it('are, of each book, the newest that its reader has neither read nor begun', async () => {
    const many = await makeBook(server.db, { chapters: Array.from({ length: 1001 }, (_, index) => at(100 + index)) });
    const make = (minutes: number) =>
      makeBook(server.db, { chapters: [at(minutes), at(minutes + 1), at(minutes + 2)] });
    const [other, begun, marked] = [await make(30), await make(20), await make(10)];
    const [read, gone] = [await make(40), await make(40)];
    const user = await follower(many, other, begun, marked, read, gone);
    await setBookHidden(server.db, { bookId: gone.id, hidden: true });
    const place = (book: { id: string; chapterIds: string[] }, number: number, index: number) => ({
      book_uuid: book.id,
      chapter_uuid: book.chapterIds[number - 1],
      position: { index, fraction: 0 },
      furthest: { chapter_number: number, index, fraction: 0 },
      updated_at: new Date().toISOString(),
    });
    const items = [place(begun, 2, 1), place(read, 3, 1)];
    expect((await ask(user, 'POST', 'progress', { items })).statusCode).toBe(200);
    const mark = { first: 2, last: 9, is_read: true, marked_at: new Date().toISOString() };
    await ask(user, 'POST', 'marks', { items: [{ book_uuid: marked.id, marks: [mark] }] });
    const seen = await updatesOf(user, '?per_book=true&page_size=3');
    expect(seen.has_more).toBe(true);
    const all = [...seen.result, ...(await updatesOf(user, '?per_book=true&page_size=3&page=1')).result];
    expect(all.map(({ book_uuid, chapter_number }) => [book_uuid, chapter_number])).toEqual([
      [many.id, 1001],
      [other.id, 3],
      [begun.id, 3],
      [marked.id, 1],
    ]);
    expect((await ask(user, 'GET', 'updates?per_book=yes')).json().code).toBe('invalid_request');
  });

  it('of hidden books are none', async () => {
    const book = await makeBook(server.db);
    const user = await follower(book);
    await setBookHidden(server.db, { bookId: book.id, hidden: true });
    expect(await updatesOf(user)).toEqual({ result: [], has_more: false });
  });

  it('end where nobody would look', async () => {
    const user = await follower(await makeBook(server.db));
    expect(await updatesOf(user, '?page=999999999999')).toEqual({ result: [], has_more: false });
    expect((await ask(user, 'GET', 'updates?page_size=0')).json().code).toBe('invalid_request');
  });
});

describe('what a user keeps', () => {
  it.each([
    ['GET', 'progress'],
    ['POST', 'progress'],
    ['GET', 'follows'],
    ['PUT', `follows/${randomUUID()}`],
    ['DELETE', `follows/${randomUUID()}`],
    ['GET', 'updates'],
    ['GET', 'feed_token'],
    ['POST', 'feed_token'],
    ['DELETE', 'feed_token'],
  ] as const)('is nothing of a visitor’s, and kept by no cache: %s /user/%s', async (method, path) => {
    const asVisitor = await server.app.inject({ method, url: `/api/v1/user/${path}` });
    expect([asVisitor.statusCode, asVisitor.json().code]).toEqual([401, 'unauthenticated']);
    const answer = await ask(await signIn(server), method, path, ...(method === 'POST' ? [{ items: [] }] : []));
    expect(answer.headers['cache-control']).toMatch(/^(private, )?no-store$/);
    expect(answer.headers.vary).toContain('Authorization');
  });
});
