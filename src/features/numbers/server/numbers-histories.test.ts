import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { numberSources } from '../../../app/number-sources.ts';
import { startTestServer } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import type { DbPool } from '../../../server/database/db.ts';
import { howMany } from '../../../server/testing/depth.ts';
import { settingsIn } from '../../../shared/site-settings.ts';
import { createTokens } from '../../accounts/server/tokens.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { dayIn } from '../../studio/server/csv.ts';
import { createModel, type TakenEvent, type TakenStep } from '../testing/numbers-model.ts';
import { rollUp } from './roll-up.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Numbers from 0 to 1, the same for the same seed. */
function createChance(seed: number) {
  let state = seed * 2_654_435_761 + 1;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state / 2 ** 32;
  };
  return {
    below: (count: number) => Math.floor(next() * count),
    pick: <T>(of: readonly T[]) => of[Math.floor(next() * of.length)] as T,
  }; // never empty
}

/** A database that is gone after so many more statements; what was begun is rolled back, as after a kill. */
function dyingAfter(db: DbPool, statements: number): DbPool {
  let left = statements;
  return {
    ...db,
    withConnection: (work) =>
      db.withConnection((connection) =>
        work({
          query(sql, values) {
            left -= 1;
            return left < 0 && sql !== 'rollback' ? Promise.reject(new Error('killed')) : connection.query(sql, values);
          },
        }),
      ),
  };
}

/** Two zones whose clocks go back in these days, and others. */
const lives = [
  ['Europe/Paris', '2026-10-24T05:00:00Z'],
  ['America/New_York', '2026-10-31T15:00:00Z'],
  ['Europe/Paris', '2026-03-28T20:00:00Z'],
  ['Asia/Kathmandu', '2026-07-01T10:00:00Z'],
  ['America/St_Johns', '2026-05-01T00:00:00Z'],
  ['UTC', '2026-05-01T12:00:00Z'],
] as const;

const firstSeed = Number(process.env.SEED ?? 1);
const seeds = Array.from({ length: howMany({ usual: 1, long: 12 }) }, (_, index) => firstSeed + index);

describe('the numbers of generated histories', () => {
  it.each(seeds.map((seed) => [seed, ...(lives[seed % lives.length] ?? lives[0])] as const))(
    'are those of the model: seed %i, %s from %s',
    async (seed, timeZone, from) => {
      const chance = createChance(seed);
      let now = Date.parse(from);
      const server = await startTestServer({ settings: { STUDIO_TIME_ZONE: timeZone }, clock: () => new Date(now) });
      const { db, config } = server;
      const owner = await signInStaff(server, 'owner');
      const tokens = createTokens({ secret: config.jwtSecret });
      const headersOf = async (user: { id: string; sessionId: string }) => ({
        authorization: `Token ${await tokens.sign({ sessionId: user.sessionId, userId: user.id, now: new Date(now) })}`,
      });
      const books = await Promise.all(
        ['One', 'Two'].map((title) => makeBook(db, { titles: { 'en-us': title }, publicFreeChapters: 1, chapters: 2 })),
      );
      const readers: { name: string; headers: Record<string, string>; user: string | null }[] = [
        'a',
        'b',
        'c',
        'd',
      ].map((name) => ({ name, headers: { 'x-visitor-id': name }, user: null }));
      const events: TakenEvent[] = [];
      const steps: TakenStep[] = [];

      async function tell(): Promise<void> {
        const reader = chance.pick(readers);
        const book = chance.pick(books);
        const chapterId = chance.pick(book.chapterIds);
        const isTracked = chance.below(6) > 0;
        const language = chance.pick(['en-us', 'fr-fr']);
        const name = chance.pick([
          'page_view',
          'page_view',
          'page_view',
          'start_reading',
          'finished_reading',
          'lock_seen',
        ]);
        const page = name === 'page_view' ? chance.pick(['home', 'book', 'chapter']) : null;
        const [source, host] = chance.pick([
          ['direct', null],
          ['search', 'www.baidu.com'],
          ['social', 't.co'],
          ['other', 'example.org'],
        ] as const);
        const bookId = page === 'home' ? null : book.id;
        const chapter = page === 'home' || page === 'book' ? null : chapterId;
        const sent = {
          ...{ event_id: randomUUID(), name, occurred_at: new Date(now).toISOString(), language },
          ...(page && { page }),
          ...(page && host && { referrer_host: host }),
          ...(bookId && { book_uuid: bookId }),
          ...(chapter && { chapter_uuid: chapter }),
        };
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/v1/events',
          headers: isTracked ? reader.headers : { ...reader.headers, dnt: '1' },
          payload: { events: [sent, sent] },
        });
        expect(answer.statusCode).toBe(202);
        const who = isTracked ? reader.name : null;
        events.push({
          at: now,
          reader: who,
          isUser: reader.user !== null,
          name,
          bookId,
          chapterId: chapter,
          language,
          source,
        });
      }

      async function register(): Promise<void> {
        const reader = chance.pick(readers);
        if (reader.user !== null) return;
        const username = `u${randomUUID().slice(0, 8)}`;
        const payload = { username, password: 'password1', user_type: 'longstrip' };
        const url = '/api/v1/user/register';
        const answer = await server.app.inject({ method: 'POST', url, headers: reader.headers, payload });
        const id: string = answer.json().data.result.uuid;
        await db.query('update users set created_at = $2 where id = $1', [id, new Date(now)]);
        const sessionId = randomUUID();
        await db.query('insert into sessions (id, user_id, image_audience) values ($1, $2, $3)', [
          sessionId,
          id,
          randomUUID().replaceAll('-', '').slice(0, 22),
        ]);
        steps.push({ at: now, kind: 'registered', user: id, names: [reader.name] });
        Object.assign(reader, { name: id, user: id, headers: await headersOf({ id, sessionId }) });
      }

      async function pay(): Promise<void> {
        const { user } = chance.pick(readers);
        if (user === null) return;
        await db.query(
          `insert into payment_orders (provider, reference, user_id, plan, months, amount_minor, currency, state, paid_at)
           values ('wechat', $1, $2, 'month', 1, 1000, 'CNY', 'paid', $3)`,
          [randomUUID(), user, new Date(now)],
        );
        steps.push({ at: now, kind: 'paid', user, names: [] });
      }

      const setting = settingsIn({ time_zone: timeZone });
      const sum = () => rollUp({ db, setting, sources: numberSources }, new Date(now));
      const dying = () =>
        rollUp({ db: dyingAfter(db, chance.below(14)), setting, sources: numberSources }, new Date(now)).catch(
          () => {},
        );

      for (let step = 0; step < 90; step += 1) {
        now += chance.pick([1, 5 * minuteMs, 12 * minuteMs, 29 * minuteMs, 30 * minuteMs, 2 * hourMs, 3 * hourMs]);
        const act = chance.below(12);
        if (act === 0) await register();
        else if (act === 1) await pay();
        else if (act === 2) await Promise.all([sum(), sum(), dying()]);
        else if (act === 3) await dying();
        else await tell();
      }
      await Promise.all([sum(), sum()]);

      const model = createModel(timeZone, events, steps);
      const headers = await headersOf(owner);
      const ask = async (path: string) =>
        (await server.app.inject({ url: `/api/v1/studio/numbers/${path}`, headers })).json().data.result;
      const days = [...new Set(events.map(({ at }) => dayIn(timeZone, new Date(at))))];
      const range = `from=${days.at(0)}&to=${days.at(-1)}`;
      expect(days.length).toBeGreaterThan(1);
      for (const day of days) {
        const one = `from=${day}&to=${day}`;
        const table = async (more: string) =>
          (await ask(`visits?${one}${more}`)).map((row: Record<string, unknown>) => [
            row.key,
            row.views,
            row.visits,
            row.readers,
          ]);
        expect(await table('&by=source'), day).toEqual(model.visits(day, ({ source }) => source));
        expect(await table('&by=language')).toEqual(model.visits(day, ({ language }) => language));
        expect((await table('&by=book')).sort()).toEqual(model.visits(day, ({ bookId }) => bookId));
        const [[, , visits = 0, readers = 0] = []] = model.visits(day, () => '');
        expect(await table('')).toEqual([[null, model.views(day), visits, readers]]);
        for (const book of [null, books[0]?.id ?? null]) {
          const [row] = await ask(`funnel?${one}${book ? `&book_uuid=${book}` : ''}`);
          const told = [row.visitors, row.lock_seen, row.registered, row.registered_new, row.paid];
          expect([day, ...told]).toEqual([day, ...model.funnel(day, book)]);
        }
      }
      for (const book of books) {
        for (const language of [null, 'fr-fr']) {
          const rows = await ask(`chapters?${range}&book_uuid=${book.id}${language ? `&language=${language}` : ''}`);
          expect(rows.map((row: Record<string, unknown>) => [row.opened, row.started, row.finished])).toEqual(
            book.chapterIds.map((id) => model.chapter(days, id, language)),
          );
        }
      }
      await server.stop();
    },
    30_000,
  );
});
