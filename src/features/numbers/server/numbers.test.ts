import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { numberSources } from '../../../app/number-sources.ts';
import { startTestServer, type TestServer } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { removeWhatIsOver } from '../../../server/jobs/retention.ts';
import { eachOf, inLong } from '../../../server/testing/depth.ts';
import { settingsIn } from '../../../shared/site-settings.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { numbersRetentions } from './retention.ts';
import { rollUp } from './roll-up.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const timeZone = 'Asia/Shanghai';
/** Noon of a day in Shanghai, some days ahead: nothing that the database dates by its own clock lies there. */
const begin = Math.floor(Date.now() / dayMs) * dayMs + 20 * dayMs + 4 * 60 * minuteMs;
/** The day of the beginning, or so many days after it. */
const day = (after: number) => new Date(begin + after * dayMs).toISOString().slice(0, 10);
/** A time of that day by the clocks of Greenwich. */
const timeOf = (time: string) => Date.parse(`${day(0)}T${time}Z`);

let server: TestServer;
let now = begin;
let owner: SignedInUser;
let editor: SignedInUser;
let bookId: string;
let chapterIds: string[];
beforeEach(async () => {
  now = begin;
  server = await startTestServer({ settings: { STUDIO_TIME_ZONE: timeZone }, clock: () => new Date(now) });
  owner = await signInStaff(server, 'owner');
  editor = await signInStaff(server, 'editor');
  const made = await makeBook(server.db, { titles: { 'en-us': 'Numbered' }, publicFreeChapters: 1, chapters: 3 });
  bookId = made.id;
  chapterIds = made.chapterIds;
});
afterEach(() => server.stop());

const visitor = (id: string) => ({ 'x-visitor-id': id });
const chapter = (number: number) => chapterIds[number - 1] ?? '';

async function send(headers: Record<string, string>, ...events: object[]): Promise<number> {
  const sent = events.map((event) => ({
    event_id: randomUUID(),
    occurred_at: new Date(now).toISOString(),
    language: 'en-us',
    ...event,
  }));
  const answer = await server.app.inject({ method: 'POST', url: '/api/v1/events', headers, payload: { events: sent } });
  return answer.statusCode;
}

const home = { name: 'page_view', page: 'home' };
const bookView = () => ({ name: 'page_view', page: 'book', book_uuid: bookId });
const view = (number: number) => ({
  name: 'page_view',
  page: 'chapter',
  book_uuid: bookId,
  chapter_uuid: chapter(number),
});
const read = (name: string, number: number) => ({ name, book_uuid: bookId, chapter_uuid: chapter(number) });

async function ask(path: string, by = owner) {
  const answer = await server.app.inject({ url: `/api/v1/studio/numbers/${path}`, headers: by.headers });
  return { status: answer.statusCode, body: answer.json(), data: answer.json().data };
}

async function close() {
  return rollUp({ db: server.db, setting: settingsIn({ time_zone: timeZone }), sources: numberSources }, new Date(now));
}

describe('the numbers of today', () => {
  inLong('are there on a day on which 20,000 people have registered', async () => {
    await server.db.query(
      `insert into users (username, username_key, password_hash, created_at)
       select 'many' || n, 'many' || n, '', $1 from generate_series(1, 20000) as n`,
      [new Date(now)],
    );
    await send(owner.headers, { name: 'lock_seen', book_uuid: bookId, chapter_uuid: chapter(2) });
    now += minuteMs;
    const { status, data } = await ask('funnel');
    expect([status, data.result.at(-1)]).toMatchObject([200, { lock_seen: 1, registered: 1, registered_new: 0 }]);
  });

  inLong('answer as they stand where a day takes long to sum, and no request waits for it', async () => {
    await send(visitor('a'), home);
    expect((await ask('visits')).data.result).toMatchObject([{ views: 1 }]);
    await server.db.query(
      `create function be_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(2.5); return new; end $$`,
    );
    await server.db.query('create trigger slow before insert on number_totals for each row execute function be_slow()');
    await send(visitor('b'), home);
    now += minuteMs;
    const { status, data } = await ask('visits');
    expect([status, data.result]).toMatchObject([200, [{ views: 1 }]]);
    await expect.poll(async () => (await ask('visits')).data.result[0].views, { timeout: 20_000 }).toBe(2);
  });

  inLong('take the first and the last of what came at once in the order in which it happened', async () => {
    for (let number = 0; number < 12; number += 1)
      await send(visitor(`v${number}`), { ...home, referrer_host: 'www.google.com' }, bookView(), view(1), view(2));
    const lock = (language: string) => ({ name: 'lock_seen', book_uuid: bookId, chapter_uuid: chapter(2), language });
    await send(owner.headers, lock('en-us'), lock('zh-cn'), lock('fr-fr'), lock('es-es'));
    const { data } = await ask('visits?by=source');
    expect(data.result).toMatchObject([{ key: 'search', visits: 12 }]);
    const { rows } = await server.db.query("select language from number_events where name = 'lock_seen' order by at");
    expect(rows.map((row) => Object.values(row ?? {})[0])).toEqual(['en-us', 'zh-cn', 'fr-fr', 'es-es']);
  });

  it('are read from what browsers tell: views, visits, readers, and partial', async () => {
    await send(visitor('a'), { ...home, referrer_host: 'www.google.com' }, bookView());
    now += 20 * minuteMs;
    await send(visitor('a'), view(1));
    now += 30 * minuteMs;
    await send(visitor('a'), view(2));
    await send(visitor('b'), home);
    const { data } = await ask('visits');
    expect(data).toEqual({
      result: [{ period: day(-27), key: null, views: 5, visits: 3, readers: 2 }],
      total: 1,
      from: day(-27),
      to: day(0),
      time_zone: timeZone,
      partial: true,
    });
    const by = async (key: string) =>
      (await ask(`visits?by=${key}`)).data.result.map((row: Record<string, unknown>) => [
        row.key,
        row.views,
        row.visits,
        row.readers,
      ]);
    expect(await by('source')).toEqual([
      ['direct', 2, 2, 2],
      ['search', 3, 1, 1],
    ]);
    expect(await by('book')).toEqual([[bookId, 3, 2, 1]]);
    expect(await by('language')).toEqual([['en-us', 5, 3, 2]]);
  });

  inLong('are at most five seconds old', async () => {
    await send(visitor('a'), home);
    expect((await ask('visits')).data.result[0].views).toBe(1);
    await send(visitor('a'), home);
    now += 5_000;
    expect((await ask('visits')).data.result[0].views).toBe(2);
  });

  inLong('add readers who do not want to be tracked to the views of the site alone', async () => {
    await send({ ...visitor('a'), dnt: '1' }, bookView(), read('start_reading', 1));
    await send({ ...visitor('b'), 'sec-gpc': '1' }, view(1), read('lock_seen', 2));
    await send(visitor('c'), view(1));
    expect((await ask('visits')).data.result).toEqual([
      { period: day(-27), key: null, views: 3, visits: 1, readers: 1 },
    ]);
    expect((await ask(`visits?book_uuid=${bookId}`)).data.result[0]).toMatchObject({ views: 1, readers: 1 });
    expect((await ask(`chapters?book_uuid=${bookId}`)).data.result[0]).toMatchObject({ opened: 1, started: 0 });
    expect((await ask('funnel')).data.result[0]).toMatchObject({ visitors: 1, lock_seen: 0 });
    const { rows } = await server.db.query(
      'select * from number_events where reader is null and (book_id, language, source) is distinct from (null, null, null)',
    );
    expect(rows).toEqual([]);
  });

  it('count each event once, pass over items that are wrong, and keep no address and no name', async () => {
    const event = { ...bookView(), event_id: randomUUID() };
    await Promise.all(Array.from({ length: 10 }, () => send(visitor('visitor-a'), event)));
    for (const wrong of [
      { name: 'page_view' },
      { name: 'page_view', page: 'attic' },
      { name: 'page_broken', chapter_uuid: chapter(1) },
      { name: 'page_broken', page: 'x', chapter_uuid: chapter(1) },
      { name: 'lock_seen', chapter_uuid: chapter(2) },
      { name: 'page_view', page: 'book', book_uuid: randomUUID() },
    ]) {
      expect(await send(visitor('visitor-a'), wrong)).toBe(202);
    }
    await send(visitor('visitor-a'), { ...home, referrer_host: 'not a host '.repeat(40) });
    await send(visitor('visitor-a'), { name: 'page_broken', chapter_uuid: chapter(1), page: 1 });
    const { rows } = await server.db.query<{ name: string }>(
      'select name, page, source from number_events order by at, name',
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: 'page_broken', page: 1, source: null },
        { name: 'page_view', page: null, source: 'direct' },
      ]),
    );
    expect(rows).toHaveLength(3);
    const { rows: all } = await server.db.query('select * from number_events');
    expect(JSON.stringify(all)).not.toMatch(/visitor-a|127\.0\.0\.1|not a host/);
  });

  inLong('tell chapters by readers and editions', async () => {
    await send(visitor('a'), view(1), read('start_reading', 1), read('start_reading', 1), read('finished_reading', 1));
    await send(
      visitor('b'),
      { ...view(1), language: 'fr-fr' },
      { ...read('start_reading', 1), language: 'fr-fr' },
      view(2),
    );
    const rows = async (more = '') =>
      (await ask(`chapters?book_uuid=${bookId}${more}`)).data.result.map((row: Record<string, unknown>) => [
        row.number,
        row.opened,
        row.started,
        row.finished,
      ]);
    expect(await rows()).toEqual([
      [1, 2, 2, 1],
      [2, 1, 0, 0],
      [3, 0, 0, 0],
    ]);
    expect((await rows('&language=fr-fr'))[0]).toEqual([1, 1, 1, 0]);
    expect((await ask(`chapters?book_uuid=${randomUUID()}`)).status).toBe(404);
    expect((await ask('chapters')).status).toBe(400);
  });
});

describe('the funnel', () => {
  async function register(id: string): Promise<string> {
    const username = `u${randomUUID().slice(0, 8)}`;
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/user/register',
      headers: visitor(id),
      payload: { username, password: 'password1', user_type: 'longstrip' },
    });
    const { uuid } = answer.json().data.result;
    await server.db.query('update users set created_at = $2 where id = $1', [uuid, new Date(now)]);
    return uuid;
  }

  async function pay(userId: string): Promise<void> {
    await server.db.query(
      `insert into payment_orders (provider, reference, user_id, plan, months, amount_minor, currency, state, paid_at)
       values ('wechat', $1, $2, 'month', 1, 1000, 'CNY', 'paid', $3)`,
      [randomUUID(), userId, new Date(now)],
    );
  }

  const days = async (query = '') =>
    (await ask(`funnel?group=day&from=${day(0)}&to=${day(10)}${query}`)).data.result.map(
      (row: Record<string, unknown>) =>
        [row.period, row.visitors, row.lock_seen, row.registered, row.registered_new, row.paid].join(' '),
    );

  it('counts each step on its own day, for the visitor and the user that it became as one reader', async () => {
    await send(visitor('a'), view(1), read('lock_seen', 2));
    now += dayMs;
    await send(visitor('a'), view(2));
    const userId = await register('a');
    await send(visitor('a'), view(2));
    now += dayMs;
    await pay(userId);
    expect(await days()).toEqual(
      expect.arrayContaining([`${day(0)} 1 1 0 0 0`, `${day(1)} 1 0 1 1 0`, `${day(2)} 0 0 0 0 1`]),
    );
    expect((await days(`&book_uuid=${bookId}&language=en-us`))[2]).toBe(`${day(2)} 0 0 0 0 1`);
    expect((await days('&language=fr-fr'))[2]).toBe(`${day(2)} 0 0 0 0 0`);
    expect((await ask(`visits?from=${day(1)}&to=${day(1)}`)).data.result[0].readers).toBe(1);
  });

  inLong('forgets a lock after seven days, and tells payments to owners alone', async () => {
    await send(visitor('a'), view(1), read('lock_seen', 2));
    now += 7 * dayMs + minuteMs;
    await pay(await register('a'));
    expect((await days()).every((row: string) => row.endsWith(' 0 0 0'))).toBe(true);
    const { data } = await ask('funnel', editor);
    expect(data.result[0]).not.toHaveProperty('paid');
    const file = await server.app.inject({
      url: '/api/v1/studio/numbers/funnel?format=csv',
      headers: editor.headers,
    });
    expect(file.body.split('\r\n')[0]).toBe('\ufeffPeriod,Visitors,Lock seen,Registered,Registered new');
    expect((await ask('revenue', editor)).status).toBe(403);
    expect((await ask('members', editor)).status).toBe(403);
  });

  inLong('counts users who had an account when they saw the lock', async () => {
    const member = await signIn(server);
    await send(member.headers, view(2), read('lock_seen', 2));
    now += minuteMs;
    await pay(member.id);
    expect((await days())[0]).toBe(`${day(0)} 1 1 1 0 1`);
    const { data } = await ask(`revenue?by=language&from=${day(0)}`);
    expect(data.result).toEqual([
      { period: day(0), key: 'en-us', currency: 'CNY', gross: 1000, refunds: 0, payments: 1 },
    ]);
  });
});

describe('revenue', () => {
  interface Sale {
    provider?: 'wechat' | 'stripe';
    plan?: string;
    amount: number;
    currency?: string;
    state?: string;
    refunded?: number;
  }
  async function sell(sale: Sale): Promise<string> {
    const { provider = 'wechat', plan = 'month', amount, currency = 'CNY', state = 'paid', refunded = 0 } = sale;
    const name = randomUUID();
    await server.db.query(
      `insert into payment_orders (provider, reference, transaction_id, user_id, plan, months, amount_minor, currency, state,
         paid_at, refunded_minor)
       values ($1, $2, $3, $4, $5, 1, $6, $7, $8, $9, $10)`,
      [provider, name, `payment ${name}`, owner.id, plan, amount, currency, state, new Date(now), refunded],
    );
    return provider === 'wechat' ? name : `payment ${name}`;
  }

  async function refund(orderKey: string, given: { amount: number; state?: string; provider?: string }): Promise<void> {
    await server.db.query(
      `insert into payment_refunds (provider, refund_id, order_key, amount_minor, state, occurred_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [given.provider ?? 'wechat', randomUUID(), orderKey, given.amount, given.state ?? 'succeeded', new Date(now)],
    );
  }

  const rows = async (query: string) =>
    (await ask(`revenue?from=${day(0)}&to=${day(20)}&${query}`)).data.result.map((row: Record<string, unknown>) =>
      [row.period, row.key, row.currency, row.gross, row.refunds, row.payments].join(' '),
    );

  it('tells payments by the day of the payment, refunds by the day of the refund, and never adds currencies', async () => {
    const first = await sell({ amount: 1000 });
    await sell({ amount: 2700, plan: 'season' });
    await sell({ amount: 500, currency: 'USD', provider: 'stripe' });
    await sell({ amount: 9900, state: 'closed' });
    now += dayMs;
    await sell({ amount: 1000 });
    await refund(first, { amount: 300 });
    await refund(first, { amount: 200 });
    await refund(first, { amount: 500, state: 'failed' });
    await refund(first, { amount: 400, state: 'pending' });
    expect(await rows('group=day')).toEqual([
      `${day(0)}  CNY 3700 0 2`,
      `${day(0)}  USD 500 0 1`,
      `${day(1)}  CNY 1000 500 1`,
    ]);
    expect(await rows('by=plan')).toEqual([
      `${day(0)} month CNY 2000 500 2`,
      `${day(0)} season CNY 2700 0 1`,
      `${day(0)} month USD 500 0 1`,
    ]);
    expect(await rows('by=method')).toEqual([`${day(0)} wechat CNY 4700 500 3`, `${day(0)} stripe USD 500 0 1`]);
    expect(await rows('by=language')).toEqual([`${day(0)} unknown CNY 4700 500 3`, `${day(0)} unknown USD 500 0 1`]);
    expect(await rows('language=en-us')).toEqual([]);
  });

  inLong(
    'of the first page is what was paid and given back in seven days, whoever met a lock, with buyers and accounts',
    async () => {
      const askHome = async (by: SignedInUser) =>
        (await server.app.inject({ url: '/api/v1/studio/home', headers: by.headers })).json().data.result;
      await server.db.query('update users set created_at = $1', [new Date(now)]);
      await sell({ amount: 9000 });
      now += 7 * dayMs;
      const first = await sell({ amount: 1000 });
      await sell({ amount: 2700 });
      await sell({ amount: 500, currency: 'USD', provider: 'stripe' });
      await refund(first, { amount: 400 });
      await send(visitor('a'), home);
      const support = await signInStaff(server, 'support');
      await server.db.query('update users set created_at = $1 where id = $2', [new Date(now), support.id]);
      const cny = { net: 3300, gross: 3700, refunded: 400, buyers: 1 };
      const sales = {
        ...{ ...cny, currency: 'CNY' },
        by_currency: [
          { currency: 'CNY', ...cny },
          { currency: 'USD', net: 500, gross: 500, refunded: 0, buyers: 1 },
        ],
        previous: { net: 9000, gross: 9000, refunded: 0, buyers: 1 },
      };
      const readers = { today: 1, previous: 0, days: [...Array(27).fill(0), 1] };
      expect(await askHome(owner)).toMatchObject({ sales, readers, accounts: { new: 1 } });
      expect(await askHome(editor)).toMatchObject({ readers });
      expect(await askHome(support)).toMatchObject({ accounts: { new: 1 } });
    },
  );

  inLong('counts the money of a refund once, in whatever words its provider tells it', async () => {
    const card = { amount: 2000, currency: 'USD', provider: 'stripe' as const };
    const told = await sell({ ...card, state: 'refunded', refunded: 2000 });
    await refund(told, { amount: 800, provider: 'stripe' });
    await refund(told, { amount: 2000, state: 'total', provider: 'stripe' });
    const lost = await sell(card);
    await refund(lost, { amount: 2000, state: 'disputed', provider: 'stripe' });
    await refund(lost, { amount: 2000, state: 'lost', provider: 'stripe' });
    expect(await rows('group=month')).toEqual([`${day(0).slice(0, 8)}01  USD 4000 4000 2`]);
  });
});

describe('stops and favourites', () => {
  async function putPlace(username: SignedInUser, chapterNumber: number, fraction: number): Promise<void> {
    await server.db.query(
      `insert into reading_places (user_id, book_id, chapter_id, position_index, position_fraction, furthest_chapter,
         furthest_index, furthest_fraction, updated_at) values ($1, $2, $3, 0, $5, $4, 0, $5, $6)`,
      [username.id, bookId, chapter(chapterNumber), chapterNumber, fraction, new Date(now)],
    );
  }

  inLong('count users where they have not moved for 14 days, but none who has finished the book', async () => {
    const users = [await signIn(server), await signIn(server), await signIn(server), await signIn(server)];
    const [first, second, third, fourth] = users as [SignedInUser, SignedInUser, SignedInUser, SignedInUser];
    await putPlace(first, 1, 0.5);
    await putPlace(second, 2, 1);
    await putPlace(third, 3, 1);
    now += minuteMs;
    const stops = async () =>
      (await ask(`stops?book_uuid=${bookId}`)).data.result.map(({ users: count }: { users: number }) => count);
    now += 14 * dayMs - minuteMs;
    await putPlace(fourth, 1, 0.1);
    expect(await stops()).toEqual([0, 0, 0]);
    now += minuteMs;
    expect(await stops()).toEqual([1, 1, 0]);
    now += 14 * dayMs;
    expect(await stops()).toEqual([2, 1, 0]);
  });

  inLong('put books in order by what was asked for', async () => {
    const other = await makeBook(server.db, { titles: { 'en-us': 'Other' }, chapters: 1 });
    await send(visitor('a'), bookView(), view(1), read('finished_reading', 1));
    await send(visitor('b'), bookView());
    await send(visitor('a'), { ...bookView(), book_uuid: other.id });
    const top = async (by: string) =>
      (await ask(`top?by=${by}`)).data.result.map(({ title, value }: { title: string; value: number }) => [
        title,
        value,
      ]);
    expect(await top('readers')).toEqual([
      ['Numbered', 2],
      ['Other', 1],
    ]);
    expect(await top('visits')).toEqual([
      ['Numbered', 2],
      ['Other', 1],
    ]);
    expect(await top('finished')).toEqual([['Numbered', 1]]);
    const users = [await signIn(server), await signIn(server)];
    const follow = 'insert into follows (user_id, book_id, followed_at) values ($1, $2, $3)';
    const like =
      'insert into chapter_likes (user_id, chapter_id, liked, liked_on, changed_at) values ($1, $2, true, $3::timestamptz, $3::timestamptz)';
    for (const { id } of users) {
      await server.db.query(follow, [id, other.id, new Date(now)]);
      await server.db.query(like, [id, chapter(2), new Date(now)]);
    }
    await server.db.query(follow, [users[0]?.id, bookId, new Date(now)]);
    expect(await top('follows')).toEqual([
      ['Other', 2],
      ['Numbered', 1],
    ]);
    expect(await top('likes')).toEqual([['Numbered', 2]]);
    expect((await ask('top?by=money')).status).toBe(400);
  });
});

describe('the roll-up', () => {
  it('closes a day after its end, and changes nothing when it runs again or twice at once', async () => {
    await send(visitor('a'), view(1), read('start_reading', 1));
    const before = (await ask(`visits?from=${day(0)}&to=${day(0)}`)).data.result;
    expect(await close()).toEqual({ closed: [], open: day(0) });
    now = timeOf('16:00:20');
    const runs = await Promise.all([close(), close(), close()]);
    expect(runs.flatMap(({ closed }) => closed)).toEqual([day(0)]);
    expect(await close()).toEqual({ closed: [], open: day(1) });
    const { data } = await ask(`visits?from=${day(0)}&to=${day(0)}`);
    expect(data).toMatchObject({ result: before, partial: false });
  });

  inLong('counts a visit over midnight once, on the day on which it began', async () => {
    now = timeOf('15:50:00');
    await send(visitor('a'), bookView());
    now += 20 * minuteMs;
    await send(visitor('a'), bookView(), home);
    const rows = (await ask(`visits?group=day&from=${day(0)}&to=${day(1)}`)).data.result;
    expect(rows.map(({ views, visits, readers }: Record<string, number>) => [views, visits, readers])).toEqual([
      [1, 1, 1],
      [2, 0, 1],
    ]);
  });

  inLong('keeps the bounds of days that have begun when the zone changes', async () => {
    await send(visitor('a'), home);
    await rollUp(
      { db: server.db, setting: settingsIn({ time_zone: 'America/St_Johns' }), sources: numberSources },
      new Date(now),
    );
    now = timeOf('16:00:20');
    await rollUp(
      { db: server.db, setting: settingsIn({ time_zone: 'America/St_Johns' }), sources: numberSources },
      new Date(now),
    );
    const { rows } = await server.db.query('select day::text, from_at, to_at from number_days order by 1');
    expect(rows).toEqual([
      { day: day(0), from_at: new Date(timeOf('16:00:00') - dayMs), to_at: new Date(timeOf('16:00:00')) },
      { day: day(1), from_at: new Date(timeOf('16:00:00')), to_at: new Date(timeOf('03:30:00') + 2 * dayMs) },
    ]);
  });
});

describe('raw events', () => {
  const remove = () => removeWhatIsOver(server.db, { retentions: numbersRetentions, now: new Date(now) });
  const left = async () =>
    (
      await server.db.query<{ day: string }>('select day::text from number_days where key is not null order by 1')
    ).rows.map((row) => row.day);

  inLong('go with their key after nine days, once every day that looks back to them is closed', async () => {
    await send(visitor('a'), home);
    now += 18 * dayMs;
    await send(visitor('a'), home);
    await remove();
    expect(await left()).toContain(day(0));
    await close();
    await remove();
    expect(await left()).not.toContain(day(0));
    expect((await server.db.query('select from number_events')).rowCount).toBe(1);
    expect((await ask(`visits?from=${day(0)}&to=${day(0)}`)).data.result[0].views).toBe(1);
  });
});

describe('the questions', () => {
  it('refuse days of the year 0, which the database has not', async () => {
    for (const query of ['from=0000-01-01&to=0000-01-02', 'to=0001-01-10'])
      expect((await ask(`visits?${query}`)).status).toBe(400);
    expect((await ask('visits?from=0001-01-01&to=0001-01-10')).status).toBe(200);
  });

  eachOf(
    [
      ['from=2031-03-11&to=2031-03-10'],
      ['from=2031-02-30'],
      ['from=x'],
      ['from=2026-01-01&to=2031-01-01'],
      ['group=year'],
      ['format=xml'],
    ],
    2,
  )('refuse %s', async (query) => {
    const { status, body } = await ask(`visits?${query}`);
    expect([status, body.code, body.details.length]).toEqual([400, 'invalid_request', 1]);
    expect(await ask(`visits?${query}&format=csv`)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  inLong('give the whole list as a file', async () => {
    await send(visitor('a'), home);
    const answer = await server.app.inject({
      url: '/api/v1/studio/numbers/visits?group=day&format=csv',
      headers: owner.headers,
    });
    expect(answer.headers['content-disposition']).toMatch(/longstrip-visits-\d{4}-\d\d-\d\d\.csv/);
    expect(answer.body.split('\r\n')).toHaveLength(30);
    expect(answer.body.split('\r\n')[0]).toBe('\ufeffPeriod,Key,Views,Visits,Readers');
  });
});
