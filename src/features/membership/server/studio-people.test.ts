import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { askerOf } from '../../../app/testing/ask.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { offerCoupon } from '../../../app/testing/site.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { daysFromNow, type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';

const server = serverForTests({ settings: { STUDIO_TIME_ZONE: 'Asia/Shanghai' } });
const owner = forAllTests(() => signInStaff(server, 'owner', { username: 'theowner' }));
const support = forAllTests(() => signInStaff(server, 'support', { username: 'thesupport' }));

const ask = askerOf(server, owner);
const people = async (query: string) => (await ask('GET', `/users?${query}`)).body.data;
const namesOf = async (query: string) =>
  (await people(query)).result.map(({ username }: { username: string }) => username);
const ledgerOf = async (user: SignedInUser) => (await ask('GET', `/users/${user.id}/ledger`)).body.data;
const lastAudit = async () => (await ask('GET', '/audit?page_size=1')).body.data.result[0];
const change = (user: SignedInUser, body: object, given: { as?: SignedInUser } = {}) =>
  ask('POST', `/users/${user.id}/membership`, {
    body: { request_id: randomUUID(), reason: 'a good reason', ...body },
    ...given,
  });
const dayMs = 86_400_000;
const daysLeft = (expireAt: string) => Math.round((new Date(expireAt).getTime() - Date.now()) / dayMs);

describe('the list of people', () => {
  it('finds them by a part of a name in any spelling, by id and by their orders', async () => {
    const mei = await signIn(server, { username: 'meilin77' });
    await signIn(server, { username: 'meihua77' });
    expect(await namesOf('q=mei')).toEqual(['meihua77', 'meilin77']);
    expect(await namesOf(`q=${encodeURIComponent('ＭＥＩＬ')}`)).toEqual(['meilin77']);
    expect(await namesOf('q=ilin')).toEqual(['meilin77']);
    expect(await namesOf('q=il')).toEqual([]);
    expect(await namesOf(`q=${mei.id.toUpperCase()}`)).toEqual(['meilin77']);
    expect(await namesOf(`q=${mei.id.slice(0, 8).toUpperCase()}`)).toEqual(['meilin77']);
    expect(await namesOf('q=mei%25')).toEqual([]);
    expect(await namesOf(`q=${randomUUID()}`)).toEqual([]);
    const orderId = randomUUID();
    await server.db.query(
      `insert into payment_orders (id, provider, reference, user_id, plan, months, amount_minor, currency, state,
         transaction_id) values ($1, 'wechat', 'number7', $2, 'month', 1, 1000, 'CNY', 'paid', 'payment7')`,
      [orderId, mei.id],
    );
    for (const name of [orderId, 'number7', 'payment7']) expect(await namesOf(`q=${name}`)).toEqual(['meilin77']);
    expect((await people('q=meilin77')).result).toEqual([
      {
        ...{ uuid: mei.id, username: 'meilin77', role: null, banned: false, expire_at: null, is_expired: false },
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it('is filtered by membership and role, and paged with a total', async () => {
    const member = await signIn(server, { username: 'zoemember', expireAt: daysFromNow(3) });
    const expired = await signIn(server, { username: 'zoeexpired', expireAt: daysFromNow(-3) });
    await signIn(server, { username: 'zoenever' });
    expect(await namesOf('q=zoe&filter=member')).toEqual([member.username]);
    expect(await namesOf('q=zoe&filter=expired')).toEqual([expired.username]);
    expect(await namesOf('q=zoe&filter=never')).toEqual(['zoenever']);
    expect(await namesOf('q=the&filter=staff')).toEqual(['theowner', 'thesupport']);
    expect(await namesOf('q=zoe&filter=banned')).toEqual([]);
    const page = await people('q=zoe&page=1&page_size=2');
    expect([page.result.length, page.total]).toEqual([1, 3]);
    expect((await ask('GET', '/users?filter=rich')).code).toBe('invalid_request');
  });

  it('is given as a file as a whole', async () => {
    const file = await ask('GET', '/users?q=zoe&page_size=1&format=csv');
    expect(file.answer.headers['content-disposition']).toMatch(
      /^attachment; filename="longstrip-users-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const lines = file.answer.body.split('\r\n');
    expect(lines[0]).toBe('\ufeffId,Username,Role,Banned,Expire at,Is expired,Created at');
    expect(lines).toHaveLength(5);
  });
});

describe('a membership', () => {
  it('is extended, set, ended and taken back, and its ledger explains every day', async () => {
    const user = await signIn(server);
    const first = await change(user, { extend: { days: 7 } });
    expect([first.status, daysLeft(first.body.data.result.expire_at), first.body.data.result.is_expired]).toEqual([
      ...[200, 7, false],
    ]);
    expect(await lastAudit()).toMatchObject({
      ...{ action: 'user.grant', target: { kind: 'user', id: user.id, name: user.username }, reason: 'a good reason' },
      before: { expire_at: null },
      after: { days: 7 },
    });
    await change(user, { extend: { months: 1 } });
    const { result, total, spans } = await ledgerOf(user);
    expect([total, spans.length]).toEqual([2, 2]);
    expect(result[0]).toMatchObject({
      ...{ kind: 'extend', source: 'operator', days: 7, months: null, reason: 'a good reason', by: 'theowner' },
      counts: true,
    });
    expect(result[0].cause).toMatch(/^operator:/);
    expect(spans[1].from).toBe(spans[0].to);
    const next = await ask('GET', `/users/${user.id}/ledger?page=1&page_size=1`);
    expect(next.body.data.spans).toMatchObject([
      { kind: 'extend', source: 'operator', days: 7, months: null, until: null },
      { kind: 'extend', source: 'operator', days: null, months: 1, until: null },
    ]);
    const taken = await change(user, { revoke: result[0].id });
    expect(daysLeft(taken.body.data.result.expire_at)).toBeGreaterThan(25);
    expect(await lastAudit()).toMatchObject({ action: 'user.revoke', after: { entry: result[0].id } });
    const after = await ledgerOf(user);
    expect(after.result.map(({ counts }: { counts: boolean }) => counts)).toEqual([false, true, true]);
    expect(after.result[2].cause).toMatch(/^operator:/);
    expect(after.spans).toMatchObject([{ entry: result[1].id, to: taken.body.data.result.expire_at }]);
    const set = await change(user, { until: '2030-01-02T00:00' });
    expect(set.body.data.result.expire_at).toBe('2030-01-01T16:00:00.000Z');
    const ended = await change(user, { end: true });
    expect(ended.body.data.result.is_expired).toBe(true);
    expect((await ledgerOf(user)).spans.at(-1).to).toBe(ended.body.data.result.expire_at);
    const seen = await server.app.inject({ url: '/api/v1/user/book/membership', headers: user.headers });
    expect(seen.json().data.result.is_expired).toBe(true);
    expect((await change(user, { end: true })).code).toBe('membership_unchanged');
  });

  it('is changed once by one request, however often and from how many sides it comes', async () => {
    const [user, other] = [await signIn(server), await signIn(server)];
    const body = { request_id: randomUUID(), reason: 'once and no more', extend: { days: 3 } };
    const answers = await Promise.all(Array.from({ length: 5 }, () => change(user, body)));
    expect(new Set(answers.map(({ answer }) => answer.body)).size).toBe(1);
    expect((await ledgerOf(user)).total).toBe(1);
    const reused = [
      await change(user, { ...body, extend: { days: 4 } }),
      await change(other, body),
      await change(other, body, { as: support }),
    ];
    expect(reused.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([409, 'request_id_reused']));
    expect((await ledgerOf(other)).total).toBe(0);
  });

  it('gives back a coupon of a reader, and not what was taken back already', async () => {
    const user = await signIn(server);
    await (await offerCoupon(server.db, 'SEVENDAYS'))(user.id);
    const [{ id, source }] = (await ledgerOf(user)).result;
    expect(source).toBe('coupon');
    const both = await Promise.all([change(user, { revoke: id }), change(user, { revoke: id })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const done = both.find(({ status }) => status === 200);
    expect(done?.body.data.result).toEqual({ expire_at: null, is_expired: false });
    const { result, spans } = await ledgerOf(user);
    expect(spans).toEqual([]);
    for (const entry of [result[1].id, id, 999_999_999])
      expect((await change(user, { revoke: entry })).code).toBe('membership_unchanged');
  });

  it.each([
    ['nothing', {}],
    ['two of the four', { extend: { days: 1 }, end: true }],
    ['months and days', { extend: { days: 1, months: 1 } }],
    ['37 months', { extend: { months: 37 } }],
    ['1,101 days', { extend: { days: 1101 } }],
    ['an end in eleven years', { until: `${new Date().getFullYear() + 11}-01-01T00:00:00Z` }],
    ['a day that is none', { until: '2027-02-30' }],
    ['no reason', { extend: { days: 1 }, reason: 'no' }],
    ['no request', { extend: { days: 1 }, request_id: 'again' }],
  ])('is not changed by %s', async (_, body) => {
    const user = await signIn(server);
    const { status, code, body: answer } = await change(user, body);
    expect([status, code]).toEqual([400, 'invalid_request']);
    expect(answer.details.length).toBeGreaterThan(0);
    expect((await ledgerOf(user)).total).toBe(0);
  });

  it('of support itself is not granted by support, whatever else is wrong; an owner may', async () => {
    for (const body of [{ extend: { days: 1 } }, {}])
      expect((await change(support, body, { as: support })).code).toBe('forbidden');
    expect((await change(owner, { extend: { days: 1 } })).status).toBe(200);
    expect((await change(support, { extend: { days: 1 } })).status).toBe(200);
  });

  it('of nobody is not there', async () => {
    for (const id of [randomUUID(), 'nobody']) {
      expect((await ask('GET', `/users/${id}/ledger`)).code).toBe('user_not_found');
      expect((await ask('GET', `/users/${id}/ledger?format=csv`)).code).toBe('user_not_found');
      const body = { request_id: randomUUID(), reason: 'a reason', end: true };
      expect((await ask('POST', `/users/${id}/membership`, { body })).code).toBe('user_not_found');
    }
  });
});
