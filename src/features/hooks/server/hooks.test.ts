import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInStaff } from '../../../app/testing/staff.ts';
import { type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { type DbPool, withTransaction } from '../../../server/database/db.ts';
import { createSeal } from '../../../server/process/seal.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { startReceiver } from '../../../server/testing/receiver.ts';
import { setBookHidden } from '../../catalog/server/catalog.ts';
import { setBookRules, setOverride, setPublication } from '../../catalog/server/dates/publication.ts';
import { makeDueChanges } from '../../catalog/server/dates/release.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { extendMembership, setExpiry, takeBack } from '../../membership/server/membership.ts';
import { shopForTests } from '../../payments/testing/shop.ts';
import { commandLine } from '../../studio/server/audit.ts';
import { hookEvents } from '../rules.ts';
import { type SenderDeps, sendDeliveries } from './sending.ts';

const receiver = forAllTests(
  () => startReceiver(204),
  ({ stop }) => stop(),
);
const shop = shopForTests({ settings: { HOOKS_LOOPBACK: 'true' } });
const owner = forAllTests(() => signInStaff(shop.server, 'owner'));
beforeEach(async () => {
  await query('delete from hook_connections');
  await query('delete from hook_events');
  receiver.behaviour.answer = null;
});

const query = async (sql: string, values: unknown[] = []) =>
  (await shop.server.db.query<Record<string, unknown>>(sql, values)).rows;

async function call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, by = owner) {
  const url = `/api/v1/studio/connections${path}`;
  const answer = await shop.server.app.inject({ method, url, headers: by.headers, ...(payload && { payload }) });
  const body = answer.body === '' ? null : answer.json();
  return { status: answer.statusCode, code: body?.code, details: body?.details, result: body?.data?.result };
}

interface Made {
  id: string;
  secret: string;
  path: string;
}
/** A connection to a path of the receiver's. */
async function connect(more: object = {}): Promise<Made> {
  const path = `/${randomUUID()}`;
  const given = { kind: 'standard', address: receiver.origin + path, events: hookEvents, language: 'en-us', ...more };
  const { status, result } = await call('POST', '', given);
  expect(status).toBe(201);
  return { ...result, path };
}
const tell = () => shop.runJob('tell connections');
const send = () => shop.runJob('send deliveries');
/** The messages that came to a connection, once all that happened is told. */
async function told({ path }: Made) {
  await tell();
  await send();
  return receiver.take(path).map(({ body }) => JSON.parse(body.toString()));
}
const typesOf = (messages: readonly { type: string }[]) => messages.map(({ type }) => type);
/** Sends as another process of the site would. */
const sendAs = (given: Partial<SenderDeps>, db: DbPool = shop.server.db) =>
  sendDeliveries(db, {
    ...{ loopback: true, resolve: async () => [], seal: createSeal(shop.server.config.jwtSecret, 'longstrip hooks') },
    ...given,
  });
const deliveries = async ({ id }: Made) => (await call('GET', `/${id}/deliveries`)).result;
const by = commandLine;
const inTx = <T>(work: (tx: Parameters<typeof setPublication>[0]) => Promise<T>) =>
  withTransaction(shop.server.db, work);

describe('a connection', () => {
  it('is made with a secret that is told once, listed, changed and ended', async () => {
    const made = await call('POST', '', { kind: 'standard', address: `${receiver.origin}/a`, events: ['book.hidden'] });
    expect(made).toMatchObject({
      status: 201,
      result: { kind: 'standard', events: ['book.hidden'], language: 'en-us', state: 'on' },
    });
    expect(made.result.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret, ...shown } = made.result;
    expect((await call('GET', '')).result).toEqual([shown]);
    const [kept] = await query("select encode(secret, 'escape') as sealed from hook_connections");
    expect(kept?.sealed).not.toContain(secret.slice(6));
    const changed = await call('PATCH', `/${shown.id}`, { events: ['order.paid'], language: 'ar-sa', state: 'off' });
    expect(changed.result).toEqual({ ...shown, events: ['order.paid'], language: 'ar-sa', state: 'off' });
    expect((await call('DELETE', `/${shown.id}`)).status).toBe(204);
    for (const [method, path] of [
      ...[
        ['DELETE', ''],
        ['POST', '/test'],
        ['POST', '/secret'],
        ['GET', '/deliveries'],
      ],
      ['POST', `/deliveries/${randomUUID()}/again`],
    ] as const)
      expect(await call(method as 'GET', `/${shown.id}${path}`)).toMatchObject({ status: 404, code: 'not_found' });
    const audited = await query(
      "select action, before, after from audit_entries where target_kind = 'connection' order by id",
    );
    expect(audited.map(({ action }) => action)).toEqual(['connection.make', 'connection.edit', 'connection.delete']);
    expect(JSON.stringify(audited)).not.toContain('whsec_');
  });

  it.each([
    { kind: 'standard', events: ['book.hidden'] },
    ...[
      'http://example.org/a',
      'https://example.org:8443/a',
      'https://10.0.0.1/a',
      'https://[fd00::1]/',
      'nonsense',
    ].map((address) => ({ kind: 'standard', address, events: ['book.hidden'] })),
    { kind: 'discord', address: 'https://user@example.org/a', events: ['book.hidden'] },
    { kind: 'mail', address: 'https://8.8.8.8/', events: ['book.hidden'] },
    { kind: 'standard', address: 'https://8.8.8.8/', events: [] },
    { kind: 'standard', address: 'https://8.8.8.8/', events: ['book.burnt'] },
    { kind: 'standard', address: 'https://8.8.8.8/', events: ['book.hidden'], language: 'de-de' },
    { kind: 'standard', address: 'https://8.8.8.8/', events: ['book.hidden'], chat_id: '@a' },
    { kind: 'telegram', events: ['book.hidden'], chat_id: '@a' },
    { kind: 'telegram', events: ['book.hidden'], chat_id: '@a', bot_token: '1:a/../b' },
    { kind: 'telegram', address: 'https://8.8.8.8/?a', events: ['book.hidden'], chat_id: '@a', bot_token: '1:abc' },
  ])('is refused as %j', async (given) => {
    expect(await call('POST', '', given)).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it('is one of twenty, also for those who come at once', async () => {
    await query(
      `insert into hook_connections (kind, address, events, language)
       select 'discord', 'https://example.org', '{}', 'en-us' from generate_series(1, 18)`,
    );
    const given = { kind: 'discord', address: `${receiver.origin}/a`, events: ['book.hidden'], language: 'en-us' };
    const made = await Promise.all(Array.from({ length: 4 }, () => call('POST', '', given)));
    expect(made.map(({ status, code }) => code ?? status).sort()).toEqual([201, 201, 'limit_reached', 'limit_reached']);
  });

  it('keeps its old secret for a day beside a new one', async () => {
    const made = await connect();
    const { result } = await call('POST', `/${made.id}/secret`);
    await call('POST', `/${made.id}/test`);
    await send();
    const [message] = receiver.take(made.path);
    const headers = message?.headers as Record<string, string>; // one came
    for (const secret of [made.secret, result.secret]) new Webhook(secret).verify(message?.body ?? '', headers);
    await query("update hook_connections set old_until = now() - interval '1 second'");
    await call('POST', `/${made.id}/test`);
    await send();
    const [later] = receiver.take(made.path);
    expect(() =>
      new Webhook(made.secret).verify(later?.body ?? '', later?.headers as Record<string, string>),
    ).toThrow();
    const discord = await connect({ kind: 'discord' });
    expect((await call('POST', `/${discord.id}/secret`)).status).toBe(400);
  });
});

describe('what happened is told', () => {
  it('of books and chapters: when they come, are hidden and come by time alone, each once and in order', async () => {
    const made = await connect();
    const later = new Date(Date.now() + 3_600_000);
    const { id, chapterIds } = await makeBook(shop.server.db, {
      titles: { 'en-us': 'A {{book}} <b>' },
      chapters: [{}, {}, { publishedAt: later }, { publishedAt: 'draft' }],
    });
    const first = await told(made);
    expect(typesOf(first)).toEqual(['book.published', 'chapter.published', 'chapter.published']);
    expect(first[1]).toEqual({
      type: 'chapter.published',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        ...{ book_uuid: id, book_title: 'A {{book}} <b>', chapter_uuid: chapterIds[0], chapter_number: 1 },
        title: 'Chapter 1',
        url: `${shop.url}/reader/book/chapter/${id}/${chapterIds[0]}/1?lang=en-us`,
      },
    });
    // An hour goes by.
    const soon = new Date(later.getTime() - 3_600_000);
    for (const [table, key] of [
      ['chapter_editions', 'chapter_id'],
      ['chapters', 'id'],
    ])
      await query(`update ${table} set published_at = $2 where ${key} = $1`, [chapterIds[2], soon]);
    await query('update books set next_change_at = $2 where id = $1', [id, soon]);
    await Promise.all([makeDueChanges(shop.server.db), makeDueChanges(shop.server.db)]);
    await Promise.all([tell(), tell()]);
    const byTime = await told(made);
    expect(byTime).toMatchObject([
      { type: 'chapter.published', timestamp: soon.toISOString(), data: { chapter_number: 3 } },
    ]);
    const publish = (publishedAt: 'now' | null) =>
      inTx((tx) => setPublication(tx, { by, chapterId: chapterIds[3] ?? '', publishedAt }));
    await publish('now');
    await publish(null);
    await publish('now');
    await setBookHidden(shop.server.db, { bookId: id, hidden: true });
    expect(typesOf(await told(made))).toEqual(['book.hidden']);
    await setBookHidden(shop.server.db, { bookId: id, hidden: false });
    expect(typesOf(await told(made))).toEqual(['book.published']);
    expect(await told(made)).toEqual([]);
  });

  it('of nothing that a transaction takes back, and of no draft', async () => {
    const [made, hidden] = [await connect(), await connect({ events: ['book.hidden'] })];
    await makeBook(shop.server.db, { chapters: [{ publishedAt: 'draft' }] });
    expect(await told(hidden)).toEqual([]);
    const { id } = await makeBook(shop.server.db, { chapters: 0 });
    await told(made);
    await inTx(async (tx) => {
      await setBookHidden(tx, { bookId: id, hidden: true });
      await setBookHidden(tx, { bookId: id, hidden: false });
    });
    await inTx(async (tx) => {
      await setBookHidden(tx, { bookId: id, hidden: true });
      throw new Error('taken back');
    }).catch(() => {});
    expect(await told(made)).toEqual([]);
  });

  it('of chapters that become free for good: by hand, by a rule and by time alone, by no window', async () => {
    const { id, chapterIds } = await makeBook(shop.server.db, {
      publicFreeChapters: 0,
      chapters: [{}, {}, {}, { access: 'members' }],
    });
    const made = await connect();
    const [one = '', two = '', , four = ''] = chapterIds;
    await query(
      "insert into windows (book_id, from_at, to_at) values ($1, now() - interval '1 day', now() + interval '1 day')",
      [id],
    );
    const override = (chapterId: string, given: object) => inTx((tx) => setOverride(tx, { by, chapterId, ...given }));
    await override(one, { access: 'free' });
    const soon = new Date(Date.now() + 700);
    await override(four, { freeAt: soon });
    await override(two, { freeAt: soon });
    await new Promise((due) => setTimeout(due, soon.getTime() - Date.now() + 30)); // time itself: two chapters open
    await makeDueChanges(shop.server.db);
    const numbersOf = (messages: { data: { chapter_number: number } }[]) =>
      messages.map(({ data }) => data.chapter_number);
    expect(numbersOf(await told(made))).toEqual([1, 4]);
    await inTx((tx) => setBookRules(tx, { by, bookId: id, publicFreeChapters: 3 }));
    await inTx((tx) => setBookRules(tx, { by, bookId: id, publicFreeChapters: 0 }));
    const ruled = await told(made);
    expect([typesOf(ruled), numbersOf(ruled)]).toEqual([['chapter.free'], [3]]);
  });

  it('of chapters that a new number of the site opens for good, each once, also where it changes again meanwhile', async () => {
    const [{ id }, own] = [
      await makeBook(shop.server.db, { chapters: 7 }),
      await makeBook(shop.server.db, { chapters: 7, publicFreeChapters: 0 }),
    ];
    const made = await connect({ events: ['chapter.free'] });
    const follow = async (given: number | null) => {
      await query(`delete from site_settings where key = 'free_chapters'`);
      if (given !== null) await query(`insert into site_settings values ('free_chapters', $1)`, [String(given)]);
      await shop.runJob('free chapters');
    };
    const opened = async () =>
      (await told(made)).flatMap(({ data }) =>
        data.book_uuid === id || data.book_uuid === own.id ? [data.chapter_number] : [],
      );
    await follow(4);
    expect(await opened()).toEqual([4]);
    // As if the change to 5 had come to none but the first books when 6 was wanted.
    await query(
      `update free_chapters_settled set free_chapters = 5, last_book = '00000000-0000-0000-0000-000000000000'`,
    );
    await follow(6);
    expect(await opened()).toEqual([5, 6]);
    await follow(null);
    expect(await opened()).toEqual([]);
  });

  it('of orders and memberships, by no name', async () => {
    const buyer = await shop.newUser();
    const made = await connect();
    const order = await shop.ordered(buyer);
    await shop.wechat.pay(order.number);
    await shop.sweep(order.id);
    const paid = await told(made);
    expect(typesOf(paid).sort()).toEqual(['member.started', 'order.paid']);
    const told1 = paid.find(({ type }) => type === 'order.paid');
    expect(told1.data).toEqual({
      ...{ order_id: order.id, plan: 'month', amount: 1000, currency: 'CNY', user_uuid: buyer.id },
      url: `${shop.url}/studio/orders/${order.id}`,
    });
    expect(JSON.stringify(paid)).not.toContain(buyer.username);
    await shop.wechat.refund(order.number, 1000);
    expect(typesOf(await told(made)).sort()).toEqual(['member.ended', 'order.refunded']);
  });

  inLong('of memberships that end by time alone, once, also before they begin again', async () => {
    const [late, back] = [await signIn(shop.server), await signIn(shop.server)];
    const made = await connect({ events: ['member.started', 'member.ended'] });
    const soon = new Date(Date.now() + 700);
    for (const { id: userId } of [late, back])
      await inTx((tx) => setExpiry(tx, { userId, cause: `operator:${userId}`, until: soon }));
    await new Promise((due) => setTimeout(due, soon.getTime() - Date.now() + 30)); // time itself: both memberships end
    await inTx((tx) => extendMembership(tx, { userId: back.id, cause: `operator:${back.id} 2`, by: { days: 3 } }));
    const messages = await told(made);
    const of = ({ id }: SignedInUser) => typesOf(messages.filter(({ data }) => data.user_uuid === id));
    expect([of(late), of(back)]).toEqual([
      ['member.started', 'member.ended'],
      ['member.started', 'member.ended', 'member.started'],
    ]);
    await inTx((tx) => takeBack(tx, { userId: back.id, cause: `operator:${back.id} 2` }));
    expect(typesOf(await told(made))).toEqual(['member.ended']);
  });

  it('of imports that are over, and of a backup that fails, once until it goes well', async () => {
    const made = await connect();
    const [batch] = await query(
      "insert into batches (name, source, state) values ('Books', 'studio', 'committing') returning id",
    );
    await query("update batches set state = 'committed' where id = $1", [batch?.id]);
    const failing = { name: 'backup', everyMs: 1000, run: async () => {} };
    for (let run = 0; run < 3; run += 1) await shop.server.diary.ended(failing, new Error('disk full'));
    expect(await told(made)).toMatchObject([
      { type: 'import.finished', data: { import_id: batch?.id, name: 'Books', state: 'committed' } },
      { type: 'backup.failed', data: { url: `${shop.url}/studio/health` } },
    ]);
    await shop.server.diary.ended(failing, null);
    expect(await told(made)).toEqual([]);
  });

  it('to those who want to know, from when they do', async () => {
    const books = await connect({ events: ['book.published'] });
    const { id } = await makeBook(shop.server.db, { chapters: 0 });
    const late = await connect();
    await call('PATCH', `/${late.id}`, { state: 'off' });
    await setBookHidden(shop.server.db, { bookId: id, hidden: true });
    expect([typesOf(await told(books)), await told(late)]).toEqual([['book.published'], []]);
  });
});

describe('people are told', () => {
  it('in Discord by one message of a release, as text, in their language', async () => {
    const made = await connect({ kind: 'discord', language: 'fr-fr' });
    const cover = randomUUID();
    await makeBook(shop.server.db, {
      titles: { 'en-us': '@everyone *[x](https://evil.example)*' },
      chapters: 30,
      covers: { 'en-us': cover },
    });
    const [book, chapters, ...more] = await told(made);
    expect(more).toEqual([]);
    for (const { allowed_mentions } of [book, chapters]) expect(allowed_mentions).toEqual({ parse: [] });
    expect(chapters.embeds[0]).toMatchObject({
      title: '@everyone \\*\\[x\\]\\(https://evil.example\\)\\*',
      description: '30 nouveaux chapitres',
    });
    const buyer = await shop.newUser();
    const order = await shop.ordered(buyer);
    await shop.wechat.pay(order.number);
    const messages = await told(made);
    expect(messages.map(({ content }) => content).join()).toContain('Une commande a été payée · 10.00 CNY');
  });

  it('in Telegram by the bot whose token is told nowhere', async () => {
    const token = '123:secret-token';
    const made = await connect({ kind: 'telegram', chat_id: '@books', bot_token: token, language: 'zh-cn' });
    expect(JSON.stringify([await call('GET', ''), made])).not.toContain(token);
    await makeBook(shop.server.db, { titles: { 'zh-cn': '一本书' }, chapters: 2 });
    await tell();
    await call('POST', `/${made.id}/test`);
    await send();
    const messages = receiver.take(`${made.path}/bot${token}/sendPhoto`).map(({ body }) => JSON.parse(body.toString()));
    const [book, chapters, test] = messages;
    expect(book).toMatchObject({ chat_id: '@books', caption: '一本书\n新作品上架' });
    expect(chapters.caption).toBe('一本书\n更新 2 章');
    expect(test).toEqual({ chat_id: '@books', photo: `${shop.url}/icons/icon-512.png`, caption: '连接正常。' });
    expect(chapters.reply_markup.inline_keyboard[0][0].url).toContain('/reader/book/chapter/');
    expect(JSON.stringify(chapters)).not.toContain('parse_mode');
    expect(JSON.stringify(await deliveries(made))).not.toContain(token);
  });
});

describe('a delivery', () => {
  it('is signed as Standard Webhooks want it, and sent again under its id until it is taken', async () => {
    const made = await connect();
    let answers = 0;
    receiver.behaviour.answer = (to) => void to.writeHead(answers++ === 0 ? 500 : 200).end();
    const test = await call('POST', `/${made.id}/test`);
    expect(test).toMatchObject({ status: 202 });
    await send();
    expect(await deliveries(made)).toMatchObject([
      { event: 'connection.test', status: 'waiting', tries: 1, answer: 500 },
    ]);
    await send();
    await query("update hook_deliveries set due_at = due_at - interval '6 seconds'");
    await send();
    const tries = receiver.take(made.path);
    expect(tries).toHaveLength(2);
    for (const { body, headers } of tries) {
      new Webhook(made.secret).verify(body, headers as Record<string, string>);
      expect(headers['webhook-id']).toBe(test.result.webhook_id);
      expect(JSON.parse(body.toString())).toMatchObject({ type: 'connection.test', data: {} });
    }
    expect(await deliveries(made)).toMatchObject([{ status: 'sent', tries: 2, answer: 200 }]);
    const again = await call('POST', `/${made.id}/deliveries/${test.result.id}/again`);
    expect(again).toMatchObject({ status: 202, result: test.result });
    await send();
    const [third] = receiver.take(made.path);
    expect([third?.body, third?.headers['webhook-id']]).toEqual([tries[0]?.body, test.result.webhook_id]);
  });

  it.each([
    ['redirects', (to: import('node:http').ServerResponse) => void to.writeHead(302, { Location: '/elsewhere' }).end()],
    ['is refused', (to: import('node:http').ServerResponse) => void to.writeHead(400).end()],
    [
      'is answered with too much',
      (to: import('node:http').ServerResponse) => void to.writeHead(200).end('x'.repeat(65_537)),
    ],
    ['is cut off', (to: import('node:http').ServerResponse) => void to.destroy()],
  ])('that %s is tried again', async (_, answer) => {
    const made = await connect();
    receiver.behaviour.answer = answer;
    await call('POST', `/${made.id}/test`);
    await send();
    expect(await deliveries(made)).toMatchObject([{ status: 'waiting', tries: 1 }]);
    expect(receiver.take('/elsewhere')).toEqual([]);
  });

  it('waits as long as the receiver says, with all others to it', async () => {
    const made = await connect();
    const rest = (seconds: number) => (to: import('node:http').ServerResponse) =>
      void to.writeHead(429, { 'Retry-After': String(seconds) }).end();
    receiver.behaviour.answer = rest(3600);
    for (let count = 0; count < 3; count += 1) await call('POST', `/${made.id}/test`);
    await send();
    expect(receiver.take(made.path)).toHaveLength(1);
    const late = "select rests_until > now() + interval '59 minutes' as late from hook_connections where id = $1";
    expect(await query(late, [made.id])).toEqual([{ late: true }]);
    await query('update hook_connections set rests_until = now()');
    receiver.behaviour.answer = null;
    await send();
    const ids = receiver.take(made.path).map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual((await deliveries(made)).map(({ webhook_id }: { webhook_id: string }) => webhook_id).reverse());
    await call('POST', `/${made.id}/test`);
    await call('PATCH', `/${made.id}`, { address: `${receiver.origin}${made.path}-corrected` });
    receiver.behaviour.answer = rest(999_999_999);
    await send();
    expect(receiver.take(`${made.path}-corrected`)).toHaveLength(1);
    const soon = "select rests_until < now() + interval '25 hours' as soon from hook_connections where id = $1";
    expect(await query(soon, [made.id])).toEqual([{ soon: true }]);
  });

  it('that failed with others comes again in their order', async () => {
    const made = await connect();
    receiver.behaviour.answer = (to) => void to.writeHead(500).end();
    for (let count = 0; count < 8; count += 1) await call('POST', `/${made.id}/test`);
    await send();
    receiver.take(made.path);
    receiver.behaviour.answer = null;
    await query("update hook_deliveries set due_at = due_at - interval '1 hour'");
    await send();
    const ids = receiver.take(made.path).map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual((await deliveries(made)).map(({ webhook_id }: { webhook_id: string }) => webhook_id).reverse());
  });

  it('to who is gone switches the connection off, and so do five days without one; the studio says so', async () => {
    const made = await connect();
    receiver.behaviour.answer = (to) => void to.writeHead(410).end();
    for (let count = 0; count < 3; count += 1) await call('POST', `/${made.id}/test`);
    await send();
    expect(receiver.take(made.path)).toHaveLength(1);
    expect((await call('GET', '')).result).toMatchObject([{ state: 'off', off_because: 'gone' }]);
    expect((await deliveries(made)).map(({ status }: { status: string }) => status)).toEqual([
      'failed',
      'failed',
      'failed',
    ]);
    const today = async () =>
      (await shop.server.app.inject({ url: '/api/v1/studio/today', headers: owner.headers })).json().data.result;
    const row = { kind: 'connections_off', count: 1, page: '/studio/connections' };
    expect(await today()).toContainEqual(row);
    await call('PATCH', `/${made.id}`, { state: 'on' });
    expect(await today()).not.toContainEqual(row);
    await query("update hook_connections set failing_since = now() - interval '5 days 1 second'");
    receiver.behaviour.answer = (to) => void to.writeHead(500).end();
    await call('POST', `/${made.id}/test`);
    await send();
    expect((await call('GET', '')).result).toMatchObject([{ state: 'off', off_because: 'failing' }]);
    expect(await today()).toContainEqual(row);
  });

  it('that was sent and not noted, since the process died, comes again under its id', async () => {
    const made = await connect();
    await call('POST', `/${made.id}/test`);
    const { db } = shop.server;
    const dying: DbPool = {
      ...db,
      query: ((...given: Parameters<DbPool['query']>) =>
        JSON.stringify(given[0]).includes('hooks-note-sent')
          ? Promise.reject(new Error('died'))
          : db.query(...given)) as DbPool['query'], // the same answers
    };
    await expect(sendAs({}, dying)).rejects.toThrow('died');
    await send();
    const [first, again, ...more] = receiver.take(made.path);
    expect([again?.headers['webhook-id'], more]).toEqual([first?.headers['webhook-id'], []]);
    expect(await deliveries(made)).toMatchObject([{ status: 'sent', tries: 1 }]);
  });

  it('to who does not answer keeps nobody else waiting', async () => {
    const [slow, quick] = [await connect(), await connect()];
    receiver.behaviour.answer = (to, { path }) => {
      if (path === quick.path) to.writeHead(204).end();
    };
    for (const { id } of [slow, slow, quick, quick]) await call('POST', `/${id}/test`);
    await sendAs({ patienceMs: 100 });
    const statuses = async (made: Made) => (await deliveries(made)).map(({ status }: { status: string }) => status);
    expect([await statuses(slow), await statuses(quick)]).toEqual([
      ['waiting', 'waiting'],
      ['sent', 'sent'],
    ]);
  });

  it('goes nowhere once its name leads inwards, or the setting that allowed its address is gone', async () => {
    const [moved, here] = [await connect({ address: 'https://hooks.invalid/' }), await connect()];
    for (const { id } of [moved, here]) await call('POST', `/${id}/test`);
    await sendAs({ loopback: false, resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    for (const made of [moved, here])
      expect(await deliveries(made)).toMatchObject([{ status: 'waiting', tries: 1, answer: null }]);
    expect(receiver.take(here.path)).toEqual([]);
  });

  it('is not signed with a secret that does not open any more', async () => {
    const made = await connect();
    await call('POST', `/${made.id}/test`);
    await sendAs({ seal: createSeal('another secret', 'longstrip hooks') });
    expect(await deliveries(made)).toMatchObject([{ status: 'waiting', tries: 1, answer: null }]);
    expect(receiver.take(made.path)).toEqual([]);
  });
});
