import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { signIn } from '../../../app/testing/users.ts';
import { removeWhatIsOver } from '../../../server/jobs/retention.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { readingRetentions } from '../../reading/server/retention.ts';
import type { SentEvent } from '../../reading/testing/events.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let bookId: string;
let chapterIds: string[];
const server = serverForTests();
const owner = forAllTests(() => signInStaff(server, 'owner'));
const member = forAllTests(() => signIn(server, { expireAt: new Date(Date.now() + dayMs) }));
beforeEach(async () => {
  await server.db.query('delete from chapter_hours');
  const made = await makeBook(server.db, { titles: { 'en-us': 'What if' }, publicFreeChapters: 3, chapters: 6 });
  bookId = made.id;
  chapterIds = made.chapterIds;
});

const ago = (ms: number) => new Date(Date.now() - ms);

function eventOf(name: SentEvent['name'], place: number, occurredAt = new Date()): SentEvent {
  const chapter = chapterIds[place - 1] ?? '';
  return {
    event_id: randomUUID(),
    name,
    occurred_at: occurredAt.toISOString(),
    book_uuid: bookId,
    chapter_uuid: chapter,
    language: 'en-us',
  };
}

async function send(events: readonly object[], by: { headers: Record<string, string> } = { headers: {} }) {
  const { headers } = by;
  return server.app.inject({ method: 'POST', url: '/api/v1/events', headers, payload: { events } });
}

async function ask(query = '', by = owner) {
  const url = `/api/v1/studio/books/${bookId}/what_if${query}`;
  const answer = await server.app.inject({ url, headers: by.headers });
  return { status: answer.statusCode, body: answer.json() };
}

async function sums(query = ''): Promise<[visits: number, now: number, proposed: number, members: number]> {
  const { result } = (await ask(query)).body.data;
  return [result.visits, result.locked_now, result.locked_proposed, result.members];
}

describe('GET /studio/books/{uuid}/what_if', () => {
  it('decides the visits of those who are no members by the present rules and by others', async () => {
    await send([
      eventOf('start_reading', 1),
      eventOf('start_reading', 3),
      eventOf('lock_seen', 4),
      eventOf('lock_seen', 5),
    ]);
    await send([eventOf('start_reading', 5), eventOf('start_reading', 6)], member);
    expect(await sums()).toEqual([4, 2, 2, 2]);
    expect(await sums('?free_chapters=0')).toEqual([4, 2, 4, 2]);
    expect(await sums('?free_chapters=4')).toEqual([4, 2, 1, 2]);
    expect(await sums('?free_chapters=default&early_access_days=never')).toEqual([4, 2, 2, 2]);
    expect(await sums('?early_access_days=0')).toEqual([4, 2, 0, 2]);
  });

  it('decides each visit at its hour: early access runs out, and a window opens for its time', async () => {
    const { db } = server;
    await db.query('update chapters set published_at = $2 where id = any($1)', [chapterIds, ago(10 * dayMs)]);
    const hours = [9, 5, 1].map((days) => [chapterIds[4], ago(days * dayMs), false, 0, 10]);
    for (const row of hours) {
      await db.query("insert into chapter_hours values ($1, date_trunc('hour', $2::timestamptz), $3, $4, $5)", row);
    }
    expect(await sums('?early_access_days=7')).toEqual([30, 30, 20, 0]);
    await db.query('insert into windows (id, book_id, from_at, to_at) values ($1, $2, $3, $4)', [
      randomUUID(),
      bookId,
      ago(5.5 * dayMs),
      ago(4.5 * dayMs),
    ]);
    expect(await sums('?early_access_days=7')).toEqual([30, 20, 10, 0]);
  });

  it('leaves out what is older than 30 days, drafts, and other books', async () => {
    const { db } = server;
    const rows = [
      [chapterIds[4], ago(31 * dayMs)],
      [randomUUID(), ago(dayMs)],
    ];
    for (const row of rows)
      await db.query("insert into chapter_hours values ($1, date_trunc('hour', $2::timestamptz), false, 0, 1)", row);
    expect(await sums()).toEqual([0, 0, 0, 0]);
  });

  it.each(['free_chapters=many', 'free_chapters=-1', 'early_access_days=3651', 'early_access_days=1.5'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await ask(`?${query}`);
      expect([status, body.code]).toEqual([400, 'invalid_request']);
    },
  );

  it('is for owners, and answers 404 for no book', async () => {
    expect((await ask('', await signInStaff(server, 'editor'))).status).toBe(403);
    bookId = randomUUID();
    expect((await ask()).body.code).toBe('book_not_found');
  });
});

describe('the hours of a chapter', () => {
  const stored = async () =>
    (await server.db.query('select starts, locks, member from chapter_hours order by hour, member')).rows;

  inLong('count an event once, however often and from however many places it comes', async () => {
    const events = [eventOf('start_reading', 1), eventOf('lock_seen', 4)];
    await Promise.all(Array.from({ length: 20 }, () => send(events)));
    expect(await stored()).toEqual(
      expect.arrayContaining([
        { starts: 1, locks: 0, member: false },
        { starts: 0, locks: 1, member: false },
      ]),
    );
    await Promise.all(
      Array.from({ length: 20 }, () => send([eventOf('start_reading', 2), eventOf('start_reading', 1)])),
    );
    expect((await sums())[0]).toBe(42);
  });

  it('take neither a lock of no chapter nor what a preview sees', async () => {
    const { chapter_uuid: _, ...nowhere } = eventOf('lock_seen', 4);
    expect((await send([nowhere])).statusCode).toBe(202);
    const editor = await signInStaff(server, 'editor');
    const preview = { headers: { ...editor.headers, 'x-preview-as': 'visitor' } };
    expect((await send([eventOf('lock_seen', 4)], preview)).statusCode).toBe(409);
    expect(await stored()).toEqual([]);
  });

  it('go after 60 days', async () => {
    const insert = "insert into chapter_hours values ($1, date_trunc('hour', $2::timestamptz), false, 1, 0)";
    await server.db.query(insert, [chapterIds[0], ago(61 * dayMs)]);
    await server.db.query(insert, [chapterIds[0], ago(59 * dayMs)]);
    await removeWhatIsOver(server.db, { retentions: readingRetentions, now: new Date() });
    expect((await stored()).length).toBe(1);
  });
});
