import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { setBookHidden } from '../../catalog/server/catalog.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import type { BookMarks, Mark } from '../contract.ts';
import { mostMarksOfUser } from '../limits.ts';

const server = serverForTests();

const ask = ({ headers }: SignedInUser, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  server.app.inject({ method, url: `/api/v1/user/${path}`, headers, ...(payload ? { payload } : {}) });

const send = (user: SignedInUser, bookId: string, marks: readonly Mark[]) =>
  ask(user, 'POST', 'marks', { items: [{ book_uuid: bookId, marks }] });

async function marksOf(user: SignedInUser): Promise<BookMarks[]> {
  return (await ask(user, 'GET', 'marks')).json().data.result;
}

const minute = (number: number) => new Date(Date.UTC(2026, 5, 1, 12, number)).toISOString();
const mark = (first: number, last: number, time: number, is_read = true): Mark => ({
  first,
  last,
  is_read,
  marked_at: minute(time),
});

describe('what a user marks by hand', () => {
  it('comes back merged with what other devices told, whatever their order, and to nobody else', async () => {
    const [user, stranger, book] = [await signIn(server), await signIn(server), await makeBook(server.db)];
    await send(user, book.id, [mark(2, 2, 5, false)]);
    const answer = await send(user, book.id, [mark(1, 4, 1)]);
    const marks = [mark(1, 1, 1), mark(2, 2, 5, false), mark(3, 4, 1)];
    expect(answer.json().data.result).toEqual([{ book_uuid: book.id, marks }]);
    expect(await marksOf(user)).toEqual([{ book_uuid: book.id, marks }]);
    expect(await marksOf(stranger)).toEqual([]);
  });

  inLong('loses nothing of what several devices tell at once', async () => {
    const [user, one, other] = [await signIn(server), await makeBook(server.db), await makeBook(server.db)];
    const told = Array.from({ length: 12 }, (_, index) => ({ first: index * 2 + 1, last: index * 2 + 1 }));
    await Promise.all(
      told.map(({ first, last }, index) => {
        const books = index % 2 === 0 ? [one, other] : [other, one];
        const items = books.map(({ id }) => ({ book_uuid: id, marks: [mark(first, last, index)] }));
        return ask(user, 'POST', 'marks', { items });
      }),
    );
    const kept = await marksOf(user);
    expect(kept.map(({ marks }) => marks.map(({ first, last }) => ({ first, last })))).toEqual([told, told]);
  });

  inLong('is passed over once there are 20,000 marks, however small the next ones are', async () => {
    const [user, full, other] = [await signIn(server), await makeBook(server.db), await makeBook(server.db)];
    await server.db.query(
      `insert into reading_marks (user_id, book_id, marks)
       select $1, $2, jsonb_agg(jsonb_build_object('first', n, 'last', n, 'is_read', true, 'marked_at', $3::text))
       from generate_series(1, $4::int) n`,
      [user.id, full.id, minute(1), mostMarksOfUser - 1],
    );
    const answers = [await send(user, other.id, [mark(1, 1, 1)]), await send(user, other.id, [])];
    expect(answers.map((answer) => answer.json().data.result)).toEqual([[], []]);
    expect(await marksOf(user)).toMatchObject([{ book_uuid: full.id }]);
  });

  it('was said no later than now', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    await send(user, book.id, [{ ...mark(1, 1, 0), marked_at: '2999-01-01T00:00:00Z' }]);
    const [kept] = await marksOf(user);
    expect(Date.parse(kept?.marks[0]?.marked_at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('waits where readers cannot see the book, and passes over one that there is not', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    await send(user, book.id, [mark(1, 1, 1)]);
    await setBookHidden(server.db, { bookId: book.id, hidden: true });
    expect(await marksOf(user)).toEqual([]);
    expect((await send(user, randomUUID(), [mark(1, 1, 1)])).json().data.result).toEqual([]);
    await setBookHidden(server.db, { bookId: book.id, hidden: false });
    expect(await marksOf(user)).toHaveLength(1);
  });

  it('is forgotten with the history', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    await send(user, book.id, [mark(1, 1, 1)]);
    expect((await ask(user, 'DELETE', 'progress')).statusCode).toBe(204);
    expect(await marksOf(user)).toEqual([]);
  });

  it.each([
    ['an end before its beginning', mark(3, 2, 1)],
    ['a chapter that no book has', mark(0, 2, 1)],
    ['no time', { first: 1, last: 1, is_read: true }],
  ])('is refused with %s', async (_, given) => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    const answer = await ask(user, 'POST', 'marks', { items: [{ book_uuid: book.id, marks: [given] }] });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
  });
});
