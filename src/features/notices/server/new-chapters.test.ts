import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { daysFromNow, type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { type DbPool, withTransaction } from '../../../server/database/db.ts';
import { setBookHidden } from '../../catalog/server/catalog.ts';
import { setPublication } from '../../catalog/server/dates/publication.ts';
import { type BookOptions, makeBook } from '../../catalog/testing/books.ts';
import { makeImage } from '../../media/testing/images.ts';
import { commandLine } from '../../studio/server/audit.ts';
import type { Notice } from '../contract.ts';
import { tellNewChapters } from './new-chapters.ts';

const server = serverForTests();

const ask = ({ headers }: SignedInUser, method: 'GET' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.app.inject({ method, url: `/api/v1/user/${path}`, headers, ...(payload ? { payload } : {}) });
const inboxOf = async (user: SignedInUser, query = ''): Promise<Notice[]> =>
  (await ask(user, 'GET', `inbox${query}`)).json().data.result;
const countsOf = async (user: SignedInUser) => (await inboxOf(user)).map(({ count }) => count);

async function followerOf(bookId: string, body?: object): Promise<SignedInUser> {
  const user = await signIn(server);
  expect((await ask(user, 'PUT', `follows/${bookId}`, body)).statusCode).toBe(204);
  return user;
}

/** A book with a chapter that has long been out, and drafts of today. */
function bookWithDrafts(drafts: number, more: BookOptions = {}) {
  const draft = () => ({ createdAt: new Date(), publishedAt: 'draft' as const });
  return makeBook(server.db, { chapters: [{}, ...Array.from({ length: drafts }, draft)], ...more });
}
const publish = (chapterId = '', publishedAt: Date | 'now' | null = 'now', db = server.db) =>
  withTransaction(db, (tx) => setPublication(tx, { chapterId, publishedAt, by: commandLine }));
/** Those chapters come out by themselves, at moments that have just passed. */
async function comeOut(chapters: readonly { id: string | undefined; secondsAgo: number }[]): Promise<void> {
  for (const [index, { id }] of chapters.entries()) await publish(id, daysFromNow(1 + index));
  const now = Date.now();
  for (const { id, secondsAgo } of chapters)
    await server.db.query('update chapter_editions set published_at = $2 where chapter_id = $1', [
      id,
      new Date(now - secondsAgo * 1000),
    ]);
  await server.db.query(
    `update books set next_change_at = now() - interval '1 minute'
     where id in (select book_id from chapters where id = any($1::uuid[]))`,
    [chapters.map(({ id }) => id)],
  );
}

describe('new chapters of a followed book', () => {
  it('are told with the first of them, once for each call that published them', async () => {
    const book = await bookWithDrafts(3, {
      titles: { 'en-us': 'Lanterns', 'fr-fr': 'Lanternes' },
      publicFreeChapters: 2,
    });
    const user = await followerOf(book.id);
    await publish(book.chapterIds[1]);
    await publish(book.chapterIds[2]);
    expect(await tellNewChapters(server.db)).toBe(2);
    expect(await tellNewChapters(server.db)).toBe(0);
    expect(await inboxOf(user, '?language=fr-fr')).toEqual([
      expect.objectContaining({ chapter_number: 3, count: 1, locked: true }),
      {
        ...{ id: expect.any(String), kind: 'new_chapter', created_at: expect.any(String), read_at: null },
        ...{ book_uuid: book.id, book_title: 'Lanternes', chapter_uuid: book.chapterIds[1], chapter_number: 2 },
        ...{ label: null, title: 'Chapter 2', count: 1, locked: false },
        href: `/reader/book/chapter/${book.id}/${book.chapterIds[1]}/2`,
      },
    ]);
  });

  it('have the cover of their book where one of them is asked for, and no other in the list', async () => {
    const cover = await makeImage(server.db, { kind: 'cover' });
    const covered = await bookWithDrafts(1, { covers: { 'en-us': cover } });
    const plain = await bookWithDrafts(1);
    const user = await followerOf(covered.id);
    await ask(user, 'PUT', `follows/${plain.id}`);
    for (const { chapterIds } of [covered, plain]) {
      await publish(chapterIds[1]);
      await tellNewChapters(server.db);
    }
    const [uncovered, notice] = await inboxOf(user);
    const one = async (id = '') => (await ask(user, 'GET', `inbox/${id}`)).json().data.result;
    expect(await one(notice?.id)).toEqual({ ...notice, cover_image: expect.stringContaining(`/media/${cover}/`) });
    expect(await one(uncovered?.id)).toEqual(uncovered);
    expect(JSON.stringify(await inboxOf(user))).not.toContain(cover);
  });

  it('are open to members, locked to others', async () => {
    const book = await bookWithDrafts(1, { publicFreeChapters: 1 });
    const member = await signIn(server, { expireAt: daysFromNow(30) });
    await ask(member, 'PUT', `follows/${book.id}`);
    const user = await followerOf(book.id);
    await publish(book.chapterIds[1]);
    await tellNewChapters(server.db);
    expect([(await inboxOf(member))[0]?.locked, (await inboxOf(user))[0]?.locked]).toEqual([false, true]);
  });

  it('are told once of each moment of a schedule, also when nobody asked meanwhile', async () => {
    const book = await bookWithDrafts(3);
    const user = await followerOf(book.id);
    await server.db.query("update follows set followed_at = now() - interval '1 day' where book_id = $1", [book.id]);
    const [, one, two, three] = book.chapterIds;
    await comeOut([
      { id: one, secondsAgo: 40 },
      { id: two, secondsAgo: 20 },
      { id: three, secondsAgo: 20 },
    ]);
    await tellNewChapters(server.db);
    expect((await countsOf(user)).toSorted()).toEqual([1, 2]);
  });

  it('are told of an import once, whatever their number, without those of long ago', async () => {
    const sourceKey = randomUUID();
    const book = await makeBook(server.db, { sourceKey });
    const user = await followerOf(book.id);
    const at = (days: number) => ({ createdAt: daysFromNow(-days), publishedAt: daysFromNow(-days) });
    await makeBook(server.db, { sourceKey, chapters: [{}, at(8), at(6), at(0)] });
    // What stands already is only replaced.
    await makeBook(server.db, { sourceKey, chapters: [{}, at(8), at(6), at(0)] });
    await tellNewChapters(server.db);
    expect(await inboxOf(user)).toMatchObject([{ count: 2, chapter_number: 3 }]);
  });

  it('are not news when they come back', async () => {
    const book = await bookWithDrafts(1);
    await publish(book.chapterIds[1]);
    await tellNewChapters(server.db);
    const user = await followerOf(book.id);
    await publish(book.chapterIds[1], null);
    await publish(book.chapterIds[1]);
    await tellNewChapters(server.db);
    expect(await inboxOf(user)).toEqual([]);
  });

  it('are told to those who followed the book by then and want to know', async () => {
    const book = await bookWithDrafts(1);
    const user = await followerOf(book.id);
    const quiet = await followerOf(book.id, { notify: false });
    const gone = await followerOf(book.id);
    await publish(book.chapterIds[1]);
    const late = await followerOf(book.id);
    await ask(gone, 'DELETE', `follows/${book.id}`);
    await tellNewChapters(server.db);
    const counts = await Promise.all([user, quiet, late, gone].map(async (each) => (await inboxOf(each)).length));
    expect(counts).toEqual([1, 0, 0, 0]);
  });

  it('of a hidden book are told when it is shown, and are in no inbox while it is hidden', async () => {
    const book = await bookWithDrafts(1);
    const user = await followerOf(book.id);
    const hide = (hidden: boolean) => setBookHidden(server.db, { bookId: book.id, hidden });
    await hide(true);
    await publish(book.chapterIds[1]);
    await tellNewChapters(server.db);
    await hide(false);
    expect(await inboxOf(user)).toEqual([]);
    await tellNewChapters(server.db);
    const [notice] = await inboxOf(user);
    expect(notice).toMatchObject({ book_uuid: book.id });
    await hide(true);
    const { result, total, unread } = (await ask(user, 'GET', 'inbox')).json().data;
    expect([result, total, unread]).toEqual([[], 0, 0]);
    expect((await ask(user, 'GET', 'inbox/unread')).json().data.result).toEqual({ unread: 0 });
    expect((await ask(user, 'GET', `inbox/${notice?.id}`)).json().code).toBe('not_found');
  });

  it('are named by what is still there of them', async () => {
    const book = await bookWithDrafts(2);
    const user = await followerOf(book.id);
    await comeOut(book.chapterIds.slice(1).map((id) => ({ id, secondsAgo: 5 })));
    await server.db.query("update follows set followed_at = now() - interval '1 day' where book_id = $1", [book.id]);
    await tellNewChapters(server.db);
    expect(await inboxOf(user)).toMatchObject([{ count: 2, chapter_uuid: book.chapterIds[1] }]);
    await publish(book.chapterIds[1], null);
    expect(await inboxOf(user)).toMatchObject([{ count: 1, chapter_uuid: book.chapterIds[2], chapter_number: 2 }]);
    await publish(book.chapterIds[2], null);
    expect(await inboxOf(user)).toEqual([]);
  });
});

describe('a notice is made once', () => {
  it('for a call that publishes one chapter after another', async () => {
    const book = await bookWithDrafts(2);
    const user = await followerOf(book.id);
    await withTransaction(server.db, async (tx) => {
      for (const chapterId of book.chapterIds.slice(1))
        await setPublication(tx, { chapterId, publishedAt: 'now', by: commandLine });
    });
    await tellNewChapters(server.db);
    expect(await countsOf(user)).toEqual([2]);
  });

  it('by several processes at a time', async () => {
    const book = await bookWithDrafts(2);
    const users = await Promise.all(Array.from({ length: 5 }, () => followerOf(book.id)));
    for (const id of book.chapterIds.slice(1)) await publish(id);
    const made = await Promise.all(Array.from({ length: 6 }, () => tellNewChapters(server.db)));
    expect(made.reduce((sum, each) => sum + each, 0)).toBe(2 * users.length);
    for (const user of users) expect(await countsOf(user)).toEqual([1, 1]);
  });

  it('for each of more followers than are told at a time', async () => {
    const book = await bookWithDrafts(1);
    const users = await Promise.all(Array.from({ length: 5 }, () => followerOf(book.id)));
    await publish(book.chapterIds[1]);
    expect(await tellNewChapters(server.db, { limit: 2 })).toBe(users.length);
    for (const user of users) expect(await countsOf(user)).toEqual([1]);
  });

  it('by a process that dies at any query, and the one after it', async () => {
    const book = await bookWithDrafts(1);
    const users = await Promise.all(Array.from({ length: 3 }, () => followerOf(book.id)));
    await publish(book.chapterIds[1]);
    let died = 0;
    for (let lives = 1; lives < 60; lives += 1) {
      const fate = { left: lives };
      try {
        await tellNewChapters(dyingAfter(server.db, fate));
        break;
      } catch {
        died += 1;
      }
    }
    expect(died).toBeGreaterThan(5);
    for (const user of users) expect(await countsOf(user)).toEqual([1]);
  });

  it('also where its user has taken it out', async () => {
    const book = await bookWithDrafts(1);
    const user = await followerOf(book.id);
    await publish(book.chapterIds[1]);
    await tellNewChapters(server.db);
    const [notice] = await inboxOf(user);
    expect((await ask(user, 'DELETE', `inbox/${notice?.id}`)).statusCode).toBe(204);
    await server.db.query('update debuts set told_to = null, told_at = null where book_id = $1', [book.id]);
    await tellNewChapters(server.db);
    expect(await inboxOf(user)).toEqual([]);
  });
});

describe('silent chapters', () => {
  const studio = async (method: 'PUT' | 'POST', path: string, payload: object, more: Record<string, string> = {}) => {
    const headers = { ...(await signInStaff(server, 'editor')).headers, ...more };
    return server.app.inject({ method, url: `/api/v1/studio/${path}`, headers, payload });
  };
  const put = async (chapterId = '', payload: object = {}) => {
    const { rows } = await server.db.query<{ version: number }>('select version from chapters where id = $1', [
      chapterId,
    ]);
    return studio('PUT', `chapters/${chapterId}/publication`, payload, { 'if-match': `"${rows[0]?.version}"` });
  };

  it.each([
    ['a publication', (id: string) => put(id, { published_at: 'now', silent: true })],
    [
      'a bulk',
      (id: string) => studio('POST', 'chapters/bulk', { chapters: [id], action: 'publish', value: { silent: true } }),
    ],
    [
      'a bulk, beside its value',
      (id: string) => studio('POST', 'chapters/bulk', { chapters: [id], action: 'publish', silent: true }),
    ],
  ])('of %s are told to nobody', async (_, release) => {
    const book = await bookWithDrafts(1);
    const user = await followerOf(book.id);
    const answer = await release(book.chapterIds[1] ?? '');
    expect(answer.statusCode, answer.body).toBe(200);
    await tellNewChapters(server.db);
    expect(await inboxOf(user)).toEqual([]);
    expect((await ask(user, 'GET', 'updates')).json().data.result).toHaveLength(2);
  });

  it('are told where the last word before their moment is not silent', async () => {
    const book = await bookWithDrafts(2);
    const user = await followerOf(book.id);
    await server.db.query("update follows set followed_at = now() - interval '1 day' where book_id = $1", [book.id]);
    const [, one, two] = book.chapterIds;
    const at = daysFromNow(1).toISOString();
    await put(one, { published_at: at, silent: true });
    await put(one, { published_at: at });
    await put(two, { published_at: at });
    await put(two, { published_at: at, silent: true });
    await server.db.query(
      "update chapter_editions set published_at = now() - interval '5 seconds' where chapter_id = any($1::uuid[])",
      [[one, two]],
    );
    await server.db.query("update books set next_change_at = now() - interval '5 seconds' where id = $1", [book.id]);
    await tellNewChapters(server.db);
    expect(await inboxOf(user)).toMatchObject([{ count: 1, chapter_uuid: one }]);
    expect((await put(one, { published_at: 'now', silent: 'yes' })).json().code).toBe('invalid_request');
  });

  it('of an import are what it publishes, not its drafts', async () => {
    const sourceKey = randomUUID();
    const book = await makeBook(server.db, { sourceKey });
    const user = await followerOf(book.id);
    const out = { createdAt: daysFromNow(0), publishedAt: daysFromNow(-0.001) };
    const draft = { createdAt: daysFromNow(0), publishedAt: 'draft' as const };
    const { chapterIds } = await makeBook(server.db, { sourceKey, chapters: [{}, out, draft] }, { isSilent: true });
    await publish(chapterIds[2]);
    await tellNewChapters(server.db);
    expect(await inboxOf(user)).toMatchObject([{ count: 1, chapter_uuid: chapterIds[2] }]);
  });
});

/** A database whose process dies after so many queries. */
function dyingAfter(db: DbPool, fate: { left: number }): DbPool {
  const spend = () => {
    fate.left -= 1;
    if (fate.left < 0) throw new Error('The process is dead');
  };
  return {
    ...db,
    query: (...asked: Parameters<DbPool['query']>) => {
      spend();
      return db.query(...asked);
    },
    withConnection: (work) =>
      db.withConnection((tx) =>
        work({
          query: (...asked: Parameters<DbPool['query']>) => {
            if (String(asked[0]).toLowerCase() !== 'rollback') spend();
            return tx.query(...asked);
          },
        }),
      ),
  } as DbPool; // queries have the types of those that they pass on
}
