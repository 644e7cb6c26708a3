import { describe, expect, it } from 'vitest';
import { siteForTests } from '../../../app/testing/site.ts';
import { makeUser } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { addMonths } from '../rules.ts';
import { findMembership } from '../testing/memberships.ts';

const site = siteForTests();
const ada = forAllTests(() => makeUser(site.db, 'Adaline'));

/** The command line in this process, on the test's database. */
const run = (...argv: string[]) => site.run(...argv);

const expiryOfAda = async () => (await findMembership(site.db, ada.id))?.expireAt.toISOString();

describe('longstrip user grant', () => {
  inLong('sets the expiry to an exact time, past or future; a time without a zone is UTC', async () => {
    const past = await run('user', 'grant', 'Adaline', '--until', '2020-02-29T12:00:00');
    expect(past).toEqual({
      status: 0,
      out: 'The membership of Adaline lasts until 2020-02-29T12:00:00.000Z.\n',
      err: '',
    });
    expect(await expiryOfAda()).toBe('2020-02-29T12:00:00.000Z');
    const future = await run('user', 'grant', 'ＡＤＡＬＩＮＥ', '--until', '2999-01-31T08:00:00+08:00', '--json');
    expect(JSON.parse(future.out)).toEqual({ username: 'Adaline', expire_at: '2999-01-31T00:00:00.000Z' });
    expect(await expiryOfAda()).toBe('2999-01-31T00:00:00.000Z');
  });

  inLong('extends by calendar months each time it is run', async () => {
    await run('user', 'grant', 'adaline', '--until', '2999-01-31');
    await run('user', 'grant', 'adaline', '--months', '1');
    await run('user', 'grant', 'adaline', '--months', '1200');
    expect(await expiryOfAda()).toBe(addMonths(new Date('2999-02-28T00:00:00Z'), 1200).toISOString());
  });

  it.each([
    [[], /either --months or --until/],
    [['--months', '1', '--until', '2030-01-01'], /either --months or --until/],
    [['--months', '0'], /whole number from 1 to 1200, not "0"/],
    [['--months', '1201'], /whole number/],
    [['--months', '1.5'], /whole number/],
    [['--months', '-1'], /whole number/],
    [['--until', 'tomorrow'], /a time such as/],
    [['--until', '2027-02-29'], /a time such as/],
    [['--until', '0000-01-01'], /a time such as/],
  ])('refuses %j', async (options, why) => {
    const before = await expiryOfAda();
    const { status, out, err } = await run('user', 'grant', 'Adaline', ...options);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(why);
    expect(await expiryOfAda()).toBe(before);
  });

  inLong('ends 1 for an unknown user', async () => {
    const { status, err } = await run('user', 'grant', 'nobody', '--months', '1');
    expect({ status, err }).toEqual({ status: 1, err: 'There is no user "nobody".\n' });
  });
});

describe('longstrip coupon create', () => {
  inLong('prints as many different codes as were asked for, and keeps none of them', async () => {
    const { status, out } = await run('coupon', 'create', '--months', '1', '--count', '1000');
    const codes = out.trim().split('\n');
    expect({ status, unique: new Set(codes).size }).toEqual({ status: 0, unique: 1000 });
    expect(codes.filter((code) => !/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(code))).toEqual([]);
    const { rows } = await site.db.query<{ row: string }>('select coupons::text as row from coupons');
    const kept = rows.map(({ row }) => row).join('\n');
    expect(codes.filter((code) => kept.includes(code) || kept.includes(code.replaceAll('-', '')))).toEqual([]);
  });

  inLong('prints the terms as JSON', async () => {
    const drawn = await run('coupon', 'create', '--days', '7', '--max-uses', '3', '--expires', '2999-01-01', '--json');
    expect(JSON.parse(drawn.out)).toEqual([
      {
        ...{ code: expect.any(String), months: null, days: 7, max_uses: 3, expires_at: '2999-01-01T00:00:00.000Z' },
        ...{ percent: null, amount: null, plan: null },
      },
    ]);
    const word = await run('coupon', 'create', '--months', '2', '--code', 'Summer-2026', '--new-users', '--json');
    expect(JSON.parse(word.out)).toEqual([
      {
        ...{ code: 'Summer-2026', months: 2, days: null, max_uses: 1, expires_at: null },
        ...{ percent: null, amount: null, plan: null },
      },
    ]);
  });

  inLong('refuses a code that can be mistaken for an existing one', async () => {
    await run('coupon', 'create', '--days', '1', '--code', 'HELLO2026');
    const { status, out, err } = await run('coupon', 'create', '--days', '1', '--code', 'he11o2o26');
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/already, or one that reads alike/);
  });

  it.each([
    [[], /one of --months, --days/],
    [['--months', '1', '--days', '1'], /one of --months, --days/],
    [['--days', '36501'], /whole number from 1 to 36500/],
    [['--days', '1', '--count', '0'], /whole number from 1 to 10000/],
    [['--days', '1', '--count', '10001'], /whole number/],
    [['--days', '1', '--max-uses', '0'], /whole number/],
    [['--days', '1', '--expires', '2020-01-01'], /over already/],
    [['--days', '1', '--expires', 'soon'], /a time such as/],
    [['--days', '1', '--code', 'SUMMER', '--count', '2'], /--count/],
    [['--days', '1', '--code', 'ABC'], /4 to 40/],
    [['--days', '1', '--code', '0123-4567-89AB-CDEF'], /not 16/],
    [['--days', '1', '--code', '新年快乐'], /4 to 40/],
  ])('refuses %j', async (options, why) => {
    const { status, out, err } = await run('coupon', 'create', ...options);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(why);
  });
});

describe('longstrip coupon stop', () => {
  it('stops a code in any spelling, also a second time', async () => {
    await run('coupon', 'create', '--days', '1', '--code', 'STOPIT');
    for (const spelling of ['STOPIT', 'st0p-1t'])
      expect(await run('coupon', 'stop', spelling)).toMatchObject({ status: 0, err: '' });
    const { rows } = await site.db.query(`select last_four from coupons where not active`);
    expect(rows).toEqual([{ last_four: '0P1T' }]);
  });

  it.each(['UNKNOWN', '0123-4567-89AB-CDEE', 'x'])('ends 1 for %s', async (code) => {
    expect(await run('coupon', 'stop', code)).toEqual({ status: 1, out: '', err: 'There is no such coupon.\n' });
  });
});
