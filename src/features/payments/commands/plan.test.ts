import { afterEach, describe, expect, it } from 'vitest';
import { siteForTests } from '../../../app/testing/site.ts';
import { inLong } from '../../../server/testing/depth.ts';

const site = siteForTests();
afterEach(async () => {
  await site.db.query("delete from plans where plan not in ('month', 'season')");
  await site.db.query('delete from plan_cards');
  await site.db.query(
    `update plans set active = true, card_set_at = null, position = case plan when 'month' then 1 else 2 end,
       amount_minor = case plan when 'month' then 1000 else 2700 end`,
  );
});

const run = (...argv: string[]) => site.run(...argv);
async function json(...argv: string[]) {
  const { status, out, err } = await run(...argv, '--json');
  expect([status, status === 0 ? '' : err]).toEqual([0, '']);
  return JSON.parse(out);
}
const lastAudit = async () => {
  const { rows } = await site.db.query<{ action: string; targetId: string; before: unknown; after: unknown }>(
    'select action, target_id as "targetId", before, after from audit_entries order by id desc limit 1',
  );
  return rows[0];
};
const countAudit = async () =>
  (await site.db.query<{ count: number }>('select count(*) as count from audit_entries')).rows[0]?.count;
const half = ['plan', 'add', 'half-year', '--months', '6', '--amount', '5000', '--name', 'Half a year'];

describe('plan list', () => {
  inLong('prints all plans in their order, paused ones too', async () => {
    await run('plan', 'pause', 'month');
    await run(...half, '--order', '0');
    expect((await run('plan', 'list')).out).toBe(
      'half-year (Half a year): 6 months, 50.00 CNY\n' +
        'month (Month card): 1 month, 10.00 CNY, paused\n' +
        'season (Season card): 3 months, 27.00 CNY\n',
    );
    expect(await json('plan', 'list')).toMatchObject([
      {
        plan: 'half-year',
        months: 6,
        amount: 5000,
        name: { 'en-us': 'Half a year' },
        card: null,
        order: 0,
        active: true,
      },
      { plan: 'month', active: false },
      { plan: 'season', active: true },
    ]);
  });
});

describe('plan add', () => {
  it('adds a plan; the same again changes nothing, and other values are refused', async () => {
    const card = ['--card', 'plink_h', 'buy_btn_h', '1999', 'usd'];
    const added = await json(...half, ...card);
    expect(added).toMatchObject({
      ...{ plan: 'half-year', months: 6, amount: 5000, order: 3, active: true },
      card: { payment_link: 'plink_h', buy_button_id: 'buy_btn_h', amount: 1999, currency: 'USD' },
    });
    expect(await lastAudit()).toMatchObject({ action: 'site.plan_add', targetId: 'half-year' });
    const rows = await countAudit();
    expect(await json(...half, ...card)).toEqual(added);
    expect(await countAudit()).toBe(rows);
    const other = await run('plan', 'add', 'half-year', '--months', '6', '--amount', '4000', '--name', 'Half a year');
    expect([other.status, other.out]).toEqual([1, '']);
    expect(other.err).toContain('This plan exists already');
  });

  it('says which numbers it takes', async () => {
    const { status, err } = await run('plan', 'set', 'month', '--amount', '0');
    expect([status, err]).toEqual([1, '--amount wants a whole number from 1 to 1000000, not "0".\n']);
  });

  inLong.each([
    ['a code that is none', ['Half', '--months', '6', '--amount', '1', '--name', 'x']],
    ['no months', ['half', '--months', '0', '--amount', '1', '--name', 'x']],
    ['half a month', ['half', '--months', '0.5', '--amount', '1', '--name', 'x']],
    ['37 months', ['half', '--months', '37', '--amount', '1', '--name', 'x']],
    ['a price over the most', ['half', '--months', '6', '--amount', '1000001', '--name', 'x']],
    ['an empty name', ['half', '--months', '6', '--amount', '1', '--name', '']],
    [
      'a card of three values',
      ['half', '--months', '6', '--amount', '1', '--name', 'x', '--card', 'plink_a', 'buy_btn_a', '3'],
    ],
    [
      'a card of no link',
      ['half', '--months', '6', '--amount', '1', '--name', 'x', '--card', 'a', 'buy_btn_a', '3', 'usd'],
    ],
  ])('refuses %s and ends 1', async (_, argv) => {
    const { status, out, err } = await run('plan', 'add', ...argv);
    expect([status, out]).toEqual([1, '']);
    expect(err).not.toBe('');
    expect(await json('plan', 'list')).toHaveLength(2);
  });
});

describe('plan set', () => {
  inLong('changes what is given alone; again it changes nothing and ends 0', async () => {
    const set = await json('plan', 'set', 'month', '--amount', '900', '--order', '9');
    expect(set).toMatchObject({ plan: 'month', months: 1, amount: 900, order: 9, card: null });
    expect(await lastAudit()).toMatchObject({
      action: 'site.plan_edit',
      targetId: 'month',
      before: { amount: 1000, order: 1 },
      after: { amount: 900, order: 9 },
    });
    const rows = await countAudit();
    expect(await json('plan', 'set', 'month', '--amount', '900')).toEqual(set);
    expect(await countAudit()).toBe(rows);
  });

  inLong('gives a card, and takes it away', async () => {
    const card = ['--card', 'plink_m2', 'buy_btn_m2', '299', 'EUR'];
    expect((await json('plan', 'set', 'month', ...card)).card).toMatchObject({
      payment_link: 'plink_m2',
      currency: 'EUR',
    });
    const taken = await run('plan', 'set', 'season', ...card);
    expect([taken.status, taken.err]).toEqual([1, expect.stringContaining('Another plan sells by this payment link')]);
    expect((await json('plan', 'set', 'month', '--no-card')).card).toBeNull();
  });

  inLong('names a plan that is not there, and ends 1', async () => {
    const { status, err } = await run('plan', 'set', 'none', '--amount', '5');
    expect([status, err]).toEqual([1, expect.stringContaining('There is no plan "none"')]);
  });
});

describe('plan pause', () => {
  it('takes a plan off sale and puts it back', async () => {
    expect((await json('plan', 'pause', 'season')).active).toBe(false);
    expect((await json('plan', 'pause', 'season')).active).toBe(false);
    expect((await json('plan', 'pause', 'season', '--resume')).active).toBe(true);
  });
});

describe('coupon create', () => {
  it('makes discounts of a share or a sum, for one plan or for all', async () => {
    expect(await json('coupon', 'create', '--percent', '30', '--plan', 'season', '--count', '2')).toEqual(
      Array.from({ length: 2 }, () => ({
        code: expect.stringMatching(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/),
        ...{ months: null, days: null, max_uses: 1, expires_at: null, percent: 30, amount: null, plan: 'season' },
      })),
    );
    expect(await json('coupon', 'create', '--amount', '200', '--code', 'Welcome')).toMatchObject([
      { code: 'Welcome', percent: null, amount: 200, plan: null },
    ]);
    expect(await lastAudit()).toMatchObject({ action: 'coupon_batch.create', after: { amount: 200 } });
    expect(await json('coupon', 'create', '--days', '3')).toMatchObject([{ days: 3, percent: null, amount: null }]);
  });

  inLong.each([
    ['two kinds at once', ['--percent', '10', '--amount', '10']],
    ['time and a share', ['--percent', '10', '--months', '1']],
    ['no kind', []],
    ['a share of 0', ['--percent', '0']],
    ['a share of 91', ['--percent', '91']],
    ['a sum over the most', ['--amount', '1000001']],
    ['a plan beside time', ['--months', '1', '--plan', 'month']],
    ['a plan that is none', ['--percent', '10', '--plan', 'none']],
  ])('refuses %s and ends 1', async (_, argv) => {
    const { status, out, err } = await run('coupon', 'create', ...argv);
    expect([status, out]).toEqual([1, '']);
    expect(err).not.toBe('');
  });
});
