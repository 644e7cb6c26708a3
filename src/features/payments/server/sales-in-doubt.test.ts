import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type LongstripServer } from '../../../app/server.ts';
import { runJob } from '../../../app/testing/server.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { createLog } from '../../../server/config/log.ts';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { settingsIn } from '../../../shared/site-settings.ts';
import { offer } from '../testing/offer.ts';
import { expectBalance, listsNaming, shopForTests } from '../testing/shop.ts';
import type { SaleTerms, SimulatedEvent } from '../testing/stripe/sale.ts';
import { assignByHand, resolveByHand } from './by-hand.ts';
import { reportPayments } from './report.ts';
import { signAsStripe } from './sandbox/stripe-protocol.ts';

/** The same site, started again with corrected settings: the link that belonged to no plan now sells the month. */
let corrected: LongstripServer;
const shop = shopForTests();
beforeAll(async () => {
  const { config, db } = shop.server;
  const { stripe } = config.payments;
  if (!stripe) throw new Error('The shop takes no cards');
  const buttons = [
    ...offer.buttons,
    { plan: 'season' as const, buy_button_id: 'buy_btn_x', payment_link: 'plink_x', amount: 199, currency: 'usd' },
  ];
  corrected = await createServer({
    config: { ...config, payments: { ...config.payments, stripe: { ...stripe, buttons } } },
    db,
    log: createLog('silent'),
    metrics: createMetrics(),
  });
});
afterAll(async () => {
  expect((await reportPayments(shop.server.db)).unsettled).toEqual([]);
  await expectBalance(shop.server.db);
  await corrected.app.close();
  await corrected.close();
});

const sell = (user: SignedInUser | null, more: Partial<SaleTerms> = {}) =>
  shop.stripe.sell({ buyButtonId: 'buy_btn_m', clientReferenceId: user?.id ?? null, ...more });
const statuses = async (user: SignedInUser) => (await shop.orders(user)).map(({ status }) => status);

async function deliver(server: LongstripServer, event: SimulatedEvent): Promise<number> {
  const payload = JSON.stringify(event);
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': signAsStripe(payload, { secrets: ['whsec_1'], at: new Date() }),
  };
  const url = '/api/v1/payment/stripe/webhook';
  return (await server.app.inject({ method: 'POST', url, headers, payload })).statusCode;
}

const startAgain = () => runJob({ jobs: corrected.jobs, db: shop.server.db }, 'judge sales in doubt');

describe('a card sale in doubt without a user', () => {
  inLong('stays in review while no link of the settings sells it, and is judged again once one does', async () => {
    const sale = sell(null, { differs: { amount_total: 217 } });
    const event = sale.completed();
    await deliver(shop.server, event);
    const id = sale.session.id;
    expect(await listsNaming(shop.server.db, id)).toEqual(['in_review']);
    const { config, db } = shop.server;
    const { stripe } = config.payments;
    if (!stripe) throw new Error('The shop takes no cards');
    const started = async (buttons: typeof stripe.buttons) => {
      const payments = { ...config.payments, stripe: { ...stripe, buttons } };
      const server = await createServer({
        config: { ...config, payments },
        db,
        log: createLog('silent'),
        metrics: createMetrics(),
      });
      await runJob({ jobs: server.jobs, db }, 'judge sales in doubt');
      await server.app.close();
      await server.close();
    };
    await started(stripe.buttons.map((button) => ({ ...button, payment_link: `${button.payment_link}_other` })));
    expect(await listsNaming(shop.server.db, id)).toEqual(['in_review']);
    await started(stripe.buttons.map((button) => (button.plan === 'month' ? { ...button, amount: 217 } : button)));
    expect(await listsNaming(shop.server.db, id)).toEqual(['unattributed']);
  });
});

describe('a card sale of a link that the settings did not name', () => {
  async function doubted(user: SignedInUser | null) {
    const sale = sell(user, { differs: { payment_link: 'plink_x' } });
    const event = sale.completed();
    await shop.stripe.deliver(event);
    expect(await listsNaming(shop.server.db, sale.session.id)).toEqual(['in_review']);
    return { sale, event, id: sale.session.id };
  }

  it.each([
    { when: 'its event comes again', judge: (event: SimulatedEvent) => deliver(corrected, event) },
    { when: 'the site starts', judge: () => startAgain() },
  ])('is granted once, what it sells by now, when $when and the settings are corrected', async ({ judge }) => {
    const user = await shop.newUser();
    const { event, id } = await doubted(user);
    await judge(event);
    await judge(event);
    expect(await shop.daysLeft(user)).toBeGreaterThan(80);
    expect(await shop.daysLeft(user)).toBeLessThanOrEqual(92);
    expect(await listsNaming(shop.server.db, id)).toEqual([]);
    expect(await shop.orders(user)).toMatchObject([{ plan: 'season', months: 3, status: 'succeeded' }]);
  });

  it('is in doubt no more once it was granted, though its event comes again after its link has gone', async () => {
    const user = await shop.newUser();
    const { event, id } = await doubted(user);
    await deliver(corrected, event);
    await deliver(shop.server, event);
    const { rows } = await shop.server.db.query<{ outcome: string }>(
      'select outcome from payment_events where event_key = $1',
      [event.id],
    );
    expect(rows).toEqual([{ outcome: 'contradicted' }]);
    expect(await listsNaming(shop.server.db, id)).toEqual([]);
    expect(await shop.daysLeft(user)).toBeGreaterThan(80);
  });

  it('stays in review while nothing is corrected', async () => {
    const user = await shop.newUser();
    const { event, id } = await doubted(user);
    await deliver(shop.server, event);
    await shop.runJob('judge sales in doubt');
    expect(await listsNaming(shop.server.db, id)).toEqual(['in_review']);
    await startAgain();
    expect(await listsNaming(shop.server.db, id)).toEqual([]);
  });

  it('is not judged any more once an operator has resolved it; other news of it lists it again', async () => {
    const user = await shop.newUser();
    const { sale, event, id } = await doubted(user);
    expect(await resolveByHand(shop.server.db, { reference: id, note: 'refunded in the dashboard' })).toBe(true);
    expect(await listsNaming(shop.server.db, id)).toEqual([]);
    expect(await resolveByHand(shop.server.db, { reference: id, note: 'again' })).toBe(false);
    await startAgain();
    await deliver(corrected, event);
    expect(await shop.daysLeft(user)).toBe(0);
    await shop.stripe.deliver(sale.asyncSucceeded());
    expect(await listsNaming(shop.server.db, id)).toEqual(['in_review']);
    expect(await resolveByHand(shop.server.db, { reference: id, note: 'the same' })).toBe(true);
  });

  it('of which all money went back is refunded, never granted and in no list, whichever is reported first', async () => {
    for (const order of ['as_given', 'reversed'] as const) {
      const user = await shop.newUser();
      const sale = sell(user, { differs: { amount_total: 500 } });
      await shop.stripe.deliverAll([sale.completed(), sale.refund().charge], { order });
      expect([order, await statuses(user), await shop.daysLeft(user)]).toEqual([order, ['refunded'], 0]);
      expect(await listsNaming(shop.server.db, sale.session.id)).toEqual([]);
      const { rows } = await shop.server.db.query('select 1 from ledger_entries where user_id = $1', [user.id]);
      expect(rows).toEqual([]);
    }
  });

  it('whose refund failed is in review again, and still judged', async () => {
    const user = await shop.newUser();
    const { sale, id } = await doubted(user);
    const refund = sale.refund();
    await shop.stripe.deliver(refund.charge);
    expect(await listsNaming(shop.server.db, id)).toEqual([]);
    const failed = refund.failed();
    await shop.stripe.deliver({ ...failed, created: failed.created + 1 });
    expect(await listsNaming(shop.server.db, id)).toEqual(['in_review']);
    await startAgain();
    expect(await listsNaming(shop.server.db, id)).toEqual([]);
    expect(await shop.daysLeft(user)).toBeGreaterThan(80);
  });
});

describe('a card sale that fits only once its money is back', () => {
  it('is granted when that refund fails in the end', async () => {
    const user = await shop.newUser();
    const sale = sell(user, { differs: { payment_link: 'plink_x' } });
    const event = sale.completed();
    await shop.stripe.deliver(event);
    const refund = sale.refund();
    await shop.stripe.deliver(refund.charge);
    await deliver(corrected, event);
    expect([await statuses(user), await shop.daysLeft(user)]).toEqual([['refunded'], 0]);
    const failed = refund.failed();
    await shop.stripe.deliver({ ...failed, created: failed.created + 1 });
    expect(await listsNaming(shop.server.db, sale.session.id)).toEqual([]);
    expect(await shop.orders(user)).toMatchObject([{ plan: 'season', months: 3, status: 'succeeded' }]);
    expect(await shop.daysLeft(user)).toBeGreaterThan(80);
  });
});

describe('a paid sale that names no user', () => {
  async function unattributed() {
    const sale = sell(null);
    await shop.stripe.deliver(sale.completed());
    expect(await listsNaming(shop.server.db, sale.session.id)).toEqual(['unattributed']);
    return sale;
  }
  const assign = (order: string, user: SignedInUser, months: number | null = null) =>
    assignByHand(shop.server.db, { order, userId: user.id, months, note: 'assigned', setting: settingsIn({}) });

  it('is granted once to the user it is assigned to, and leaves the list', async () => {
    const user = await shop.newUser();
    const { session } = await unattributed();
    expect(await assign(session.id, user)).toMatchObject({ kind: 'assigned', months: 1 });
    expect(await listsNaming(shop.server.db, session.id)).toEqual([]);
    expect(await shop.daysLeft(user)).toBeGreaterThan(27);
    expect(await assign(session.id, await shop.newUser(), 3)).toEqual({ kind: 'already_granted' });
    expect(await statuses(user)).toEqual(['succeeded']);
    const [order] = await shop.orders(user);
    const { rows } = await shop.server.db.query('select cause from ledger_entries where user_id = $1', [user.id]);
    expect(rows).toEqual([{ cause: `stripe:${order?.order_id}` }]);
  });

  it('may be assigned for other months, and is taken back with its money like any other', async () => {
    const user = await shop.newUser();
    const sale = await unattributed();
    expect(await assign(sale.session.id, user, 12)).toMatchObject({ kind: 'assigned', months: 12 });
    expect(await shop.daysLeft(user)).toBeGreaterThan(360);
    const refund = sale.refund();
    await shop.stripe.deliver(refund.charge);
    expect([await statuses(user), await shop.daysLeft(user)]).toEqual([['refunded'], 0]);
    const failed = refund.failed();
    await shop.stripe.deliver({ ...failed, created: failed.created + 1 });
    expect(await shop.daysLeft(user)).toBeGreaterThan(360);
  });

  it('whose money is back cannot be assigned, nor can an unpaid one', async () => {
    const user = await shop.newUser();
    const sale = await unattributed();
    await shop.stripe.deliver(sale.refund().charge);
    expect(await listsNaming(shop.server.db, sale.session.id)).toEqual([]);
    expect(await assign(sale.session.id, user)).toEqual({ kind: 'not_paid' });
    const unpaid = sell(null);
    await shop.stripe.deliver(unpaid.completedUnpaid());
    expect(await assign(unpaid.session.id, user)).toEqual({ kind: 'not_paid' });
    expect(await assign('cs_test_nothing', user)).toEqual({ kind: 'unknown_order' });
  });
});

describe('two card sales to one user within a day', () => {
  it('are both granted and both listed as paid twice, until one is given back', async () => {
    const user = await shop.newUser();
    const [first, second] = [sell(user), sell(user)];
    await shop.stripe.deliverAll([first.completed(), second.completed()]);
    expect(await shop.daysLeft(user)).toBeGreaterThan(57);
    expect(await listsNaming(shop.server.db, first.session.id)).toEqual(['paid_twice']);
    expect(await listsNaming(shop.server.db, second.session.id)).toEqual(['paid_twice']);
    await shop.stripe.deliver(second.refund().charge);
    expect(await listsNaming(shop.server.db, first.session.id)).toEqual([]);
  });

  it('are what was wanted when a month lies between them', async () => {
    const user = await shop.newUser();
    const event = sell(user).completed();
    await shop.stripe.deliver({ ...event, created: event.created - 30 * 86_400 });
    const next = sell(user);
    await shop.stripe.deliver(next.completed());
    expect(await listsNaming(shop.server.db, next.session.id)).toEqual([]);
  });
});
