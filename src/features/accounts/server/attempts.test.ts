import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, serverForTests, startTestServer, type TestServer } from '../../../app/testing/server.ts';
import { removeWhatIsOver } from '../../../server/jobs/retention.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { failureLimits } from '../rules.ts';
import { limitsOfAddress, loginLimits, rightLoginLimits } from './address-limits.ts';
import { createAttempts, type Limit } from './attempts.ts';
import { accountRetentions } from './retention-queries.ts';

const server = serverForTests({ settings: { RATE_LIMIT_SCALE: '1' } });
beforeEach(async () => {
  await server.db.query('delete from users; delete from attempts; delete from known_addresses');
});

let aheadMs = 0;
function pass(ms: number): void {
  aheadMs += ms;
  server.pass(ms);
}

const minuteMs = 60_000;
const home = '203.0.113.7';
const elsewhere = '198.51.100.9';
const password = 'correct horse';

interface From {
  address?: string;
  headers?: Record<string, string>;
  on?: TestServer;
}
const post = (path: string, payload: object, { address = home, headers = {}, on = server }: From = {}) =>
  on.app.inject({ method: 'POST', url: `/api/v1/user/${path}`, payload, headers, remoteAddress: address });
const register = (username: string, from?: From, more: object = {}) =>
  post('register', { username, password, ...more }, from);
const login = (username: string, given: string, from?: From) => post('login', { username, password: given }, from);
const guess = (username: string, from?: From) => login(username, 'wrong password', from);

async function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < count; index += 1) results.push(await work(index));
  return results;
}
/** Failures in the way the server counts them, without the seconds that comparing passwords takes. */
const failed = async () => ({ value: 'failed', counts: true });
const attemptsHere = () =>
  createAttempts({ db: server.db, clock: () => new Date(Date.now() + aheadMs), scale: 1, log: { warn: () => {} } });
const count = (limits: Limit[]) => attemptsHere().run(limits, failed);
const succeedFrom = (username: string, address: string) =>
  attemptsHere().run(rightLoginLimits({ username, address }), async () => ({ value: 'right', counts: false }));
const failFrom = (username: string, address: string) =>
  count(loginLimits({ username, address, isKnownAddress: false }));
const statuses = (answers: readonly Answer[]) => answers.map(({ statusCode }) => statusCode);
const isSpent = (answer: Answer) => answer.statusCode === 429;

describe('failed logins', () => {
  it('are ten for an account and an address; then even the right password waits until the 15 minutes are over', async () => {
    await register('reader');
    expect(statuses(await times(10, () => guess('reader')))).toEqual(Array(10).fill(401));
    const refused = await login('reader', password);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
    expect(refused.headers['cache-control']).toBe('no-store');
    const waitSeconds = Number(refused.headers['retry-after']);
    expect(waitSeconds).toBeGreaterThan(14 * 60);
    expect(waitSeconds).toBeLessThanOrEqual(15 * 60);
    pass(14 * minuteMs);
    expect(isSpent(await login('reader', password))).toBe(true);
    pass(minuteMs);
    expect((await login('reader', password)).statusCode).toBe(200);
    expect(statuses(await times(10, () => guess('reader')))).toEqual(Array(10).fill(401));
  });

  it('lock nobody out: the same account gets in from elsewhere, another one from here', async () => {
    await register('reader');
    await register('another');
    await times(10, () => guess('reader'));
    expect((await login('reader', password, { address: elsewhere })).statusCode).toBe(200);
    expect((await login('another', password)).statusCode).toBe(200);
  });

  it('are counted for a name that nobody has as for any other, in every spelling', async () => {
    const spellings = ['ghost', 'GHOST', 'ｇｈｏｓｔ'];
    const answers = await times(10, (index) => guess(spellings[index % 3] ?? ''));
    expect(statuses(answers)).toEqual(Array(10).fill(401));
    for (const spelling of spellings) expect(isSpent(await guess(spelling))).toBe(true);
    await times(10, () => guess('no name \0'));
    expect(isSpent(await guess('no name \0'))).toBe(true);
  });

  it('are also the wrong present passwords of a session', async () => {
    await register('reader');
    const headers = { authorization: `Token ${(await login('reader', password)).json().data.jwt_token}` };
    const change = (given: string) => post('update_password', { new_password: password, password: given }, { headers });
    const wrong = await times(10, () => change('wrong'));
    expect(statuses(wrong)).toEqual(Array(10).fill(403));
    expect((await change(password)).statusCode).toBe(429);
    expect((await login('reader', password)).statusCode).toBe(429);
  });

  it('are not told apart by what a client says about its address', async () => {
    await times(10, (index) =>
      guess('reader', { headers: { 'x-forwarded-for': `192.0.2.${index}`, 'x-visitor-id': `0000000${index}` } }),
    );
    for (const headers of [
      { 'x-forwarded-for': elsewhere },
      { forwarded: `for=${elsewhere}` },
      { 'x-real-ip': elsewhere },
    ])
      expect(isSpent(await guess('reader', { headers }))).toBe(true);
  });

  it('are counted together for one IPv6 customer', async () => {
    await times(10, (index) => guess('reader', { address: `2001:db8:0:7::${index}` }));
    expect(isSpent(await guess('reader', { address: '2001:db8:0:7:ffff::1' }))).toBe(true);
    expect((await guess('reader', { address: '2001:db8:0:8::1' })).statusCode).toBe(401);
  });

  inLong('are a hundred an hour for an address', async () => {
    await register('reader', { address: elsewhere });
    const answers = await Promise.all(Array.from({ length: 25 }, (_, batch) => times(4, () => guess(`ghost${batch}`))));
    expect(new Set(statuses(answers.flat()))).toEqual(new Set([401]));
    const refused = await login('reader', password);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(59 * 60);
    expect((await login('reader', password, { address: elsewhere })).statusCode).toBe(200);
  });

  it('are at most ten tries when 50 arrive at once', async () => {
    await register('reader');
    const answers = await Promise.all(Array.from({ length: 50 }, () => guess('reader')));
    expect(statuses(answers).sort()).toEqual([...Array<number>(10).fill(401), ...Array<number>(40).fill(429)]);
  });

  inLong('do not get into the way of 50 right logins at once', async () => {
    await register('reader');
    await times(9, () => guess('reader'));
    const answers = await Promise.all(Array.from({ length: 50 }, () => login('reader', password)));
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
  });

  inLong('are 300 an hour for an IPv6 /48, whoever fails from it', async () => {
    const from = (index: number) => `2001:db8:0:${index.toString(16)}::1`;
    await times(299, (index) => failFrom(`ghost${index % 60}`, from(index)));
    expect((await guess('somebody', { address: from(1000) })).statusCode).toBe(401);
    const refused = await guess('somebody', { address: from(1001) });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(59 * 60);
    expect((await guess('somebody', { address: '2001:db8:1::1' })).statusCode).toBe(401);
  });

  it('count for no request that is not even complete', async () => {
    await register('reader');
    await times(12, () => post('login', { username: 'reader' }));
    await times(12, () => post('login', { username: 'reader', password: ['x'] }));
    expect((await login('reader', password)).statusCode).toBe(200);
  });
});

describe('an account at which others have failed a hundred times within the hour', () => {
  const stranger = (index: number, host = 1) => ({ address: `192.0.${index}.${host}` });
  const failTimes = (name: string, most: number) => times(most, (index) => failFrom(name, stranger(index).address));
  const failAHundredTimes = (name: string) => failTimes(name, 100);

  inLong('leaves each network one try an hour, which a right password may use', async () => {
    await register('reader', { address: '2001:db8:99::1' });
    await failAHundredTimes('reader');
    expect(statuses([await guess('reader', stranger(200)), await guess('reader', stranger(200, 2))])).toEqual([
      401, 429,
    ]);
    const refused = await login('reader', password, stranger(7, 9)); // a network with earlier failures
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(59 * 60);
    expect((await login('reader', password, stranger(201))).statusCode).toBe(200);
    const fromIpv6 = [
      await guess('reader', { address: '2001:db8:5:1::1' }),
      await guess('reader', { address: '2001:db8:5:2::1' }),
    ];
    expect(statuses(fromIpv6)).toEqual([401, 429]);
    pass(61 * minuteMs);
    expect(statuses(await times(5, () => guess('reader', stranger(200))))).toEqual(Array(5).fill(401));
  });

  inLong('counts the hour of a network from its last failure', async () => {
    await guess('reader', stranger(200));
    pass(50 * minuteMs);
    await guess('reader', stranger(200, 2));
    pass(11 * minuteMs);
    await failAHundredTimes('reader');
    expect(isSpent(await guess('reader', stranger(200, 3)))).toBe(true);
  });

  it('leaves its ten tries to an address that it was used from', async () => {
    await register('reader');
    await failAHundredTimes('reader');
    expect(statuses(await times(10, () => guess('reader')))).toEqual(Array(10).fill(401));
    expect(isSpent(await login('reader', password))).toBe(true);
    pass(16 * minuteMs);
    expect((await login('reader', password)).statusCode).toBe(200);
  });

  inLong('knows an address by a login or a new password from it, for 60 days and for that account alone', async () => {
    const { uuid } = (await register('reader', { address: elsewhere })).json().data.result;
    await register('another');
    const { jwt_token: token } = (await login('reader', password, { address: '203.0.113.8' })).json().data;
    const headers = { authorization: `Token ${token}` };
    await post('update_password', { new_password: 'another horse' }, { address: '203.0.113.9', headers });
    const hashes = await server.db.query<{ hash: Buffer }>('select hash from known_addresses where user_id = $1', [
      uuid,
    ]);
    expect(hashes.rowCount).toBe(3);
    await failAHundredTimes('reader');
    const triesFrom = async (address: string) => statuses(await times(2, () => guess('reader', { address })));
    expect(await triesFrom('203.0.113.8')).toEqual([401, 401]);
    expect(await triesFrom('203.0.113.9')).toEqual([401, 401]);
    expect(await triesFrom(home)).toEqual([401, 429]); // only another account was used from that address
    pass(61 * 24 * 60 * minuteMs);
    await failAHundredTimes('reader');
    expect(await triesFrom('203.0.113.8')).toEqual([401, 429]);
  });

  inLong('keeps ten tries for its owner where all of an IPv6 /48 is spent', async () => {
    const own = { address: '2001:db8:0:7::1' };
    await register('reader', own);
    await times(300, (index) => failFrom(`ghost${index % 60}`, `2001:db8:0:${(index + 256).toString(16)}::1`));
    expect(statuses(await times(10, () => guess('reader', own)))).toEqual(Array(10).fill(401));
    expect(isSpent(await guess('somebody', own))).toBe(true);
  });

  inLong('is treated so whether anybody has the name or not', async () => {
    await failAHundredTimes('ghost');
    expect(statuses(await times(2, () => guess('ghost', stranger(200))))).toEqual([401, 429]);
  });

  inLong('has no more tries when they arrive at once', async () => {
    await failTimes('reader', 95);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => guess('reader', stranger(200 + (index % 3), index))),
    );
    const compared = statuses(answers).filter((status) => status === 401).length;
    expect(compared).toBeGreaterThanOrEqual(5);
    expect(compared).toBeLessThanOrEqual(5 + 3);
  });
});

describe('a clock that is set back', () => {
  it('makes no window longer than it is', async () => {
    await register('reader');
    pass(24 * 60 * minuteMs);
    await times(10, () => guess('reader'));
    expect(isSpent(await login('reader', password))).toBe(true);
    pass(-24 * 60 * minuteMs);
    expect((await login('reader', password)).statusCode).toBe(200);
    expect(statuses(await times(10, () => guess('reader')))).toEqual(Array(10).fill(401));
    expect(isSpent(await guess('reader'))).toBe(true);
  });
});

describe('registrations', () => {
  inLong('are three times as many for an IPv6 /48, and so are wrong invite codes', async () => {
    const from = (index: number) => `2001:db8:0:${index}::1`;
    const wrongCode = (index: number) => register('reader', { address: from(index) }, { invite_code: 'WRONGONE' });
    await times(89, (index) => count(limitsOfAddress(failureLimits.inviteCode, from(index))));
    expect(statuses([await wrongCode(100), await wrongCode(101)])).toEqual([422, 429]);
    await times(59, (index) => count(limitsOfAddress(failureLimits.registration, from(index))));
    const answers = [await register('reader', { address: from(100) }), await register('other', { address: from(101) })];
    expect(statuses(answers)).toEqual([200, 429]);
  });

  inLong('are 20 an hour for an address, created or refused as taken', async () => {
    const answers = await times(20, (index) => register(`reader${index % 15}`));
    expect(statuses(answers)).toEqual([...Array<number>(15).fill(200), ...Array<number>(5).fill(409)]);
    const refused = await register('latecomer');
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 59 * 60]).toEqual([429, true]);
    expect((await register('latecomer', { address: elsewhere })).statusCode).toBe(200);
    pass(60 * minuteMs);
    expect((await register('latecomer2')).statusCode).toBe(200);
  });

  it('are not counted when a rule refuses them', async () => {
    await times(25, () => register('abc'));
    expect((await register('reader')).statusCode).toBe(200);
  });

  inLong('are 20 when 40 arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => register(`reader${index}`)));
    expect(statuses(answers).sort()).toEqual([...Array<number>(20).fill(200), ...Array<number>(20).fill(429)]);
  });
});

describe('logins that succeed', () => {
  inLong('are 60 an hour for an account, from whatever addresses; failures do not count', async () => {
    await register('reader');
    await register('another');
    await times(59, (index) => succeedFrom('reader', `198.51.100.${index}`));
    await times(3, () => guess('reader'));
    expect((await login('reader', password)).statusCode).toBe(200);
    expect(
      statuses([await login('reader', password), await login('reader', password, { address: elsewhere })]),
    ).toEqual([429, 429]);
    expect((await login('another', password)).statusCode).toBe(200);
    pass(61 * minuteMs);
    expect((await login('reader', password)).statusCode).toBe(200);
  });

  inLong('are 300 an hour for an address', async () => {
    await register('reader');
    await times(300, (index) => succeedFrom(`name${index}`, home));
    expect(isSpent(await login('reader', password))).toBe(true);
    expect((await login('reader', password, { address: elsewhere })).statusCode).toBe(200);
  });
});

describe('changes of a password', () => {
  it('are ten an hour for a user; floods of them keep nobody else from logging in and registering', async () => {
    await register('reader');
    await register('flooder');
    const { jwt_token: token } = (await login('flooder', password)).json().data;
    const headers = { authorization: `Token ${token}` };
    const change = () => post('update_password', { new_password: 'another horse' }, { headers });
    const flood = Promise.all(Array.from({ length: 60 }, change));
    const others = await Promise.all([
      login('reader', password, { address: elsewhere }),
      login('reader', password),
      register('latecomer'),
    ]);
    expect(statuses(others)).toEqual([200, 200, 200]);
    const answers = statuses(await flood);
    expect(answers.filter((status) => status === 200)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(50);
  });
});

describe('wrong invite codes', () => {
  it('are 30 an hour for an address, counted apart from registrations', async () => {
    await register('inviter');
    await server.db.query("update users set invite_code = '01ABCDEF'");
    const wrong = await times(30, () => register('invitee', {}, { invite_code: 'ZZZZZZZZ' }));
    expect(statuses(wrong)).toEqual(Array(30).fill(422));
    expect(isSpent(await register('invitee', {}, { invite_code: '01ABCDEF' }))).toBe(true);
    expect((await register('invitee')).statusCode).toBe(200);
    expect((await register('invitee2', { address: elsewhere }, { invite_code: '01ABCDEF' })).statusCode).toBe(200);
  });
});

describe('the scale of the limits', () => {
  inLong.each([
    { scale: '0.15', failures: 2 },
    { scale: '2', failures: 20 },
  ])('$scale leaves $failures failed logins', async ({ scale, failures }) => {
    const scaled = await startTestServer({ settings: { RATE_LIMIT_SCALE: scale } });
    const answers = await times(failures + 1, () => guess('reader', { on: scaled }));
    expect(statuses(answers)).toEqual([...Array<number>(failures).fill(401), 429]);
    await scaled.stop();
  });

  inLong('0 switches them off', async () => {
    const unlimited = await startTestServer({ settings: { RATE_LIMIT_SCALE: '0' } });
    expect(new Set(statuses(await times(15, () => guess('reader', { on: unlimited }))))).toEqual(new Set([401]));
    expect((await unlimited.db.query('select from attempts')).rowCount).toBe(0);
    await unlimited.stop();
  });
});

describe('the data of the limiter', () => {
  it('says nothing about anybody, and goes when its time is over', async () => {
    await guess('reader');
    const { rows } = await server.db.query<{ kind: string; subject: Buffer; count: number }>(
      `select kind, subject, count from attempts where kind not like '% under way' order by kind`,
    );
    expect(rows).toEqual(
      ['login', 'login address', 'login anywhere', 'login from network'].map((kind) => ({
        kind,
        subject: expect.any(Buffer),
        count: 1,
      })),
    );
    for (const { subject } of rows) {
      expect(subject.length).toBe(32);
      expect(subject.toString('latin1')).not.toMatch(/reader|203/);
    }
    const purgeAfter = async (minutes: number) => {
      const now = new Date(Date.now() + passedMs + minutes * minuteMs);
      await removeWhatIsOver(server.db, { retentions: accountRetentions, now });
      return (await server.db.query('select from attempts')).rowCount;
    };
    const passedMs = (await latestEnd()) - Date.now() - 60 * minuteMs;
    expect(await purgeAfter(14)).toBe(4);
    expect(await purgeAfter(16)).toBe(3);
    expect(await purgeAfter(61)).toBe(0);
  });

  it('is missed at once: without its counts nobody gets in, and nobody learns whether a password was right', async () => {
    await register('reader');
    await server.db.query('alter table attempts rename to lost');
    const answers = [await login('reader', password), await guess('reader'), await register('another')];
    await server.db.query('alter table lost rename to attempts');
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    }
    expect((await login('reader', password)).statusCode).toBe(200);
  });
});

async function latestEnd(): Promise<number> {
  const { rows } = await server.db.query<{ end: Date }>('select max(ends_at) as end from attempts');
  return rows[0]?.end.getTime() ?? 0;
}

describe('tries under one limit', () => {
  const limit: Limit = { kind: 'test', subject: 'somebody', allowed: 5, windowSeconds: 60 };
  const create = () => createAttempts({ db: server.db, clock: () => new Date(), scale: 1, log: { warn: () => {} } });
  const failing = async () => ({ value: 'failed', counts: true });
  const fails = { status: 429 };

  it('are known after a restart', async () => {
    await times(5, () => create().run([limit], failing));
    await expect(create().run([limit], failing)).rejects.toMatchObject(fails);
  });

  it('wait for those in flight, and never come to more failures than are allowed', async () => {
    const attempts = create();
    let inFlight = 0;
    let failures = 0;
    let most = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 120 }, (_, index) =>
        attempts.run([limit, { ...limit, subject: `other ${index % 7}` }], async () => {
          inFlight += 1;
          most = Math.max(most, inFlight + failures);
          await server.db.query('select pg_sleep(0.001 * $1)', [index % 5]);
          const counts = index % 13 === 0;
          inFlight -= 1;
          if (counts) failures += 1;
          return { value: index, counts };
        }),
      ),
    );
    expect(most).toBe(5);
    expect(failures).toBe(5);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: fails });
  });

  it('count on where tries differ by a moment about what time it is', async () => {
    let behindMs = 0;
    const clock = () => new Date(Date.now() - behindMs);
    const attempts = createAttempts({ db: server.db, clock, scale: 1, log: { warn: () => {} } });
    for (behindMs = 0; behindMs < 5; behindMs += 1) await attempts.run([limit], failing);
    await expect(attempts.run([limit], failing)).rejects.toMatchObject(fails);
  });

  inLong('do not wait in any number', async () => {
    const attempts = create();
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const tries = Array.from({ length: 300 }, () =>
      attempts.run([limit], async () => {
        await held;
        return { value: 'right', counts: false };
      }),
    );
    const settled = Promise.allSettled(tries);
    await expect(
      Promise.any(tries.slice(-50).map((attempt) => attempt.catch((error: unknown) => error))),
    ).resolves.toMatchObject({ status: 503 });
    finish();
    const outcomes = await settled;
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(205);
  });

  it('give their place back when they break off', async () => {
    const attempts = create();
    for (let round = 0; round < 7; round += 1) {
      const broken = attempts.run([limit], async () => {
        throw new Error('broken off');
      });
      await expect(broken).rejects.toThrow('broken off');
    }
    await expect(attempts.run([limit], failing)).resolves.toBe('failed');
  });
});
