import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Answer, serverForTests, startTestServer } from '../../../app/testing/server.ts';
import { passkeyCalls } from '../contract.ts';
import { createDevice } from '../testing/device.ts';
import { addPasskey } from './passkeys.ts';
import { relyingPartyOf } from './relying-party.ts';

const password = 'correct horse';

const server = serverForTests();

interface Reader {
  uuid: string;
  username: string;
  headers: { authorization: string };
}
type Device = ReturnType<typeof createDevice>;

const post = (path: string, payload: object, headers = {}) =>
  server.app.inject({ method: 'POST', url: `/api/v1/user/${path}`, payload, headers });
const outcome = (answer: Answer) => [answer.statusCode, answer.json().code];

async function newReader(): Promise<Reader> {
  const username = `u${randomUUID().slice(0, 8)}`;
  await post('register', { username, password });
  const { uuid, jwt_token: token } = (await post('login', { username, password })).json().data;
  return { uuid, username, headers: { authorization: `Token ${token}` } };
}

const askToAdd = (reader: Reader, given: object = { password }) => post('passkeys/options', given, reader.headers);
const optionsFor = async (reader: Reader) => (await askToAdd(reader)).json().data.result;
const add = (reader: Reader, response: unknown, more = {}) => post('passkeys', { response, ...more }, reader.headers);
const loginOptions = async () => (await post('passkeys/login/options', {})).json().data.result;
const logIn = (response: unknown) => post('passkeys/login', { response });
const listOf = async ({ headers }: Reader) =>
  (await server.app.inject({ url: '/api/v1/user/passkeys', headers })).json().data.result;

async function withPasskey(): Promise<{ reader: Reader; device: Device; id: string }> {
  const reader = await newReader();
  const device = createDevice();
  const added = await add(reader, device.make(await optionsFor(reader)));
  return { reader, device, id: added.json().data.result.id };
}

describe('a passkey', () => {
  it('is added with the password, and logs its user in as the password does', async () => {
    const reader = await newReader();
    const device = createDevice();
    const options = await optionsFor(reader);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: reader.username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const added = await add(reader, device.make(options), { name: ' Ｐhone ' });
    expect(added.statusCode).toBe(201);
    expect(added.headers['cache-control']).toBe('private, no-store');
    const { result } = added.json().data;
    expect(result).toMatchObject({ name: 'Ｐhone', last_used_at: null });
    expect(Object.keys(result).sort()).toEqual(['created_at', 'id', 'last_used_at', 'name']);

    const answer = await logIn(device.use(await loginOptions()));
    expect(answer.json().data).toEqual({
      jwt_token: expect.any(String),
      uuid: reader.uuid,
      username: reader.username,
    });
    const headers = { authorization: `Token ${answer.json().data.jwt_token}` };
    // The login has confirmed the session, so that it needs no password for a new one.
    expect((await post('update_password', { new_password: 'another horse' }, headers)).statusCode).toBe(200);
    const [known] = await listOf({ ...reader, headers });
    expect(known).toMatchObject({ id: result.id, last_used_at: expect.stringMatching(/Z$/) });
    // A new password ends no passkey.
    expect((await logIn(device.use(await loginOptions()))).statusCode).toBe(200);
  });

  it('is offered only to who knows the password', async () => {
    const reader = await newReader();
    expect(outcome(await askToAdd(reader, { password: 'wrong' }))).toEqual([403, 'password_wrong']);
    expect(outcome(await askToAdd(reader, {}))).toEqual([400, 'invalid_request']);
    expect(outcome(await add(reader, createDevice().make({ challenge: 'none', user: { id: '' } })))).toEqual([
      400,
      'passkey_invalid',
    ]);
  });

  it('is added and used once by 50 equal answers at once', async () => {
    const reader = await newReader();
    const device = createDevice();
    const made = device.make(await optionsFor(reader));
    const added = await Promise.all(Array.from({ length: 50 }, () => add(reader, made)));
    expect(added.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(added.filter((answer) => answer.json().code === 'passkey_invalid')).toHaveLength(49);
    const used = device.use(await loginOptions());
    const logins = await Promise.all(Array.from({ length: 50 }, () => logIn(used)));
    expect(logins.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(logins.filter((answer) => answer.json().code === 'passkey_refused')).toHaveLength(49);
  });

  it('needs a challenge of the last five minutes, of that user and for that use', async () => {
    const { reader, device } = await withPasskey();
    const other = await newReader();
    const late = await optionsFor(reader);
    const lateLogin = await loginOptions();
    await server.db.query("update passkey_challenges set expires_at = expires_at - interval '5 minutes'");
    expect(outcome(await add(reader, createDevice().make(late)))).toEqual([400, 'passkey_invalid']);
    expect(outcome(await logIn(device.use(lateLogin)))).toEqual([401, 'passkey_refused']);

    const user = { id: Buffer.from(reader.uuid.replaceAll('-', ''), 'hex').toString('base64url') };
    expect(outcome(await add(other, createDevice().make(await optionsFor(reader))))).toEqual([400, 'passkey_invalid']);
    expect(outcome(await add(reader, createDevice().make({ ...(await loginOptions()), user })))[0]).toBe(400);
    expect(outcome(await logIn(device.use(await optionsFor(reader))))[0]).toBe(401);
    expect((await logIn(device.use(await loginOptions()))).statusCode).toBe(200);
  });

  it('is refused alike whatever is wrong with it, and then its challenge is spent', async () => {
    const { device } = await withPasskey();
    const stranger = createDevice();
    const bad: ((options: { challenge: string }) => unknown)[] = [
      (options) => device.use(options, { origin: 'https://localhost:3000' }),
      (options) => device.use(options, { rpId: 'example.com' }),
      (options) => device.use(options, { verified: false }),
      (options) => device.use(options, { userHandle: Buffer.alloc(16).toString('base64url') }),
      (options) => ({ ...stranger.use(options), ...pickId(device.use(options)) }),
      (options) => stranger.use(options),
      (options) => ({ ...device.use(options), type: 'password' }),
    ];
    const bodies = new Set<string>();
    for (const answer of bad) {
      const options = await loginOptions();
      const refused = await logIn(answer(options));
      expect(refused.statusCode).toBe(401);
      bodies.add(refused.body);
      expect((await logIn(device.use(options))).statusCode).toBe(401);
    }
    const ids = ['a\u0000b', { toString: 1, valueOf: 1 }, ['a']].map((id) => ({ id }));
    const answers = [{ response: 'x' }, { response: { clientDataJSON: 'bm8' } }, { id: 1, response: [] }];
    for (const junk of [{}, ...answers, ...ids]) {
      bodies.add((await logIn(junk)).body);
      const reader = await newReader();
      expect(outcome(await add(reader, junk))).toEqual([400, 'passkey_invalid']);
    }
    expect([...bodies]).toHaveLength(1);
    expect(outcome(await logIn(null))).toEqual([400, 'invalid_request']);
  });

  it('is not added for a session that has ended meanwhile', async () => {
    const reader = await newReader();
    const made = createDevice().make(await optionsFor(reader));
    const { rows } = await server.db.query<{ id: string }>('select id from sessions where user_id = $1', [reader.uuid]);
    await server.app.inject({ method: 'POST', url: '/api/v1/user/logout', headers: reader.headers });
    const party = relyingPartyOf('http://localhost:3000');
    if (!party) throw new Error('the host is a name');
    const signedIn = { userId: reader.uuid, username: reader.username, sessionId: rows[0]?.id ?? '' };
    const given = { party, signedIn, name: 'Late', response: made };
    expect(await addPasskey(server.db, given)).toEqual({ kind: 'session_ended' });
  });

  it('is not added where the device asked nobody, or for another site', async () => {
    const reader = await newReader();
    for (const signing of [{ verified: false }, { origin: 'http://evil.example' }, { rpId: 'evil.example' }])
      expect(outcome(await add(reader, createDevice().make(await optionsFor(reader), signing)))).toEqual([
        400,
        'passkey_invalid',
      ]);
    // Its name is longer than that of any device.
    const long = createDevice(undefined, { idBytes: 1024 });
    expect(outcome(await add(reader, long.make(await optionsFor(reader))))).toEqual([400, 'passkey_invalid']);
    expect(await listOf(reader)).toEqual([]);
    const longest = createDevice(undefined, { idBytes: 1023 });
    expect((await add(reader, longest.make(await optionsFor(reader)))).statusCode).toBe(201);
    expect((await logIn(longest.use(await loginOptions()))).statusCode).toBe(200);
  });

  it('is refused when its counter does not go on; one that does not count stays right', async () => {
    const { device } = await withPasskey();
    const login = async (counter: number) => (await logIn(device.use(await loginOptions(), { counter }))).statusCode;
    expect([await login(0), await login(0), await login(7), await login(7), await login(6), await login(0)]).toEqual([
      200, 200, 200, 401, 401, 401,
    ]);
    expect(await login(8)).toBe(200);
    const both = await Promise.all([login(9), login(9)]);
    expect(both.sort()).toEqual([200, 401]);
  });

  it('lets nobody in who is banned', async () => {
    const { reader, device } = await withPasskey();
    await server.db.query('update users set banned_at = now() where id = $1', [reader.uuid]);
    expect(outcome(await logIn(device.use(await loginOptions())))).toEqual([403, 'account_banned']);
  });

  it('is one of ten at most, also when they are added at once', async () => {
    const { reader } = await withPasskey();
    const offers = [];
    for (let count = 0; count < 12; count += 1) offers.push(await optionsFor(reader));
    const added = await Promise.all(offers.map((options) => add(reader, createDevice().make(options))));
    expect(added.filter(({ statusCode }) => statusCode === 201)).toHaveLength(9);
    expect(added.filter((answer) => answer.json().code === 'limit_reached')).toHaveLength(3);
    expect(outcome(await askToAdd(reader))).toEqual([409, 'limit_reached']);
  });
});

const pickId = ({ id, rawId }: { id: string; rawId: string }) => ({ id, rawId });

describe("a user's passkeys", () => {
  const change = (reader: Reader, id: string, payload: object) =>
    server.app.inject({
      ...{ method: 'PATCH', url: `/api/v1/user/passkeys/${id}`, payload },
      headers: reader.headers,
    });
  const remove = ({ headers }: Reader, id: string) =>
    server.app.inject({ method: 'DELETE', url: `/api/v1/user/passkeys/${id}`, headers });

  it('are named by them and deleted by them; a deleted one opens nothing', async () => {
    const { reader, device, id } = await withPasskey();
    expect(await listOf(reader)).toMatchObject([{ id, name: 'Passkey' }]);
    expect((await change(reader, id, { name: ` ${'𝄞'.repeat(60)} ` })).json().data.result).toMatchObject({
      id,
      name: '𝄞'.repeat(60),
    });
    for (const name of ['', ' ', 'x'.repeat(61), 'a\u0000b', undefined])
      expect(outcome(await change(reader, id, { name }))).toEqual([400, 'invalid_request']);
    expect((await remove(reader, id)).statusCode).toBe(204);
    expect(outcome(await remove(reader, id))).toEqual([404, 'not_found']);
    expect(await listOf(reader)).toEqual([]);
    expect((await logIn(device.use(await loginOptions()))).statusCode).toBe(401);
  });

  it('are to others as if there were none', async () => {
    const { reader, id } = await withPasskey();
    const other = await newReader();
    const bodies = await Promise.all(
      [id, randomUUID(), 'nonsense'].flatMap((named) => [remove(other, named), change(other, named, { name: 'Mine' })]),
    );
    expect(bodies.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(404));
    expect(new Set(bodies.map(({ body }) => body)).size).toBe(1);
    expect(await listOf(reader)).toMatchObject([{ name: 'Passkey' }]);
  });
});

describe('a site whose host is an IP address', () => {
  it('has no passkeys', async () => {
    expect([relyingPartyOf('http://127.0.0.1:3000'), relyingPartyOf('https://[::1]')]).toEqual([null, null]);
    expect(relyingPartyOf('https://comics.example:8443')).toEqual({
      id: 'comics.example',
      origin: 'https://comics.example:8443',
    });
    const byAddress = await startTestServer({ settings: { PUBLIC_URL: 'http://127.0.0.1:3000' } });
    const [bare, ours] = await Promise.all([byAddress.ask('/api/v1/site'), server.ask('/api/v1/site')]);
    expect([bare.json().data.passkeys, ours.json().data.passkeys]).toEqual([false, true]);
    const calls = Object.values(passkeyCalls);
    const asked = await Promise.all(
      calls.map(({ method, path }) => byAddress.app.inject({ method, url: `/api/v1${path}` })),
    );
    expect(asked.map(outcome)).toEqual(calls.map(() => [404, 'not_found']));
    await byAddress.stop();
  });
});
