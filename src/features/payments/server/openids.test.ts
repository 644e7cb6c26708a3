import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type SignedInUser, startSession } from '../../../app/testing/users.ts';
import { removeWhatIsOver } from '../../../server/jobs/retention.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { shopForTests } from '../testing/shop.ts';
import { openidRetentions } from './openid-queries.ts';

const logged: string[] = [];
const shop = shopForTests({
  hasAllWays: true,
  settings: { LOG_LEVEL: 'trace' },
  logTo: { write: (line: string) => void logged.push(line) },
});
beforeEach(() => shop.wechat.reset());

const post = (user: Pick<SignedInUser, 'headers'>, path: string, payload: object) =>
  shop.server.app.inject({ method: 'POST', url: `/api/v1/payment/wechat/${path}`, headers: user.headers, payload });
const authorize = async (user: Pick<SignedInUser, 'headers'>, body: object = {}) =>
  (await post(user, 'authorize', body)).json().data as { url: string; state: string }; // its contract
const learn = async (user: Pick<SignedInUser, 'headers'>, given: { code: string; state: string }) => {
  const answer = await post(user, 'openid', given);
  return answer.statusCode === 200 ? answer.json().data : [answer.statusCode, answer.json().code];
};
const askedOfWechat = () => shop.wechat.requests.filter(({ path }) => path.startsWith('/sns/')).length;
const order = async (user: SignedInUser) => (await shop.orderAs(user, { months: 1, way: 'jsapi' })).statusCode;
const keptOf = async ({ sessionId }: { sessionId: string }) => {
  const { rows } = await shop.server.db.query<{ count: number }>(
    'select count(*) as count from wechat_openids where session_id = $1',
    [sessionId],
  );
  return rows[0]?.count;
};
const invalid = [400, 'wechat_code_invalid'];

describe('where a browser inside WeChat learns who it is', () => {
  it('is an address with the parameters in WeChat’s order, and leads back to the page that was wanted', async () => {
    const user = await shop.newUser();
    const { url, state } = await authorize(user, { next: '/profile?plan=month#top-up' });
    expect(state).toMatch(/^[a-zA-Z0-9]{16,128}$/);
    const appId = shop.wechat.waySettings.WECHATPAY_MP_APP_ID;
    const back = encodeURIComponent(
      `${shop.url}/payment/wechat/return?next=${encodeURIComponent('/profile?plan=month#top-up')}`,
    );
    expect(url).toBe(
      `${shop.wechat.url}/connect/oauth2/authorize?appid=${appId}&redirect_uri=${back}` +
        `&response_type=code&scope=snsapi_base&state=${state}#wechat_redirect`,
    );
    const { headers } = await fetch(url, { redirect: 'manual' });
    const returned = new URL(headers.get('location') ?? '');
    expect(returned.pathname).toBe('/payment/wechat/return');
    const [code = '', again = ''] = ['code', 'state'].map((name) => returned.searchParams.get(name) ?? '');
    expect(await learn(user, { code, state: again })).toEqual({ result: true });
    expect(await order(user)).toBe(200);
  });

  it.each([
    ...['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 'profile', ''],
    ...['/%0a/../\n//evil.example', '/.//evil.example', '/a\u0000', 7, ['/profile'], `/${'x'.repeat(2000)}`],
  ])('does not lead on to %j', async (next) => {
    const answer = await post(await shop.newUser(), 'authorize', { next });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
  });
});

describe('what the browser brings back', () => {
  it('is good once, for the session that asked', async () => {
    const user = await shop.newUser();
    const { state } = await authorize(user);
    const code = shop.wechat.code();
    const sameUser = { ...user, ...(await startSession(shop.server, user.id)) };
    for (const other of [await shop.newUser(), sameUser]) {
      const { state: known } = await authorize(user);
      for (const each of [other, user]) expect(await learn(each, { code, state: known })).toEqual(invalid);
    }
    expect(askedOfWechat()).toBe(0);
    expect(await learn(user, { code, state })).toEqual({ result: true });
    expect(await learn(user, { code: shop.wechat.code(), state })).toEqual([400, 'wechat_code_invalid']);
    expect(askedOfWechat()).toBe(1);
    expect(await keptOf(sameUser)).toBe(0);
    expect([await order(user), await order(sameUser)]).toEqual([200, 409]);
  });

  it('asks WeChat once where ten use it at the same moment', async () => {
    const user = await shop.newUser();
    const { state } = await authorize(user);
    const tries = await Promise.all(Array.from({ length: 10 }, () => learn(user, { code: shop.wechat.code(), state })));
    expect(tries.filter((tried) => !Array.isArray(tried))).toHaveLength(1);
    expect(askedOfWechat()).toBe(1);
  });

  it('is nothing where the state is made up, forgotten or ten minutes old', async () => {
    const user = await shop.newUser();
    const { state } = await authorize(user);
    await shop.server.db.query("update wechat_states set expires_at = now() - interval '1 second'");
    for (const tried of [state, state.toUpperCase(), '', 'x'.repeat(48)])
      expect(await learn(user, { code: shop.wechat.code(), state: tried })).toEqual(invalid);
    const { state: first } = await authorize(user);
    for (let asked = 0; asked < 20; asked += 1) await authorize(user);
    expect(await learn(user, { code: shop.wechat.code(), state: first })).toEqual(invalid);
    expect(askedOfWechat()).toBe(0);
  });

  it.each([
    ['a code that WeChat does not know', (): string => 'made-up', invalid],
    [
      'a code of somebody who is nobody yet',
      (): string => shop.wechat.code({ isSnapshot: true }),
      [409, 'wechat_snapshot_user'],
    ],
  ] as const)('keeps nothing for %s, and the state is spent', async (_, codeOf, refusal) => {
    const user = await shop.newUser();
    const { state } = await authorize(user);
    expect(await learn(user, { code: codeOf(), state })).toEqual(refusal);
    expect(await learn(user, { code: shop.wechat.code(), state })).toEqual(invalid);
    expect([await keptOf(user), await order(user)]).toEqual([0, 409]);
  });

  it.each([{ kind: 'reset_before' }, { kind: 'status', status: 503 }, { kind: 'status', status: 404 }] as const)(
    'keeps nothing while WeChat is away: $kind',
    async (fault) => {
      const user = await shop.newUser();
      const { state } = await authorize(user);
      shop.wechat.fault({ on: 'oauth', ...fault });
      const given = { code: shop.wechat.code(), state };
      expect(await learn(user, given)).toEqual([502, 'payment_provider_unavailable']);
      expect(await learn(user, given)).toEqual(invalid);
      expect(await keptOf(user)).toBe(0);
    },
  );

  inLong('replaces what is kept, which holds half an hour and goes with the session', async () => {
    const user = await shop.newUser();
    const meet = async (openid: string): Promise<unknown> => {
      const { state } = await authorize(user);
      return learn(user, { code: shop.wechat.code({ openid }), state });
    };
    await meet('foreign-one');
    await meet('another-one');
    expect(await order(user)).toBe(200);
    await shop.server.db.query("update wechat_openids set expires_at = expires_at - interval '30 minutes'");
    expect(await order(user)).toBe(409);
    await removeWhatIsOver(shop.server.db, { retentions: openidRetentions, now: new Date() });
    expect(await keptOf(user)).toBe(0);
    await meet('another-one');
    await shop.server.app.inject({ method: 'POST', url: '/api/v1/user/logout', headers: user.headers });
    expect(await keptOf(user)).toBe(0);
  });

  it('stays sealed: one session’s is nothing in another', async () => {
    const [user, thief] = [await shop.newUser(), await shop.newUser()];
    for (const each of [user, thief])
      await learn(each, { code: shop.wechat.code(), state: (await authorize(each)).state });
    await shop.server.db.query(
      `update wechat_openids set sealed = (select sealed from wechat_openids where session_id = $1) where session_id = $2`,
      [user.sessionId, thief.sessionId],
    );
    expect([await order(user), await order(thief)]).toEqual([200, 409]);
  });

  it('stands nowhere as it is: in no table, no file, no log', async () => {
    const openid = 'oSecretOpenidOfThePayer0042';
    const user = await shop.newUser();
    await learn(user, { code: shop.wechat.code({ openid }), state: (await authorize(user)).state });
    const { order_id: id } = (await shop.orderAs(user, { months: 1, way: 'jsapi' })).json().data;
    await shop.wechat.pay(id.replaceAll('-', ''));
    const { rows: tables } = await shop.server.db.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    for (const { name } of tables) {
      const { rows } = await shop.server.db.query<{ count: number }>(
        `select count(*) as count from "${name}" as row where row::text like $1 or row::text like $2`,
        [`%${openid}%`, `%${Buffer.from(openid).toString('hex')}%`],
      );
      expect([name, rows[0]?.count]).toEqual([name, 0]);
    }
    const { dataDir } = shop.server.config;
    for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
      if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes(openid)).toBe(false);
    expect(logged.join('')).toContain('payment granted');
    expect(logged.join('')).not.toContain(openid);
    expect(logged.join('')).not.toContain(shop.wechat.waySettings.WECHATPAY_MP_APP_SECRET);
  });
});
