import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { runAsTyped, siteForTests } from '../../../app/testing/site.ts';
import { makeUser } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { redeemCoupon } from '../../membership/server/coupons.ts';
import { findGifts, giveGift } from '../../membership/server/gifts.ts';
import { findMembership } from '../../membership/testing/memberships.ts';
import { stripeSettings } from '../testing/offer.ts';

const site = siteForTests();
const ada = forAllTests(() => makeUser(site.db, 'Adaline'));
beforeEach(() =>
  site.db.query(
    'delete from payment_orders; delete from payment_events; delete from payment_refunds; delete from payment_notes',
  ),
);

/** The command line in this process, on the test's database, with cards configured. */
const run = (...argv: string[]) =>
  runAsTyped({ DATABASE_URL: site.url, DATA_DIR: site.dataDir, ...stripeSettings }, ['payments', ...argv]);

async function insertSale(sale: { amount?: number; currency?: string; review?: string; state?: string } = {}) {
  const { amount = 199, currency = 'USD', review = null, state = 'paid' } = sale;
  const reference = `cs_test_${randomUUID()}`;
  await site.db.query(
    `insert into payment_orders (provider, reference, plan, months, amount_minor, currency, state, transaction_id, paid_at, review)
     values ('stripe', $1, 'month', 1, $2, $3, $4, 'pi_' || $1, now(), $5)`,
    [reference, amount, currency, state, review],
  );
  return reference;
}

const insertUnsettled = (reference: string, reason = 'no_order') =>
  site.db.query(
    `insert into payment_events (provider, event_key, kind, body, reference, amount_minor, currency, unsettled)
     values ('wechat', $1, 'paid', '', $2, 1000, 'CNY', $3)`,
    [randomUUID(), reference, reason],
  );

describe('longstrip payments report', () => {
  inLong('ends 0 with eight empty lists where nothing waits', async () => {
    const { status, out } = await run('report', '--json');
    expect([status, Object.keys(JSON.parse(out))]).toEqual([
      0,
      [
        'paid_not_granted',
        'granted_not_paid',
        'unattributed',
        'in_review',
        'partly_refunded',
        'disputed',
        'paid_twice',
        'unsettled',
      ],
    ]);
  });

  it('ends 1 while money is unsettled, and names it in both forms', async () => {
    await insertUnsettled('ls7');
    const asJson = await run('report', '--json');
    const line = {
      order_id: null,
      reference: 'ls7',
      username: null,
      amount: 1000,
      currency: 'CNY',
      reason: 'no_order',
    };
    expect([asJson.status, JSON.parse(asJson.out).unsettled]).toEqual([1, [line]]);
    const { status, out } = await run('report');
    expect(status).toBe(1);
    expect(out).toContain('Unsettled: 1\n  ls7 10.00 CNY, no user: no_order');
  });

  inLong.each([
    ['JPY', 1000, '1000 JPY'],
    ['KRW', 25_000, '25000 KRW'],
    ['USD', 199, '1.99 USD'],
    ['KWD', 1500, '1.500 KWD'],
    ['IDR', 500_000, '5000.00 IDR'],
  ])('writes an amount of %s in its own units', async (currency, amount, written) => {
    await insertSale({ amount, currency });
    expect((await run('report')).out).toContain(` ${written}, no user: it names no user of ours`);
  });
});

describe('longstrip payments resolve', () => {
  it('removes a line once, and keeps the note', async () => {
    await insertUnsettled('ls8');
    const first = await run('resolve', 'ls8', '--note', ' granted by hand ', '--json');
    expect([first.status, JSON.parse(first.out)]).toEqual([0, { reference: 'ls8', resolved: true }]);
    expect((await run('report')).status).toBe(0);
    const again = await run('resolve', 'ls8', '--note', 'again');
    expect([again.status, again.err]).toEqual([
      1,
      expect.stringContaining('Nothing is unsettled or in review under "ls8"'),
    ]);
    const { rows } = await site.db.query('select reference, note from payment_notes');
    expect(rows).toEqual([{ reference: 'ls8', note: 'granted by hand' }]);
  });

  inLong('ends a review by any reference of the sale', async () => {
    const reference = await insertSale({ review: 'wrong_amount', state: 'new' });
    expect((await run('resolve', `pi_${reference}`, '--note', 'refunded')).status).toBe(0);
    const { out } = await run('report', '--json');
    expect(JSON.parse(out).in_review).toEqual([]);
  });

  inLong.each([
    { of: 'no note', argv: ['resolve', 'ls9'], says: '--note' },
    { of: 'an empty note', argv: ['resolve', 'ls9', '--note', ''], says: '--note' },
    { of: 'a blank note', argv: ['resolve', 'ls9', '--note', '  '], says: '--note' },
    { of: 'an unknown reference', argv: ['resolve', 'ls9x', '--note', 'x'], says: 'ls9x' },
  ])('refuses $of and changes nothing', async ({ argv }) => {
    await insertUnsettled('ls9');
    expect((await run(...argv)).status).toBe(1);
    expect((await run('report')).status).toBe(1);
  });
});

describe('longstrip payments assign', () => {
  it('grants an unattributed sale once, removes it from the list and prints the expiry', async () => {
    const reference = await insertSale();
    const { status, out } = await run('assign', reference, 'ＡＤＡＬＩＮＥ', '--json');
    const until = (await findMembership(site.db, ada.id))?.expireAt.toISOString();
    expect([status, JSON.parse(out)]).toEqual([
      0,
      { order_id: expect.any(String), username: 'Adaline', months: 1, expire_at: until },
    ]);
    const report = await run('report', '--json');
    expect([report.status, JSON.parse(report.out).unattributed]).toEqual([0, []]);
    const again = await run('assign', reference, 'Adaline');
    expect([again.status, again.err]).toEqual([1, expect.stringContaining('granted already')]);
  });

  inLong.each([
    { of: 'a user that is nobody', more: ['Nobody'], says: 'There is no user "Nobody".' },
    { of: 'no months at all', more: ['Adaline', '--months', '0'], says: '--months wants a whole number' },
  ])('refuses $of, and the sale stays listed', async ({ more, says }) => {
    const reference = await insertSale();
    const { status, err } = await run('assign', reference, ...more);
    expect([status, err]).toEqual([1, expect.stringContaining(says)]);
    expect(JSON.parse((await run('report', '--json')).out).unattributed).toHaveLength(1);
  });
});

describe('longstrip payments recheck', () => {
  inLong('ends 0 with zeros where no sale is in doubt', async () => {
    const { status, out } = await run('recheck', '--json');
    expect([status, JSON.parse(out)]).toEqual([0, { judged: 0, granted: 0, still_in_review: 0 }]);
  });

  inLong("judges each sale once, by today's settings", async () => {
    const sessions = [
      { id: 'cs_1', payment_link: 'plink_m', client_reference_id: ada.id },
      { id: 'cs_2', payment_link: 'plink_gone', client_reference_id: ada.id },
      { id: 'cs_3', payment_link: 'plink_m', client_reference_id: randomUUID() },
    ];
    for (const session of sessions) {
      const object = { ...session, payment_intent: `pi_${session.id}`, mode: 'payment', payment_status: 'paid' };
      const sold = { ...object, amount_total: 199, currency: 'usd', livemode: false };
      const body = {
        id: `evt_${session.id}`,
        object: 'event',
        type: 'checkout.session.completed',
        data: { object: sold },
      };
      await site.db.query(
        `insert into payment_events (provider, event_key, kind, body, outcome, reference)
         values ('stripe', $1, 'checkout.session.completed', $2, 'review: foreign_link', $3)`,
        [body.id, Buffer.from(JSON.stringify({ ...body, livemode: false })), object.payment_intent],
      );
    }
    const { status, out } = await run('recheck', '--json');
    expect([status, JSON.parse(out)]).toEqual([0, { judged: 3, granted: 1, still_in_review: 1 }]);
    const report = JSON.parse((await run('report', '--json')).out);
    expect(report.unattributed).toMatchObject([{ reference: 'cs_3' }]);
    expect(report.in_review).toMatchObject([{ reference: 'cs_2', reason: 'foreign_link' }]);
    const again = await run('recheck');
    expect(again.out).toBe('Judged 1 card sales in doubt: 0 granted, 1 still in review.\n');
  });
});

describe('payments refund', () => {
  inLong('refuses a gift that somebody has redeemed, and ends 1', async () => {
    const reference = await insertSale();
    const { rows } = await site.db.query<{ id: string }>(
      'update payment_orders set user_id = $2, grants = 1, is_gift = true where reference = $1 returning id',
      [reference, ada.id],
    );
    const cause = `stripe:${rows[0]?.id}` as const;
    await giveGift(site.db, { cause, months: 1, paidAt: new Date() });
    const before = await run('refund', reference);
    expect([before.status, before.err]).toEqual([1, expect.stringContaining(`pi_${reference}`)]);
    const code = (await findGifts(site.db, [cause])).get(cause)?.code ?? '';
    expect(await redeemCoupon(site.db, { userId: ada.id, code })).toMatchObject({ kind: 'redeemed' });
    const { status, out, err } = await run('refund', reference);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('was redeemed, so its money stays');
  });
});
