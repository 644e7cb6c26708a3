import { type Db, type DbPool, withTransaction } from '../../../server/db.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import { listGrantsOfPayments } from '../../membership/server/membership.ts';
import { causeOf } from '../rules.ts';
import { freezeView, listSales, listUnreadEvents, type SaleRow, type UnreadEvent } from './queries.ts';

export interface ReportLine {
  order_id: string | null;
  reference: string;
  username: string | null;
  amount: number | null;
  currency: string | null;
  reason: string;
}

/** The operator's list of what does not add up, or wants a look; contract.md section 7. */
export interface PaymentsReport {
  paid_not_granted: ReportLine[];
  granted_not_paid: ReportLine[];
  unattributed: ReportLine[];
  in_review: ReportLine[];
  partly_refunded: ReportLine[];
  disputed: ReportLine[];
  paid_twice: ReportLine[];
}

const salesAtOnce = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Holds every sale against the ledger, both ways. */
export function reportPayments(db: DbPool): Promise<PaymentsReport> {
  return withTransaction(db, async (tx) => {
    // A sale that is settled between the two readings would look as if it were missing in one of them.
    await freezeView(tx);
    return compareBooks(tx);
  });
}

async function compareBooks(db: Db): Promise<PaymentsReport> {
  const grants = await listGrantsOfPayments(db);
  const sales = await listAllSales(db);
  const buyers = [...sales.flatMap(({ userId }) => userId ?? []), ...grants.values()];
  const names = await namesOfUsers(db, [...new Set(buyers)]);
  const line = (sale: SaleRow, reason: string): ReportLine => ({
    order_id: sale.id,
    reference: sale.reference,
    username: (sale.userId && names.get(sale.userId)) ?? null,
    amount: sale.amountMinor,
    currency: sale.currency,
    reason,
  });
  const linesOf = (reasonOf: (sale: SaleRow) => string | null) =>
    sales.flatMap((sale) => {
      const reason = reasonOf(sale);
      return reason === null ? [] : [line(sale, reason)];
    });
  return {
    paid_not_granted: linesOf((sale) => {
      if (sale.state !== 'paid' || sale.userId === null) return null;
      return sale.grants > 0 && grants.has(causeOf(sale, sale.grants))
        ? null
        : 'paid, and the ledger has no grant for it';
    }),
    granted_not_paid: strayGrants(sales, grants).map(({ cause, userId }) => ({
      order_id: null,
      reference: cause,
      username: names.get(userId) ?? null,
      amount: null,
      currency: null,
      reason: 'the ledger has a grant, and no paid order stands behind it',
    })),
    unattributed: linesOf(({ state, userId }) =>
      state === 'paid' && userId === null ? 'it names no user of ours' : null,
    ),
    in_review: [...linesOf(({ review }) => review), ...(await listUnreadEvents(db)).map(lineOfUnread)],
    partly_refunded: linesOf(({ state, refundedMinor, amountMinor }) =>
      state === 'paid' && refundedMinor > 0 ? `${refundedMinor} of ${amountMinor} went back` : null,
    ),
    disputed: linesOf(({ disputedAt }) => disputedAt && `disputed on ${disputedAt.toISOString()}`),
    paid_twice: linesOf(({ isPaidTwice }) =>
      isPaidTwice ? 'paid beside the order that was made instead of it' : null,
    ),
  };
}

/** Whose money it is, and how much, is in the event alone, which we could not read. */
function lineOfUnread({ eventKey, kind, outcome }: UnreadEvent): ReportLine {
  const reason = `the event ${kind} could not be read (${outcome}); nothing followed from it`;
  return { order_id: null, reference: eventKey, username: null, amount: null, currency: null, reason };
}

function strayGrants(sales: readonly SaleRow[], grants: ReadonlyMap<string, string>) {
  const paid = new Set<string>(sales.filter(({ state }) => state === 'paid').map((sale) => causeOf(sale, sale.grants)));
  return [...grants].filter(([cause]) => !paid.has(cause)).map(([cause, userId]) => ({ cause, userId }));
}

async function listAllSales(db: Db): Promise<SaleRow[]> {
  const all: SaleRow[] = [];
  for (;;) {
    const page = await listSales(db, { after: all.at(-1)?.id ?? beforeAll, limit: salesAtOnce });
    all.push(...page);
    if (page.length < salesAtOnce) return all;
  }
}
