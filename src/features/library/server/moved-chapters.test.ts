import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { withTransaction } from '../../../server/database/db.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { writeImport } from '../../catalog/server/imports.ts';
import type { Mark, Progress } from '../contract.ts';
import { countStops } from './stops.ts';

const server = serverForTests();

const moment = new Date('2026-06-01T00:00:00Z');
const later = '2026-06-02T00:00:00.000Z';

/** A book whose chapters come and go by their names, in that order. */
function createBook() {
  const sourceKey = randomUUID();
  const pages = new Map<string, string>();
  let bookId = '';
  const pageOf = (name: string) => {
    const page = pages.get(name) ?? randomUUID();
    pages.set(name, page);
    return page;
  };
  async function publish(...names: string[]): Promise<void> {
    const chapters = names.map((name) => ({
      sourceKey: name,
      createdAt: moment,
      editions: [{ language: 'en-us' as const, title: name, pages: [{ sourceKey: name, imageIds: [pageOf(name)] }] }],
    }));
    const editions = [{ language: 'en-us' as const, title: 'A book', introduction: '' }];
    const book = {
      sourceKey,
      kind: 'comic',
      likelyLanguage: 'en-us',
      originalLanguage: 'en-us',
      editions,
      chapters,
    } as const;
    const options = { now: moment, prune: { chapters: true, pages: true }, mayPruneMost: true };
    const result = await withTransaction(server.db, (tx) => writeImport(tx, book, options));
    bookId = result.bookId;
  }
  const chapters = async () => {
    const { rows } = await server.db.query<{ id: string; title: string }>(
      `select c.id, e.title from chapters c join chapter_editions e on e.chapter_id = c.id
       where c.book_id = $1 and c.number is not null order by c.number`,
      [bookId],
    );
    return rows;
  };
  const idOf = async (name: string) => (await chapters()).find(({ title }) => title === name)?.id ?? '';
  return { publish, chapters, idOf, id: () => bookId };
}
type Book = ReturnType<typeof createBook>;

async function ask<T>(user: SignedInUser, method: 'GET' | 'POST', path: string, items?: object[]): Promise<T[]> {
  const payload = items && { payload: { items } };
  const answer = await server.app.inject({ method, url: `/api/v1/user/${path}`, headers: user.headers, ...payload });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  return answer.json().data.result;
}

async function read(
  user: SignedInUser,
  book: Book,
  at: { chapter: string; number: number; more?: object },
): Promise<void> {
  const position = { index: 1, fraction: 0.5 };
  const furthest = { ...position, chapter_number: at.number };
  const updated_at = moment.toISOString();
  const place = { book_uuid: book.id(), chapter_uuid: await book.idOf(at.chapter), position, furthest, updated_at };
  await ask(user, 'POST', 'progress', [{ ...place, ...at.more }]);
}

const furthestOf = async (user: SignedInUser) => (await ask<Progress>(user, 'GET', 'progress'))[0]?.furthest;
/** The numbers that are marked, each with a sign before it. */
async function marksOf(user: SignedInUser): Promise<string> {
  const [book] = await ask<{ marks: Mark[] }>(user, 'GET', 'marks');
  return (book?.marks ?? []).map(({ first, last, is_read }) => `${is_read ? '+' : '-'}${first}-${last}`).join(' ');
}
const mark = (user: SignedInUser, book: Book, marks: object[], more = {}) =>
  ask(user, 'POST', 'marks', [
    { book_uuid: book.id(), marks: marks.map((each) => ({ is_read: true, marked_at: later, ...each })), ...more },
  ]);

async function bookOf(...names: string[]) {
  const [user, book] = [await signIn(server), createBook()];
  await book.publish(...names);
  return { user, book };
}

describe('the furthest place stays with its chapter', () => {
  it.each([
    ['one is put in before it', ['a', 'new', 'b', 'c', 'd'], 4],
    ['one is put in right before it', ['a', 'b', 'new', 'c', 'd'], 4],
    ['several are put in', ['new', 'a', 'newer', 'b', 'c', 'newest', 'd'], 5],
    ['one is taken away before it', ['a', 'c', 'd'], 2],
    ['it is moved', ['c', 'a', 'b', 'd'], 1],
    ['one is put in, and the first taken away', ['new', 'b', 'c', 'd'], 3],
    ['more come at the end', ['a', 'b', 'c', 'd', 'e'], 3],
  ])('when %s', async (_, names, number) => {
    const { user, book } = await bookOf('a', 'b', 'c', 'd');
    await read(user, book, { chapter: 'c', number: 3 });
    await book.publish(...names);
    expect(await furthestOf(user)).toEqual({ chapter_number: number, index: 1, fraction: 0.5 });
  });

  inLong('when it is taken away, and comes back', async () => {
    const { user, book } = await bookOf('a', 'b', 'c', 'd');
    await read(user, book, { chapter: 'a', number: 3 });
    await server.db.query("update chapter_editions set published_at = null where title = 'c'");
    await book.publish('new', 'a', 'b', 'd');
    expect(await furthestOf(user)).toEqual({ chapter_number: 4, index: 0, fraction: 0 });
  });

  it('behind the last chapter it stays behind the last that there was', async () => {
    const { user, book } = await bookOf('a', 'b');
    await read(user, book, { chapter: 'b', number: 3 });
    await book.publish('new', 'a', 'b');
    expect(await furthestOf(user)).toMatchObject({ chapter_number: 4 });
    await book.publish('new', 'a', 'b', 'c');
    expect(await furthestOf(user)).toMatchObject({ chapter_number: 4 });
    await book.publish('newer', 'new', 'a', 'b', 'c');
    expect(await furthestOf(user)).toMatchObject({ chapter_number: 5 });
  });

  it('and never goes back, by the order that chapters have now', async () => {
    const { user, book } = await bookOf('a', 'b', 'c', 'd');
    await read(user, book, { chapter: 'b', number: 2 });
    await book.publish('a', 'new', 'b', 'c', 'd');
    await read(user, book, { chapter: 'new', number: 2 });
    expect(await furthestOf(user)).toMatchObject({ chapter_number: 3 });
    await read(user, book, { chapter: 'c', number: 4 });
    expect(await furthestOf(user)).toMatchObject({ chapter_number: 4 });
  });

  it('also for a browser that knows the numbers of before', async () => {
    const { user, book } = await bookOf('a', 'b', 'c', 'd');
    await book.publish('a', 'new', 'b', 'c', 'd');
    await read(user, book, { chapter: 'c', number: 3, more: { numbers: 'serial' } });
    expect(await furthestOf(user)).toMatchObject({ chapter_number: 4 });
  });

  it('in the count of where readers stop', async () => {
    const { user, book } = await bookOf('a', 'b', 'c', 'd');
    await read(user, book, { chapter: 'c', number: 3 });
    await book.publish('a', 'new', 'b', 'c', 'd');
    const stops = await countStops(server.db, { bookId: book.id(), before: new Date() });
    expect(stops).toEqual([{ chapterNumber: 4, isEnd: false, users: 1 }]);
  });
});

describe('marks stay with their chapters', () => {
  it.each([
    ['put in', ['a', 'new', 'b', 'c', 'd'], '+1-1 +3-4'],
    ['taken away', ['b', 'c', 'd'], '+1-2'],
    ['moved', ['d', 'c', 'b', 'a'], '+2-4'],
  ])('when chapters are %s', async (_, names, marks) => {
    const { user, book } = await bookOf('a', 'b', 'c', 'd');
    await mark(user, book, [{ first: 1, last: 3 }]);
    await book.publish(...names);
    expect(await marksOf(user)).toBe(marks);
    await mark(user, book, [{ first: 4, last: 4, is_read: false }], { numbers: 'serial' });
    const d = (await book.chapters()).findIndex(({ title }) => title === 'd') + 1;
    expect(await marksOf(user)).toContain(`-${d}-${d}`);
  });
});

describe('a chapter that was put in before the furthest is not read', () => {
  it('and that stays so when its reader goes on', async () => {
    const { user, book } = await bookOf('a', 'b', 'c', 'd');
    await read(user, book, { chapter: 'c', number: 3 });
    expect(await marksOf(user)).toBe('');
    await book.publish('a', 'new', 'b', 'c', 'd');
    expect(await marksOf(user)).toBe('-2-2');
    await read(user, book, { chapter: 'd', number: 5 });
    expect(await marksOf(user)).toBe('-2-2');
    await book.publish('newer', 'a', 'new', 'b', 'c', 'd');
    expect(await marksOf(user)).toBe('-1-1 -3-3');
    await mark(user, book, [{ first: 3, last: 3 }]);
    expect(await marksOf(user)).toBe('-1-1 +3-3');
  });
});

it('a book names its serials once they differ from its numbers, to the reader of a chapter too', async () => {
  const numberings = async ({ book }: { book: Book }) => {
    const [{ id = '' } = {}] = await book.chapters();
    const urls = [`/api/v1/comics/chapters/${book.id()}/en-us/asc/0/10`, `/api/v1/comics/chapter_comics/${id}/en-us`];
    const answers = await Promise.all(urls.map((url) => server.app.inject({ url })));
    return answers.map((answer) => answer.json().data.result.numbering);
  };
  expect(await numberings(await bookOf('a', 'b', 'c'))).toEqual([undefined, undefined]);
  const moved = await bookOf('a', 'b', 'c');
  await moved.book.publish('a', 'new', 'b', 'c');
  const numbering = {
    runs: [
      [1, 1],
      [5, 5],
      [2, 3],
    ],
    next: 6,
  };
  expect(await numberings(moved)).toEqual([numbering, numbering]);
});
