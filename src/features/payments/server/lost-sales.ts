import type { Log } from '../../../server/config/log.ts';
import type { Db } from '../../../server/database/db.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import type { AskedSales } from '../studio-contract.ts';
import { readCardOffer } from './card-offer.ts';
import { findFigure, updateFigure } from './event-queries.ts';
import { takeEvent } from './events.ts';
import { findOrder, type OrderRow } from './queries.ts';
import type { StripeApi } from './stripe/api.ts';
import { describeSubject } from './stripe/mapping.ts';
import { type AskedSession, listSessions, type SessionPage } from './stripe/sessions.ts';
import { readStoredEvent } from './stripe/webhook.ts';
import { judgeCardEvent, type PaymentDeps } from './webhooks.ts';

export interface AskDeps extends Pick<PaymentDeps, 'db' | 'clock' | 'count'> {
  stripe: NonNullable<PaymentDeps['stripe']>;
  api: StripeApi;
  log: Pick<Log, 'error' | 'info'>;
}

/** When the last run began that ended well for all links, in seconds. */
const askedFigure = 'stripe asked at';
/** Sales are asked for again so long after: a buyer may take a day, and our clock is not Stripe's. */
const againMs = 3 * 24 * 60 * 60 * 1000;

/**
 * Asks Stripe for the complete checkouts of every link that sells or sold a plan, and follows those that no webhook has told
 * of, as the webhook would. Returns what was found, or null where Stripe did not answer for every link.
 */
export async function askStripe(deps: AskDeps, signal?: AbortSignal): Promise<AskedSales | null> {
  const { db, clock, stripe, api } = deps;
  const beganAt = clock();
  const last = await findFigure(db, askedFigure);
  const since = last === 0 ? null : new Date(last * 1000 - againMs);
  const { prices } = await readCardOffer(db, stripe.config);
  const links = [...new Set(prices.map(({ paymentLink }) => paymentLink))];
  const found: OrderRow[] = [];
  let sessions = 0;
  for (const paymentLink of links) {
    let after: string | null = null;
    do {
      const page: SessionPage | null = signal?.aborted ? null : await listSessions(api, { paymentLink, since, after });
      if (!page) return null;
      for (const session of page.sessions) found.push(...(await followSession(deps, session)));
      sessions += page.sessions.length;
      after = page.next;
    } while (after !== null);
  }
  await updateFigure(db, { name: askedFigure, value: Math.floor(beganAt.getTime() / 1000) });
  return { links: links.length, sessions, found: await present(deps, found) };
}

/** Notes in the audit who asked, and what was found. Each sale was followed in a transaction of its own before. */
export function writeAsked(db: Db, by: Maker, { links, sessions, found }: AskedSales): Promise<void> {
  const target = { kind: 'site', id: null, name: null } as const;
  return writeAudit(db, { by, action: 'site.payments_ask', target, after: { links, sessions, found: found.length } });
}

/** The order that a session made; nothing where it is known already, or not paid yet. */
async function followSession(deps: AskDeps, { id, event }: AskedSession): Promise<OrderRow[]> {
  const { db, clock, stripe } = deps;
  const known = await findOrder(db, id);
  if (known && (known.state !== 'new' || known.review !== null)) return [];
  const body = Buffer.from(JSON.stringify(event), 'utf8');
  const read = readStoredEvent({ rawBody: body, now: clock() });
  if (!read) return [];
  const about = describeSubject(read.subject);
  await takeEvent(
    deps,
    { provider: 'stripe', eventKey: read.id, kind: read.type, body, ...about },
    { isOver: () => false, follow: () => judgeCardEvent(db, stripe, read) },
  );
  const order = await findOrder(db, id);
  return order && outcomeOf(order) !== null ? [order] : [];
}

function outcomeOf({ grants, review, state }: OrderRow): AskedSales['found'][number]['outcome'] | null {
  if (grants > 0) return 'granted';
  if (review !== null) return 'review';
  return state === 'paid' ? 'unattributed' : null;
}

async function present({ db }: AskDeps, orders: readonly OrderRow[]): Promise<AskedSales['found']> {
  const names = await namesOfUsers(db, [...new Set(orders.flatMap(({ userId }) => userId ?? []))]);
  return orders.flatMap((order) => {
    const { id, reference, userId, amountMinor: amount, currency } = order;
    const outcome = outcomeOf(order);
    const username = (userId && names.get(userId)) ?? null;
    return outcome === null ? [] : [{ order_id: id, reference, username, amount, currency, outcome }];
  });
}
