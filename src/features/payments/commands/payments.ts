import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { createLog } from '../../../server/config/log.ts';
import { systemClock } from '../../../server/process/clock.ts';
import { writeAmount } from '../../../shared/currencies.ts';
import { readSettings } from '../../settings/server/settings.ts';
import { commandLine, writeAudit } from '../../studio/server/audit.ts';
import { numberOfOrder } from '../rules.ts';
import { createRefunds, openSandbox } from '../server/providers.ts';
import { refundOrder } from '../server/refunds.ts';
import { alarming, type PaymentsReport, type ReportLine, reportPayments } from '../server/report.ts';

/**
 * `longstrip payments report`: ends 1 when money and memberships differ, or when no order or grant accounts for some
 * money.
 */
export function runPaymentsReport(site: CommandSite, options: { json?: true }): Promise<0 | 1> {
  return site.withDatabase(async (db) => {
    const report = await reportPayments(db);
    console.log(options.json ? JSON.stringify(report) : printReport(report));
    return alarming.some((list) => report[list].length > 0) ? 1 : 0;
  });
}

const headings: Record<keyof PaymentsReport, string> = {
  paid_not_granted: 'Paid, not granted',
  granted_not_paid: 'Granted, not paid',
  unattributed: 'Paid by nobody we know',
  in_review: 'In review',
  partly_refunded: 'Partly refunded',
  disputed: 'Disputed',
  paid_twice: 'Paid twice',
  unsettled: 'Unsettled',
};

function printReport(report: PaymentsReport): string {
  const names = Object.keys(headings) as (keyof PaymentsReport)[]; // the keys of the object above
  return names
    .flatMap((name) => [`${headings[name]}: ${report[name].length}`, ...report[name].map(printLine)])
    .join('\n');
}

function printLine({ order_id: id, reference, username, amount, currency, reason }: ReportLine): string {
  const sum = amount === null || currency === null ? '' : ` ${writeAmount(amount, currency)}`;
  return `  ${id ?? reference}${id ? ` (${reference})` : ''}${sum}, ${username ?? 'no user'}: ${reason}`;
}

/**
 * `longstrip payments refund`: refunds all money of an order; the membership is corrected once the refund is confirmed.
 */
export function runPaymentsRefund(site: CommandSite, order: string, options: { json?: true }): Promise<0 | 1> {
  return site.withDatabase(async (db) => {
    const offered = openSandbox(site, systemClock);
    const refunds = createRefunds({
      ...{ ...offered, db, log: createLog('silent'), clock: systemClock },
      setting: await readSettings(db, site.site),
    });
    const asked = await refundOrder(refunds, {
      order,
      also: (tx, noted) =>
        writeAudit(tx, {
          by: commandLine,
          action: 'order.refund',
          target: { kind: 'order', id: noted.order.id, name: numberOfOrder(noted.order.id) },
          after: { amount: noted.amountMinor, currency: noted.order.currency },
        }),
    });
    const name = JSON.stringify(order);
    switch (asked.kind) {
      case 'unknown_order':
        throw new OperatorError(`There is no order ${name}.`);
      case 'not_paid':
        throw new OperatorError(`The order ${name} was not paid.`);
      case 'too_large':
        throw new OperatorError(`All money of ${name} is back, or on its way.`);
      case 'gift_redeemed':
        throw new OperatorError(`The gift of ${name} was redeemed, so its money stays.`);
      case 'not_configured':
        throw new OperatorError('WeChat Pay is not configured here, and the order was paid with it.');
      case 'card_sale':
        throw new OperatorError(
          `It was paid by card: refund the payment ${asked.paymentId} in Stripe's dashboard, or set STRIPE_API_KEY.`,
        );
      case 'refused':
        throw new OperatorError(`The provider did not take the refund (${asked.reason}). Asking again is safe.`);
      case 'asked':
        if (options.json) console.log(JSON.stringify({ order_id: asked.order.id, state: asked.state }));
        else console.log(`The refund of ${asked.order.id} is ${asked.state}.`);
        return asked.state === 'failed' ? 1 : 0;
    }
  });
}
