import { type Db, type DbPool, withTransaction } from '../../../server/db.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import { eachPaidGrants, type Grant, grantsOf } from '../../membership/server/membership.ts';
import { causeOf, orderOfCause } from '../rules.ts';
import { listUnreadEvents, listUnsettled, type UnreadEvent } from './event-queries.ts';
import { freezeView, listPaidCauses, listSales, type SaleRow } from './queries.ts';

export interface ReportLine {
  order_id: string | null;
  reference: string;
  username: string | null;
  amount: number | null;
  currency: string | null;
  reason: string;
}

/** The operator's list of what does not add up, or wants a look; contract.md section 7, scale.md section 3. */
export interface PaymentsReport {
  paid_not_granted: ReportLine[];
  granted_not_paid: ReportLine[];
  unattributed: ReportLine[];
  in_review: ReportLine[];
  partly_refunded: ReportLine[];
  disputed: ReportLine[];
  paid_twice: ReportLine[];
  unsettled: ReportLine[];
}

/** Whoever looks is to act on any of these. */
export const alarming = ['paid_not_granted', 'granted_not_paid', 'unsettled'] as const;

const salesAtOnce = 2000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Holds every sale against the ledger, both ways. It reads page by page, so that a million of them fit anywhere. */
export function reportPayments(db: DbPool): Promise<PaymentsReport> {
  return withTransaction(db, async (tx) => {
    // A sale that is settled between the two readings would look as if it were missing in one of them.
    await freezeView(tx);
    return compareBooks(tx);
  });
}

/** How many sales money and memberships disagree on. */
export async function countMismatches(db: DbPool): Promise<number> {
  const { paid_not_granted: ungranted, granted_not_paid: unpaid } = await reportPayments(db);
  return ungranted.length + unpaid.length;
}

async function compareBooks(db: Db): Promise<PaymentsReport> {
  const report: PaymentsReport = {
    paid_not_granted: [],
    granted_not_paid: await findStrayGrants(db),
    unattributed: [],
    in_review: [],
    partly_refunded: [],
    disputed: [],
    paid_twice: [],
    unsettled: (await listUnsettled(db)).map(({ reference, amountMinor: amount, currency, reason }) => ({
      ...noSale(reference),
      amount,
      currency,
      reason,
    })),
  };
  let after = beforeAll;
  let found = salesAtOnce;
  while (found === salesAtOnce) {
    const sales = await listSales(db, { after, limit: salesAtOnce });
    await addSales(db, report, sales);
    after = sales.at(-1)?.id ?? after;
    found = sales.length;
  }
  report.in_review.push(...(await listUnreadEvents(db)).map(lineOfUnread));
  return report;
}

/** Adds the lines of these sales; most have none. */
async function addSales(db: Db, report: PaymentsReport, sales: readonly SaleRow[]): Promise<void> {
  const causes = sales.flatMap((sale) =>
    sale.state === 'paid' && sale.grants > 0 ? [causeOf(sale, sale.grants)] : [],
  );
  const granted = new Set((await grantsOf(db, causes)).map(({ cause }) => cause));
  const told = sales.flatMap((sale) => {
    const lists = listsOf(sale, granted);
    return lists.length === 0 ? [] : [{ sale, lists }];
  });
  const names = await namesOfUsers(db, [...new Set(told.flatMap(({ sale }) => sale.userId ?? []))]);
  for (const { sale, lists } of told)
    for (const { list, reason } of lists)
      report[list].push({
        order_id: sale.id,
        reference: sale.reference,
        username: (sale.userId && names.get(sale.userId)) ?? null,
        amount: sale.amountMinor,
        currency: sale.currency,
        reason,
      });
}

function listsOf(sale: SaleRow, granted: ReadonlySet<string>): { list: keyof PaymentsReport; reason: string }[] {
  const { state, userId, grants, review, refundedMinor, amountMinor, disputedAt, isPaidTwice, isBoughtTwice } = sale;
  const isPaid = state === 'paid';
  const isGranted = grants > 0 && granted.has(causeOf(sale, grants));
  const when = (isSo: boolean, list: keyof PaymentsReport, reason: string) => (isSo ? [{ list, reason }] : []);
  return [
    ...when(
      isPaid && !isGranted && (userId !== null || grants > 0),
      'paid_not_granted',
      'paid, and the ledger has no grant for it',
    ),
    ...when(isPaid && userId === null && grants === 0, 'unattributed', 'it names no user of ours'),
    ...when(review !== null, 'in_review', review ?? ''),
    ...when(isPaid && refundedMinor > 0, 'partly_refunded', `${refundedMinor} of ${amountMinor} went back`),
    ...when(disputedAt !== null, 'disputed', `disputed on ${disputedAt?.toISOString()}`),
    ...when(isPaidTwice, 'paid_twice', 'paid beside the order that was made instead of it'),
    ...when(isBoughtTwice && !isPaidTwice, 'paid_twice', 'paid within a day of another sale to the same user'),
  ];
}

/** Grants of the ledger behind which no paid order stands. */
async function findStrayGrants(db: Db): Promise<ReportLine[]> {
  const strays: Grant[] = [];
  await eachPaidGrants(db, async (grants) => {
    const orders = grants.flatMap(({ cause }) => orderOfCause(cause) ?? []);
    const paid = new Set<string>((await listPaidCauses(db, orders)).map((order) => causeOf(order, order.grants)));
    strays.push(...grants.filter(({ cause }) => !paid.has(cause)));
  });
  const names = await namesOfUsers(db, [...new Set(strays.map(({ userId }) => userId))]);
  return strays.map(({ cause, userId }) => ({
    ...noSale(cause),
    username: names.get(userId) ?? null,
    reason: 'the ledger has a grant, and no paid order stands behind it',
  }));
}

/** Whose money it is, and how much, is in the event alone, which we could not read. */
function lineOfUnread({ eventKey, kind, outcome }: UnreadEvent): ReportLine {
  const reason = `the event ${kind} could not be read (${outcome}); nothing followed from it`;
  return { ...noSale(eventKey), reason };
}

function noSale(reference: string): Omit<ReportLine, 'reason'> {
  return { order_id: null, reference, username: null, amount: null, currency: null };
}
