import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import { eachGift } from '../../membership/server/gifts.ts';
import { eachPaidGrants, listMissingGrants } from '../../membership/server/membership.ts';
import { causeOf, orderOfCause } from '../rules.ts';
import { listUnreadEvents, listUnsettled, type UnreadEvent } from './event-queries.ts';
import { freezeView, listCausesDue, listPaidCauses, listSalesToLookAt, type SaleRow } from './report-queries.ts';

export interface ReportLine {
  order_id: string | null;
  reference: string;
  username: string | null;
  amount: number | null;
  currency: string | null;
  reason: string;
}

/** The operator's list of sales that do not add up or need a look (spec: payments.md#report). */
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

/** An operator has to act on any of these. */
export const alarming = ['paid_not_granted', 'granted_not_paid', 'unsettled'] as const;

const salesAtOnce = 2000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Compares every sale with the ledger, both ways. It reads page by page, so that a million sales fit into memory. */
export function reportPayments(db: DbPool): Promise<PaymentsReport> {
  return withTransaction(db, async (tx) => {
    // A sale that is settled between the two readings would look as if it were missing in one of them.
    await freezeView(tx);
    return compareBooks(tx);
  });
}

/** The number of sales on which money and memberships disagree. */
export function countMismatches(db: DbPool): Promise<number> {
  return withTransaction(db, async (tx) => {
    await freezeView(tx);
    return (await findUngranted(tx)).length + (await findStrayGrants(tx)).length;
  });
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
  const also = await findUngranted(db);
  const ungranted = new Set(also);
  let after = beforeAll;
  let found = salesAtOnce;
  while (found === salesAtOnce) {
    const sales = await listSalesToLookAt(db, { after, limit: salesAtOnce, also });
    await addSales(db, report, { sales, ungranted });
    after = sales.at(-1)?.id ?? after;
    found = sales.length;
  }
  report.in_review.push(...(await listUnreadEvents(db)).map(lineOfUnread));
  return report;
}

/** Paid orders with a known buyer whose grant the ledger does not hold. */
async function findUngranted(db: Db): Promise<string[]> {
  const ungranted: string[] = [];
  let after = beforeAll;
  let found = salesAtOnce;
  while (found === salesAtOnce) {
    const due = await listCausesDue(db, { after, limit: salesAtOnce });
    const missing = new Set(
      await listMissingGrants(
        db,
        due.flatMap(({ cause }) => cause ?? []),
      ),
    );
    ungranted.push(...due.flatMap(({ id, cause }) => (cause === null || missing.has(cause) ? [id] : [])));
    after = due.at(-1)?.id ?? after;
    found = due.length;
  }
  return ungranted;
}

async function addSales(
  db: Db,
  report: PaymentsReport,
  { sales, ungranted }: { sales: readonly SaleRow[]; ungranted: ReadonlySet<string> },
): Promise<void> {
  const names = await namesOfUsers(db, [...new Set(sales.flatMap(({ userId }) => userId ?? []))]);
  for (const sale of sales)
    for (const { list, reason } of listsOf(sale, ungranted.has(sale.id)))
      report[list].push({
        order_id: sale.id,
        reference: sale.reference,
        username: (sale.userId && names.get(sale.userId)) ?? null,
        amount: sale.amountMinor,
        currency: sale.currency,
        reason,
      });
}

function listsOf(sale: SaleRow, isUngranted: boolean): { list: keyof PaymentsReport; reason: string }[] {
  const { state, userId, grants, review, refundedMinor, amountMinor, disputedAt, isPaidTwice, isBoughtTwice } = sale;
  const isPaid = state === 'paid';
  const when = (isSo: boolean, list: keyof PaymentsReport, reason: string) => (isSo ? [{ list, reason }] : []);
  return [
    ...when(isUngranted, 'paid_not_granted', 'paid, and the ledger has no grant for it'),
    ...when(isPaid && userId === null && grants === 0, 'unattributed', 'it names no user of ours'),
    ...when(review !== null, 'in_review', review ?? ''),
    ...when(isPaid && refundedMinor > 0, 'partly_refunded', `${refundedMinor} of ${amountMinor} went back`),
    ...when(disputedAt !== null, 'disputed', `disputed on ${disputedAt?.toISOString()}`),
    ...when(isPaidTwice, 'paid_twice', 'paid beside the order that was made instead of it'),
    ...when(isBoughtTwice && !isPaidTwice, 'paid_twice', 'paid within a day of another sale to the same user'),
  ];
}

/** Grants of the ledger, and gifts, that belong to no paid order. */
async function findStrayGrants(db: Db): Promise<ReportLine[]> {
  const strays: { cause: string; userId: string | null }[] = [];
  const keepStrays = async (grants: readonly { cause: string; userId: string | null }[]) => {
    const orders = grants.flatMap(({ cause }) => orderOfCause(cause) ?? []);
    const paid = new Set<string>((await listPaidCauses(db, orders)).map((order) => causeOf(order, order.grants)));
    strays.push(...grants.filter(({ cause }) => !paid.has(cause)));
  };
  await eachPaidGrants(db, keepStrays);
  await eachGift(db, (causes) => keepStrays(causes.map((cause) => ({ cause, userId: null }))));
  const names = await namesOfUsers(db, [...new Set(strays.flatMap(({ userId }) => userId ?? []))]);
  return strays.map(({ cause, userId }) => ({
    ...noSale(cause),
    username: (userId && names.get(userId)) ?? null,
    reason:
      userId === null
        ? 'there is a gift, and no paid order stands behind it'
        : 'the ledger has a grant, and no paid order stands behind it',
  }));
}

/** Only the event says whose money it is and how much, and we could not read the event. */
function lineOfUnread({ eventKey, kind, outcome }: UnreadEvent): ReportLine {
  const reason = `the event ${kind} could not be read (${outcome}); nothing followed from it`;
  return { ...noSale(eventKey), reason };
}

function noSale(reference: string): Omit<ReportLine, 'reason'> {
  return { order_id: null, reference, username: null, amount: null, currency: null };
}
