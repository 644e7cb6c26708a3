import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createServer } from '../../../app/server.ts';
import { serverForTests, startTestServer } from '../../../app/testing/server.ts';
import { createLog } from '../../../server/config/log.ts';
import { withTransaction } from '../../../server/database/db.ts';
import { removeWhatIsOver } from '../../../server/jobs/retention.ts';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { finished, sendEvents } from '../testing/events.ts';
import { makeDaysAhead } from './jobs.ts';
import { readingRetentions } from './retention.ts';

const server = serverForTests({ settings: { TRUST_PROXY: '1' } });
beforeEach(async () => {
  await server.db.query(
    'delete from books; delete from book_events; delete from reading_counts; delete from book_tallies',
  );
});

const dayMs = 86_400_000;
const daysFromNow = (count: number) => new Date(Date.now() + count * dayMs);
const send = (events: unknown[], address?: string) => sendEvents(server, events, address);

async function countEvents(): Promise<number> {
  const { rows } = await server.db.query<{ count: number }>('select count(*) as count from book_events');
  return rows[0]?.count ?? 0;
}

async function countReadings(): Promise<number> {
  const { rows } = await server.db.query<{ sum: number }>('select sum(finishes) as sum from book_tallies');
  return rows[0]?.sum ?? 0;
}

async function listDays(): Promise<string[]> {
  const { rows } = await server.db.query<{ name: string }>(
    `select relname as name from pg_class where relname ~ '^book_events_\\d+$' and relkind = 'r' order by 1`,
  );
  return rows.map(({ name }) => name);
}

const partOf = (time: Date) => `book_events_${time.toISOString().slice(0, 10).replaceAll('-', '')}`;

async function dropAllDays(): Promise<void> {
  for (const name of await listDays()) await server.db.query(`drop table ${name}`);
}

describe('POST /events', () => {
  it('answers 202 without a body and counts each event once, also when 50 copies race', async () => {
    const { id } = await makeBook(server.db);
    const event = finished(id);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send([event])));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode}${body}`))).toEqual(new Set(['202']));
    expect([await countEvents(), await countReadings()]).toEqual([1, 1]);
    const { rows } = await server.db.query('select finished from reading_counts');
    expect(rows).toEqual([{ finished: 1 }]);
  });

  it('takes a time without a zone as UTC', async () => {
    const book = await makeBook(server.db);
    const zoneless = new Date().toISOString().slice(0, -1);
    expect((await send([finished(book.id, { occurred_at: zoneless })])).statusCode).toBe(202);
    const { rows } = await server.db.query('select occurred_at from book_events');
    expect(rows).toEqual([{ occurred_at: new Date(`${zoneless}Z`) }]);
  });

  it('ignores events that are untimely or belong to no visible book', async () => {
    const book = await makeBook(server.db);
    const other = await makeBook(server.db);
    const days = (count: number) => daysFromNow(count).toISOString();
    const answer = await send([
      finished(book.id, { occurred_at: days(-8) }),
      finished(book.id, { occurred_at: days(1) }),
      finished(randomUUID()),
      finished(book.id, { chapter_uuid: other.chapterIds[0] ?? '' }),
      finished(book.id, { chapter_uuid: randomUUID() }),
    ]);
    expect(answer.statusCode).toBe(202);
    expect(await countEvents()).toBe(0);
    await send([finished(book.id, { chapter_uuid: book.chapterIds[0] ?? '', occurred_at: days(-6) })]);
    expect(await countEvents()).toBe(1);
  });

  it.each([
    { why: 'more than 50', events: Array.from({ length: 51 }, () => finished(randomUUID())) },
    { why: 'an unknown name', events: [{ ...finished(randomUUID()), name: 'like' }] },
    { why: 'a bad UUID', events: [finished('x')] },
    { why: 'no time', events: [{ ...finished(randomUUID()), occurred_at: 'yesterday' }] },
    { why: 'an impossible time', events: [{ ...finished(randomUUID()), occurred_at: '2026-02-31T00:00:00Z' }] },
  ])('refuses $why', async ({ events }) => {
    const answer = await send(events);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
  });
});

describe('the days of events', () => {
  inLong('are made by the first writers who need them, however many come at once', async () => {
    await dropAllDays();
    const { id } = await makeBook(server.db);
    const times = Array.from({ length: 30 }, (_, index) => daysFromNow(-(index % 6)));
    const answers = await Promise.all(
      times.map((time) => send([finished(id, { occurred_at: time.toISOString() }), finished(id)])),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(times.map(() => 202));
    expect([await countEvents(), await countReadings()]).toEqual([60, 60]);
    expect(await listDays()).toEqual([...new Set(times.map(partOf))].sort());
  });

  it('are made ahead, this week and the next, while an event is being written', async () => {
    await dropAllDays();
    const { id } = await makeBook(server.db);
    await send([finished(id)]);
    await withTransaction(server.db, async (tx) => {
      await tx.query('lock table book_events in row exclusive mode');
      await makeDaysAhead(server.db, new Date());
    });
    const days = await listDays();
    expect([days.length, days.at(0), days.at(-1)]).toEqual([15, partOf(daysFromNow(-7)), partOf(daysFromNow(7))]);
    await makeDaysAhead(server.db, new Date());
    expect(await listDays()).toEqual(days);
  });

  it('hold an event once, even where it comes again after midnight and to a server that was restarted', async () => {
    const { id } = await makeBook(server.db);
    const event = finished(id);
    await send([event]);
    server.pass(dayMs);
    await send([event, finished(id, { occurred_at: daysFromNow(1).toISOString() })]);
    const { config, db } = server;
    const clock = () => daysFromNow(6.9);
    const other = await createServer({ config, db, log: createLog('silent'), metrics: createMetrics(), clock });
    expect((await sendEvents(other, [event])).statusCode).toBe(202);
    await other.app.close();
    await other.close();
    server.pass(-dayMs);
    expect([await countEvents(), await countReadings()]).toEqual([2, 2]);
  });
});

describe('old events', () => {
  const removeOld = (now = new Date()) => removeWhatIsOver(server.db, { retentions: readingRetentions, now });
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

  inLong('are deleted a day at a time, after nine whole days', async () => {
    await dropAllDays();
    for (const days of [-30, -11, -10, -9, 0])
      await server.db.query('select make_events_day($1)', [daysFromNow(days).toISOString().slice(0, 10)]);
    await removeOld();
    expect(await listDays()).toEqual([partOf(daysFromNow(-9)), partOf(new Date())]);
  });

  inLong('are deleted while new events arrive, and no new event is lost or late', async () => {
    const { id } = await makeBook(server.db);
    const days = Array.from({ length: 40 }, (_, index) =>
      daysFromNow(-20 - index)
        .toISOString()
        .slice(0, 10),
    );
    for (const day of days) await server.db.query('select make_events_day($1)', [day]);
    let isRemoving = true;
    let slowestMs = 0;
    const sending = (async () => {
      const statuses: number[] = [];
      while (isRemoving) {
        const began = performance.now();
        statuses.push((await send([finished(id)])).statusCode);
        slowestMs = Math.max(slowestMs, performance.now() - began);
      }
      return statuses;
    })();
    await removeOld();
    isRemoving = false;
    const statuses = await sending;
    expect(new Set(statuses)).toEqual(new Set([202]));
    expect(await countEvents()).toBe(statuses.length);
    expect(await listDays()).not.toContain(partOf(daysFromNow(-20)));
    expect(slowestMs).toBeLessThan(800);
  });

  inLong('stay while a long query reads them, and no other request waits for that', async () => {
    const { id } = await makeBook(server.db);
    const old = daysFromNow(-20);
    await server.db.query('select make_events_day($1)', [old.toISOString().slice(0, 10)]);
    await withTransaction(server.db, async (tx) => {
      await tx.query('select count(*) from book_events');
      let isOver = false;
      const removing = removeOld().catch((error: unknown) => error);
      const watching = removing.then(() => {
        isOver = true;
      });
      const answers = [];
      while (!isOver) {
        const began = performance.now();
        const { statusCode } = await send([finished(id)]);
        await tx.query('select'); // without a query the database would end the idle transaction
        answers.push({ statusCode, isLate: performance.now() - began > 800 });
      }
      await watching;
      expect(await removing).toEqual(expect.objectContaining({ message: expect.stringContaining('book_events') }));
      expect(answers.filter(({ statusCode, isLate }) => statusCode !== 202 || isLate)).toEqual([]);
    });
    expect((await server.db.query(waits)).rowCount).toBe(0);
    await removeOld();
    expect(await listDays()).not.toContain(partOf(old));
  });
});

describe('what a stranger may write', () => {
  /** The rows that a batch of five events leaves: single ones, those for the studio, and the book's tally. */
  async function keptOn(given: Parameters<typeof startTestServer>[0]) {
    const own = await startTestServer(given);
    try {
      const { id, chapterIds } = await makeBook(own.db);
      const chapter = { chapter_uuid: chapterIds[0] ?? '' };
      const start = () => finished(id, { ...chapter, name: 'start_reading' });
      const events = [start(), start(), start(), start(), finished(id, chapter)];
      expect((await sendEvents(own, events)).statusCode).toBe(202);
      const { rows } = await own.db.query<Record<string, number>>(
        `select (select count(*) from book_events) as single, (select count(*) from number_events) as numbers,
           (select sum(starts) from book_tallies) as starts, (select sum(finishes) from book_tallies) as finishes,
           (select coalesce(sum(starts), 0) from chapter_hours) as hours, (select count(*) from reading_counts) as readings`,
      );
      return rows[0];
    } finally {
      await own.stop();
    }
  }

  it('is kept one by one up to a limit a day; the rest is tallied', async () => {
    const settings = { TRUST_PROXY: '1', RATE_LIMIT_SCALE: '0.01' };
    const tallied = { starts: 4, finishes: 1, readings: 0 };
    expect(await keptOn({ settings })).toEqual({ single: 2, numbers: 2, hours: 4, ...tallied });
  });

  inLong('is only tallied while the disk is nearly full', async () => {
    const freeBytes = async () => 1024 ** 3 - 1;
    const tallied = { starts: 4, finishes: 1, readings: 0 };
    expect(await keptOn({ freeBytes })).toEqual({ single: 0, numbers: 0, hours: 0, ...tallied });
    const kept = await keptOn({ freeBytes: async () => 1024 ** 3 });
    expect(kept).toEqual({ single: 5, numbers: 5, starts: 4, finishes: 1, hours: 4, readings: 1 });
  });
});
