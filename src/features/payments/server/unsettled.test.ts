import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { eventually, expectBalance, listsNaming, shopForTests } from '../testing/shop.ts';
import type { SimulatedEvent } from '../testing/stripe/sale.ts';
import { resolveByHand } from './by-hand.ts';
import { reportPayments } from './report.ts';

const logged: string[] = [];
const shop = shopForTests({
  settings: { LOG_LEVEL: 'trace' },
  logTo: { write: (line: string) => void logged.push(line) },
});
afterAll(() => expectBalance(shop.server.db));
beforeEach(() => shop.wechat.reset());

const unsettled = async (reference: string) => {
  const report = await reportPayments(shop.server.db);
  return report.unsettled.filter((line) => line.reference === reference);
};
const isMember = async (user: SignedInUser) => (await shop.daysLeft(user)) > 0;
const runJob = (name: string) => shop.runJob(name);
/** Makes the events of these names look as if they had waited for a while. */
const wait = (reference: string) =>
  shop.server.db.query("update payment_events set tried_at = now() - interval '1 minute' where reference = $1", [
    reference,
  ]);
const counted = async (provider: string, outcome: string) => {
  const { body } = await shop.server.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const line = new RegExp(`^payment_notifications_total\\{provider="${provider}",outcome="${outcome}"\\} (\\d+)$`, 'm');
  return Number(line.exec(body)?.[1] ?? 0);
};
const gauge = async (name: string) => {
  const { body } = await shop.server.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  return new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1];
};

/** Removes from the database what it lacks after a restore from before the order. */
async function forget(orderId: string): Promise<void> {
  await shop.server.db.query('delete from payment_orders where id = $1', [orderId]);
}

async function paidSilently() {
  const user = await shop.newUser();
  const { id, number } = await shop.ordered(user);
  await shop.wechat.pay(number, { isSilent: true });
  return { user, id, number };
}

describe('a genuine notification of money without an order', () => {
  it('is listed at once with its names and its sum, and answered so that it is sent again', async () => {
    const { id, number } = await paidSilently();
    await forget(id);
    const before = await counted('wechat', 'no_order');
    const attempt = await shop.wechat.notify(number);
    expect([attempt.status, JSON.parse(attempt.answer).code]).toEqual([404, 'FAIL']);
    expect(await unsettled(number)).toEqual([
      {
        ...{ order_id: null, reference: number, username: null },
        ...{ amount: 1000, currency: 'CNY', reason: 'no_order' },
      },
    ]);
    expect(await counted('wechat', 'no_order')).toBe(before + 1);
  });

  it('is one line however often it is sent; of a refund the newest reason', async () => {
    const { id, number } = await paidSilently();
    await forget(id);
    for (let times = 0; times < 3; times += 1) await shop.wechat.notify(number);
    expect(await unsettled(number)).toHaveLength(1);
    await shop.wechat.refund(number, 400);
    expect(await unsettled(number)).toMatchObject([{ amount: 400, reason: 'refund_without_order' }]);
  });

  it('leaves the list when its order comes, without being sent again', async () => {
    const { user, id, number } = await paidSilently();
    const { rows } = await shop.server.db.query<{ row: string }>(
      'delete from payment_orders where id = $1 returning row_to_json(payment_orders.*)::text as row',
      [id],
    );
    await shop.wechat.notify(number);
    await shop.server.db.query(
      'insert into payment_orders select * from json_populate_record(null::payment_orders, $1::json)',
      [rows[0]?.row],
    );
    await wait(number);
    await runJob('follow unsettled events');
    expect(await listsNaming(shop.server.db, number)).toEqual([]);
    expect(await isMember(user)).toBe(true);
  });

  it('is resolved once by its reference; the same notification lists nothing again, another one does', async () => {
    const { id, number } = await shop.ordered(await shop.newUser());
    await forget(id);
    expect((await shop.wechat.pay(number))?.status).toBe(404); // WeChat Pay sends it again until it is taken
    expect(await resolveByHand(shop.server.db, { reference: number, note: 'granted by hand' })).toBe(true);
    expect(await unsettled(number)).toEqual([]);
    expect(await resolveByHand(shop.server.db, { reference: number, note: 'once more' })).toBe(false);
    await shop.wechat.settled();
    expect(shop.wechat.deliveries.at(-1)?.status).toBe(204);
    expect(await unsettled(number)).toEqual([]);
    expect((await shop.wechat.notify(number)).status).toBe(404);
    expect(await unsettled(number)).toMatchObject([{ reason: 'no_order' }]);
    const notes = await shop.server.db.query('select note from payment_notes where reference = $1', [number]);
    expect(notes.rows).toEqual([{ note: 'granted by hand' }]);
  });
});

describe("another merchant's money", () => {
  it('in a payment is answered and kept, and is not unsettled', async () => {
    const { id, number } = await paidSilently();
    await forget(id);
    const before = await counted('wechat', 'foreign_merchant');
    expect((await shop.wechat.notify(number, 'foreign_merchant')).status).toBe(204);
    expect(await listsNaming(shop.server.db, number)).toEqual([]);
    expect(await counted('wechat', 'foreign_merchant')).toBe(before + 1);
  });

  it('in a refund changes neither order, ledger nor report; it is kept, logged and counted', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await shop.wechat.pay(number);
    const before = await counted('wechat', 'foreign_merchant');
    shop.wechat.fault({ on: 'notification', kind: 'foreign_merchant' });
    expect((await shop.wechat.refund(number, 1000))?.status).toBe(204);
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'succeeded' });
    expect(await isMember(user)).toBe(true);
    expect(await listsNaming(shop.server.db, number)).toEqual([]);
    expect(await counted('wechat', 'foreign_merchant')).toBe(before + 1);
    expect(logged.join('')).toContain('"event":"foreign refund"');
    const kept = await shop.server.db.query(
      "select outcome from payment_events where reference = $1 and kind = 'refund'",
      [number],
    );
    expect(kept.rows).toEqual([{ outcome: 'foreign_merchant' }]);
  });
});

describe('an event whose handling was cut short', () => {
  /** Makes every grant fail until the returned function is called. */
  async function breakLedger(): Promise<() => Promise<void>> {
    await shop.server.db.query(
      `create function fail_entry() returns trigger language plpgsql as $$ begin raise exception 'cut short'; end $$;
       create trigger fail_entry before insert on ledger_entries for each row execute function fail_entry()`,
    );
    return async () => {
      await shop.server.db.query('drop trigger fail_entry on ledger_entries; drop function fail_entry()');
    };
  }

  it('of WeChat Pay is listed at once, and taken up without a resend', async () => {
    const { user, number } = await paidSilently();
    const mend = await breakLedger();
    const before = await counted('wechat', 'failed');
    const attempt = await shop.wechat.notify(number);
    await mend();
    expect(attempt.status).toBe(500);
    expect(await counted('wechat', 'failed')).toBe(before + 1);
    expect(await unsettled(number)).toMatchObject([{ amount: 1000, currency: 'CNY', reason: 'handling_failed' }]);
    await wait(number);
    await runJob('follow unsettled events');
    expect(await unsettled(number)).toEqual([]);
    expect(await isMember(user)).toBe(true);
  });

  it('of Stripe likewise, by its payment', async () => {
    const user = await shop.newUser();
    const sale = shop.stripe.sell({ buyButtonId: 'buy_btn_m', clientReferenceId: user.id });
    const event = sale.completed();
    const mend = await breakLedger();
    const status = await shop.stripe.deliver(event);
    await mend();
    expect(status).toBe(500);
    const reference = paymentOf(event);
    expect(await unsettled(reference)).toMatchObject([{ amount: 199, currency: 'USD', reason: 'handling_failed' }]);
    await wait(reference);
    await runJob('follow unsettled events');
    expect(await unsettled(reference)).toEqual([]);
    expect(await isMember(user)).toBe(true);
  });

  it('by the death of its process is listed and taken up as well', async () => {
    const { user, number } = await paidSilently();
    await shop.wechat.notify(number, 'wrong_amount'); // kept, and in review
    await shop.server.db.query('update payment_events set outcome = null where reference = $1', [number]);
    await wait(number);
    expect(await unsettled(number)).toMatchObject([{ reason: 'handling_failed' }]);
    await runJob('follow unsettled events');
    expect(await unsettled(number)).toEqual([]);
    expect(await isMember(user)).toBe(false);
  });

  it('does not keep the others waiting, and stays listed while it cannot be read', async () => {
    const { user, number } = await paidSilently();
    const eventKey = randomBytes(8).toString('hex');
    await shop.server.db.query(
      `insert into payment_events (provider, event_key, kind, body, tried_at)
       values ('wechat', $1, 'paid', 'no json', now() - interval '1 hour')`,
      [eventKey],
    );
    await shop.wechat.notify(number);
    await shop.server.db.query('update payment_events set outcome = null where reference = $1', [number]);
    await wait(number);
    await runJob('follow unsettled events');
    expect(await unsettled(number)).toEqual([]);
    expect(await isMember(user)).toBe(true);
    await shop.server.db.query("update payment_events set tried_at = now() - interval '1 hour' where event_key = $1", [
      eventKey,
    ]);
    expect(await unsettled(eventKey)).toMatchObject([{ amount: null, reason: 'handling_failed' }]);
    expect(await resolveByHand(shop.server.db, { reference: eventKey, note: 'not ours' })).toBe(true);
    expect(await unsettled(eventKey)).toEqual([]);
  });
});

function paymentOf(event: SimulatedEvent): string {
  return String((event.data.object as { payment_intent?: unknown }).payment_intent);
}

describe('what is counted of notifications', () => {
  it('is taken, repeated, refused and in review', async () => {
    const names = ['taken', 'repeated', 'refused', 'review'] as const;
    const all = async () =>
      Object.fromEntries(await Promise.all(names.map(async (name) => [name, await counted('wechat', name)])));
    const before = await all();
    const { number } = await paidSilently();
    await shop.wechat.notify(number, 'wrong_signature');
    await shop.wechat.notify(number, 'wrong_amount');
    await shop.wechat.notify(number);
    await shop.wechat.notify(number);
    const after = await all();
    expect(names.map((name) => after[name] - before[name])).toEqual([1, 1, 1, 1]);
  });

  it('stands in gauges beside it, of this moment or of the last check', async () => {
    await runJob('hold payments against ledger');
    await runJob('check ledger');
    expect(await gauge('payments_mismatched')).toBe('0');
    expect(await gauge('ledger_differences')).toBe('0');
    const { unsettled: lines } = await reportPayments(shop.server.db);
    expect(lines.length).toBeGreaterThan(0);
    await eventually(async () => (await gauge('payments_unsettled')) === String(lines.length));
    expect(await gauge('payments_in_review')).toMatch(/^\d+$/);
  });
});

describe('the body of an event', () => {
  it('goes 180 days after it was settled; what it said of money stays, and so does an unsettled one', async () => {
    const { number: settled } = await paidSilently();
    await shop.wechat.notify(settled);
    const { id, number: open } = await paidSilently();
    await forget(id);
    await shop.wechat.notify(open);
    const { number: doubted } = await paidSilently();
    await shop.wechat.notify(doubted, 'wrong_amount');
    const kept = async () => {
      const { rows } = await shop.server.db.query<{ reference: string; bytes: number | null; amount: number }>(
        `select reference, length(body) as bytes, amount_minor as amount, currency, kind, received_at
         from payment_events where reference = any($1)`,
        [[settled, open, doubted]],
      );
      return Object.fromEntries(rows.map((row) => [row.reference, row]));
    };
    const age = (days: number) =>
      shop.server.db.query(
        `update payment_events set received_at = now() - make_interval(days => $1),
           settled_at = settled_at - make_interval(days => $1) where reference = any($2)`,
        [days, [settled, open, doubted]],
      );
    await age(179);
    await runJob('remove old bodies');
    expect((await kept())[settled]?.bytes).toBeGreaterThan(100);
    await age(2);
    await runJob('remove old bodies');
    const after = await kept();
    expect(after[settled]).toMatchObject({ bytes: null, amount: 1000, currency: 'CNY', kind: 'paid' });
    expect(after[open]?.bytes).toBeGreaterThan(100);
    expect(after[doubted]?.bytes).toBeGreaterThan(100);
  });
});
