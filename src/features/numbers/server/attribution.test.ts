import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';

const book = randomUUID();
const server = serverForTests();
const owner = forAllTests(() => signInStaff(server, 'owner'));
beforeAll(async () => {
  await server.db.query("update users set created_at = '2020-01-01' where id = $1", [owner.id]);
});
beforeEach(async () => {
  await server.db.query('delete from touches');
  await server.db.query('delete from payment_orders');
  await server.db.query("update users set created_at = '2020-01-01'");
});

let count = 0;
async function register(touch?: unknown, headers: Record<string, string> = {}): Promise<string> {
  count += 1;
  const payload = { username: `buyer${count}`, password: 'secret1234', ...(touch !== undefined && { touch }) };
  const answer = await server.app.inject({ method: 'POST', url: '/api/v1/user/register', headers, payload });
  expect(answer.statusCode).toBe(200);
  return answer.json().data.result.uuid;
}

async function pay(
  userId: string | null,
  given: { at?: Date; plan?: string; currency?: string; last?: object } = {},
): Promise<void> {
  const { at = new Date(), plan = 'month', currency = 'CNY', last } = given;
  const { rows } = await server.db.query<{ id: string }>(
    `insert into payment_orders (provider, reference, user_id, plan, months, amount_minor, currency, state, paid_at)
     values ('wechat', $1, $2, $3, 1, 1000, $4, 'paid', $5) returning id`,
    [randomUUID(), userId, plan, currency, at],
  );
  if (last)
    await server.db.query('insert into touches (user_id, order_id, last) values ($1, $2, $3)', [
      userId,
      rows[0]?.id,
      last,
    ]);
}

const ask = (url: string, as = owner) =>
  server.app.inject({ url: `/api/v1/studio/numbers/${url}`, headers: as.headers });
const rows = async (query: string) =>
  (await ask(`attribution?${query}`))
    .json()
    .data.result.map(
      (row: {
        key: string | null;
        sign_ups: number;
        first_payments: number;
        revenue: { currency: string; amount: number }[];
      }) =>
        [
          row.key,
          row.sign_ups,
          row.first_payments,
          ...row.revenue.map(({ currency, amount }) => `${amount} ${currency}`),
        ].join(' '),
    );

const touch = {
  first: { at: '2026-01-01T00:00:00Z', utm_source: 'news', utm_campaign: 'spring', book_uuid: book, page: 'book' },
  last: { referrer_class: 'search', referrer_host: 'google.com' },
};

describe('where members come from', () => {
  inLong(
    'is told by the first and the last touch of the registration, and by that of the order where it has one',
    async () => {
      const user = await register(touch);
      await register();
      await pay(user);
      await pay(user, { currency: 'USD', last: { utm_source: 'mail', utm_campaign: null, book_uuid: null } });
      await pay(null);
      expect(await rows('touch=first&by=source')).toEqual(['news 1 1 1000 CNY', ' 1 0 1000 CNY 1000 USD']);
      expect(await rows('touch=last&by=source')).toEqual(
        expect.arrayContaining(['search 1 1 1000 CNY', 'mail 0 0 1000 USD', ' 1 0 1000 CNY']),
      );
      expect(await rows('touch=first&by=campaign')).toContain('spring 1 1 1000 CNY');
      expect(await rows('touch=first&by=book')).toContain(`${book} 1 1 1000 CNY`);
      expect(await rows('touch=last&by=book')).toEqual([' 2 1 2000 CNY 1000 USD']);
    },
  );

  inLong('has a row for each currency in its file, where people are counted once', async () => {
    const user = await register(touch);
    await pay(user);
    await pay(user, { currency: 'USD' });
    const lines = (await ask('attribution?touch=first&format=csv')).body.split('\r\n');
    expect(lines[0]).toBe('\ufeffKey,Sign ups,First payments,Amount,Amount (minor units),Currency');
    expect(lines.slice(1, 3)).toEqual(['news,1,1,10.00,1000,CNY', 'news,,,10.00,1000,USD']);
  });

  inLong('drops what is wrong, refuses nothing, and keeps nothing of who does not want to be tracked', async () => {
    const wrong = {
      utm_source: 'x'.repeat(101),
      utm_medium: 7,
      referrer_class: 'magic',
      book_uuid: 'b',
      page: 'a\u0000',
    };
    for (const given of [1, 'text', null, [], { first: 1 }, { first: wrong }]) await register(given);
    await register({ first: { ...wrong, utm_source: ' ads ' } });
    await register(touch, { dnt: '1' });
    await register(touch, { 'sec-gpc': '1' });
    const { rows: kept } = await server.db.query('select first, last from touches');
    expect(kept).toMatchObject([
      { first: { utm_source: 'ads', utm_medium: null, book_uuid: null, page: null }, last: null },
    ]);
  });

  it('comes with an order as its maker tells it', async () => {
    const refused = await server.app.inject({
      method: 'POST',
      url: '/api/v1/payment/wechat/payment/china_book_membership/create',
      headers: owner.headers,
      payload: { months: 1, touch: 'anything' },
    });
    expect(refused.json().code).toBe('payment_not_configured');
  });

  it('is for owners alone', async () => {
    for (const role of ['editor', 'support'] as const)
      for (const url of ['attribution', 'cohorts'])
        expect((await ask(url, await signInStaff(server, role))).statusCode).toBe(403);
  });
});

describe('cohorts', () => {
  const month = (ago: number) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 10));
  };

  it('are those who paid first in a month, with the share that paid again in each month that is over', async () => {
    const [one, two, three] = [await register(), await register(), await register()];
    await pay(one, { at: month(3) });
    await pay(two, { at: month(3), plan: 'month' });
    await pay(three, { at: month(3), plan: 'season' });
    await pay(one, { at: month(2) });
    await pay(one, { at: month(2) });
    await pay(one, { at: month(1), plan: 'season' });
    const { result, total } = (await ask('cohorts')).json().data;
    expect(total).toBe(2);
    expect(result[0]).toMatchObject({ month: month(3).toISOString().slice(0, 7), plan: 'month', members: 2 });
    expect(result[0].months).toHaveLength(12);
    expect(result[0].months.slice(0, 3)).toEqual([
      { month: 1, count: 1, share: 0.5 },
      { month: 2, count: 1, share: 0.5 },
      { month: 3, count: null, share: null },
    ]);
    expect(result[1]).toMatchObject({
      plan: 'season',
      members: 1,
      months: [{ count: 0, share: 0 }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}],
    });
    expect((await ask('cohorts?plan=season')).json().data.result).toHaveLength(1);
    const [head, line] = (await ask('cohorts?format=csv')).body.split('\r\n');
    expect(head).toContain('Month,Plan,Members,Month 1,Month 1 (share),Month 2');
    expect(line).toContain(',month,2,1,0.5,1,0.5,,');
  });
});
