import { beforeEach, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { createRecovery } from './recovery.ts';

const server = serverForTests({ settings: { RATE_LIMIT_SCALE: '1' } });
beforeEach(async () => {
  await server.db.query('truncate users, attempts, known_addresses cascade');
});

type Headers = Record<string, string>;
const home = '203.0.113.7';
const password = 'correct horse';
const ask = (
  method: 'GET' | 'POST',
  path: string,
  given: { body?: object; headers?: Headers; address?: string } = {},
) =>
  server.app.inject({
    ...{ method, url: `/api/v1/user/${path}`, headers: given.headers ?? {}, remoteAddress: given.address ?? home },
    ...(given.body && { payload: given.body }),
  });
const logIn = (given = password) => ask('POST', 'login', { body: { username: 'reader', password: given } });
const makeCodes = (headers: Headers, body: object = { password }) => ask('POST', 'recovery_codes', { body, headers });
const recover = (given: object, address = home) =>
  ask('POST', 'recover', { body: { username: 'reader', new_password: 'a new password', ...given }, address });

async function newReader(): Promise<{ headers: Headers; codes: string[] }> {
  await ask('POST', 'register', { body: { username: 'reader', password } });
  const headers = { authorization: `Token ${(await logIn()).json().data.jwt_token}` };
  const made = await makeCodes(headers);
  expect(made.statusCode).toBe(201);
  return { headers, codes: made.json().data.result.codes };
}
const left = async (headers: Headers) =>
  (await ask('GET', 'recovery_codes', { headers })).json().data.result?.left ?? null;

it('tells ten codes once, for the present password, and keeps only hashes', async () => {
  await ask('POST', 'register', { body: { username: 'reader', password } });
  const headers = { authorization: `Token ${(await logIn()).json().data.jwt_token}` };
  expect((await ask('GET', 'recovery_codes', { headers })).json()).toEqual({ data: { result: null } });
  expect((await makeCodes(headers, {})).statusCode).toBe(400);
  expect((await makeCodes(headers, { password: 'wrong' })).json().code).toBe('password_wrong');
  const made = await makeCodes(headers);
  expect(made.headers['cache-control']).toBe('private, no-store');
  const { codes } = made.json().data.result;
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect((await ask('GET', 'recovery_codes', { headers })).json()).toEqual({
    data: { result: { created_at: expect.stringMatching(/Z$/), left: 10 } },
  });
  const { rows } = await server.db.query('select recovery_codes::text as row from recovery_codes');
  expect(JSON.stringify(rows)).not.toContain(codes[0]);
});

it('gives a new password for a code in any spelling, ends all sessions and logs nobody in', async () => {
  const { headers, codes } = await newReader();
  const typed = ` ${codes[0]?.toLowerCase().replace('-', ' – ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
  const answer = await recover({ username: 'ＲＥＡＤＥＲ', code: typed });
  expect([answer.statusCode, answer.json()]).toEqual([200, { data: { result: { left: 9 } } }]);
  expect((await ask('GET', 'sessions', { headers })).statusCode).toBe(401);
  expect((await logIn()).statusCode).toBe(401);
  const entered = await logIn('a new password');
  expect(entered.statusCode).toBe(200);
  expect(await left({ authorization: `Token ${entered.json().data.jwt_token}` })).toBe(9);
  expect((await recover({ code: codes[0] })).statusCode).toBe(401);
});

it('lets an owner log in at once where ten logins had failed before, and nobody elsewhere', async () => {
  const { codes } = await newReader();
  const logInFrom = async (address: string, given: string) =>
    (await ask('POST', 'login', { body: { username: 'reader', password: given }, address })).statusCode;
  for (const address of [home, '198.51.100.9'])
    for (let count = 0; count < 10; count += 1) expect(await logInFrom(address, 'wrong')).toBe(401);
  expect(await logInFrom(home, password)).toBe(429);
  expect((await recover({ code: 'AAAAA-AAAAA' })).statusCode).toBe(401);
  expect(await logInFrom(home, password)).toBe(429);
  expect((await recover({ code: codes[0] })).statusCode).toBe(200);
  expect(await logInFrom(home, 'a new password')).toBe(200);
  expect(await logInFrom('198.51.100.9', 'a new password')).toBe(429);
});

it('answers alike whatever is wrong', async () => {
  const { codes } = await newReader();
  expect((await recover({ code: codes[0] })).statusCode).toBe(200);
  const unknown = await recover({ username: 'stranger', code: codes[1] });
  expect(unknown.json()).toEqual({ error: 'Name or code is not right', code: 'recovery_failed' });
  for (const given of [
    { code: codes[0] },
    { code: 'AAAAA-AAAAA' },
    { code: 'no code' },
    { code: 'A'.repeat(10_000) },
    { username: 'x', code: codes[1] },
    { username: '\ud800eader', code: codes[1] },
  ]) {
    const answer = await recover(given);
    expect([answer.statusCode, answer.body]).toEqual([401, unknown.body]);
    expect(answer.headers['content-length']).toBe(unknown.headers['content-length']);
  }
});

it('hashes no password for what is wrong: an unknown name takes the time of a wrong code', async () => {
  const { codes } = await newReader();
  let hashes = 0;
  const passwords = {
    async hash() {
      hashes += 1;
      return 'a hash';
    },
    matches: async () => false,
  };
  const { recover: recoverBy } = createRecovery({ db: server.db, secret: server.config.jwtSecret });
  const given = { username: 'reader', code: codes[0] ?? '', password: 'a new password', alsoEnd: async () => {} };
  for (const wrong of [{ username: 'stranger' }, { code: 'AAAAA-AAAAA' }, { code: 'no code' }]) {
    expect(await recoverBy(passwords, { ...given, ...wrong })).toBeNull();
    expect(hashes).toBe(0);
  }
  expect(await recoverBy(passwords, given)).toMatchObject({ left: 9 });
  expect(await recoverBy(passwords, given)).toBeNull();
  expect(hashes).toBe(1);
});

it('looks at the new password before the code, which is then not spent', async () => {
  const { headers, codes } = await newReader();
  const short = await recover({ code: codes[0], new_password: 'short' });
  expect([short.statusCode, short.json().details]).toEqual([
    400,
    [expect.objectContaining({ path: 'new_password', code: 'password_too_short' })],
  ]);
  const nothing = await ask('POST', 'recover', { body: {} });
  expect(nothing.json().details.map(({ path }: { path: string }) => path)).toEqual([
    'username',
    'code',
    'new_password',
  ]);
  expect(await left(headers)).toBe(10);
});

it('lets one of 50 use a code at once', async () => {
  const { codes } = await newReader();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => recover({ code: codes[0], new_password: `password ${index}` })),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => ![200, 401, 429].includes(status))).toEqual([]);
  expect((await logIn(`password ${statuses.indexOf(200)}`)).statusCode).toBe(200);
});

it('ends the old codes with a new set', async () => {
  const { headers, codes } = await newReader();
  const again = (await makeCodes(headers)).json().data.result.codes;
  expect((await recover({ code: codes[0] })).statusCode).toBe(401);
  expect((await recover({ code: again[0] })).statusCode).toBe(200);
});

inLong('allows ten failures in 15 minutes for an account and an address, and then not even a right code', async () => {
  const { codes } = await newReader();
  for (let count = 0; count < 10; count += 1) expect((await recover({ code: 'wrong' })).statusCode).toBe(401);
  expect((await recover({ code: codes[0] })).statusCode).toBe(429);
  expect((await recover({ code: codes[0] }, '198.51.100.9')).statusCode).toBe(200);
  server.pass(15 * 60_000 + 1000);
  expect((await recover({ code: codes[1] })).statusCode).toBe(200);
});

inLong('allows 20 failures an hour for an address, whatever names are tried', async () => {
  const { codes } = await newReader();
  for (let count = 0; count < 20; count += 1)
    expect((await recover({ username: `ghost${count}`, code: 'wrong' })).statusCode).toBe(401);
  expect((await recover({ code: codes[0] })).statusCode).toBe(429);
});

it('makes no codes for a session that has just ended, and knows none of another secret', async () => {
  const { headers } = await newReader();
  const { rows } = await server.db.query<{ userId: string; sessionId: string }>(
    'select user_id as "userId", id as "sessionId" from sessions',
  );
  const signedIn = { userId: rows[0]?.userId ?? '', sessionId: rows[0]?.sessionId ?? '', username: 'reader' };
  expect(await createRecovery({ db: server.db, secret: 'another' }).find(signedIn.userId)).toBeNull();
  await ask('POST', 'logout', { headers });
  expect(await createRecovery({ db: server.db, secret: 'any' }).make(signedIn)).toBeNull();
});
