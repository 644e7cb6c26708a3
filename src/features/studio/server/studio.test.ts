import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serverForTests, startTestServer } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { withTransaction } from '../../../server/database/db.ts';
import { removeWhatIsOver } from '../../../server/jobs/retention.ts';
import type { Role } from '../contract.ts';
import { commandLine, writeAudit } from './audit.ts';
import { studioRetentions } from './retention.ts';
import { makeClaim } from './roles.ts';

const server = serverForTests();

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function ask(
  call: `${Method} ${string}`,
  given: { as?: SignedInUser; body?: object; headers?: Record<string, string> } = {},
) {
  const [method, path] = call.split(' ') as [Method, string]; // the type of `call` spells it so
  const answer = await server.app.inject({
    method,
    url: `/api/v1/studio${path}`,
    headers: { ...given.as?.headers, ...given.headers },
    ...(given.body ? { payload: given.body } : {}),
  });
  return answer;
}

const hour = 3600;

describe('the refusals of a call', () => {
  it('come in one order, whatever else is wrong with the request', async () => {
    const stranger = await signIn(server);
    const editor = await signInStaff(server, 'editor');
    const old = await signInStaff(server, 'owner', { confirmedSecondsAgo: 13 * hour });
    const stale = await signInStaff(server, 'owner', { confirmedSecondsAgo: 16 * 60 });
    const never = await signInStaff(server, 'owner', { confirmedSecondsAgo: null });
    const fresh = await signInStaff(server, 'owner');
    const call = `PUT /users/${randomUUID()}/role` as const;
    const wrong = { role: 'king' };
    expect((await ask(call, { body: wrong })).json()).toMatchObject({ code: 'unauthenticated' });
    const token = { authorization: 'Token lst_0123456789012345678901234567890123456789012' };
    expect((await ask(call, { body: wrong, headers: token })).json()).toMatchObject({ code: 'scope_missing' });
    expect((await ask(call, { body: wrong, as: stranger })).json()).toMatchObject({ code: 'forbidden' });
    expect((await ask(call, { body: wrong, as: editor })).json()).toMatchObject({ code: 'forbidden' });
    for (const as of [old, stale, never]) {
      const refused = await ask(call, { body: wrong, as });
      expect(refused.statusCode).toBe(403);
      expect(refused.json()).toMatchObject({ code: 'password_needed', for: 'sensitive' });
    }
    expect((await ask(call, { body: wrong, as: fresh })).json()).toMatchObject({ code: 'invalid_request' });
    const good = { role: 'editor', reason: 'a new colleague' };
    expect((await ask(call, { body: good, as: fresh })).json()).toMatchObject({ code: 'user_not_found' });
    expect((await ask('GET /today', { as: old })).json()).toMatchObject({ code: 'password_needed', for: 'studio' });
    expect((await ask('GET /today', { as: stale })).statusCode).toBe(200);
  });

  it('hold at once for somebody demoted', async () => {
    const owner = await signInStaff(server, 'owner');
    const editor = await signInStaff(server, 'editor');
    expect((await ask('GET /today', { as: editor })).statusCode).toBe(200);
    const body = { role: null, reason: 'has left us' };
    const answer = await ask(`PUT /users/${editor.id}/role`, { as: owner, body });
    expect(answer.json()).toEqual({ data: { result: { uuid: editor.id, username: editor.username, role: null } } });
    expect((await ask('GET /today', { as: editor })).json()).toMatchObject({ code: 'forbidden' });
  });
});

async function clearStaff(): Promise<void> {
  await server.db.query('delete from staff');
}

describe('claiming the site', () => {
  it('is told to be possible before the password is asked, and not once there is an owner', async () => {
    await clearStaff();
    const code = await makeClaim(server.db);
    const user = await withPassword();
    const check = async (body: { code: string | null }, as = user) => {
      const answer = await ask('POST /claim/check', { as, body });
      return [answer.statusCode, answer.statusCode === 204 ? null : answer.json().code];
    };
    expect(await check({ code })).toEqual([204, null]);
    expect(await check({ code: 'A'.repeat(43) })).toEqual([404, 'claim_invalid']);
    await ask('POST /claim', { as: user, body: { code, password: 'a password' } });
    expect(await check({ code }, await withPassword())).toEqual([404, 'claim_invalid']);
  });

  it('makes one of two users at once the owner', async () => {
    await clearStaff();
    const code = await makeClaim(server.db);
    const [one, other] = [await withPassword(), await withPassword()];
    const claim = (as: SignedInUser) => ask('POST /claim', { as, body: { code, password: 'a password' } });
    const answers = await Promise.all([claim(one), claim(other)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    expect(answers.find(({ statusCode }) => statusCode === 404)?.json()).toMatchObject({ code: 'claim_invalid' });
    expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({
      data: { result: { role: 'owner' } },
    });
  });

  it('is not undone by a wrong password, and ends with the next start', async () => {
    await clearStaff();
    const code = await makeClaim(server.db);
    const user = await withPassword();
    const wrong = await ask('POST /claim', { as: user, body: { code, password: 'a guess' } });
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'password_wrong']);
    const next = await makeClaim(server.db);
    expect((await ask('POST /claim', { as: user, body: { code, password: 'a password' } })).statusCode).toBe(404);
    const right = await ask('POST /claim', { as: user, body: { code: next, password: 'a password' } });
    expect(right.statusCode).toBe(200);
    expect(await makeClaim(server.db)).toBeNull();
  });
});

/** A user who can log in with 'a password', as the routes of accounts make one. */
async function withPassword(): Promise<SignedInUser> {
  const username = `n${randomUUID().slice(0, 8)}`;
  const payload = { username, password: 'a password' };
  await server.app.inject({ method: 'POST', url: '/api/v1/user/register', payload });
  const answer = await server.app.inject({ method: 'POST', url: '/api/v1/user/login', payload });
  const { jwt_token: token, uuid: id } = answer.json().data;
  const sessionId = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).jti;
  return { id, username, sessionId, token, headers: { authorization: `Token ${token}` } };
}

async function makeStaff(role: Role): Promise<SignedInUser> {
  const user = await withPassword();
  await server.db.query('insert into staff (user_id, role) values ($1, $2)', [user.id, role]);
  return user;
}

describe('the confirmation of a session', () => {
  it('begins with a login, is forgotten, and comes back with the password', async () => {
    const user = await makeStaff('support');
    const first = (await ask('GET /session', { as: user })).json().data.result;
    expect(first).toMatchObject({ role: 'support', username: user.username });
    const lasts = (until: string) => Math.round((Date.parse(until) - Date.now()) / 60_000);
    expect([lasts(first.confirmed_until), lasts(first.sensitive_until)]).toEqual([720, 15]);
    expect((await ask('DELETE /session', { as: user })).statusCode).toBe(204);
    const forgotten = (await ask('GET /session', { as: user })).json().data.result;
    expect(forgotten).toMatchObject({ confirmed_until: null, sensitive_until: null });
    expect((await ask('GET /today', { as: user })).json()).toMatchObject({ for: 'studio' });
    const wrong = await ask('POST /session', { as: user, body: { password: 'a guess' } });
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'password_wrong']);
    const right = await ask('POST /session', { as: user, body: { password: 'a password' } });
    expect(lasts(right.json().data.result.confirmed_until)).toBe(720);
    expect((await ask('GET /today', { as: user })).statusCode).toBe(200);
    const { result } = (await ask('GET /audit', { as: user })).json().data;
    expect(result).toMatchObject([{ action: 'session.confirm_failed', user: { uuid: user.id }, by: 'studio' }]);
  });
});

describe('a wrong code', () => {
  it('is refused ten times an hour for an address, then every code is', async () => {
    const limited = await startTestServer({ settings: { RATE_LIMIT_SCALE: '1' } });
    try {
      const user = await signIn(limited);
      const claim = (remoteAddress: string, part = '') =>
        limited.app.inject({
          method: 'POST',
          url: `/api/v1/studio/claim${part}`,
          headers: user.headers,
          payload: { code: 'A'.repeat(43), password: 'a password' },
          remoteAddress,
        });
      for (let tries = 0; tries < 10; tries += 1)
        expect((await claim('192.0.2.1', tries % 2 === 0 ? '' : '/check')).statusCode).toBe(404);
      const refused = await claim('192.0.2.1');
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
      expect((await claim('192.0.2.2')).statusCode).toBe(404);
    } finally {
      await limited.stop();
    }
  });
});

describe('the calls of somebody with a role', () => {
  it('are not counted by address but by user, 6,000 a minute', async () => {
    const limited = await startTestServer({ settings: { RATE_LIMIT_SCALE: '0.005' } }); // 30 calls, 6 for an address
    try {
      const { headers } = await signInStaff(limited, 'editor');
      const call = () => limited.app.inject({ url: '/api/v1/studio/session', headers });
      for (let calls = 0; calls < 30; calls += 1) expect((await call()).statusCode).toBe(200);
      expect((await call()).json()).toMatchObject({ code: 'rate_limited' });
      const other = await signInStaff(limited, 'editor');
      expect((await limited.app.inject({ url: '/api/v1/studio/session', headers: other.headers })).statusCode).toBe(
        200,
      );
      const visitor = () => limited.app.inject({ url: '/api/v1/studio/session' });
      for (let calls = 0; calls < 6; calls += 1) expect((await visitor()).statusCode).toBe(401);
      expect((await visitor()).statusCode).toBe(429);
    } finally {
      await limited.stop();
    }
  });
});

describe('what wants attention', () => {
  it('is told to those who may do something about it', async () => {
    await server.db.query(
      `insert into payment_orders (id, provider, reference, plan, months, amount_minor, currency, state, review)
       values (gen_random_uuid(), 'stripe', 'in review', 'month', 1, 1000, 'USD', 'new', 'another amount')`,
    );
    const money = { kind: 'payments_in_review', count: 1, page: '/studio/orders' };
    const backup = { kind: 'backup_missing', count: 1, page: '/studio/health' };
    const told = async (role: Role) => {
      const { result, total } = (await ask('GET /today', { as: await signInStaff(server, role) })).json().data;
      expect(total).toBe(result.length);
      // The disk of the machine that runs the test may be nearly full.
      return result.filter(({ kind }: { kind: string }) => kind !== 'disk_full');
    };
    expect(await told('owner')).toEqual([money, backup]);
    expect(await told('support')).toEqual([money]);
    expect(await told('editor')).toEqual([]);
  });
});

describe('the role', () => {
  it('stands beside the sessions of a user, or null', async () => {
    const roleOf = async ({ headers }: SignedInUser) =>
      (await server.app.inject({ url: '/api/v1/user/sessions', headers })).json().data.role;
    expect(await roleOf(await signInStaff(server, 'support'))).toBe('support');
    expect(await roleOf(await signIn(server))).toBeNull();
  });
});

describe('the last owner', () => {
  it('stays one, also where two owners demote each other at once', async () => {
    await clearStaff();
    const [one, other] = [await signInStaff(server, 'owner'), await signInStaff(server, 'owner')];
    const body = { role: 'editor', reason: 'no longer needed' };
    const answers = await Promise.all([
      ask(`PUT /users/${other.id}/role`, { as: one, body }),
      ask(`PUT /users/${one.id}/role`, { as: other, body }),
    ]);
    // The later one meets the last owner, or is none any more when the call arrives.
    const [done, refused] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
    expect(done?.statusCode).toBe(200);
    expect([403, 409]).toContain(refused?.statusCode);
    expect(refused?.json().code).toBe(refused?.statusCode === 409 ? 'last_owner' : 'forbidden');
    const { rows } = await server.db.query(`select from staff where role = 'owner'`);
    expect(rows).toHaveLength(1);
  });
});

const noted = (name: string) => ({
  by: commandLine,
  action: 'book.edit' as const,
  target: { kind: 'book' as const, id: randomUUID(), name },
});

describe('the audit', () => {
  it('keeps what changed, in the transaction of the change', async () => {
    const owner = await signInStaff(server, 'owner');
    const user = await signIn(server);
    const body = { role: 'support', reason: '  answers our readers ' };
    await ask(`PUT /users/${user.id}/role`, { as: owner, body });
    await ask(`PUT /users/${user.id}/role`, { as: owner, body });
    const { result, total } = (await ask(`GET /audit?target=${user.id}`, { as: owner })).json().data;
    expect(total).toBe(1);
    expect(result[0]).toMatchObject({
      user: { uuid: owner.id, username: owner.username },
      role: 'owner',
      by: 'studio',
      action: 'user.role',
      target: { kind: 'user', id: user.id, name: user.username },
      before: { role: null },
      after: { role: 'support' },
      reason: 'answers our readers',
      address: '127.0.0.1',
      batch: null,
    });
    const undone = withTransaction(server.db, async (tx) => {
      await writeAudit(tx, noted('never'));
      throw new Error('the change failed');
    });
    await expect(undone).rejects.toThrow('the change failed');
    const { rows } = await server.db.query(`select from audit_entries where target_name = 'never'`);
    expect(rows).toEqual([]);
  });

  it('is only added to: nothing in it changes, and nothing leaves it before its time', async () => {
    await writeAudit(server.db, noted('for ever'));
    const { db } = server;
    await expect(db.query(`update audit_entries set reason = 'none'`)).rejects.toThrow('only ever added to');
    await expect(db.query('truncate audit_entries')).rejects.toThrow('only ever added to');
    await expect(db.query('delete from audit_entries')).rejects.toThrow('730 days');
  });

  it('loses what is older than 730 days to the job, a batch at a time', async () => {
    const { target } = noted('old');
    for (const days of [729, 731]) {
      await server.db.query(
        `insert into audit_entries (at, made_by, action, target_kind, target_id)
         values (now() - make_interval(days => $1), 'system', 'book.edit', 'book', $2)`,
        [days, target.id],
      );
    }
    await removeWhatIsOver(server.db, { retentions: studioRetentions, now: new Date() });
    const { rows } = await server.db.query('select from audit_entries where target_id = $1', [target.id]);
    expect(rows).toHaveLength(1);
  });

  it('lets calls that count once be forgotten after the same time', async () => {
    const { id } = await signIn(server);
    for (const days of [729, 731]) {
      await server.db.query(
        `insert into studio_requests (user_id, call, request_id, body_hash, answer, created_at)
         values ($1, 'POST /x', gen_random_uuid(), '', '{}', now() - make_interval(days => $2))`,
        [id, days],
      );
    }
    await removeWhatIsOver(server.db, { retentions: studioRetentions, now: new Date() });
    const { rows } = await server.db.query('select from studio_requests where user_id = $1', [id]);
    expect(rows).toHaveLength(1);
  });

  it('refuses the name of a secret, at any depth', async () => {
    const change = { ...noted('a secret'), after: { user: { password: 'x' } } };
    await expect(writeAudit(server.db, change)).rejects.toThrow('may not keep password');
  });

  it('shows support its own changes, and those of the person it looks at', async () => {
    const [owner, support] = [await signInStaff(server, 'owner'), await signInStaff(server, 'support')];
    const user = await signIn(server);
    await ask(`PUT /users/${user.id}/role`, { as: owner, body: { role: 'editor', reason: 'a test' } });
    expect((await ask('GET /audit', { as: support })).json().data).toEqual({ result: [], total: 0 });
    const ofPerson = (await ask(`GET /audit?target=${user.id}`, { as: support })).json().data;
    expect(ofPerson.total).toBe(1);
    const editor = await signInStaff(server, 'editor');
    expect((await ask(`GET /audit?target=${user.id}`, { as: editor })).json().data.total).toBe(0);
  });

  it('comes as a file that no spreadsheet runs', async () => {
    const owner = await signInStaff(server, 'owner');
    const change = { ...noted('=1+1, "two"'), reason: '-3' };
    await writeAudit(server.db, change);
    const answer = await ask(`GET /audit?format=csv&target=${change.target.id}`, { as: owner });
    const day = new Date().toISOString().slice(0, 10);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="longstrip-audit-${day}.csv"`,
      'cache-control': 'private, no-store',
    });
    const [header, line, ...rest] = answer.body.split('\r\n');
    expect(header).toBe(
      '\ufeffId,At,User id,User username,Role,By,Action,Target kind,Target id,Target name,Before,After,Reason,Address,Batch,Token',
    );
    expect(line).toMatch(/,,,,command_line,book\.edit,book,[0-9a-f-]{36},"'=1\+1, ""two""",,,'-3,,,$/);
    expect(rest).toEqual(['']);
    expect((await ask('GET /audit?format=xls', { as: owner })).json()).toMatchObject({ code: 'invalid_request' });
  });

  it('is searched by user and by action', async () => {
    const owner = await signInStaff(server, 'owner');
    const user = await signIn(server);
    await ask(`PUT /users/${user.id}/role`, { as: owner, body: { role: 'editor', reason: 'a test' } });
    const count = async (query: string) => (await ask(`GET /audit?${query}`, { as: owner })).json().data.total;
    expect(await count(`user=${owner.id.toUpperCase()}`)).toBe(1);
    expect(await count(`user=${owner.id}&action=user.role`)).toBe(1);
    expect(await count(`user=${owner.id}&action=book.edit`)).toBe(0);
    expect(await count(`user=${owner.username.toUpperCase()}`)).toBe(1);
    expect(await count(`user=${owner.id.slice(0, 8)}&target=${user.id.slice(0, 8).toUpperCase()}`)).toBe(1);
    expect(await count('user=nobody')).toBe(0);
    expect(await count('page_size=1&page=99999')).toBeGreaterThan(1);
    expect((await ask('GET /audit?target=%00', { as: owner })).json()).toMatchObject({ code: 'invalid_request' });
  });

  it('is searched by days of the zone, and by times', async () => {
    const owner = await signInStaff(server, 'owner');
    const { target } = noted('dated');
    for (const at of ['2026-01-01T23:59:59Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z']) {
      await server.db.query(
        `insert into audit_entries (at, made_by, action, target_kind, target_id) values ($1, 'system', 'book.edit', 'book', $2)`,
        [at, target.id],
      );
    }
    const count = async (query: string) =>
      (await ask(`GET /audit?target=${target.id}&${query}`, { as: owner })).json().data.total;
    expect(await count('from=2026-01-02&to=2026-01-02')).toBe(1);
    expect(await count('from=2026-01-02')).toBe(2);
    expect(await count('to=2026-01-02T00:00:00Z')).toBe(1);
    expect((await ask('GET /audit?from=yesterday', { as: owner })).json()).toMatchObject({ code: 'invalid_request' });
  });
});
