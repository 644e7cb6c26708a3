import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { serverForTests, statusAndCode } from '../../../app/testing/server.ts';
import { daysFromNow, type SignedInUser, signIn, startSession } from '../../../app/testing/users.ts';
import { withTransaction } from '../../../server/database/db.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { addMonths, foldLedger } from '../rules.ts';
import { findMembership } from '../testing/memberships.ts';
import type { CouponTerms } from './coupon-queries.ts';
import { createCampaign, createCoupons, stopCoupon } from './coupons.ts';
import { checkLedger } from './jobs.ts';
import { extendMembership, takeBack } from './membership.ts';
import { listEntries } from './queries.ts';

const path = '/api/v1/user/book/membership';
const server = serverForTests();
afterAll(async () => {
  expect(await checkLedger(server.db, { log: { error: () => {} } })).toBe(0);
});

const ask = (headers: Record<string, string> = {}) => server.app.inject({ url: path, headers });

describe('GET /user/book/membership', () => {
  it('is null without a token, and for a user who never had one', async () => {
    const user = await signIn(server);
    for (const headers of [{}, { 'x-visitor-id': '0a1b2c3d' }, { authorization: '' }, user.headers]) {
      const answer = await ask(headers);
      expect([answer.statusCode, answer.json()]).toEqual([200, { data: { result: null } }]);
    }
  });

  it.each([
    { of: 'a member', days: 10, isExpired: false },
    { of: 'one whose membership is over', days: -1, isExpired: true },
  ])('tells $of until when, and nobody may keep it', async ({ days, isExpired }) => {
    const expireAt = daysFromNow(days);
    const { headers } = await signIn(server, { expireAt });
    const answer = await ask(headers);
    expect(answer.json()).toEqual({ data: { result: { expire_at: expireAt.toISOString(), is_expired: isExpired } } });
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'Authorization' });
  });

  it("goes by the database's clock, not by the server's", async () => {
    const { headers } = await signIn(server, { expireAt: daysFromNow(10) });
    server.pass(20 * 24 * 60 * 60 * 1000);
    const answer = await ask(headers);
    server.pass(-20 * 24 * 60 * 60 * 1000);
    expect(answer.json().data.result.is_expired).toBe(false);
  });

  it('is null when all of it was taken back', async () => {
    const user = await signIn(server);
    const grant = { userId: user.id, cause: `wechat:${randomUUID()}` as const, by: { months: 1 } };
    await withTransaction(server.db, (tx) => extendMembership(tx, grant));
    expect((await ask(user.headers)).json().data.result.is_expired).toBe(false);
    await withTransaction(server.db, (tx) => takeBack(tx, grant));
    expect((await ask(user.headers)).json()).toEqual({ data: { result: null } });
  });

  it('refuses every token that does not hold: never good, altered, ended, of another scheme', async () => {
    const user = await signIn(server, { expireAt: daysFromNow(10) });
    const ended = await startSession(server, user.id);
    await server.db.query('delete from sessions where id = $1', [ended.sessionId]);
    const given = [
      'Token',
      'Token x',
      'Token null',
      `Token ${user.token}x`,
      `token ${user.token}`,
      `Bearer ${user.token}`,
      user.token,
      ended.headers.authorization,
    ];
    for (const authorization of given) {
      const answer = await ask({ authorization });
      expect([authorization, ...statusAndCode(answer)]).toEqual([authorization, 401, 'unauthenticated']);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect((await ask(user.headers)).statusCode).toBe(200);
  });
});

const ordinary: CouponTerms = { gives: { months: 1 }, maxUses: 1, newUsersOnly: false, expiresAt: null };

async function makeCoupon(terms: Partial<CouponTerms> = {}): Promise<string> {
  const [code = ''] = await createCoupons(server.db, { count: 1, terms: { ...ordinary, ...terms } });
  return code;
}

const redeem = (user: Pick<SignedInUser, 'headers'>, code: unknown, on = server, address?: string) =>
  on.app.inject({
    method: 'POST',
    url: '/api/v1/user/coupon/redeem',
    headers: { ...user.headers, ...(address ? { 'x-forwarded-for': address } : {}) },
    payload: { code },
  });

describe('POST /user/coupon/redeem', () => {
  it('extends the membership from its end, by calendar months, and says until when', async () => {
    const expireAt = new Date(Date.UTC(2999, 0, 31, 12));
    const user = await signIn(server, { expireAt });
    const answer = await redeem(user, await makeCoupon());
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { data: { result: { expire_at: '2999-02-28T12:00:00.000Z' } } },
    ]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect((await ask(user.headers)).json().data.result).toEqual({
      expire_at: '2999-02-28T12:00:00.000Z',
      is_expired: false,
    });
  });

  it('grants from now on to a user without a membership', async () => {
    const user = await signIn(server);
    const before = Date.now();
    const answer = await redeem(user, await makeCoupon({ gives: { days: 30 } }));
    const days = (Date.parse(answer.json().data.result.expire_at) - before) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
  });

  it('knows a code again however it is typed', async () => {
    const code = await makeCoupon({ maxUses: 100 });
    const fullWidth = [...code].map((symbol) => String.fromCodePoint((symbol.codePointAt(0) ?? 0) + 0xfee0)).join('');
    const lookAlike = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
    const typed = [code, code.replaceAll('-', ''), ` ${code.replaceAll('-', '–')}\n`, fullWidth, lookAlike];
    for (const spelling of typed) {
      const answer = await redeem(await signIn(server), spelling);
      expect([spelling, answer.statusCode]).toEqual([spelling, 200]);
    }
    const shouted = code.replaceAll(/[01]/g, (digit) => (digit === '0' ? 'O' : 'I'));
    expect((await redeem(await signIn(server), shouted)).statusCode).toBe(200);
  });

  it("knows a campaign's word again, for as many as it was made for", async () => {
    const terms = { ...ordinary, gives: { days: 7 }, maxUses: 2 };
    expect(await createCampaign(server.db, { word: 'Hello-Summer', terms })).toBe(true);
    expect(await createCampaign(server.db, { word: 'he110 5ummer', terms })).toBe(true);
    expect(await createCampaign(server.db, { word: 'HELL0SUMMER', terms })).toBe(false);
    expect((await redeem(await signIn(server), 'hello summer')).statusCode).toBe(200);
    expect((await redeem(await signIn(server), 'HEL10SUMMER')).statusCode).toBe(200);
    expect(statusAndCode(await redeem(await signIn(server), 'hello-summer'))).toEqual([409, 'coupon_used_up']);
  });

  it.each([
    { of: 'nothing', code: '' },
    { of: 'a wrong check symbol', code: '7K3M-9QX2-VBHT-5WCV' },
    { of: 'a code that nobody made', code: '7K3M-9QX2-VBHT-5WCT' },
    { of: 'a U', code: 'U123-4567-89AB-CDEE' },
    { of: 'a word that nobody made', code: 'NOBODY' },
    { of: 'other scripts', code: '新年快乐' },
    { of: 'half a letter', code: '\ud800' },
    { of: 'a null byte', code: '\u0000'.repeat(4) },
    { of: 'a long text', code: '7K3M'.repeat(10_000) },
  ])('refuses $of', async ({ code }) => {
    const user = await signIn(server);
    const answer = await redeem(user, code);
    expect(answer.json()).toEqual({ error: 'This code is not valid', code: 'coupon_invalid' });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([400, 'no-store']);
    expect((await ask(user.headers)).json().data.result).toBeNull();
  });

  it.each([undefined, null, 7, true, ['7K3M-9QX2-VBHT-5WCT'], { code: 'x' }])(
    'refuses %j as no code at all',
    async (code) => {
      expect(statusAndCode(await redeem(await signIn(server), code))).toEqual([400, 'invalid_request']);
    },
  );

  it('refuses visitors, whatever the body says', async () => {
    const code = await makeCoupon();
    for (const headers of [{}, { authorization: 'Token x' }])
      for (const given of [code, 7])
        expect(statusAndCode(await redeem({ headers } as SignedInUser, given))).toEqual([401, 'unauthenticated']);
  });

  it('refuses a coupon that is stopped, over, used up or for others', async () => {
    const stopped = await makeCoupon();
    await stopCoupon(server.db, stopped);
    const over = await makeCoupon({ expiresAt: daysFromNow(-1) });
    const used = await makeCoupon();
    expect((await redeem(await signIn(server), used)).statusCode).toBe(200);
    const forNew = await makeCoupon({ newUsersOnly: true });
    const user = await signIn(server, { expireAt: daysFromNow(-100) });
    expect(statusAndCode(await redeem(user, stopped))).toEqual([400, 'coupon_invalid']);
    expect(statusAndCode(await redeem(user, over))).toEqual([410, 'coupon_expired']);
    expect(statusAndCode(await redeem(user, used))).toEqual([409, 'coupon_used_up']);
    expect(statusAndCode(await redeem(user, forNew))).toEqual([403, 'coupon_not_eligible']);
    expect((await redeem(await signIn(server), forNew)).statusCode).toBe(200);
    expect(await listEntries(server.db, user.id)).toHaveLength(1);
  });

  it.each<{ of: string; spoil: (code: string) => Promise<unknown> }>([
    { of: 'spent', spoil: async () => {} },
    { of: 'stopped', spoil: (code) => stopCoupon(server.db, code) },
    {
      of: 'over',
      spoil: (code) =>
        server.db.query("update coupons set expires_at = now() - interval '1 day' where last_four = $1", [
          code.slice(-4),
        ]),
    },
  ])('tells a user of a repetition, also of a code that is $of by now', async ({ spoil }) => {
    const user = await signIn(server);
    const code = await makeCoupon({ newUsersOnly: true });
    const { expire_at: expireAt } = (await redeem(user, code)).json().data.result;
    await spoil(code);
    const again = await redeem(user, code);
    expect([...statusAndCode(again), again.json().error]).toEqual([
      409,
      'coupon_already_used',
      'You have already used this code',
    ]);
    expect((await ask(user.headers)).json().data.result.expire_at).toBe(expireAt);
  });

  it('gives a single use to one of fifty users who ask at once, a coupon race', async () => {
    const code = await makeCoupon();
    const users = await Promise.all(Array.from({ length: 50 }, () => signIn(server)));
    const answers = await Promise.all(users.map((user) => redeem(user, code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.json().code === 'coupon_used_up')).toHaveLength(49);
    const memberships = await Promise.all(users.map(({ id }) => findMembership(server.db, id)));
    expect(memberships.filter((membership) => membership !== null)).toHaveLength(1);
  });

  it('gives a user one grant of fifty asked for at once, though a thousand uses are left', async () => {
    const code = await makeCoupon({ maxUses: 1000 });
    const user = await signIn(server);
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(user, code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.json().code === 'coupon_already_used')).toHaveLength(49);
    expect(await listEntries(server.db, user.id)).toHaveLength(1);
  });

  it('never gives more uses than there are, and counts each', async () => {
    const code = await makeCoupon({ maxUses: 7 });
    const users = await Promise.all(Array.from({ length: 12 }, () => signIn(server)));
    const answers = await Promise.all([...users, ...users, ...users].map((user) => redeem(user, code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(7);
    const { rows } = await server.db.query('select used, max_uses from coupons where last_four = $1', [code.slice(-4)]);
    expect(rows).toEqual([{ used: 7, max_uses: 7 }]);
  });

  it('adds up all that one user redeems at once', async () => {
    const expireAt = new Date(Date.UTC(2999, 0, 31, 12));
    const user = await signIn(server, { expireAt });
    const codes = await createCoupons(server.db, { count: 12, terms: ordinary });
    const answers = await Promise.all(codes.map((code) => redeem(user, code)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const entries = await listEntries(server.db, user.id);
    expect(entries).toHaveLength(13);
    const expected = codes.reduce((date) => addMonths(date, 1), expireAt);
    expect((await findMembership(server.db, user.id))?.expireAt).toEqual(expected);
    expect(foldLedger(entries)).toEqual(expected);
  });
});

describe('failed redemptions', () => {
  const wrong = '7K3M-9QX2-VBHT-5WCV';
  const limited = serverForTests({ settings: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' } });
  const makeCode = async (terms: Partial<CouponTerms> = {}) =>
    (await createCoupons(limited.db, { count: 1, terms: { ...ordinary, maxUses: 100, ...terms } }))[0] ?? '';
  const fail = (user: SignedInUser, times: number, address: string) =>
    Promise.all(Array.from({ length: times }, () => redeem(user, wrong, limited, address)));

  inLong('close the door for a user after ten in an hour, also for a right code and from elsewhere', async () => {
    const [user, other] = [await signIn(limited), await signIn(limited)];
    const code = await makeCode();
    const failed = await fail(user, 9, '198.51.100.1');
    expect(new Set(failed.map(({ statusCode }) => statusCode))).toEqual(new Set([400]));
    expect((await redeem(user, await makeCode(), limited, '198.51.100.1')).statusCode).toBe(200);
    expect((await redeem(user, wrong, limited, '198.51.100.1')).statusCode).toBe(400);
    for (const address of ['198.51.100.1', '198.51.100.2']) {
      const refused = await redeem(user, code, limited, address);
      expect(statusAndCode(refused)).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
    }
    expect((await redeem(other, code, limited, '198.51.100.1')).statusCode).toBe(200);
    limited.pass(60 * 60 * 1000);
    expect((await redeem(user, code, limited, '198.51.100.1')).statusCode).toBe(200);
  });

  inLong('close the door for an address after thirty in an hour, for all who ask from it', async () => {
    const code = await makeCode();
    for (let number = 1; number <= 3; number += 1) await fail(await signIn(limited), 10, `2001:db8:0:7::${number}`);
    const user = await signIn(limited);
    expect(statusAndCode(await redeem(user, code, limited, '2001:db8:0:7::9'))).toEqual([429, 'rate_limited']);
    expect((await redeem(user, code, limited, '2001:db8:0:8::9')).statusCode).toBe(200);
  });

  it('are exactly ten, however many are tried at once', async () => {
    const answers = await fail(await signIn(limited), 50, '198.51.100.3');
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(40);
  });

  it("do not count a user's own repetition, nor what was refused as too many", async () => {
    const user = await signIn(limited);
    const code = await makeCode();
    await redeem(user, code, limited, '198.51.100.4');
    for (let repetition = 0; repetition < 15; repetition += 1)
      expect(statusAndCode(await redeem(user, code, limited, '198.51.100.4'))).toEqual([409, 'coupon_already_used']);
    expect((await redeem(user, await makeCode(), limited, '198.51.100.4')).statusCode).toBe(200);
    await fail(user, 25, '198.51.100.4');
    expect((await redeem(await signIn(limited), code, limited, '198.51.100.4')).statusCode).toBe(200);
  });

  it('are those of every kind', async () => {
    const user = await signIn(limited, { expireAt: daysFromNow(1) });
    const used = await makeCode({ maxUses: 1 });
    await redeem(await signIn(limited), used, limited, '198.51.100.6');
    const stopped = await makeCode();
    await stopCoupon(limited.db, stopped);
    const refused = [
      used,
      stopped,
      await makeCode({ expiresAt: daysFromNow(-1) }),
      await makeCode({ newUsersOnly: true }),
      wrong,
    ];
    const codes: unknown[] = [];
    for (const code of [...refused, ...refused])
      codes.push((await redeem(user, code, limited, '198.51.100.5')).json().code);
    const kinds = ['coupon_used_up', 'coupon_invalid', 'coupon_expired', 'coupon_not_eligible', 'coupon_invalid'];
    expect(codes).toEqual([...kinds, ...kinds]);
    expect((await redeem(user, await makeCode(), limited, '198.51.100.5')).statusCode).toBe(429);
  });
});
