import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serverForTests, statusAndCode } from '../../../app/testing/server.ts';
import { removeWhatIsOver } from '../../../server/jobs/retention.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { sessionDays } from '../rules.ts';
import { changePassword, logIn } from './accounts.ts';
import { createPasswords } from './passwords.ts';
import { accountRetentions, oldSessions } from './retention-queries.ts';

const logged: string[] = [];

const server = serverForTests({
  settings: { LOG_LEVEL: 'trace' },
  logTo: { write: (line) => void logged.push(line) },
});
beforeEach(async () => {
  await server.db.query('delete from users');
});

type Headers = Record<string, string>;
const post = (path: string, payload: unknown, headers: Headers = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1/user/${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  });
const get = (path: string, headers: Headers = {}) => server.app.inject({ url: `/api/v1/user/${path}`, headers });

const password = 'correct horse';
const register = (username: unknown, more: object = {}) => post('register', { username, password, ...more });
const login = (username: unknown, given: unknown = password, headers: Headers = {}) =>
  post('login', { username, password: given }, headers);

/** The headers that a browser sends once it has logged in. */
async function enter(username: string, given = password, headers: Headers = {}): Promise<Headers> {
  const answer = await login(username, given, headers);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return { authorization: `Token ${answer.json().data.jwt_token}` };
}
async function newUser(username = 'reader'): Promise<Headers> {
  expect((await register(username)).statusCode).toBe(200);
  return enter(username);
}
async function countRows(table: 'users' | 'sessions' | 'attempts'): Promise<number> {
  const { rows } = await server.db.query<{ count: number }>(`select count(*) as count from ${table}`);
  return rows[0]?.count ?? 0;
}

describe('registering and logging in', () => {
  it('answers as the contract spells it, and nobody may keep an answer', async () => {
    const registered = await post('register', { username: 'Ａda', password, invite_code: '', user_type: 7, extra: [] });
    expect(statusAndCode(registered)).toEqual([400, 'invalid_request']); // three code points
    const accepted = await post('register', { username: 'ＡdaＬ', password, invite_code: '', user_type: 7, extra: [] });
    expect([accepted.statusCode, accepted.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const { uuid } = accepted.json().data.result;
    expect(accepted.json()).toEqual({
      data: { result: { uuid: expect.stringMatching(/^[0-9a-f-]{36}$/), username: 'AdaL' } },
    });
    expect(await countRows('sessions')).toBe(0);
    const answer = await login('aDAl');
    expect(answer.json()).toEqual({ data: { jwt_token: expect.any(String), uuid, username: 'AdaL' } });
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'Authorization' });
  });

  it.each([
    ['full width', 'ｒｅａｄｅｒ'],
    ['capitals', 'READER'],
    ['full width capitals', 'ＲｅａＤｅＲ'],
  ])('knows a name again in %s', async (_why, spelling) => {
    const registered = await register('reader');
    expect((await login(spelling)).json().data.uuid).toBe(registered.json().data.result.uuid);
    expect(statusAndCode(await register(spelling))).toEqual([409, 'username_taken']);
  });

  it('knows names and passwords again that are composed in another way', async () => {
    await post('register', { username: 'Amélie', password: 'déjà vu' });
    const decomposed = { username: 'Amélie'.normalize('NFD'), password: 'déjà vu'.normalize('NFD') };
    expect((await post('login', decomposed)).statusCode).toBe(200);
  });

  it('gives a name to one of 50 who ask for it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => register(index % 2 ? 'winner' : 'WINNER')),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, ...Array<number>(49).fill(409)]);
    expect(await countRows('users')).toBe(1);
  });

  it('answers a wrong password like a name that nobody has or could have', async () => {
    await register('reader');
    const wrong = await login('reader', 'wrong password');
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({ error: 'Invalid username or password', code: 'invalid_credentials' });
    const others = [
      await login('stranger'),
      await login('x'),
      await login('a\0b\0c'),
      await login('\ud800eader'),
      await login('r'.repeat(30_000)),
      await login('reader', 'p'.repeat(60_000)),
      await login('reader', '\ud800'),
    ];
    for (const other of others) {
      expect([other.statusCode, other.body]).toEqual([401, wrong.body]);
      expect(other.headers['content-length']).toBe(wrong.headers['content-length']);
    }
    expect(await countRows('sessions')).toBe(0);
  });

  it('compares a hash for every login, so that the time reveals nothing', async () => {
    await register('reader');
    const millisOf = async (username: string, given: string) => {
      const times: number[] = [];
      for (let round = 0; round < 15; round += 1) {
        const startedAt = performance.now();
        await login(username, given);
        times.push(performance.now() - startedAt);
      }
      return Math.min(...times);
    };
    const known = await millisOf('reader', 'wrong password');
    for (const [username, given] of [
      ['stranger', 'wrong password'],
      ['reader', 'p'.repeat(200)],
    ] as const) {
      expect((await millisOf(username, given)) / known).toBeGreaterThan(0.25);
    }
  });

  inLong('answers 503 to those who would wait too long for a hash, and serves the rest', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => login(`ghost${index}`)));
    const refused = answers.filter(({ statusCode }) => statusCode !== 401);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(52);
    for (const answer of refused) {
      expect(statusAndCode(answer)).toEqual([503, 'unavailable']);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    }
    expect((await login('ghost')).statusCode).toBe(401);
  });

  it('pays no heed to a token that comes with a login', async () => {
    await register('reader');
    for (const authorization of ['Token nonsense', 'Bearer x', 'Token'])
      expect((await login('reader', password, { authorization })).statusCode).toBe(200);
  });
});

describe('a wrongly filled field', () => {
  const good = { username: 'reader', password };
  const texts = {
    missing: 'Please fill in all fields',
    username: 'Username must be between 5 and 16 characters',
    characters: 'Username may only contain letters and digits',
    scripts: 'Username may not mix letters of different alphabets',
    password: 'Password must be between 5 and 25 characters',
  };
  it.each<[string, object, string, string[]]>([
    ['no username', { password }, texts.missing, ['username fields_required']],
    ['an empty username', { ...good, username: '' }, texts.missing, ['username fields_required']],
    ['no password', { username: 'reader' }, texts.missing, ['password fields_required']],
    ['an empty password', { ...good, password: '' }, texts.missing, ['password fields_required']],
    ['nothing', {}, texts.missing, ['username fields_required', 'password fields_required']],
    [
      'one field missing, one wrong',
      { username: 'abc' },
      texts.missing,
      ['password fields_required', 'username username_length'],
    ],
    ['3 letters', { ...good, username: 'abc' }, texts.username, ['username username_length']],
    ['17 letters', { ...good, username: 'a'.repeat(17) }, texts.username, ['username username_length']],
    ['three letters of 2 units', { ...good, username: '𠀀𠀁𠀂' }, texts.username, ['username username_length']],
    ['a ligature of 18 letters', { ...good, username: 'ﷺ' }, texts.username, ['username username_length']],
    [
      '60 kB of a name',
      { ...good, username: 'é'.normalize('NFD').repeat(20_000) },
      texts.username,
      ['username username_length'],
    ],
    ['a space', { ...good, username: 'two words' }, texts.characters, ['username username_characters']],
    ['punctuation', { ...good, username: 'user-name' }, texts.characters, ['username username_characters']],
    ['a control character', { ...good, username: 'user\u0000' }, texts.characters, ['username username_characters']],
    ['a direction mark', { ...good, username: 'user\u202e' }, texts.characters, ['username username_characters']],
    ['a joiner', { ...good, username: 'us\u200der' }, texts.characters, ['username username_characters']],
    [
      'a filler that shows nothing',
      { ...good, username: 'user\u3164' },
      texts.characters,
      ['username username_characters'],
    ],
    ['half a character', { ...good, username: 'user\ud800' }, texts.characters, ['username username_characters']],
    [
      'a mark without a letter',
      { ...good, username: '\u0301user' },
      texts.characters,
      ['username username_characters'],
    ],
    ['an emoji', { ...good, username: 'user😀' }, texts.characters, ['username username_characters']],
    ['Cyrillic among Latin', { ...good, username: 'аdmin' }, texts.scripts, ['username username_mixed_scripts']],
    ['Greek among Latin', { ...good, username: 'οmega' }, texts.scripts, ['username username_mixed_scripts']],
    ['a password of 4', { ...good, password: 'abcd' }, texts.password, ['password password_length']],
    ['a password of 26', { ...good, password: 'p'.repeat(26) }, texts.password, ['password password_length']],
    [
      'both wrong',
      { username: 'a b c', password: 'abcd' },
      texts.characters,
      ['username username_characters', 'password password_length'],
    ],
    [
      'half a character in the password',
      { ...good, password: 'abcde\udc00' },
      'Password contains characters that cannot be stored',
      ['password password_characters'],
    ],
  ])('%s at registration', async (_why, payload, error, fields) => {
    const answer = await post('register', payload);
    expect(answer.statusCode).toBe(400);
    const { details, ...rest } = answer.json();
    expect(rest).toEqual({ error, code: 'invalid_request' });
    expect(details.map(({ path, code }: Record<string, string>) => `${path} ${code}`)).toEqual(fields);
    expect(details[0].message).toBe(error);
    expect(await countRows('users')).toBe(0);
  });

  it.each([
    ['4 letters and 5 of the password', 'abcd', 'p'.repeat(5)],
    ['16 letters and 25 of the password', 'a'.repeat(16), 'p'.repeat(25)],
    ['25 code points of two units', 'reader', '😀'.repeat(25)],
    ['Han and Latin', '漢字abc', password],
    ['Arabic with marks and its digits', 'قارِئ١٢', password],
    ['a Devanagari name', 'पाठक१२', password],
    ['Greek among Cyrillic', 'альфаβ', password],
    ['digits alone', '123456', password],
    ['any characters in the password', 'reader', ' \u0000\u200b..!@#$'],
  ])('takes %s', async (_what, username, given) => {
    expect((await post('register', { username, password: given })).statusCode).toBe(200);
    expect((await login(username, given)).statusCode).toBe(200);
    expect((await login(username, `${given} `)).statusCode).toBe(401);
  });

  it.each([{}, { username: 'reader' }, { username: '', password }, { username: 'reader', password: '' }])(
    'login wants both fields: %j',
    async (payload) => {
      const answer = await post('login', payload);
      expect([answer.statusCode, answer.json().error]).toEqual([400, texts.missing]);
    },
  );

  it.each<[string, object]>([
    ['register', { ...good, username: ['reader'] }],
    ['register', { ...good, password: [password] }],
    ['register', { ...good, username: { toString: 'reader' } }],
    ['register', { ...good, username: 12_345 }],
    ['register', { ...good, invite_code: ['x'] }],
    ['register', { ...good, password: null }],
    ['login', { ...good, username: ['reader'] }],
    ['login', { ...good, password: 5 }],
  ])('%s wants texts: %j', async (path, payload) => {
    expect(statusAndCode(await post(path, payload))).toEqual([400, 'invalid_request']);
    expect(await countRows('users')).toBe(0);
  });

  it('refuses hostile bodies with a clear 4xx', async () => {
    const send = (path: string, payload: string) =>
      server.app.inject({
        method: 'POST',
        url: `/api/v1/user/${path}`,
        headers: { 'content-type': 'application/json' },
        payload,
      });
    for (const path of ['register', 'login']) {
      const large = JSON.stringify({ ...good, password: 'p'.repeat(1024 * 1024) });
      expect(statusAndCode(await send(path, large))).toEqual([413, 'payload_too_large']);
      const polluting = `{"__proto__":{"username":"reader"},"username":"reader","password":"${password}"}`;
      expect(statusAndCode(await send(path, polluting))).toEqual([400, 'invalid_request']);
      for (const junk of ['null', '[]', '"x"', '', '{'])
        expect(statusAndCode(await send(path, junk))).toEqual([400, 'invalid_request']);
    }
    expect(await countRows('users')).toBe(0);
  });
});

describe('a session', () => {
  it('is listed with its device, the last used first, and the caller sees which is theirs', async () => {
    await register('reader');
    const phone = await enter('reader', password, {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    });
    await server.db.query("update sessions set last_seen_at = last_seen_at - interval '1 minute'");
    const unknown = await enter('reader', password, { 'user-agent': '' });
    await newUser('another');
    const answer = await get('sessions', phone);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const entry = {
      id: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      last_seen_at: expect.stringMatching(/Z$/),
    };
    expect(answer.json()).toEqual({
      data: {
        result: [
          { ...entry, device: '', current: false },
          { ...entry, device: 'Chrome, Android', current: true },
        ],
        role: null,
      },
    });
    expect(
      (await get('sessions', unknown)).json().data.result.map(({ current }: { current: boolean }) => current),
    ).toEqual([true, false]);
  });

  it('ends at logout, and only that one', async () => {
    const first = await newUser();
    const second = await enter('reader');
    const answer = await post('logout', {}, first);
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([204, '', 'private, no-store']);
    expect(statusAndCode(await get('sessions', first))).toEqual([401, 'unauthenticated']);
    expect((await get('sessions', second)).json().data.result).toHaveLength(1);
  });

  it.each([{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }])(
    'ends at logout without a body too, and with the headers %j',
    async (more) => {
      const headers = { ...(await newUser()), ...more };
      const answer = await server.app.inject({ method: 'POST', url: '/api/v1/user/logout', headers });
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
      const id = randomUUID();
      const other = await enter('reader');
      const ending = await server.app.inject({
        method: 'DELETE',
        url: `/api/v1/user/sessions/${id}`,
        headers: { ...other, ...more },
      });
      expect(statusAndCode(ending)).toEqual([404, 'session_not_found']);
    },
  );

  it('is ended by its user from another one', async () => {
    const lost = await newUser();
    const mine = await enter('reader');
    const [, other] = (await get('sessions', lost)).json().data.result;
    const lostId = (await get('sessions', lost))
      .json()
      .data.result.find(({ current }: { current: boolean }) => current).id;
    expect(other).toBeDefined();
    const answer = await server.app.inject({
      method: 'DELETE',
      url: `/api/v1/user/sessions/${lostId.toUpperCase()}`,
      headers: mine,
    });
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([204, '', 'private, no-store']);
    expect((await get('sessions', lost)).statusCode).toBe(401);
    expect((await get('sessions', mine)).statusCode).toBe(200);
  });

  it('is not ended, nor known, by anybody else', async () => {
    const mine = await newUser();
    const theirs = await newUser('another');
    const foreign = (await get('sessions', theirs)).json().data.result[0].id;
    const bodies = new Set<string>();
    for (const id of [foreign, randomUUID(), 'junk', '1', '%00', "'%20or%201=1", '__proto__', 'x'.repeat(5000)]) {
      const answer = await server.app.inject({ method: 'DELETE', url: `/api/v1/user/sessions/${id}`, headers: mine });
      expect(statusAndCode(answer)).toEqual([404, 'session_not_found']);
      bodies.add(answer.body);
    }
    expect(bodies.size).toBe(1);
    expect((await get('sessions', theirs)).statusCode).toBe(200);
  });

  inLong('is one of at most 50: the oldest goes', async () => {
    const oldest = await newUser();
    const second = await enter('reader');
    for (let round = 0; round < 6; round += 1) await Promise.all(Array.from({ length: 8 }, () => enter('reader')));
    expect([(await get('sessions', oldest)).statusCode, await countRows('sessions')]).toEqual([200, 50]);
    await enter('reader');
    expect([(await get('sessions', oldest)).statusCode, await countRows('sessions')]).toEqual([401, 50]);
    expect((await get('sessions', second)).statusCode).toBe(200);
  });

  it('holds for 14 days without use and 60 days at most, and is removed after that', async () => {
    expect(sessionDays).toEqual({ unused: 14, inAll: 60 });
    const idle = await newUser();
    const old = await enter('reader');
    const nearlyIdle = await enter('reader');
    const nearlyOld = await enter('reader');
    const age = async (headers: Headers, change: string) => {
      const id = (await get('sessions', headers))
        .json()
        .data.result.find(({ current }: { current: boolean }) => current).id;
      await server.db.query(`update sessions set ${change} where id = $1`, [id]);
    };
    await age(idle, `last_seen_at = now() - interval '${sessionDays.unused} days'`);
    await age(old, `created_at = now() - interval '${sessionDays.inAll} days'`);
    await age(nearlyIdle, `last_seen_at = now() - interval '${sessionDays.unused} days' + interval '1 minute'`);
    await age(nearlyOld, `created_at = now() - interval '${sessionDays.inAll} days' + interval '1 minute'`);
    expect((await get('sessions', idle)).statusCode).toBe(401);
    expect((await get('sessions', old)).statusCode).toBe(401);
    const fresh = await enter('reader');
    expect((await get('sessions', fresh)).json().data.result).toHaveLength(3);
    expect(await countRows('sessions')).toBe(5);
    await removeWhatIsOver(server.db, { retentions: [...accountRetentions, oldSessions], now: new Date() });
    expect(await countRows('sessions')).toBe(3);
    for (const held of [nearlyIdle, nearlyOld]) expect((await get('sessions', held)).statusCode).toBe(200);
  });
});

describe('a change of the password', () => {
  const change = (headers: Headers, payload: unknown) => post('update_password', payload, headers);

  it("ends every other session of the user and keeps the caller's", async () => {
    const mine = await newUser();
    const others = [await enter('reader'), await enter('reader')];
    const stranger = await newUser('another');
    const answer = await change(mine, { new_password: 'a new password' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: { result: true } }]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    for (const other of others) expect(statusAndCode(await get('sessions', other))).toEqual([401, 'unauthenticated']);
    expect((await get('sessions', mine)).json().data.result).toHaveLength(1);
    expect((await get('sessions', stranger)).statusCode).toBe(200);
    expect((await login('reader')).statusCode).toBe(401);
    expect((await login('reader', 'a new password')).statusCode).toBe(200);
  });

  it.each([
    [{}, 'Please fill in all fields', 'fields_required'],
    [{ new_password: '' }, 'Password must be at least 8 characters long', 'password_too_short'],
    [{ new_password: '1234567' }, 'Password must be at least 8 characters long', 'password_too_short'],
    [{ new_password: '😀'.repeat(7) }, 'Password must be at least 8 characters long', 'password_too_short'],
    [{ new_password: 'p'.repeat(129) }, 'Password must be at most 128 characters long', 'password_too_long'],
    [{ new_password: '12345678\ud800' }, 'Password contains characters that cannot be stored', 'password_characters'],
  ])('refuses %j', async (payload, error, code) => {
    const mine = await newUser();
    const answer = await change(mine, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      error,
      code: 'invalid_request',
      details: [{ path: 'new_password', code, message: error }],
    });
    expect((await login('reader')).statusCode).toBe(200);
  });

  it.each([
    ['8 code points', '1234567😀'],
    ['128', 'é'.repeat(128)],
  ])('takes %s, every one of them', async (_what, next) => {
    const mine = await newUser();
    expect((await change(mine, { new_password: next })).statusCode).toBe(200);
    expect((await login('reader', next)).statusCode).toBe(200);
    expect((await login('reader', `${[...next].slice(0, -1).join('')}x`)).statusCode).toBe(401);
  });

  it('wants the present password of a session that was confirmed longer than 15 minutes ago', async () => {
    const mine = await newUser();
    const next = { new_password: 'a new password' };
    await server.db.query("update sessions set confirmed_at = now() - interval '14 min 50 s'");
    expect((await change(mine, { new_password: password })).statusCode).toBe(200);
    await server.db.query("update sessions set confirmed_at = now() - interval '15 min'");
    expect(statusAndCode(await change(mine, next))).toEqual([403, 'password_needed']);
    expect(statusAndCode(await change(mine, { ...next, password: 'wrong' }))).toEqual([403, 'password_wrong']);
    expect(statusAndCode(await change(mine, { new_password: 'short', password: 'wrong' }))).toEqual([
      400,
      'invalid_request',
    ]);
    expect((await change(mine, { ...next, password: '' })).json().details).toMatchObject([
      { path: 'password', code: 'fields_required' },
    ]);
    expect((await change(mine, { ...next, password })).statusCode).toBe(200);
    // The right password has confirmed the session.
    expect((await change(mine, { new_password: 'another one' })).statusCode).toBe(200);
    await server.db.query('update sessions set confirmed_at = null');
    expect(statusAndCode(await change(mine, next))).toEqual([403, 'password_needed']);
  });

  it('looks at a password that is given right after a login too', async () => {
    const mine = await newUser();
    const next = { new_password: 'a new password' };
    expect(statusAndCode(await change(mine, { ...next, password: 'wrong' }))).toEqual([403, 'password_wrong']);
    expect((await login('reader')).statusCode).toBe(200);
    expect((await change(mine, { ...next, password })).statusCode).toBe(200);
  });

  it('leaves no session behind of a login that raced it', async () => {
    for (let round = 0; round < 8; round += 1) {
      const name = `racer${round}`;
      const mine = await newUser(name);
      const [, ...entered] = await Promise.all([
        change(mine, { new_password: 'a new password' }),
        ...Array.from({ length: 4 }, () => login(name)),
      ]);
      for (const answer of entered) {
        if (answer.statusCode !== 200) continue;
        const headers = { authorization: `Token ${answer.json().data.jwt_token}` };
        expect((await get('sessions', headers)).statusCode).toBe(401);
      }
      expect((await get('sessions', mine)).json().data.result).toHaveLength(1);
    }
  });

  it('refuses a login whose password changed between its check and its session', async () => {
    const mine = await newUser();
    const { id } = (await get('sessions', mine)).json().data.result[0];
    const { rows } = await server.db.query<{ id: string }>('select id from users');
    const signedIn = { sessionId: id, userId: rows[0]?.id ?? '', username: 'reader' };
    const real = createPasswords();
    const usedFrom = { hash: Buffer.alloc(32), now: new Date() };
    const slow = {
      ...real,
      async matches(...compared: Parameters<typeof real.matches>) {
        const isRight = await real.matches(...compared);
        expect(isRight).toBe(true);
        await changePassword(server.db, real, {
          signedIn,
          password: 'a new password',
          alsoEnd: async () => {},
          usedFrom,
        });
        return isRight;
      },
    };
    expect(await logIn(server.db, slow, { username: 'reader', password, device: '', usedFrom })).toMatchObject({
      kind: 'refused',
    });
    expect(await countRows('sessions')).toBe(1);
  });

  it('is the affair of one session: of two that change it at once, one is ended by the other', async () => {
    const first = await newUser();
    const second = await enter('reader');
    const answers = await Promise.all([
      change(first, { new_password: 'first password' }),
      change(second, { new_password: 'second password' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    expect(await countRows('sessions')).toBe(1);
  });

  it('asks to log in again where another one ended the session while the typed password was checked', async () => {
    const first = await newUser();
    const second = await enter('reader');
    const { result } = (await get('sessions', second)).json().data;
    const { id } = result.find(({ current }: { current: boolean }) => current);
    const late = await server.db.withConnection(async (holder) => {
      await holder.query('begin; lock table known_addresses in access exclusive mode');
      const waiting = change(second, { new_password: 'second password', password });
      await vi.waitFor(async () => {
        const { rowCount } = await server.db.query(
          `select from pg_locks where not granted and relation = 'known_addresses'::regclass
             and database = (select oid from pg_database where datname = current_database())`,
        );
        expect(rowCount).toBe(1);
      });
      await holder.query('delete from sessions where id = $1', [id]);
      await holder.query('commit');
      return waiting;
    });
    expect(statusAndCode(late)).toEqual([401, 'unauthenticated']);
    expect((await get('sessions', first)).statusCode).toBe(200);
  });
});

describe('invitations', () => {
  const codeOf = async (headers: Headers): Promise<string> => (await get('invite_code', headers)).json().data.result;

  it('has one code for each user, of 8 Crockford symbols, the same each time', async () => {
    const mine = await newUser();
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(mine)));
    expect(new Set([...codes, await codeOf(mine)]).size).toBe(1);
    expect(codes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(await codeOf(await newUser('another'))).not.toBe(codes[0]);
  });

  it('keeps who invited, however the code was typed, and names nobody', async () => {
    const mine = await newUser('inviter');
    await codeOf(mine);
    await server.db.query(`update users set invite_code = '01ABCDEF'`);
    for (const [index, typed] of ['01ABCDEF', 'oiabcdef', 'OL-AB CDEF', '０１ＡＢＣＤＥＦ'].entries()) {
      const answer = await register(`invitee${index}`, { invite_code: typed });
      expect([answer.statusCode, answer.body.includes('inviter')]).toEqual([200, false]);
    }
    const { rows } = await server.db.query(
      'select i.username from users u join users i on i.id = u.invited_by order by u.username',
    );
    expect(rows).toEqual(Array(4).fill({ username: 'inviter' }));
  });

  it.each(['00000000', 'UUUUUUUU', '0', '01ABCDEFG', "' or 1=1 --", '\0', 'x'.repeat(10_000)])(
    'refuses %s',
    async (invite_code) => {
      const answer = await register('invitee', { invite_code });
      expect(statusAndCode(answer)).toEqual([422, 'invite_code_invalid']);
      expect(await countRows('users')).toBe(0);
    },
  );

  it('needs no code: an empty one is none', async () => {
    for (const [index, invite_code] of ['', '  ', null].entries())
      expect((await register(`invitee${index}`, { invite_code })).statusCode).toBe(200);
  });
});

describe('calls that need a user', () => {
  const calls = [
    ['POST', 'logout'],
    ['GET', 'sessions'],
    ['DELETE', `sessions/${randomUUID()}`],
    ['DELETE', 'sessions/junk'],
    ['POST', 'update_password'],
    ['GET', 'invite_code'],
  ] as const;

  it.each(calls)('%s %s answers 401 to anybody else, whatever was sent', async (method, path) => {
    const mine = await newUser();
    const ended = await enter('reader');
    await post('logout', {}, ended);
    const token = String(mine.authorization).slice('Token '.length);
    for (const authorization of [
      '',
      'Token ',
      'Token x.y.z',
      `token ${token}`,
      `Bearer ${token}`,
      `Token  ${token}`,
      String(ended.authorization),
    ]) {
      const answer = await server.app.inject({
        method,
        url: `/api/v1/user/${path}?token=${token}`,
        headers: {
          ...(authorization ? { authorization } : {}),
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        },
        ...(method === 'POST' ? { payload: '{"new_password":5' } : {}),
      });
      expect([authorization.slice(0, 8), ...statusAndCode(answer)]).toEqual([
        authorization.slice(0, 8),
        401,
        'unauthenticated',
      ]);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Authorization' });
    }
  });
});

describe('the log', () => {
  it('says what happened and to whom, and nothing secret', async () => {
    logged.length = 0;
    const mine = await newUser();
    const code = (await get('invite_code', mine)).json().data.result;
    await register('invitee', { invite_code: code });
    await register('invitee2', { invite_code: 'WR0NGC0D' });
    await login('reader', 'wrong password');
    await login('myS3cretAsName', 'wrong password');
    await post('update_password', { new_password: 'another secret' }, mine);
    await post('update_password', { new_password: 'short' }, mine);
    await post('login', { username: ['reader'], password });
    const all = logged.join('');
    const { rows } = await server.db.query<{ id: string }>("select id from users where username = 'reader'");
    for (const event of ['registered', 'logged_in', 'login_failed', 'password_changed'])
      expect(all).toContain(`"event":"${event}"`);
    expect(all).toMatch(/"event":"login_failed"[^\n]*"address":"127.0.0.1"/);
    expect(all).toContain(`"userId":"${rows[0]?.id}"`);
    const secrets = [
      password,
      'wrong password',
      'another secret',
      'myS3cretAsName',
      code,
      'WR0NGC0D',
      String(mine.authorization),
    ];
    for (const secret of [...secrets, 'argon2', 'reader"']) expect(all).not.toContain(secret);
  });
});
