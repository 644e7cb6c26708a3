import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { changeAt } from '../../../app/testing/ask.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { withTransaction } from '../../../server/database/db.ts';
import { migrate } from '../../../server/migrations/migrate.ts';
import { packageRoot } from '../../../server/process/package-root.ts';
import { createTestDatabase } from '../../../server/testing/database.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { settingsIn } from '../../../shared/site-settings.ts';
import type { Receipt } from '../contract.ts';
import { taxIn } from '../rules.ts';
import { faultsOfReceipts } from '../testing/receipt-numbers.ts';
import { shopForTests } from '../testing/shop.ts';
import { recordRefund } from './payments.ts';
import { numberReceipts } from './receipts.ts';

const shop = shopForTests();
const owner = forAllTests(() => signInStaff(shop.server, 'owner'));
afterAll(async () => {
  expect(await faultsOfReceipts(shop.server.db)).toEqual([]);
});

const ask = (user: SignedInUser, order: string) =>
  shop.server.app.inject({ url: `/api/v1/payment/receipts/${order}`, headers: user.headers });
const receiptsOf = async (user: SignedInUser, order: string): Promise<Receipt[]> =>
  (await ask(user, order)).json().data.result;
async function paid(body: object = { months: 1 }) {
  const user = await shop.newUser();
  const order = await shop.orderedAs(user, body);
  await shop.wechat.pay(order.number);
  return { user, ...order };
}
/** A refund at WeChat Pay as it is reported. */
const refund = (number: string, given: { id: string; amount: number; state: 'succeeded' | 'failed'; after?: number }) =>
  recordRefund(
    { db: shop.server.db, setting: settingsIn({}) },
    {
      ...{ provider: 'wechat', refundId: given.id, orderKey: number, amountMinor: given.amount, state: given.state },
      occurredAt: new Date(Date.now() + (given.after ?? 0)),
    },
  );
const year = new Date().getUTCFullYear();
async function changeSeller(change: object) {
  expect((await changeAt(shop.server, owner, '/site/seller', change)).status).toBe(200);
}

describe('a paid order', () => {
  it('has a receipt with its price, what it granted and its seller, for its buyer and an owner alone', async () => {
    const { user, id } = await paid();
    const [receipt, ...others] = await receiptsOf(user, id);
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({
      ...{
        number: expect.stringMatching(`^${year}-[1-9]\\d*$`),
        kind: 'sale',
        order_id: id,
        provider: 'wechat',
        way: 'qr',
      },
      item: { plan: 'month', name: { 'en-us': expect.any(String) }, months: 1, gift: false },
      ...{ full_amount: 1000, discount: 0, amount: 1000, currency: 'CNY', tax: null },
      seller: { name: null, language: 'en-us' },
    });
    // A price that was paid by more is no discount.
    const pricedAt = 'update payment_orders set full_amount_minor = $2 where id = $1';
    await shop.server.db.query(pricedAt, [id, 900]);
    expect(await receiptsOf(user, id)).toMatchObject([{ discount: 0, amount: 1000 }]);
    await shop.server.db.query(pricedAt, [id, 1000]);
    const { rows } = await shop.server.db.query<{ at: Date }>(
      'select expire_at as at from memberships where user_id = $1',
      [user.id],
    );
    expect(receipt?.period?.to).toBe(rows[0]?.at.toISOString());
    expect((await receiptsOf(owner, id)).map(({ number }) => number)).toEqual([receipt?.number]);
    const support = await signInStaff(shop.server, 'support');
    for (const stranger of [await shop.newUser(), support]) {
      const answer = await ask(stranger, id);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'order_not_found']);
    }
    expect((await ask(user, randomUUID())).json().code).toBe('order_not_found');
    expect((await ask(user, 'nonsense')).json().code).toBe('order_not_found');
  });

  it('has none before it is paid, and none from a coupon', async () => {
    const user = await shop.newUser();
    const { id } = await shop.ordered(user);
    expect(await receiptsOf(user, id)).toEqual([]);
  });

  it('keeps its number and seller when the seller changes; another prefix is another series', async () => {
    const before = await paid();
    const [first] = await receiptsOf(before.user, before.id);
    await changeSeller({ name: 'Ink & Co', tax_rate: 19, receipt_prefix: 'INK', refund_prefix: 'BACK' });
    shop.server.pass(6000);
    const after = await paid();
    const [second] = await receiptsOf(after.user, after.id);
    expect(second).toMatchObject({
      number: `INK${year}-1`,
      seller: { name: 'Ink & Co' },
      tax: { rate: 19, amount: 160 },
    });
    expect(await receiptsOf(before.user, before.id)).toEqual([first]);
    const found = async (list: string) => {
      const url = `/api/v1/studio/${list}?q=ink${year}-1`;
      return (await shop.server.app.inject({ url, headers: owner.headers })).json().data.result;
    };
    expect([await found('orders'), await found('users')]).toMatchObject([
      [{ order_id: after.id }],
      [{ uuid: after.user.id }],
    ]);
    await changeSeller({ name: null, tax_rate: null, receipt_prefix: null, refund_prefix: null });
    shop.server.pass(6000);
  });

  it('has one more for each refund that is confirmed, a part with its amount, and one below 0 for what failed', async () => {
    const { user, id, number } = await paid();
    const whole = await receiptsOf(user, id);
    await refund(number, { id: `a${number}`, amount: 300, state: 'succeeded' });
    await refund(number, { id: `a${number}`, amount: 300, state: 'succeeded' });
    await refund(number, { id: `b${number}`, amount: 700, state: 'succeeded' });
    const amounts = async () => (await receiptsOf(user, id)).map(({ kind, amount }) => [kind, amount]);
    expect(await amounts()).toEqual([
      ['sale', 1000],
      ['refund', 300],
      ['refund', 700],
    ]);
    await refund(number, { id: `b${number}`, amount: 700, state: 'failed', after: 5000 });
    expect((await amounts()).at(-1)).toEqual(['refund', -700]);
    const all = await receiptsOf(user, id);
    expect(all[0]).toEqual({ ...whole[0], period: expect.anything() });
    expect(all.slice(1).every((each) => each.number.startsWith(`R${year}-`))).toBe(true);
  });

  it('is a sale by card too, and a gift has no period', async () => {
    const user = await shop.newUser();
    await shop.stripe.deliver(shop.stripe.sell({ buyButtonId: 'buy_btn_m', clientReferenceId: user.id }).completed());
    const [order] = await shop.orders(user);
    expect(await receiptsOf(user, order?.order_id ?? '')).toMatchObject([
      { provider: 'stripe', way: 'card', amount: 199, currency: 'USD', period: { from: expect.any(String) } },
    ]);
    const gift = await paid({ plan: 'season', gift: true });
    expect(await receiptsOf(gift.user, gift.id)).toMatchObject([{ item: { gift: true, months: 3 }, period: null }]);
  });

  it('stands in the list of the studio and its file, the newest first', async () => {
    const { user, id } = await paid();
    const url = '/api/v1/studio/receipts';
    const list = (await shop.server.app.inject({ url, headers: owner.headers })).json().data;
    expect(list.result[0]).toMatchObject({ order_id: id, user: { uuid: user.id } });
    const file = await shop.server.app.inject({ url: `${url}?format=csv`, headers: owner.headers });
    expect(file.headers['content-disposition']).toMatch(/longstrip-receipts-/);
    expect(file.body.trim().split('\r\n')).toHaveLength(list.total + 1);
    expect(file.body).toContain(',Currency,Tax rate,Tax,Tax (minor units),Provider,');
    expect(file.body).toContain(',CNY,19,1.60,160,wechat,');
    const none = await shop.server.app.inject({ url: `${url}?to=2020-01-01`, headers: owner.headers });
    expect(none.json().data).toEqual({ result: [], total: 0 });
  });
});

describe('numbers', () => {
  it('have no gaps, whoever takes them at once and whichever transactions come to nothing', async () => {
    const database = await createTestDatabase();
    const { db } = database;
    const { rows } = await db.query<{ id: string }>(
      `insert into payment_orders (provider, reference, plan, months, amount_minor, currency, state, paid_at)
       select 'wechat', 'r' || n, 'month', 1, 1000, 'CNY', 'paid', now() from generate_series(1, 200) n returning id`,
    );
    const waiting = rows.map(({ id }, index) => ({ id, fails: index % 3 }));
    const write = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { id, fails } = next;
        const order = { id, paidAt: new Date(), amountMinor: 1000, refundedMinor: 0, now: new Date() };
        await withTransaction(db, async (tx) => {
          await numberReceipts(tx, order, settingsIn({}));
          if (fails > 0) throw new Error('a crash');
        }).catch(() => waiting.push({ id, fails: fails - 1 }));
      }
    };
    await Promise.all(Array.from({ length: 8 }, write));
    expect(await faultsOfReceipts(db)).toEqual([]);
    await database.drop();
  });

  it('begin anew with the year of the site', async () => {
    const { rows } = await shop.server.db.query<{ id: string }>(
      `insert into payment_orders (provider, reference, plan, months, amount_minor, currency, state, paid_at)
       select 'wechat', 'year' || n, 'month', 1, 1000, 'CNY', 'paid', now() from generate_series(1, 2) n returning id`,
    );
    const numbers: string[] = [];
    const setting = settingsIn({ time_zone: 'Asia/Shanghai' });
    for (const [index, { id }] of rows.entries()) {
      const now = new Date(index === 0 ? '2031-12-31T15:59:59Z' : '2031-12-31T16:00:00Z');
      const order = { id, paidAt: now, amountMinor: 1000, refundedMinor: 0, now };
      await withTransaction(shop.server.db, (tx) => numberReceipts(tx, order, setting));
      const [receipt] = await receiptsOf(owner, id);
      numbers.push(receipt?.number ?? '');
    }
    expect(numbers).toEqual(['2031-1', '2032-1']);
  });

  inLong('are given by the migration in the order of payment, with one for what had gone back', async () => {
    const database = await createTestDatabase({ empty: true });
    const directory = mkdtempSync(join(tmpdir(), 'longstrip-receipts-'));
    const all = join(packageRoot, 'migrations');
    for (const file of readdirSync(all).filter((name) => name < '0038')) cpSync(join(all, file), join(directory, file));
    await migrate({ url: database.url, directory });
    await database.db.query(
      `insert into payment_orders (provider, reference, plan, months, amount_minor, currency, state, paid_at, refunded_minor)
       values ('wechat', 'later', 'month', 1, 1000, 'CNY', 'paid', '2026-02-01', 0),
         ('wechat', 'older', 'month', 1, 1000, 'CNY', 'refunded', '2025-12-31T20:00:00Z', 1000),
         ('wechat', 'first', 'month', 1, 1000, 'CNY', 'paid', '2026-01-02', 0),
         ('wechat', 'open', 'month', 1, 1000, 'CNY', 'open', null, 0)`,
    );
    cpSync(join(all, '0038_receipts.sql'), join(directory, '0038_receipts.sql'));
    await migrate({ url: database.url, directory });
    const { rows } = await database.db.query<{ reference: string; number: string }>(
      `select reference, number from receipts join payment_orders sold on sold.id = order_id order by receipts.id`,
    );
    expect(rows.map(({ reference, number }) => [reference, number])).toEqual([
      ['older', '2025-1'],
      ['older', 'R2025-1'],
      ['first', '2026-1'],
      ['later', '2026-2'],
    ]);
    expect(await faultsOfReceipts(database.db)).toEqual([]);
    await database.drop();
    rmSync(directory, { recursive: true });
  });
});

it('the tax in an amount is rounded at its half', () => {
  expect([taxIn(1000, 19), taxIn(1190, 19), taxIn(105, 5), taxIn(21, 5), taxIn(1000, 0)]).toEqual([160, 190, 5, 1, 0]);
  expect([taxIn(3, 100), taxIn(-3, 100), taxIn(10_000, 5.5)]).toEqual([2, -2, 521]);
});
