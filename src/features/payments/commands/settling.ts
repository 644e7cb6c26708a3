import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { readMonths } from '../../../server/command/options.ts';
import { createLog } from '../../../server/config/log.ts';
import { systemClock } from '../../../server/process/clock.ts';
import { writeAmount } from '../../../shared/currencies.ts';
import { findUserByName } from '../../accounts/server/accounts.ts';
import { readSettings } from '../../settings/server/settings.ts';
import { commandLine, writeAudit } from '../../studio/server/audit.ts';
import { numberOfOrder } from '../rules.ts';
import { assignByHand, resolveByHand } from '../server/by-hand.ts';
import { askStripe, writeAsked } from '../server/lost-sales.ts';
import { createPayments, openSandbox, openStripeApi } from '../server/providers.ts';
import { judgeSalesAgain } from '../server/sales-in-doubt.ts';

export type ResolveOptions = { note: string; json?: true };

const longestNote = 2000;

/** `longstrip payments resolve`: removes a line from `unsettled` or `in_review`, and keeps the reason. */
export function runPaymentsResolve(site: CommandSite, reference: string, options: ResolveOptions): Promise<void> {
  const note = options.note.trim();
  if (note === '') throw new OperatorError('--note wants some words on what was done.');
  if (note.length > longestNote) throw new OperatorError(`--note takes ${longestNote} characters at most.`);
  return site.withDatabase(async (db) => {
    const isResolved = await resolveByHand(db, {
      ...{ reference, note },
      also: (tx, order) =>
        writeAudit(tx, {
          by: commandLine,
          action: 'order.resolve',
          target: { kind: 'order', id: order?.id ?? null, name: order ? numberOfOrder(order.id) : reference },
          reason: note,
        }),
    });
    if (!isResolved) throw new OperatorError(`Nothing is unsettled or in review under ${JSON.stringify(reference)}.`);
    if (options.json) console.log(JSON.stringify({ reference, resolved: true }));
    else console.log(`${reference} is resolved. Later news of it lists it again.`);
  });
}

/** `longstrip payments recheck`: judges the card sales in doubt again, as if their events arrived today. */
export function runPaymentsRecheck(site: CommandSite, options: { json?: true }): Promise<void> {
  return site.withDatabase(async (db) => {
    const offered = openSandbox(site, systemClock);
    const log = createLog('silent');
    const payments = createPayments({
      ...{ ...offered, db, log, clock: systemClock, count: () => {} },
      setting: await readSettings(db, site.site),
    });
    const { judged, granted, stillInReview } = await judgeSalesAgain(db, { ...payments, log });
    // Each sale is judged in a transaction of its own, so the row of them all follows.
    if (granted > 0) {
      const target = { kind: 'site', id: null, name: null } as const;
      await writeAudit(db, { by: commandLine, action: 'site.payments_recheck', target, after: { judged, granted } });
    }
    if (options.json) console.log(JSON.stringify({ judged, granted, still_in_review: stillInReview }));
    else console.log(`Judged ${judged} card sales in doubt: ${granted} granted, ${stillInReview} still in review.`);
  });
}

/** `longstrip payments ask`: finds the card sales that no webhook has told of. */
export function runPaymentsAsk(site: CommandSite, options: { json?: true }): Promise<void> {
  return site.withDatabase(async (db) => {
    const offered = openSandbox(site, systemClock);
    const log = createLog('silent');
    const deps = { ...offered, db, log, clock: systemClock, count: () => {} };
    const { stripe } = createPayments({ ...deps, setting: await readSettings(db, site.site) });
    const api = openStripeApi(offered);
    if (!stripe || !api) throw new OperatorError('Stripe can be asked once STRIPE_API_KEY is set.');
    const asked = await askStripe({ ...deps, stripe, api });
    if (!asked)
      throw new OperatorError('Stripe did not answer. What it told before is followed; asking again is safe.');
    if (asked.found.length > 0) await writeAsked(db, commandLine, asked);
    if (options.json) return console.log(JSON.stringify(asked));
    const { links, sessions, found } = asked;
    console.log(`Asked about ${links} links, ${sessions} sales: ${found.length} had not been heard of.`);
    for (const { order_id: id, reference, username, amount, currency, outcome } of found)
      console.log(`  ${id} (${reference}) ${writeAmount(amount, currency)}, ${username ?? 'no user'}: ${outcome}`);
  });
}

export type AssignOptions = { months?: string; json?: true };

/** `longstrip payments assign`: grants a sale without a named user to the user who bought it. */
export function runPaymentsAssign(
  site: CommandSite,
  given: { order: string; username: string },
  options: AssignOptions,
): Promise<void> {
  const wanted = options.months === undefined ? null : readMonths(options.months);
  return site.withDatabase(async (db) => {
    const user = await findUserByName(db, given.username);
    if (!user) throw new OperatorError(`There is no user ${JSON.stringify(given.username)}.`);
    const note = `assigned to ${user.username} (${user.id})`;
    const assigned = await assignByHand(db, {
      ...{ order: given.order, userId: user.id, months: wanted, note },
      setting: await readSettings(db, site.site),
      also: (tx, order) =>
        writeAudit(tx, {
          by: commandLine,
          action: 'order.assign',
          target: { kind: 'order', id: order?.id ?? null, name: order ? numberOfOrder(order.id) : given.order },
          after: { user_uuid: user.id, username: user.username, ...(wanted === null ? {} : { months: wanted }) },
        }),
    });
    const name = JSON.stringify(given.order);
    switch (assigned.kind) {
      case 'unknown_order':
        throw new OperatorError(`There is no order ${name}.`);
      case 'not_paid':
        throw new OperatorError(`The order ${name} is not paid, or its money went back: there is nothing to assign.`);
      case 'already_granted':
        throw new OperatorError(`The order ${name} was granted already, and grants once.`);
      case 'months_unknown':
        throw new OperatorError(`Nobody knows how long the order ${name} is for: give --months.`);
      case 'assigned': {
        const { orderId, months, expireAt } = assigned;
        const until = expireAt?.toISOString() ?? null;
        const result = { order_id: orderId, username: user.username, months, expire_at: until };
        if (options.json) console.log(JSON.stringify(result));
        else if (until === null)
          console.log(`${orderId} is a gift of ${user.username}, who finds its code on the profile.`);
        else console.log(`${orderId} is for ${user.username}, whose membership lasts until ${until}.`);
      }
    }
  });
}
