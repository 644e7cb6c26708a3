import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { daysFromNow, type SignedInUser, signIn, startSession } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { createPasswords } from '../../accounts/server/passwords.ts';

let hash: string;
const password = 'the password';
const server = serverForTests({ settings: { CONTACT_EMAIL: 'help@example.org', RATE_LIMIT_SCALE: '1' } });
const owner = forAllTests(() => signInStaff(server, 'owner', { username: 'theowner' }));
const support = forAllTests(() => signInStaff(server, 'support', { username: 'thesupport' }));
beforeAll(async () => {
  hash = await createPasswords().hash(password);
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function send(
  method: Method,
  url: string,
  given: { body?: object; as?: SignedInUser | null; from?: string } = {},
) {
  const answer = await server.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: given.as ? given.as.headers : {},
    remoteAddress: given.from ?? '203.0.113.1',
    ...(given.body ? { payload: given.body } : {}),
  });
  const body = answer.body === '' ? null : answer.json();
  return { status: answer.statusCode, code: body?.code, body, result: body?.data?.result, headers: answer.headers };
}
const act = (method: Method, user: SignedInUser, part: string, given: { body?: object; as?: SignedInUser } = {}) =>
  send(method, `/studio/users/${user.id}/${part}`, { as: owner, ...given });
const because = { body: { reason: 'a good reason' } };
const isSignedIn = async (user: Pick<SignedInUser, 'headers'>) =>
  (await server.app.inject({ url: '/api/v1/user/sessions', headers: user.headers })).statusCode === 200;
const lastAudit = async () => (await send('GET', '/studio/audit?page_size=1', { as: owner })).result[0];

async function newUser(given: Parameters<typeof signIn>[1] = {}): Promise<SignedInUser> {
  const user = await signIn(server, given);
  await server.db.query('update users set password_hash = $2 where id = $1', [user.id, hash]);
  return user;
}
let addresses = 0;
/** From an address of its own, so that no limit of an earlier test is in the way. */
const nextAddress = () => {
  addresses += 1;
  return `198.51.100.${addresses}`;
};
const logIn = (user: SignedInUser, typed = password) =>
  send('POST', '/user/login', { body: { username: user.username, password: typed }, from: nextAddress() });

describe('ending sessions', () => {
  inLong('of somebody ends all of them, or the one, at once', async () => {
    const user = await newUser();
    const other = { ...user, ...(await startSession(server, user.id)) };
    expect((await act('DELETE', user, `sessions/${other.sessionId}`)).status).toBe(204);
    expect([await isSignedIn(user), await isSignedIn(other)]).toEqual([true, false]);
    expect((await act('DELETE', user, `sessions/${other.sessionId}`)).code).toBe('session_not_found');
    expect((await act('DELETE', user, 'sessions/nonsense')).code).toBe('session_not_found');
    await server.db.query(
      `insert into access_tokens (user_id, name, scopes, token_hash, md5_hash, last_four, image_audience, created_at)
       values ($1::uuid, 'App', '{read}', '\\x00', '\\x00', 'abcd', left(md5($2), 22), now())`,
      [user.id, user.id],
    );
    expect((await act('DELETE', user, 'sessions')).status).toBe(204);
    expect(await isSignedIn(user)).toBe(false);
    expect((await server.db.query('select from access_tokens where user_id = $1', [user.id])).rowCount).toBe(0);
    expect(await lastAudit()).toMatchObject({
      action: 'user.end_sessions',
      before: { sessions: 1 },
      after: { sessions: 0 },
    });
  });

  it("does not end a session of another user's", async () => {
    const [user, other] = [await newUser(), await newUser()];
    expect((await act('DELETE', user, `sessions/${other.sessionId}`)).code).toBe('session_not_found');
    expect(await isSignedIn(other)).toBe(true);
  });
});

describe('a ban', () => {
  it('ends sessions and feed and keeps the user out, while membership goes on', async () => {
    const user = await newUser({ expireAt: daysFromNow(30) });
    const feed = (await send('POST', '/user/feed_token', { as: user })).result.url;
    expect((await act('PUT', user, 'ban', because)).status).toBe(204);
    expect(await lastAudit()).toMatchObject({
      ...{ action: 'user.ban', target: { id: user.id }, before: { banned: false }, after: { banned: true } },
      reason: 'a good reason',
    });
    expect(await isSignedIn(user)).toBe(false);
    const { rows } = await server.db.query('select from feed_tokens where user_id = $1', [user.id]);
    expect([feed, rows]).toEqual([expect.any(String), []]);
    const right = await logIn(user);
    expect([right.status, right.body]).toEqual([
      403,
      { error: 'This account has been suspended. Write to help@example.org', code: 'account_banned' },
    ]);
    expect((await logIn(user, 'a guess')).code).toBe('invalid_credentials');
    const seen = (await send('GET', `/studio/users/${user.id}`, { as: owner })).result;
    expect(seen).toMatchObject({
      ...{ banned: true, membership: { is_expired: false }, sessions: [] },
      ban: { reason: 'a good reason', by: 'theowner' },
    });
    const banned = await send('GET', `/studio/users?filter=banned&q=${user.username}`, { as: support });
    expect(banned.result).toMatchObject([{ uuid: user.id }]);
    expect((await act('DELETE', user, 'ban', because)).status).toBe(204);
    expect((await logIn(user)).status).toBe(200);
    expect((await lastAudit()).action).toBe('user.unban');
  });

  it('that is there already changes nothing, and neither does the end of none', async () => {
    const user = await newUser();
    await act('DELETE', user, 'ban', because);
    await act('PUT', user, 'ban', because);
    const { id } = await lastAudit();
    await act('PUT', user, 'ban', because);
    expect((await lastAudit()).id).toBe(id);
    expect((await act('PUT', user, 'ban')).code).toBe('invalid_request');
  });

  it('and a login at once leave no session', async () => {
    for (let round = 0; round < 3; round += 1) {
      const user = await newUser();
      await Promise.all([logIn(user), logIn(user), act('PUT', user, 'ban', because), logIn(user)]);
      const { rowCount } = await server.db.query('select from sessions where user_id = $1', [user.id]);
      expect(rowCount).toBe(0);
    }
  });

  it('is nothing that two owners do to each other at once', async () => {
    const [one, other] = [await signInStaff(server, 'owner'), await signInStaff(server, 'owner')];
    const answers = await Promise.all([
      act('PUT', other, 'ban', { ...because, as: one }),
      act('PUT', one, 'ban', { ...because, as: other }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  });
});

describe('the exceptions to a role', () => {
  const calls = [
    ['DELETE', 'sessions', false],
    ['DELETE', `sessions/${randomUUID()}`, false],
    ['PUT', 'ban', true],
    ['DELETE', 'ban', true],
    ['POST', 'password_link', true],
  ] as const;

  it.each(calls)(
    '%s %s: support is refused for somebody with a role, before the reason is looked at',
    async (...call) => {
      const [method, part] = call;
      const editor = await signInStaff(server, 'editor');
      for (const given of [because, { body: {} }])
        expect((await act(method, editor, part, { ...given, as: support })).code).toBe('forbidden');
      expect((await act(method, editor, part, because)).code).not.toBe('forbidden');
    },
  );

  it('keep everybody from banning themselves', async () => {
    expect((await act('PUT', owner, 'ban', because)).code).toBe('forbidden');
  });
});

describe('a link for a new password', () => {
  const linkFor = async (user: SignedInUser, given: { as?: SignedInUser } = {}) => {
    const { result } = await act('POST', user, 'password_link', { ...because, ...given });
    return { ...result, code: new URL(result.url).pathname.replace('/reset-password/', '') };
  };
  const reset = (code: unknown, typed = 'a new password', from = nextAddress()) =>
    send('POST', '/user/reset_password', { body: { code, new_password: typed }, from });

  it('gives one new password and ends all sessions, once', async () => {
    const user = await newUser();
    const { url, code, expires_at: expiresAt } = await linkFor(user, { as: support });
    expect(url).toMatch(/\/reset-password\/[\w-]{43}$/);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)).toBe(24);
    expect(JSON.stringify(await lastAudit())).not.toContain(code);
    const { rows } = await server.db.query('select * from password_links where user_id = $1', [user.id]);
    expect(JSON.stringify(rows)).not.toContain(code);
    const both = await Promise.all([reset(code), reset(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(both.find(({ status }) => status === 200)?.body).toEqual({ data: { result: true } });
    expect(await isSignedIn(user)).toBe(false);
    expect((await logIn(user)).code).toBe('invalid_credentials');
    expect((await logIn(user, 'a new password')).status).toBe(200);
  });

  it('is void once there is a newer one, another password, a role, or a day later', async () => {
    const user = await newUser();
    const first = await linkFor(user);
    const second = await linkFor(user);
    expect((await reset(first.code)).code).toBe('reset_link_invalid');
    await send('POST', '/user/update_password', { as: user, body: { new_password: 'chosen by myself' } });
    expect((await reset(second.code)).code).toBe('reset_link_invalid');
    const third = await linkFor(user);
    await send('PUT', `/studio/users/${user.id}/role`, { as: owner, body: { role: 'editor', reason: 'helps us' } });
    expect((await reset(third.code)).code).toBe('reset_link_invalid');
    const fourth = await linkFor(user);
    await server.db.query("update password_links set expires_at = now() - interval '1 second'");
    expect((await reset(fourth.code)).code).toBe('reset_link_invalid');
    expect(await isSignedIn(user)).toBe(true);
  });

  it('keeps the rules of a change of the password, and stays for a better one', async () => {
    const { code } = await linkFor(await newUser());
    const short = await reset(code, 'short');
    expect([short.status, short.body.details]).toMatchObject([400, [{ code: 'password_too_short' }]]);
    expect((await reset(7)).code).toBe('invalid_request');
    expect((await reset(code)).status).toBe(200);
  });

  it('is not guessed: ten wrong codes an hour from an address', async () => {
    const { code } = await linkFor(await newUser());
    const from = nextAddress();
    for (let tries = 0; tries < 10; tries += 1)
      expect((await reset('a guess', 'a new password', from)).status).toBe(410);
    const refused = await reset(code, 'a new password', from);
    expect([refused.code, Number(refused.headers['retry-after'])]).toEqual(['rate_limited', expect.any(Number)]);
    expect((await reset(code)).status).toBe(200);
  });
});
