import { randomUUID } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { daysFromNow, type SignedInUser, signIn, startSession } from '../../../app/testing/users.ts';
import { withTransaction } from '../../../server/database/db.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { type AnswerTo, startReceiver } from '../../../server/testing/receiver.ts';
import { setPublication } from '../../catalog/server/dates/publication.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { commandLine } from '../../studio/server/audit.ts';
import { createBrowser } from '../testing/push-browser.ts';
import { tellNewChapters } from './new-chapters.ts';
import { makeNotices } from './notices.ts';
import { requirePushKeys } from './push-keys.ts';
import { sendPushes } from './push-sending.ts';

const service = forAllTests(
  () => startReceiver(201),
  ({ stop }) => stop(),
);
const server = serverForTests({ settings: { PUSH_LOOPBACK: 'true', CONTACT_EMAIL: 'ask@example.org' } });

const ask = (
  { headers }: Pick<SignedInUser, 'headers'>,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
) => server.app.inject({ method, url: `/api/v1/user/${path}`, headers, ...(payload ? { payload } : {}) });
const subscribe = (user: Pick<SignedInUser, 'headers'>, more: object = {}) => {
  const path = `/${randomUUID()}`;
  const browser = createBrowser();
  const given = { endpoint: service.origin + path, keys: browser.keys, language: 'fr-fr', device: 'Firefox, Linux' };
  return ask(user, 'POST', 'push', { ...given, ...more }).then((answer) => ({ path, browser, answer, given }));
};
async function deviceOf(user: Pick<SignedInUser, 'headers'>) {
  const { path, browser, answer } = await subscribe(user);
  expect(answer.statusCode).toBe(201);
  return { path, browser, id: answer.json().data.result.id as string };
}
const devicesOf = async (user: SignedInUser) => (await ask(user, 'GET', 'push')).json().data.result;
const tell = async ({ id: userId }: SignedInUser, event: string = randomUUID()) =>
  (await makeNotices(server.db, 'gift', [{ userId, event, facts: { step: 'ready' } }]))[0] ?? '';
const send = () =>
  sendPushes(server.db, {
    loopback: true,
    keys: () => requirePushKeys(server.db, null),
    contact: () => 'ask@example.org',
  });
/** The database's clock goes on, as seen by pushes and devices. */
async function pass(seconds: number): Promise<void> {
  await server.db.query('update pushes set due_at = due_at - make_interval(secs => $1)', [seconds]);
  await server.db.query('update push_endpoints set failing_since = failing_since - make_interval(secs => $1)', [
    seconds,
  ]);
}
const answerWith = (status: number, headers: Record<string, string> = {}) => {
  service.behaviour.answer = (to) => void to.writeHead(status, headers).end();
};

describe('a push', () => {
  it('has the kind and id of a notice alone, which only its browser reads, signed by the site', async () => {
    answerWith(201);
    const user = await signIn(server);
    const { path, browser } = await deviceOf(user);
    const id = await tell(user);
    expect(await send()).toBe(1);
    const [push, ...more] = service.take(path);
    expect([more.length, await send()]).toEqual([0, 0]);
    expect(browser.read(push?.body ?? Buffer.alloc(0))).toEqual({ kind: 'gift', id });
    expect(push?.headers).toMatchObject({
      ttl: '86400',
      topic: id.replaceAll('-', ''),
      'content-encoding': 'aes128gcm',
    });
    const { push_key: key } = (await server.ask('/api/v1/site')).json().data;
    const [, token = '', told] = /^vapid t=(.+), k=(.+)$/.exec(push?.headers.authorization ?? '') ?? [];
    expect(told).toBe(key);
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
    const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'));
    expect(payload).toMatchObject({ aud: service.origin, sub: 'mailto:ask@example.org' });
  });

  it('is sent by one of several processes', async () => {
    answerWith(201);
    const user = await signIn(server);
    const { path } = await deviceOf(user);
    for (let count = 0; count < 5; count += 1) await tell(user);
    const sent = await Promise.all([send(), send(), send(), send()]);
    expect(sent.reduce((sum, each) => sum + each, 0)).toBe(5);
    expect(new Set(service.take(path).map(({ headers }) => headers.topic)).size).toBe(5);
  });

  it('goes to no device that comes later, nor where its kind is not wanted, nor of what is read already', async () => {
    answerWith(201);
    const user = await signIn(server);
    await tell(user);
    const { path } = await deviceOf(user);
    await server.app.inject({
      ...{ method: 'PUT', url: '/api/v1/user/notices/settings', headers: user.headers },
      payload: { kinds: { gift: { push: false } } },
    });
    await tell(user);
    expect((await ask(user, 'GET', 'inbox')).json().data.unread).toBe(2);
    await server.app.inject({
      ...{ method: 'PUT', url: '/api/v1/user/notices/settings', headers: user.headers },
      payload: { kinds: { gift: { push: true } } },
    });
    await tell(user);
    await ask(user, 'POST', 'inbox/read', { all: true });
    expect([await send(), service.take(path)]).toEqual([0, []]);
  });

  it.each([404, 410])('that is answered by %i ends the device at once', async (status) => {
    answerWith(status);
    const user = await signIn(server);
    await deviceOf(user);
    await tell(user);
    expect([await send(), await devicesOf(user)]).toEqual([0, []]);
  });

  it.each([400, 403, 413])('that is answered by %i is not tried again, and the device stays', async (status) => {
    answerWith(status);
    const user = await signIn(server);
    const { path } = await deviceOf(user);
    await tell(user);
    await send();
    await pass(3600);
    await send();
    expect([service.take(path).length, (await devicesOf(user)).length]).toEqual([1, 1]);
  });

  const failures: [string, AnswerTo][] = [
    ['429', (to) => void to.writeHead(429).end()],
    ['503', (to) => void to.writeHead(503).end()],
    ['a redirect', (to) => void to.writeHead(307, { Location: `${service.origin}/elsewhere` }).end()],
    ['more than 4 KiB', (to) => void to.writeHead(201).end('x'.repeat(5000))],
    ['a head of more than 4 KiB', (to) => void to.writeHead(201, { 'X-Long': 'x'.repeat(5000) }).end()],
    ['a closed connection', (to) => void to.destroy()],
  ];
  it.each(failures)('that fails by %s is tried again after 1, 5 and 30 minutes, then no more', async (_, answer) => {
    service.behaviour.answer = answer;
    const user = await signIn(server);
    const { path } = await deviceOf(user);
    await tell(user);
    const times: number[] = [];
    for (const seconds of [0, 59, 1, 299, 1, 1799, 1, 3600]) {
      await pass(seconds);
      await send();
      times.push(service.take(path).length);
    }
    expect(times).toEqual([1, 0, 1, 0, 1, 0, 1, 0]);
    expect([service.take('/elsewhere'), (await devicesOf(user)).length]).toEqual([[], 1]);
    expect((await server.db.query('select from pushes')).rowCount).toBe(0);
  });

  it.each([
    ['600', 600],
    ['30', 60],
    ['999999', 3600],
    ['nonsense', 60],
  ])('waits as long as Retry-After says, from its step up to an hour: %s', async (given, seconds) => {
    answerWith(429, { 'Retry-After': given });
    const user = await signIn(server);
    const { path, id } = await deviceOf(user);
    await tell(user);
    await send();
    await pass(seconds - 1);
    await send();
    expect(service.take(path)).toHaveLength(1);
    await pass(1);
    await send();
    expect(service.take(path)).toHaveLength(1);
    await ask(user, 'DELETE', `push/${id}`);
  });

  it('whose process has died is sent by another one a minute later', async () => {
    answerWith(201);
    const user = await signIn(server);
    const { path } = await deviceOf(user);
    await tell(user);
    // Such a process has claimed it.
    await server.db.query("update pushes set tries = 1, due_at = now() + interval '1 minute'");
    await send();
    await pass(60);
    await send();
    expect(service.take(path)).toHaveLength(1);
  });

  it('that fails for seven days without a success ends the device', async () => {
    const user = await signIn(server);
    const { path } = await deviceOf(user);
    const day = async (status: number) => {
      answerWith(status);
      await tell(user);
      await send();
      await pass(24 * 3600);
      service.take(path);
      return (await devicesOf(user)).length;
    };
    for (let days = 0; days < 6; days += 1) expect(await day(500)).toBe(1);
    expect(await day(201)).toBe(1);
    for (let days = 0; days < 7; days += 1) expect(await day(403)).toBe(1);
    expect(await day(403)).toBe(0);
  });
});

describe('a device', () => {
  it('is listed without its endpoint and keys, and removed by its user alone', async () => {
    const [user, other] = [await signIn(server), await signIn(server)];
    const { id } = await deviceOf(user);
    const listed = await ask(user, 'GET', 'push');
    expect(listed.headers['cache-control']).toBe('private, no-store');
    expect(listed.json().data.result).toEqual([
      { id, device: 'Firefox, Linux', language: 'fr-fr', created_at: expect.any(String) },
    ]);
    const [theirs, none] = [
      await ask(other, 'DELETE', `push/${id}`),
      await ask(other, 'DELETE', `push/${randomUUID()}`),
    ];
    expect([theirs.statusCode, theirs.json().code, theirs.body === none.body]).toEqual([404, 'not_found', true]);
    expect((await ask(user, 'DELETE', `push/${id}`)).statusCode).toBe(204);
    expect((await ask(user, 'DELETE', `push/${id}`)).statusCode).toBe(404);
  });

  it('that is known moves to the user and session that name it last, with nothing of the former', async () => {
    answerWith(201);
    const [user, other] = [await signIn(server), await signIn(server)];
    const { path, answer, given } = await subscribe(user);
    await tell(user);
    const again = await ask(user, 'POST', 'push', given);
    const moved = await ask(other, 'POST', 'push', given);
    expect([answer, again, moved].map(({ statusCode }) => statusCode)).toEqual([201, 200, 200]);
    expect(moved.json()).toEqual(answer.json());
    expect([await devicesOf(user), (await devicesOf(other)).length]).toEqual([[], 1]);
    await send();
    expect(service.take(path)).toEqual([]);
    await tell(user);
    const id = await tell(other);
    await send();
    expect(service.take(path).map(({ headers }) => headers.topic)).toEqual([id.replaceAll('-', '')]);
  });

  it('ends with its session', async () => {
    answerWith(201);
    const user = await signIn(server);
    const second = await startSession(server, user.id);
    const { path } = await deviceOf(second);
    const kept = await deviceOf(user);
    await tell(user);
    await ask(second, 'POST', 'logout');
    expect(await devicesOf(user)).toMatchObject([{ id: kept.id }]);
    await server.db.query("update sessions set last_seen_at = now() - interval '15 days' where id = $1", [
      user.sessionId,
    ]);
    expect([await send(), service.take(path), service.take(kept.path)]).toEqual([0, [], []]);
    expect((await server.db.query('select from push_endpoints where id = $1', [kept.id])).rowCount).toBe(0);
  });

  it('is one of ten: the oldest goes, also when many come at once', async () => {
    const user = await signIn(server);
    const first = await deviceOf(user);
    await Promise.all(Array.from({ length: 12 }, () => deviceOf(user)));
    const devices: { id: string }[] = await devicesOf(user);
    expect([devices.length, devices.some(({ id }) => id === first.id)]).toEqual([10, false]);
  });

  it('may end while a notice is made for it', async () => {
    const user = await signIn(server);
    const { id } = await deviceOf(user);
    await server.db.withConnection(async (tx) => {
      await tx.query('begin');
      await tx.query('delete from push_endpoints where id = $1', [id]);
      expect(await tell(user)).not.toBe('');
      await tx.query('commit');
    });
  });

  it('has keys that fit, and a name that can be stored', async () => {
    const user = await signIn(server);
    const { keys } = createBrowser();
    const refused = [
      { ...keys, auth: 'AAAA' },
      { ...keys, auth: `${keys.auth}AAAA` },
      { ...keys, p256dh: 'nonsense!' },
      { ...keys, p256dh: keys.p256dh.slice(0, -4) },
      { ...keys, p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url') },
    ];
    for (const wrong of refused) {
      const { answer } = await subscribe(user, { keys: wrong });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'push_endpoint_invalid']);
    }
    for (const wrong of [{ language: 'de-de' }, { device: 'a\u0000b' }])
      expect((await subscribe(user, wrong)).answer.json().code).toBe('invalid_request');
  });
});

it('all processes have one pair of keys', async () => {
  await server.db.query('delete from push_keys');
  const pairs = await Promise.all(Array.from({ length: 6 }, () => requirePushKeys(server.db, null)));
  expect(new Set(pairs.map(({ publicKey, privateKey }) => publicKey + privateKey)).size).toBe(1);
});

it('a chapter published by time alone rings a real push endpoint, and is in an inbox of two languages', async () => {
  answerWith(201);
  const user = await signIn(server);
  const { path, browser } = await deviceOf(user);
  const book = await makeBook(server.db, {
    titles: { 'en-us': 'Lanterns', 'fr-fr': 'Lanternes' },
    chapters: [{}, { createdAt: new Date(), publishedAt: 'draft' }],
  });
  const url = `/api/v1/user/follows/${book.id}`;
  await server.app.inject({ method: 'PUT', url, headers: user.headers });
  const { id: chapterId = '' } = { id: book.chapterIds[1] };
  await withTransaction(server.db, (tx) =>
    setPublication(tx, { chapterId, publishedAt: daysFromNow(1), by: commandLine }),
  );
  await tellNewChapters(server.db);
  expect([await send(), service.take(path)]).toEqual([0, []]);
  // A day goes by.
  await server.db.query("update follows set followed_at = now() - interval '1 day' where book_id = $1", [book.id]);
  await server.db.query('update chapter_editions set published_at = now() where chapter_id = $1', [chapterId]);
  await server.db.query('update books set next_change_at = now() where id = $1', [book.id]);
  for (const job of server.jobs.filter(({ name }) => ['notices', 'pushes'].includes(name)))
    await job.run(server.db, new AbortController().signal);
  const [push, ...more] = service.take(path);
  const titles = await Promise.all(
    ['en-us', 'fr-fr'].map(async (language) => {
      const { result } = (await ask(user, 'GET', `inbox?language=${language}`)).json().data;
      expect(browser.read(push?.body ?? Buffer.alloc(0))).toEqual({ kind: 'new_chapter', id: result[0].id });
      return result.map(({ book_title }: { book_title: string }) => book_title);
    }),
  );
  expect([more, titles]).toEqual([[], [['Lanterns'], ['Lanternes']]]);
});
