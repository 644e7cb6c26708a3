import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { declaredCalls } from '../../../app/testing/declared-calls.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { passwordOfStaff, signInStaff } from '../../../app/testing/staff.ts';
import { daysFromNow, type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { makeStoredImage } from '../../media/testing/images.ts';

let user: SignedInUser;
let chapters: readonly string[];

const server = serverForTests();
beforeAll(async () => {
  const chapter = async () => ({ editions: { 'en-us': { title: 'A chapter', imageIds: [await makeFile()] } } });
  const book = await makeBook(server.db, { publicFreeChapters: 1, chapters: [await chapter(), await chapter()] });
  chapters = book.chapterIds;
});
beforeEach(async () => {
  user = await signInStaff(server, 'owner');
});

const makeFile = () => makeStoredImage(server);

type Headers = Record<string, string>;
const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, headers: Headers, body?: object) =>
  server.app.inject({ method, url: `/api/v1${path}`, headers, ...(body && { payload: body }) });
const make = (more: object = {}, by: Headers = user.headers) =>
  ask('POST', '/user/tokens', by, { name: 'Player', scopes: ['read'], password: passwordOfStaff, ...more });
const list = async () => (await ask('GET', '/user/tokens', user.headers)).json().data.result;

async function tokenWith(...scopes: string[]): Promise<Headers> {
  const made = await make({ scopes });
  expect(made.statusCode).toBe(201);
  return { authorization: `Token ${made.json().data.result.token}` };
}
const outcomeOf = (answer: Awaited<ReturnType<typeof ask>>) =>
  answer.statusCode < 400 ? answer.statusCode : answer.json().code;

inLong('is told once, and only its hashes are kept', async () => {
  const made = await make({ name: ' Player ', scopes: ['sync', 'read', 'sync'], expires_in_days: 30 });
  const { token, apps, ...rest } = made.json().data.result;
  const origin = server.config.publicUrl;
  expect(apps).toEqual({
    ...{ kind: 'reading', komga: `${origin}/komga`, koreader: `${origin}/koreader` },
    ...{ opds: `${origin}/opds/v1.2/mine`, opds_qr: expect.stringMatching(/^data:image\/png;base64,/) },
  });
  expect(token).toMatch(/^lst_[\w-]{43}$/);
  expect(rest).toMatchObject({
    name: 'Player',
    scopes: ['read', 'sync'],
    last_four: token.slice(-4),
    last_used_at: null,
  });
  expect(Date.parse(rest.expires_at) - Date.parse(rest.created_at)).toBe(30 * 86_400_000);
  expect(await list()).toEqual([rest]);
  const { rows } = await server.db.query<{ row: string; md5: Buffer }>(
    'select t::text as row, md5_hash as md5 from access_tokens t where user_id = $1',
    [user.id],
  );
  expect(rows[0]?.row).not.toContain(token.slice(4, 20));
  const md5 = createHash('md5').update(token).digest('hex');
  expect(rows[0]?.md5).toEqual(createHash('sha256').update(md5).digest());
});

it.each([
  [{ name: '' }, 'invalid_request'],
  [{ name: 'n'.repeat(61) }, 'invalid_request'],
  [{ scopes: [] }, 'invalid_request'],
  [{ scopes: ['write'] }, 'invalid_request'],
  [{ expires_in_days: 0 }, 'invalid_request'],
  [{ expires_in_days: 366 }, 'invalid_request'],
  [{ expires_in_days: 1.5 }, 'invalid_request'],
  [{ password: undefined }, 'invalid_request'],
  [{ password: 'wrong' }, 'password_wrong'],
])('is not made with %j', async (given, code) => {
  expect(outcomeOf(await make(given))).toBe(code);
  expect(await list()).toEqual([]);
});

it('is one of at most 20 that have not ended, also when many are made at once', async () => {
  const made = await Promise.all(Array.from({ length: 25 }, () => make()));
  expect(made.map(outcomeOf).sort()).toEqual([...Array(20).fill(201), ...Array(5).fill('limit_reached')]);
  await server.db.query(
    `update access_tokens set expires_at = now() where id = (select id from access_tokens where user_id = $1 limit 1)`,
    [user.id],
  );
  expect(await list()).toHaveLength(19);
  expect(outcomeOf(await make())).toBe(201);
});

it('opens the calls of users whose declaration names one of its scopes, and no other', async () => {
  const headers = { read: await tokenWith('read'), sync: await tokenWith('sync') };
  const calls = [...declaredCalls].filter(([, { who }]) => who === 'user' || who === 'studio');
  expect(calls.length).toBeGreaterThan(50);
  for (const [name, call] of calls) {
    const [method, route] = name.split(' ') as ['GET', string]; // as the table writes them
    const path = route.replace('/api/v1', '').replace(/:\w+/g, '00000000-0000-4000-8000-000000000000');
    for (const scope of ['read', 'sync'] as const) {
      const outcome = outcomeOf(await ask(method, path, headers[scope], method === 'GET' ? undefined : {}));
      const isOpen = call.scopes?.includes(scope) ?? false;
      expect([name, scope, outcome === 'scope_missing']).toEqual([name, scope, !isOpen]);
    }
  }
});

it('reads and writes the library as its scopes say', async () => {
  const [read, sync] = [await tokenWith('read'), await tokenWith('sync')];
  for (const path of ['/user/progress', '/user/marks', '/user/follows', '/user/updates', '/user/reader_settings'])
    expect([outcomeOf(await ask('GET', path, read)), outcomeOf(await ask('GET', path, sync))]).toEqual([200, 200]);
  expect(outcomeOf(await ask('POST', '/user/progress', read, { items: [] }))).toBe('scope_missing');
  expect(outcomeOf(await ask('POST', '/user/progress', sync, { items: [] }))).not.toBe('scope_missing');
  expect(outcomeOf(await ask('POST', '/user/logout', sync))).toBe('scope_missing');
  expect(outcomeOf(await ask('GET', '/user/book/membership', sync))).toBe('scope_missing');
});

it("gets a visitor's answer without the scope, and a refusal where the scope would open more", async () => {
  const [free, locked] = chapters.map((id) => `/comics/chapter_comics/${id}/en-us`) as [string, string]; // two chapters
  const sync = await tokenWith('sync');
  expect(outcomeOf(await ask('GET', '/comics/book/search?language=en-us', sync))).toBe(200);
  expect(outcomeOf(await ask('GET', free, sync))).toBe(200);
  expect(outcomeOf(await ask('GET', locked, sync))).toBe('membership_required');
  expect(outcomeOf(await ask('GET', locked, await tokenWith('read')))).toBe('membership_required');
  await makeMember();
  expect(outcomeOf(await ask('GET', locked, sync))).toBe('scope_missing');
  expect(outcomeOf(await ask('GET', locked, await tokenWith('read')))).toBe(200);
});

async function makeMember(): Promise<void> {
  await server.db.query('insert into memberships (user_id, expire_at) values ($1, $2)', [user.id, daysFromNow(9)]);
}

const ends: [string, (id: string) => Promise<unknown>][] = [
  ['its user', (id) => ask('DELETE', `/user/tokens/${id}`, user.headers)],
  ['its time', () => server.db.query('update access_tokens set expires_at = now() where user_id = $1', [user.id])],
  ['a new password', () => ask('POST', '/user/update_password', user.headers, { new_password: 'another password' })],
];
it.each(ends)('is no token once %s has ended it, and its images stop within 5 s', async (_who, end) => {
  await makeMember();
  const read = await tokenWith('read');
  const answer = await ask('GET', `/comics/chapter_comics/${chapters[1]}/en-us`, read);
  const [image] = answer.json().data.result.images;
  expect((await server.app.inject(image)).statusCode).toBe(200);
  expect((await end((await list())[0].id)) as { statusCode?: number }).not.toMatchObject({ statusCode: 404 });
  server.pass(5000);
  expect((await server.app.inject(image)).statusCode).toBe(403);
  expect(outcomeOf(await ask('GET', '/user/progress', read))).toBe('unauthenticated');
  expect(outcomeOf(await ask('GET', `/comics/chapter_comics/${chapters[0]}/en-us`, read))).toBe(200);
  expect(await list()).toEqual([]);
});

it('is not ended, nor known, by anybody else', async () => {
  await make();
  const other = await signIn(server);
  const [{ id }] = await list();
  const [foreign, missing] = await Promise.all(
    [id, other.id].map((named) => ask('DELETE', `/user/tokens/${named}`, other.headers)),
  );
  expect([foreign?.statusCode, foreign?.body]).toEqual([404, missing?.body]);
  expect(await list()).toHaveLength(1);
});

it('says when it was used last, at most a minute late', async () => {
  const read = await tokenWith('read');
  const used = async () => (await list())[0].last_used_at;
  await ask('GET', '/user/progress', read);
  const first = Date.parse(await used());
  expect(Math.abs(Date.now() - first)).toBeLessThan(60_000);
  await server.db.query("update access_tokens set last_used_at = now() - interval '1 minute' where user_id = $1", [
    user.id,
  ]);
  await ask('GET', '/user/progress', read);
  expect(Date.parse(await used())).toBeGreaterThanOrEqual(first);
});

it('shows no preview, whoever has it', async () => {
  const read = { ...(await tokenWith('read')), 'x-preview-as': 'member' };
  const locked = `/comics/chapter_comics/${chapters[1]}/en-us`;
  expect((await ask('GET', locked, { ...user.headers, 'x-preview-as': 'member' })).statusCode).toBe(200);
  expect((await ask('GET', locked, read)).statusCode).toBe(403);
});

it.each(['owner', 'editor', 'support', null] as const)('publishes only for owners and editors: %s', async (role) => {
  const asker = await signInStaff(server, role ?? 'support');
  if (role === null) await server.db.query('delete from staff where user_id = $1', [asker.id]);
  const made = await make({ scopes: ['read', 'publish'] }, asker.headers);
  const mayPublish = role === 'owner' || role === 'editor';
  expect(outcomeOf(made)).toBe(mayPublish ? 201 : 'forbidden');
  expect(outcomeOf(await make({ scopes: ['publish'], password: undefined }, asker.headers))).toBe('invalid_request');
  if (mayPublish) expect(made.json().data.result.apps).toMatchObject({ kind: 'publishing' });
});
