import type { DbPool } from '../../../server/database/db.ts';
import { AppError, notFound, wrongFields } from '../../../server/http/errors.ts';
import type { Call } from '../../../shared/calls.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import { writeAudit } from '../../studio/server/audit.ts';
import { type CsvColumn, moneyColumns } from '../../studio/server/csv.ts';
import { answerOnce } from '../../studio/server/requests.ts';
import { boundsOf, mayActOnUser, requireActOnUser } from '../../studio/server/studio.ts';
import type { StudioExtras, StudioPlatform } from '../../studio/server/studio-api.ts';
import { numberOfOrder, statusOf } from '../rules.ts';
import {
  keptAssignment,
  keptRefund,
  keptResolution,
  paymentStudioCalls,
  type StudioReceipt,
} from '../studio-contract.ts';
import { type Assigned, assignInTransaction, endReviewByHand, type Reviewed, resolveByHand } from './by-hand.ts';
import { type AskDeps, askStripe, writeAsked } from './lost-sales.ts';
import { eachOrder, listOrders, type OrdersQuestion, readOrder } from './orders.ts';
import { findOrder } from './queries.ts';
import { eachReceipt, listReceipts } from './receipts.ts';
import { noteRefund, type RefundDeps, type RefundRefusal, sendRefund } from './refunds.ts';
import { type PaymentsReport, type ReportLine, reportPayments } from './report.ts';
import { listWithdrawals } from './withdrawals.ts';

interface StudioOrdersDeps extends StudioPlatform {
  refunds: RefundDeps;
  /** Null: the site has no key for Stripe. */
  ask: AskDeps | null;
}

/** The studio's calls about orders and payments (spec: studio.md#orders). */
export function mountStudioOrders(deps: StudioOrdersDeps): void {
  addLists(deps);
  addRefund(deps);
  addResolve(deps);
  addAssign(deps);
  addReport(deps);
  addReceipts(deps);
  addAsk(deps);
}

const orderColumns: readonly CsvColumn[] = [
  { head: 'Order number', read: ({ number }) => number },
  ...(['order_id', 'provider', 'plan', 'months'] as const),
  ...moneyColumns('Amount', ({ amount, currency }) => ({ amount, currency })),
  ...moneyColumns('List price', ({ full_amount: amount, currency }) => ({ amount, currency })),
  ...(['currency', 'status'] as const),
  ...(['gift.state', 'gift.expires_at', 'created_at', 'paid_at', 'user.uuid', 'user.username'] as const),
  ...(['reference', 'review', 'way'] as const),
  ...moneyColumns('Discount', ({ discount: amount, currency }) => ({ amount, currency })),
];

function addLists({ studio, db, setting }: StudioOrdersDeps): void {
  type Query = Omit<OrdersQuestion, 'from' | 'before'> & { from?: string | undefined; to?: string | undefined };
  const questionOf = async ({ from, to, ...query }: Query): Promise<OrdersQuestion> => ({
    ...query,
    ...(await boundsOf(db, { from, to, timeZone: setting('time_zone') })),
  });

  studio.add(
    paymentStudioCalls.listOrders,
    async ({ query }) =>
      listOrders(db, { question: await questionOf(query), page: query.page, pageSize: query.page_size }),
    {
      csv: {
        name: 'orders',
        columns: orderColumns,
        async *rows({ query }) {
          yield* eachOrder(db, await questionOf(query));
        },
      },
    },
  );

  studio.add(paymentStudioCalls.getOrder, async ({ params }) => {
    const id = parseUuid(params.id);
    const order = id === null ? null : await readOrder(db, id);
    if (!order) throw orderNotFound();
    return { result: order };
  });
}

const receiptColumns: readonly CsvColumn[] = [
  ...(['number', 'kind', 'issued_at', 'order_id', 'user.uuid', 'user.username', 'item.plan'] as const),
  { head: 'Item', read: ({ item }) => (item as StudioReceipt['item']).name['en-us'] }, // a row of the list
  ...(['item.months', 'item.gift', 'period.from', 'period.to'] as const),
  ...moneyColumns('List price', ({ full_amount: amount, currency }) => ({ amount, currency })),
  ...moneyColumns('Discount', ({ discount: amount, currency }) => ({ amount, currency })),
  ...moneyColumns('Amount', ({ amount, currency }) => ({ amount, currency })),
  ...(['currency', 'tax.rate'] as const),
  ...moneyColumns('Tax', ({ tax, currency }) => ({
    amount: (tax as StudioReceipt['tax'])?.amount, // a row of the list
    currency,
  })),
  ...(['provider', 'way'] as const),
  ...(['seller.name', 'seller.registration', 'seller.tax_id'] as const),
];

function addReceipts({ studio, db, setting }: StudioOrdersDeps): void {
  studio.add(paymentStudioCalls.listWithdrawals, ({ query }) =>
    listWithdrawals(db, { page: query.page, pageSize: query.page_size }),
  );

  const boundsIn = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
    boundsOf(db, { from, to, timeZone: setting('time_zone') });
  studio.add(
    paymentStudioCalls.listReceipts,
    async ({ query }) =>
      listReceipts(db, { asked: await boundsIn(query), page: query.page, pageSize: query.page_size }),
    {
      csv: {
        name: 'receipts',
        columns: receiptColumns,
        async *rows({ query }) {
          yield* eachReceipt(db, await boundsIn(query));
        },
      },
    },
  );
}

function addRefund({ studio, db, refunds, config }: StudioOrdersDeps): void {
  const call = paymentStudioCalls.refundOrder;
  studio.add(
    call,
    async (asked) => {
      const { staff, by, body } = asked;
      const id = await requireOrder(db, asked.params.id);
      const kept = await answerOnce(db, { call, asked, named: { id }, kept: keptRefund }, async (tx) => {
        const refundId = `R${crypto.randomUUID().replaceAll('-', '')}`;
        const amountMinor = body.amount ?? null;
        const noted = await noteRefund(tx, refunds, { order: id, amountMinor, refundId: () => refundId });
        if (noted.kind !== 'noted') throw refundRefused(noted, config);
        const { order } = noted;
        if (order.userId !== null) await requireActOnUser(tx, staff, { act: 'refund', userId: order.userId });
        const refund = { refund_id: refundId, amount: noted.amountMinor, currency: order.currency };
        await writeAudit(tx, {
          by,
          action: 'order.refund',
          target: { kind: 'order', id, name: numberOfOrder(id) },
          before: { refunded: order.refundedMinor },
          after: refund,
          reason: body.reason,
        });
        return refund;
      });
      const { state, isUnknown } = await sendRefund(refunds, kept.refund_id);
      if (isUnknown) throw providerUnavailable();
      return { result: { ...kept, state } };
    },
    mayActOnBuyer(db, 'refund'),
  );
}

async function requireOrder(db: DbPool, text: string): Promise<string> {
  const id = parseUuid(text);
  if (id === null || !(await findOrder(db, id))) throw orderNotFound();
  return id;
}

/** An order without a buyer is for everybody with the call's right. */
function mayActOnBuyer(db: DbPool, act: 'refund' | 'grant'): Required<Pick<StudioExtras<Call>, 'mayAct'>> {
  return {
    async mayAct({ staff, params }) {
      const id = parseUuid(params.id ?? '');
      const userId = id && (await findOrder(db, id))?.userId;
      return !userId || mayActOnUser(db, staff, { act, userId });
    },
  };
}

function refundRefused(refusal: RefundRefusal, { payments }: StudioOrdersDeps['config']): AppError {
  switch (refusal.kind) {
    case 'unknown_order':
      return orderNotFound();
    case 'not_paid':
      return orderNotPaid();
    case 'gift_redeemed':
      return new AppError(409, 'gift_redeemed', 'Somebody has redeemed this gift');
    case 'too_large':
      return new AppError(409, 'refund_too_large', 'That is more than is left');
    case 'card_sale': {
      const isTest = payments.stripe?.publishableKey.startsWith('pk_test_') ?? false;
      const url = `https://dashboard.stripe.com/${isTest ? 'test/' : ''}payments/${refusal.paymentId}`;
      return new AppError(409, 'refund_at_provider', "Card payments are refunded in the provider's dashboard", {
        extra: { url },
      });
    }
    case 'not_configured':
      return new AppError(503, 'payment_not_configured', 'This site does not take WeChat Pay');
  }
}

function addResolve({ studio, db, setting }: StudioOrdersDeps): void {
  const call = paymentStudioCalls.resolveOrder;
  studio.add(
    call,
    async (asked) => {
      const { by, body } = asked;
      const id = await requireOrder(db, asked.params.id);
      const result = await answerOnce(db, { call, asked, named: { id }, kept: keptResolution }, async (tx) => {
        const ended = await endReviewByHand(tx, { order: id, outcome: body.outcome, note: body.reason, setting });
        if (ended.kind !== 'ended') throw reviewRefused(ended.kind);
        const { before, order } = ended;
        const resolution = { order_id: id, status: statusOf(order).status };
        await writeAudit(tx, {
          by,
          action: 'order.resolve',
          target: { kind: 'order', id, name: numberOfOrder(id) },
          before: { status: statusOf(before).status, review: before.review },
          after: { ...resolution, outcome: body.outcome, review: order.review },
          reason: body.reason,
        });
        return resolution;
      });
      return { result };
    },
    mayActOnBuyer(db, 'grant'),
  );
}

function reviewRefused(kind: Exclude<Reviewed['kind'], 'ended'>): AppError {
  switch (kind) {
    case 'unknown_order':
      return orderNotFound();
    case 'not_in_review':
      return new AppError(409, 'order_not_in_review', 'This order is not in review');
    case 'refunded':
      return orderNotPaid();
    case 'paid':
      return new AppError(409, 'order_paid', 'This order was paid. Refund it instead');
    case 'unattributed':
      return new AppError(409, 'order_unattributed', 'This sale names no user or no plan. Assign it instead');
  }
}

function addAssign({ studio, db, setting }: StudioOrdersDeps): void {
  const call = paymentStudioCalls.assignOrder;
  studio.add(call, async (asked) => {
    const { user_uuid: userId, reason, months: given } = asked.body;
    await requireActOnUser(db, asked.staff, { act: 'grant', userId });
    const id = await requireOrder(db, asked.params.id);
    const username = (await namesOfUsers(db, [userId])).get(userId);
    if (username === undefined) throw notFound('user_not_found', 'There is no such user');
    const result = await answerOnce(db, { call, asked, named: { id }, kept: keptAssignment }, async (tx) => {
      const assigned = await assignInTransaction(tx, {
        ...{ order: id, userId, months: given ?? null, setting },
        note: `assigned to ${username} (${userId}): ${reason}`,
        also: (_, order) =>
          writeAudit(tx, {
            by: asked.by,
            action: 'order.assign',
            target: { kind: 'order', id, name: order && numberOfOrder(order.id) },
            after: { user_uuid: userId, username, ...(given ? { months: given } : {}) },
            reason,
          }),
      });
      if (assigned.kind !== 'assigned') throw assignmentRefused(assigned.kind);
      const { months, expireAt } = assigned;
      const user = { uuid: userId, username };
      return { order_id: id, user, months, expire_at: expireAt?.toISOString() ?? null };
    });
    return { result };
  });
}

function assignmentRefused(kind: Exclude<Assigned['kind'], 'assigned'>): AppError {
  switch (kind) {
    case 'unknown_order':
      return orderNotFound();
    case 'not_paid':
      return orderNotPaid();
    case 'already_granted':
      return new AppError(409, 'order_assigned', 'This sale was granted already');
    case 'months_unknown':
      return wrongFields([{ path: 'months', code: 'required', message: 'is wanted: the sale names no plan' }]);
  }
}

function addAsk({ studio, db, ask }: StudioOrdersDeps): void {
  studio.add(paymentStudioCalls.askStripe, async ({ by }) => {
    if (!ask) throw new AppError(409, 'stripe_key_missing', 'Stripe can be asked once STRIPE_API_KEY is set');
    const result = await askStripe(ask);
    if (!result) throw providerUnavailable();
    if (result.found.length > 0) await writeAsked(db, by, result);
    return { result };
  });
}

function addReport({ studio, db }: StudioOrdersDeps): void {
  studio.add(paymentStudioCalls.getReport, async () => ({ result: withNumbers(await reportPayments(db)) }));

  studio.add(paymentStudioCalls.resolve, async ({ body: { reference, reason }, by }) => {
    const isResolved = await resolveByHand(db, {
      ...{ reference, note: reason },
      also: (tx, order) =>
        writeAudit(tx, {
          by,
          action: 'order.resolve',
          target: { kind: 'order', id: order?.id ?? null, name: order ? numberOfOrder(order.id) : reference },
          reason,
        }),
    });
    if (!isResolved) throw notFound('reference_not_found', 'Nothing waits under this reference');
    return { result: { reference, resolved: true as const } };
  });
}

/** Beside each order's id the number by which people name it. */
function withNumbers(report: PaymentsReport) {
  const numbered = ({ order_id: id, ...line }: ReportLine) => ({
    ...{ order_id: id, number: id && numberOfOrder(id) },
    ...line,
  });
  const lists = Object.entries<ReportLine[]>({ ...report }).map(
    ([name, lines]) => [name, lines.map(numbered)] as const,
  );
  return Object.fromEntries(lists) as Record<keyof PaymentsReport, ReturnType<typeof numbered>[]>; // the same names
}

function orderNotFound(): AppError {
  return notFound('order_not_found', 'Order not found');
}

function orderNotPaid(): AppError {
  return new AppError(409, 'order_not_paid', 'This order was not paid');
}

function providerUnavailable(): AppError {
  const text = 'Payment is temporarily unavailable, please try again later';
  return new AppError(502, 'payment_provider_unavailable', text);
}
