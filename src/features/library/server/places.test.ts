import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { draws, inLong } from '../../../server/testing/depth.ts';
import { setBookHidden } from '../../catalog/server/catalog.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import type { Progress } from '../contract.ts';
import { mostPlaces } from '../limits.ts';
import { mergeByBook } from '../rules.ts';
import { anyProgress } from '../testing/progress.ts';

const server = serverForTests();

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function ask(user: SignedInUser, method: Method, path: string, payload?: object) {
  const { headers } = user;
  return server.app.inject({ method, url: `/api/v1/user/${path}`, headers, ...(payload ? { payload } : {}) });
}

async function send(user: SignedInUser, items: readonly object[]): Promise<Progress[]> {
  const answer = await ask(user, 'POST', 'progress', { items });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  return answer.json().data.result;
}

async function progressOf(user: SignedInUser): Promise<Progress[]> {
  return (await ask(user, 'GET', 'progress')).json().data.result;
}

const minute = (number: number) => new Date(Date.UTC(2026, 5, 1, 12, number)).toISOString();

function reportOn(book: { id: string; chapterIds: string[] }, given: Partial<Progress> = {}): Progress {
  return {
    book_uuid: book.id,
    chapter_uuid: book.chapterIds[0] ?? '',
    position: { index: 4, fraction: 0.5 },
    furthest: { chapter_number: 1, index: 4, fraction: 0.5 },
    updated_at: minute(1),
    ...given,
  };
}

describe('the places of a user', () => {
  inLong('come back as they were sent, the last read first', async () => {
    const [user, one, other] = [await signIn(server), await makeBook(server.db), await makeBook(server.db)];
    const early = reportOn(one, { position: { index: 2, fraction: 1 / 3, quote: 'Il était une fois 从前 😀' } });
    const late = reportOn(other, { updated_at: minute(2) });
    expect(new Set(await send(user, [early, late]))).toEqual(new Set([early, late]));
    expect(await progressOf(user)).toEqual([late, early]);
  });

  it("are that user's alone", async () => {
    const [user, stranger, book] = [await signIn(server), await signIn(server), await makeBook(server.db)];
    await send(user, [reportOn(book)]);
    expect(await progressOf(stranger)).toEqual([]);
  });

  inLong('are at most 10,000, in pages; those that are there move on', async () => {
    const [user, kept, other] = [await signIn(server), await makeBook(server.db), await makeBook(server.db)];
    await send(user, [reportOn(kept)]);
    await server.db.query(
      `insert into reading_places (user_id, book_id, chapter_id, position_index, position_fraction, updated_at,
         furthest_chapter, furthest_index, furthest_fraction)
       select $1, gen_random_uuid(), $2, 0, 0, now(), 1, 0, 0 from generate_series(2, $3::int)`,
      [user.id, kept.chapterIds[0], mostPlaces],
    );
    const moved = reportOn(kept, { updated_at: minute(9) });
    expect(await send(user, [reportOn(other), moved])).toEqual([moved]);
    const page = async (list: string, number: number) => (await ask(user, 'GET', `${list}?page=${number}`)).json().data;
    expect(await page('progress', 8)).toEqual({ result: [], has_more: true });
    expect(await page('progress', 9)).toEqual({ result: [moved], has_more: false });
    expect([(await page('marks', 8)).has_more, (await page('marks', 9)).has_more]).toEqual([true, false]);
  });

  it('take the later position and never give up the furthest', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db, { chapters: 3 })];
    const [first = '', , third = ''] = book.chapterIds;
    const far = reportOn(book, { chapter_uuid: third, furthest: { chapter_number: 3, index: 9, fraction: 1 } });
    const back = reportOn(book, { chapter_uuid: first, updated_at: minute(5) });
    expect(await send(user, [far])).toEqual([far]);
    expect(await send(user, [back])).toEqual([{ ...back, furthest: far.furthest }]);
    expect(await send(user, [{ ...far, updated_at: minute(3) }])).toEqual([{ ...back, furthest: far.furthest }]);
  });

  it('are merged where one book is sent twice', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    const early = reportOn(book, { furthest: { chapter_number: 1, index: 30, fraction: 0 } });
    const late = reportOn(book, { position: { index: 1, fraction: 0 }, updated_at: minute(9) });
    expect(await send(user, [late, early, late])).toEqual([{ ...late, furthest: early.furthest }]);
  });

  it('are never from a time to come', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    const [kept] = await send(user, [reportOn(book, { updated_at: '2199-01-01T00:00:00Z' })]);
    const age = Date.now() - Date.parse(kept?.updated_at ?? '');
    expect(Math.abs(age)).toBeLessThan(60_000);
  });

  it.each([
    ['2026-06-01T14:01:00.5+02:00', '2026-06-01T12:01:00.500Z'],
    ['2026-06-01T12:01:00', '2026-06-01T12:01:00.000Z'],
    ['0000-01-01T00:00:00+14:00', '1970-01-01T00:00:00.000Z'],
  ])('believe %s to be %s', async (updated_at, believed) => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    expect(await send(user, [reportOn(book, { updated_at })])).toMatchObject([{ updated_at: believed }]);
  });

  it('take what they know and pass over the rest', async () => {
    const [user, book, other] = [await signIn(server), await makeBook(server.db), await makeBook(server.db)];
    const good = reportOn(book);
    const strangers = [
      reportOn({ id: randomUUID(), chapterIds: [randomUUID()] }),
      reportOn({ id: book.id, chapterIds: [randomUUID()] }),
      reportOn({ id: other.id, chapterIds: book.chapterIds }),
    ];
    expect(await send(user, [...strangers, good])).toEqual([good]);
    expect(await send(user, strangers)).toEqual([]);
    expect(await send(user, [])).toEqual([]);
    expect(await progressOf(user)).toEqual([good]);
  });

  it('in a hidden book are kept and not shown', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    await send(user, [reportOn(book)]);
    await setBookHidden(server.db, { bookId: book.id, hidden: true });
    expect(await send(user, [reportOn(book, { updated_at: minute(4) })])).toEqual([]);
    expect(await progressOf(user)).toEqual([]);
    await setBookHidden(server.db, { bookId: book.id, hidden: false });
    expect(await progressOf(user)).toEqual([reportOn(book, { updated_at: minute(4) })]);
  });

  it('are forgotten, one book or all of them, and only by their user', async () => {
    const [user, stranger] = [await signIn(server), await signIn(server)];
    const [one, other] = [await makeBook(server.db), await makeBook(server.db)];
    const reports = [reportOn(one, { updated_at: minute(2) }), reportOn(other)];
    await send(user, reports);
    await send(stranger, reports);
    expect((await ask(user, 'DELETE', `progress/${one.id.toUpperCase()}`)).statusCode).toBe(204);
    expect((await ask(user, 'DELETE', `progress/${one.id}`)).statusCode).toBe(204);
    expect(await progressOf(user)).toEqual([reports[1]]);
    expect((await ask(user, 'DELETE', 'progress')).statusCode).toBe(204);
    expect(await progressOf(user)).toEqual([]);
    expect(await progressOf(stranger)).toEqual(reports);
    await send(user, reports);
    expect(await progressOf(user)).toEqual(reports);
  });

  it('go with their user', async () => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    await send(user, [reportOn(book)]);
    await ask(user, 'PUT', `follows/${book.id}`);
    await ask(user, 'POST', 'feed_token');
    await server.db.query('delete from users where id = $1', [user.id]);
    for (const table of ['reading_places', 'follows', 'feed_tokens']) {
      const { rowCount } = await server.db.query(`select from ${table} where user_id = $1`, [user.id]);
      expect([table, rowCount]).toEqual([table, 0]);
    }
  });

  const position = { index: 0, fraction: 0 };
  const furthest = { chapter_number: 1, index: 0, fraction: 0 };
  it.each([
    ['no list', { items: 'all' }],
    ['nothing', {}],
    ['more than 100', { items: Array.from({ length: 101 }, () => ({})) }],
    ['an id that is none', { book_uuid: 'x' }],
    ['a negative index', { position: { index: -1, fraction: 0 } }],
    ['an index that is no whole number', { position: { index: 0.5, fraction: 0 } }],
    ['an index beyond any book', { position: { index: 3e9, fraction: 0 } }],
    ['a fraction over 1', { position: { index: 0, fraction: 1.01 } }],
    ['a negative fraction', { position: { index: 0, fraction: -0.01 } }],
    ['a fraction that is no number', { position: { index: 0, fraction: null } }],
    ['a fraction in words', { position: { index: 0, fraction: '0.5' } }],
    ['a quote of 81 characters', { position: { ...position, quote: '字'.repeat(81) } }],
    ['a quote with NUL', { position: { ...position, quote: 'a\0b' } }],
    ['a chapter 0', { furthest: { ...furthest, chapter_number: 0 } }],
    ['a furthest fraction over 1', { furthest: { ...furthest, fraction: 2 } }],
    ['no furthest', { furthest: undefined }],
    ['a time that is none', { updated_at: 'yesterday' }],
  ])('refuse %s', async (_, wrong) => {
    const [user, book] = [await signIn(server), await makeBook(server.db)];
    const payload =
      'items' in wrong || Object.keys(wrong).length === 0 ? wrong : { items: [{ ...reportOn(book), ...wrong }] };
    const answer = await ask(user, 'POST', 'progress', payload);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    expect(await progressOf(user)).toEqual([]);
  });

  inLong('take a hundred at once, each with its longest quote', async () => {
    const user = await signIn(server);
    const books: Awaited<ReturnType<typeof makeBook>>[] = [];
    while (books.length < 100) books.push(await makeBook(server.db));
    const items = books.map((book) => reportOn(book, { position: { index: 1, fraction: 1, quote: '字'.repeat(80) } }));
    expect(await send(user, items)).toHaveLength(100);
  });
});

describe('reports on places, as a database merges them', () => {
  inLong('come to what the rule says, in whatever order and together with whatever they arrive', async () => {
    const books = [await makeBook(server.db, { chapters: 2 }), await makeBook(server.db, { chapters: 2 })];
    const bookIds = books.map(({ id }) => id);
    // In one book's terms: the chapters of the other would be passed over.
    const reports = fc.oneof(...books.map(({ id, chapterIds }) => anyProgress([id], chapterIds)));
    const batches = fc.array(fc.array(reports, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(batches, async (sent) => {
        const user = await signIn(server);
        for (const items of sent) await send(user, items);
        const known = await progressOf(user);
        const byBook = (all: Progress[]) => bookIds.map((id) => all.find(({ book_uuid }) => book_uuid === id));
        expect(byBook(known)).toEqual(byBook(mergeByBook(sent.flat())));
      }),
      { numRuns: draws(60) },
    );
  });

  it('lose nothing when fifty arrive at once', async () => {
    const [user, one, other] = [await signIn(server), await makeBook(server.db), await makeBook(server.db)];
    const items = Array.from({ length: 50 }, (_, index) => {
      const at = { index: (index * 7) % 50, fraction: 0 };
      const furthest = { chapter_number: 1, index: (index * 13) % 50, fraction: 0.5 };
      return [one, other].map((book) => reportOn(book, { position: at, furthest, updated_at: minute(at.index) }));
    });
    // Half of them name the books the other way round: neither may wait for the other.
    await Promise.all(items.map((pair, index) => send(user, index % 2 ? pair : pair.toReversed())));
    const furthest = { chapter_number: 1, index: 49, fraction: 0.5 };
    for (const place of await progressOf(user))
      expect(place).toMatchObject({ position: { index: 49, fraction: 0 }, updated_at: minute(49), furthest });
    expect(await progressOf(user)).toHaveLength(2);
  });
});
