import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { expectBalance, shopForTests } from '../testing/shop.ts';
import type { SaleTerms } from '../testing/stripe/sale.ts';
import { reportPayments } from './report.ts';

const logged: string[] = [];
const shop = shopForTests({
  settings: { LOG_LEVEL: 'trace' },
  logTo: { write: (line: string) => void logged.push(line) },
});
afterAll(() => expectBalance(shop.server.db));

const sell = (user: SignedInUser | null, more: Partial<SaleTerms> = {}) =>
  shop.stripe.sell({ buyButtonId: 'buy_btn_m', clientReferenceId: user?.id ?? null, ...more });
const listed = async (kind: 'unattributed' | 'in_review' | 'partly_refunded' | 'disputed', session: { id: string }) => {
  const report = await reportPayments(shop.server.db);
  return report[kind].find(({ reference }) => reference === session.id)?.reason ?? null;
};
const statuses = async (user: SignedInUser) => (await shop.orders(user)).map(({ status }) => status);
const isMember = async (user: SignedInUser) => (await shop.daysLeft(user)) > 0;
/** Stripe's times are whole seconds, so a later event needs another second. */
const later = <T extends { created: number }>(event: T, seconds = 1): T => ({
  ...event,
  created: event.created + seconds,
});

describe('a card sale', () => {
  it.each([
    { button: 'buy_btn_m', plan: 'month', months: 1, amount: 199, most: 31 },
    { button: 'buy_btn_s', plan: 'season', months: 3, amount: 499, most: 92 },
  ])('of the button of $plan grants its $months months, and shows among the orders', async (row) => {
    const user = await shop.newUser();
    const sale = sell(user, { buyButtonId: row.button });
    expect(await shop.stripe.deliver(sale.completed())).toBe(200);
    const days = await shop.daysLeft(user);
    expect(days > row.most - 4 && days <= row.most).toBe(true);
    const { plan, months, amount } = row;
    expect(await shop.orders(user)).toMatchObject([
      { provider: 'stripe', plan, months, amount, currency: 'USD', status: 'succeeded' },
    ]);
  });

  it('grants once however often it is sent, no double credit: the same event, another one, twenty at once', async () => {
    const user = await shop.newUser();
    const sale = sell(user);
    const events = [sale.completed(), sale.completed(), sale.asyncSucceeded()];
    const taken = await shop.stripe.deliverAll(events, { order: 'at_once', times: 7 });
    // Stripe sends an event again when it could not wait for the others.
    for (const status of taken) expect([200, 503]).toContain(status);
    for (const event of events) expect(await shop.stripe.deliverUntilTaken(event)).toBe(200);
    expect(await shop.daysLeft(user)).toBeLessThanOrEqual(31);
    expect(await statuses(user)).toEqual(['succeeded']);
  });

  it.each([
    { story: 'unpaid, then paid', last: 'asyncSucceeded' as const, status: 'succeeded' },
    { story: 'unpaid, then failed', last: 'asyncFailed' as const, status: 'canceled' },
  ])('$story, in either order', async ({ last, status }) => {
    for (const order of ['as_given', 'reversed'] as const) {
      const user = await shop.newUser();
      const sale = sell(user);
      await shop.stripe.deliverAll([sale.completedUnpaid(), sale[last]()], { order });
      expect([order, await statuses(user)]).toEqual([order, [status]]);
      expect(await isMember(user)).toBe(status === 'succeeded');
    }
  });

  it('that was paid stays paid when a failure is reported late', async () => {
    const user = await shop.newUser();
    const sale = sell(user);
    await shop.stripe.deliverAll([sale.completed(), sale.asyncFailed()]);
    expect(await statuses(user)).toEqual(['succeeded']);
  });

  it('that was left leaves nothing', async () => {
    const user = await shop.newUser();
    expect(await shop.stripe.deliver(sell(user).expired())).toBe(200);
    expect(await statuses(user)).toEqual([]);
  });

  it.each([
    { named: 'nobody: paid but nothing delivered', reference: null },
    { named: 'what is no user of ours', reference: randomUUID() },
    { named: 'what is no uuid', reference: 'reader-7' },
    { named: 'an id with a slash, which Stripe drops', reference: 'a/b' },
  ])("that names $named is listed, and is nobody else's", async ({ reference }) => {
    const before = await shop.server.db.query('select 1 from ledger_entries');
    const sale = sell(null, { clientReferenceId: reference });
    expect(await shop.stripe.deliver(sale.completed())).toBe(200);
    expect(await listed('unattributed', sale.session)).toBe('it names no user of ours');
    expect((await shop.server.db.query('select 1 from ledger_entries')).rowCount).toBe(before.rowCount);
  });

  it.each<{ of: string; reason: string; terms: Partial<SaleTerms> }>([
    { of: 'a smaller amount: amount not compared', reason: 'wrong_amount', terms: { differs: { amount_total: 1 } } },
    { of: 'a larger amount', reason: 'wrong_amount', terms: { differs: { amount_total: 499 } } },
    { of: 'another currency', reason: 'wrong_currency', terms: { differs: { currency: 'eur' } } },
    { of: 'a link that is no button', reason: 'foreign_link', terms: { differs: { payment_link: 'plink_x' } } },
    { of: 'live money', reason: 'wrong_livemode', terms: { differs: { livemode: true } } },
    { of: 'a live event', reason: 'wrong_livemode', terms: { eventLivemode: true } },
    { of: 'a subscription', reason: 'wrong_mode', terms: { differs: { mode: 'subscription' } } },
    { of: 'another plan by its metadata', reason: 'wrong_plan', terms: { differs: { metadata: { plan: 'm3' } } } },
    { of: 'nothing to pay', reason: 'not_paid', terms: { differs: { payment_status: 'no_payment_required' } } },
  ])('with $of is left to the operator', async ({ reason, terms }) => {
    const user = await shop.newUser();
    const sale = sell(user, terms);
    expect(await shop.stripe.deliver(sale.completed())).toBe(200);
    expect(await listed('in_review', sale.session)).toBe(reason);
    expect(await isMember(user)).toBe(false);
    expect((await statuses(user)).filter((status) => status !== 'processing')).toEqual([]);
  });

  it('of another link for somebody else is ignored', async () => {
    const sale = sell(null, { differs: { payment_link: 'plink_x' } });
    expect(await shop.stripe.deliver(sale.completed())).toBe(200);
    expect(await listed('in_review', sale.session)).toBeNull();
    expect(await listed('unattributed', sale.session)).toBeNull();
  });

  it('accepts a currency in capitals', async () => {
    const user = await shop.newUser();
    await shop.stripe.deliver(sell(user, { differs: { currency: 'USD' } }).completed());
    expect(await isMember(user)).toBe(true);
  });
});

describe('card money that goes back', () => {
  async function sold() {
    const user = await shop.newUser();
    const sale = sell(user);
    await shop.stripe.deliver(sale.completed());
    return { user, sale };
  }

  it('takes the membership when it is all of it; a part is listed', async () => {
    const { user, sale } = await sold();
    await shop.stripe.deliver(sale.refund(50).charge);
    expect(await statuses(user)).toEqual(['succeeded']);
    expect(await listed('partly_refunded', sale.session)).toBe('50 of 199 went back');
    await shop.stripe.deliver(sale.refund().charge);
    expect(await statuses(user)).toEqual(['refunded']);
    expect(await isMember(user)).toBe(false);
  });

  it('counts the larger total where two of one second come in the wrong order', async () => {
    const { user, sale } = await sold();
    const totals = [sale.refund(50).charge, sale.refund().charge];
    await shop.stripe.deliverAll(totals, { order: 'reversed', times: 2 });
    expect(await statuses(user)).toEqual(['refunded']);
  });

  it('may come before its sale', async () => {
    const user = await shop.newUser();
    const sale = sell(user);
    const completed = sale.completed();
    await shop.stripe.deliverAll([sale.refund().charge, completed]);
    expect(await statuses(user)).toEqual(['refunded']);
    expect(await isMember(user)).toBe(false);
  });

  it.each(['as_given', 'reversed'] as const)(
    'is granted again when its refund fails afterwards (%s)',
    async (order) => {
      const { user, sale } = await sold();
      const refund = sale.refund();
      await shop.stripe.deliverAll([refund.created, refund.charge, later(refund.failed())], { order, times: 2 });
      expect(await statuses(user)).toEqual(['succeeded']);
      expect(await isMember(user)).toBe(true);
    },
  );

  it('is only listed while it is disputed, and lost with the dispute', async () => {
    const { user, sale } = await sold();
    const dispute = sale.dispute();
    await shop.stripe.deliver(dispute.opened);
    expect(await listed('disputed', sale.session)).toContain('disputed on');
    expect(await isMember(user)).toBe(true);
    await shop.stripe.deliver(dispute.closed('lost'));
    expect(await statuses(user)).toEqual(['refunded']);
    expect(await isMember(user)).toBe(false);
  });

  it.each(['lost', 'won'] as const)('stays %s when the opening is reported last, in the same second', async (end) => {
    const { user, sale } = await sold();
    const dispute = sale.dispute();
    await shop.stripe.deliverAll([dispute.opened, dispute.closed(end)], { order: 'reversed', times: 2 });
    expect(await isMember(user)).toBe(end === 'won');
    expect((await listed('disputed', sale.session)) === null).toBe(end === 'won');
  });

  it('changes nothing on a warning of fraud', async () => {
    const { user, sale } = await sold();
    expect(await shop.stripe.deliver(sale.fraudWarning())).toBe(200);
    expect(await statuses(user)).toEqual(['succeeded']);
  });
});

describe("Stripe's webhook", () => {
  it.each([
    { of: 'a wrong secret', faults: { secrets: ['whsec_wrong'] } },
    { of: 'an empty secret: unsigned webhooks accepted', faults: { secrets: [''] } },
    { of: 'no signature', faults: { alterSignature: () => null } },
    { of: 'v0 only', faults: { alterSignature: (text: string) => text.replaceAll('v1=', 'v0=') } },
    { of: 'an altered body', faults: { alterBody: (text: string) => text.replace('199', '1') } },
    { of: 'a signature of 301 seconds ago', faults: { skewSeconds: -302 } },
    { of: 'a signature of the future', faults: { skewSeconds: 302 } },
  ])('refuses $of with 400, and the proper delivery still counts', async ({ faults }) => {
    const user = await shop.newUser();
    const event = sell(user).completed();
    expect(await shop.stripe.deliver(event, faults)).toBe(400);
    expect(await isMember(user)).toBe(false);
    expect(await shop.stripe.deliver(event)).toBe(200);
    expect(await isMember(user)).toBe(true);
  });

  it('takes both secrets while one replaces the other', async () => {
    for (const secrets of [['whsec_2'], ['whsec_0', 'whsec_1'], ['whsec_1', 'whsec_2']]) {
      const user = await shop.newUser();
      expect(await shop.stripe.deliver(sell(user).completed(), { secrets })).toBe(200);
      expect(await isMember(user)).toBe(true);
    }
  });

  it('changes nothing when a delivery is replayed', async () => {
    const user = await shop.newUser();
    const event = sell(user).completed();
    await shop.stripe.deliverAll([event], { times: 5 });
    expect(await shop.daysLeft(user)).toBeLessThanOrEqual(31);
  });

  it('answers 2xx to an event of an unknown type', async () => {
    const event = sell(null).completed();
    expect(await shop.stripe.deliver({ ...event, type: 'customer.created', data: { object: { id: 'cus_1' } } })).toBe(
      200,
    );
  });

  it.each([
    { of: 'a sale with a malformed total', makeEvent: () => sell(null).completed(), change: { amount_total: '199' } },
    { of: 'a sale without its status', makeEvent: () => sell(null).completed(), change: { payment_status: undefined } },
    { of: 'a refund of half a cent', makeEvent: () => sell(null).refund().charge, change: { amount_refunded: 0.5 } },
  ])('keeps $of in sight until somebody has read it', async ({ makeEvent, change }) => {
    const event = makeEvent();
    const strange = { ...event, data: { object: { ...event.data.object, ...change } } };
    expect(await shop.stripe.deliver(strange)).toBe(200);
    const unread = async () => {
      const { in_review: inReview } = await reportPayments(shop.server.db);
      return inReview.filter(({ reference }) => reference === event.id);
    };
    const [field] = Object.keys(change);
    const reason = `the event ${event.type} could not be read (malformed: ${field}); nothing followed from it`;
    const unknown = { order_id: null, username: null, amount: null, currency: null };
    expect(await unread()).toEqual([{ ...unknown, reference: event.id, reason }]);
    expect(logged.join('')).toContain('an event of a known type has an unknown shape');
    // Sent again once the program can read it, the event is handled like any other.
    expect(await shop.stripe.deliver(event)).toBe(200);
    expect(await unread()).toEqual([]);
  });

  it('refuses more than 64 KiB with 413, and reads up to it', async () => {
    const post = (bytes: number) =>
      fetch(shop.stripe.webhookUrl, { method: 'POST', body: Buffer.alloc(bytes, ' '), redirect: 'manual' });
    expect((await post(64 * 1024)).status).toBe(400);
    expect((await post(64 * 1024 + 1)).status).toBe(413);
  });

  it('logs no secret, signature or body', () => {
    expect(logged.join('')).toContain('webhook refused');
    expect(logged.join('')).not.toMatch(/whsec_|v1=[0-9a-f]{8}|client_reference_id|amount_total\\*":/);
  });
});
