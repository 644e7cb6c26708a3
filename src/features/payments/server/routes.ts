import type { Db } from '../../../server/database/db.ts';
import { AppError, notFound, wrongFields } from '../../../server/http/errors.ts';
import type { Platform } from '../../../server/http/platform.ts';
import { addOpenCall } from '../../../server/http/user-api.ts';
import { drawQrCode } from '../../../server/process/qr-code.ts';
import { readOwnPath } from '../../../shared/own-path.ts';
import { paymentReturnPath } from '../../../shared/paths.ts';
import { fixedPlans } from '../../../shared/plans.ts';
import { isUuid } from '../../../shared/wire.ts';
import type { Attempts } from '../../accounts/server/accounts.ts';
import type { NoteConsent } from '../../documents/server/documents.ts';
import { type CouponRefused, tryCoupon } from '../../membership/server/discounts.ts';
import { findGifts, type GiftStanding, giftEndsAt } from '../../membership/server/gifts.ts';
import type { Role } from '../../studio/contract.ts';
import type { CreateOrderAnswer, Gift, Order, WechatWay } from '../contract.ts';
import { paymentCalls } from '../contract.ts';
import { causeOf, discountOf, statusOf } from '../rules.ts';
import { mountFapiao } from './fapiao.ts';
import type { Openids } from './openids.ts';
import { quote, quoteByCard } from './prices.ts';
import { findOrder, findOrderOfUser, listOrdersOfUser, type OrderRow } from './queries.ts';
import { readReceipts } from './receipts.ts';
import type { StripeApi } from './stripe/api.ts';
import { findReceipt } from './stripe/receipts.ts';
import { addWebhooks, type PaymentDeps } from './webhooks.ts';
import { makeOrder, takeOrder, type WechatOrderDeps, watchOrder } from './wechat-orders.ts';
import { requirePayer, requireWay } from './wechat-ways.ts';
import { mountWithdrawals, requireWaiver } from './withdrawal-routes.ts';
import { readStandings } from './withdrawals.ts';

/** No code was typed, so nothing counts. */
const freely: Pick<Attempts, 'run'> = { run: async (_limits, work) => (await work()).value };

interface PaymentRoutes extends PaymentDeps, Pick<Platform<Buyer>, 'app' | 'users' | 'config' | 'setting'> {
  attempts: Attempts;
  openids: Openids;
  /** Null: the site has no key for Stripe. */
  api: StripeApi | null;
  findRole(userId: string): Promise<Role | null>;
  /** Ends the request where a buyer has to agree to the site's documents and does not; what it gives notes the consent. */
  requireConsent(place: 'purchase', accept: unknown): NoteConsent;
  /** Keeps where the buyer of an order came from, in the transaction that makes it. */
  noteTouch(tx: Db, given: { userId: string; orderId: string; touch: unknown }): Promise<void>;
}

/** Who asks, and by which session. */
export interface Buyer {
  userId: string;
  sessionId: string;
}

/** Payments' calls (spec: payments.md#payment-calls), and those of the providers. */
export async function mountPayments({
  app,
  users,
  config,
  attempts,
  openids,
  api,
  setting,
  requireConsent,
  findRole,
  noteTouch,
  ...deps
}: PaymentRoutes): Promise<void> {
  const { db, wechat, clock } = deps;
  const withdrawals = { db, setting, clock };

  /** Only a typed code can be guessed, so only orders with one are under the limits for it. */
  async function tryIfCoupon<T extends { kind: string }>(
    by: { userId: string; address: string; coupon: string | null },
    work: () => Promise<T | CouponRefused>,
  ): Promise<T> {
    return tryCoupon(by.coupon === null ? freely : attempts, by, work);
  }

  function requireWechat(): WechatOrderDeps {
    if (!wechat) throw new AppError(503, 'payment_not_configured', 'This site does not take WeChat Pay');
    return wechat;
  }

  const payerDeps = { openids, isProduction: config.environment === 'production' };

  users.add(
    paymentCalls.createOrder,
    async ({ viewer: { userId, sessionId }, body, address, language, isUntracked }) => {
      const plan = requirePlan(body);
      const noteWaiver = requireWaiver(setting, body.waiver);
      const asked = requireWechat();
      const way = requireWay(config.payments.wechatWays, body.way ?? 'qr');
      const noteConsent = requireConsent('purchase', body.accept);
      const wanted = {
        ...{ userId, plan, coupon: body.coupon || null, isGift: body.gift ?? false },
        requirePayer: () => requirePayer(payerDeps, { way, sessionId, address }),
        async noteOrder(tx: Db, orderId: string) {
          await noteConsent(tx, { userId, language, orderId });
          await noteWaiver(tx, { userId, language, orderId });
          if (!isUntracked) await noteTouch(tx, { userId, orderId, touch: body.touch });
        },
      };
      const order = await tryIfCoupon({ ...wanted, address }, () => takeOrder(asked, wanted));
      const { orderId, link } = await makeOrder(asked, order, { onWrongPayer: () => openids.forget(sessionId) });
      return presentLink(asked, { orderId, link, way, appId: order.appId });
    },
  );

  async function presentLink(
    { wechat: { callFor } }: WechatOrderDeps,
    { orderId, link, way, appId }: { orderId: string; link: string; way: WechatWay; appId: string },
  ): Promise<CreateOrderAnswer> {
    switch (way) {
      case 'qr': {
        const qrCode = await drawQrCode(link);
        return { qr_code: qrCode, order_id: orderId };
      }
      case 'h5': {
        const back = encodeURIComponent(config.publicUrl + paymentReturnPath(orderId));
        return { order_id: orderId, h5_url: `${link}&redirect_url=${back}`, qr_code: null };
      }
      case 'jsapi':
        return { order_id: orderId, jsapi: callFor({ appId, prepayId: link }), qr_code: null };
    }
  }

  users.add(paymentCalls.authorizeWechat, ({ viewer: { sessionId }, body: { next } }) => {
    const path = requireOwnPath(next);
    requireWechat();
    return openids.ask(sessionId, path);
  });

  users.add(paymentCalls.takeOpenid, async ({ viewer: { sessionId }, body }) => {
    requireWechat();
    await openids.learn(sessionId, body);
    return { result: true as const };
  });

  users.add(paymentCalls.quote, async ({ viewer: { userId }, body: { plan, coupon, way }, address }) => {
    const wanted = { userId, plan, coupon: coupon || null };
    const asked = () => (way === 'card' ? quoteByCard(db, config.payments.stripe, wanted) : quote(db, wanted));
    const { quote: result } = await tryIfCoupon({ ...wanted, address }, asked);
    return { result };
  });

  users.add(paymentCalls.getOrderStatus, async ({ viewer: { userId }, params }) => {
    const id = params.order_id.toLowerCase();
    const order = isUuid(id) ? await watchOrder(wechat, db, { id, userId }) : null;
    if (!order) throw notFound('order_not_found', 'Order not found');
    return { result: statusOf(order) };
  });

  addOpenCall(app, paymentCalls.getPaymentReturn, async ({ params }) => {
    const id = params.order_id.toLowerCase();
    const order = isUuid(id) ? await findOrder(db, id) : null;
    if (!order) throw notFound('order_not_found', 'Order not found');
    return { result: statusOf(order) };
  });

  users.add(paymentCalls.listOrders, async ({ viewer }) => {
    const orders = await listOrdersOfUser(db, viewer.userId);
    const gifts = await findGifts(db, orders.filter(({ isGift }) => isGift).map(causeOfLast));
    const withdrawalOf = await readStandings(withdrawals, { userId: viewer.userId, orders });
    return { result: orders.flatMap((order) => presentOrder(order, { gifts, withdrawalOf })) };
  });

  users.add(paymentCalls.getCardReceipt, async ({ viewer: { userId }, params }) => {
    const id = params.order_id.toLowerCase();
    const order = isUuid(id) ? await findOrderOfUser(db, { id, userId }) : null;
    if (!order) throw notFound('order_not_found', 'Order not found');
    const isCharged = order.provider === 'stripe' && order.transactionId !== null;
    const url = api && isCharged ? await findReceipt(api, order.transactionId ?? '') : null;
    return { result: url === null ? null : { url } };
  });

  users.add(paymentCalls.getReceipts, async ({ viewer: { userId }, params }) => {
    const id = params.order_id.toLowerCase();
    const order = isUuid(id) ? await findOrder(db, id) : null;
    const mayRead = order && (order.userId === userId || (await findRole(userId)) === 'owner');
    if (!mayRead) throw notFound('order_not_found', 'Order not found');
    return { result: await readReceipts(db, id) };
  });

  mountWithdrawals(users, withdrawals);
  mountFapiao(users, { db, isOffered: config.payments.fapiao });
  await addWebhooks(app, deps);
}

/** The code of the plan that is ordered; rejects with 400 where the body names none, or two. */
function requirePlan({ months, plan }: { months?: 1 | 3 | undefined; plan?: string | undefined }): string {
  const byMonths = months && (months === fixedPlans.month ? 'month' : 'season');
  const wanted = plan ?? byMonths;
  if (wanted === undefined) throw wrongFields([{ path: 'plan', code: 'required', message: 'is wanted, or months' }]);
  if (byMonths !== undefined && wanted !== byMonths)
    throw wrongFields([{ path: 'plan', code: 'contradiction', message: 'must be that of the months' }]);
  return wanted;
}

/** The path of a page of this site, for a browser that comes back to it; null: none was given. */
function requireOwnPath(next: string | undefined): string | null {
  if (next === undefined) return null;
  if (readOwnPath(next)) return next;
  throw wrongFields([{ path: 'next', code: 'invalid', message: 'must be a path of this site' }]);
}

const causeOfLast = (order: OrderRow): string => causeOf(order, order.grants);

/** Returns nothing for a sale of something that we do not sell: the operator has to explain it. */
function presentOrder(
  order: OrderRow,
  given: { gifts: ReadonlyMap<string, GiftStanding>; withdrawalOf: (order: OrderRow) => Order['withdrawal'] },
): Order[] {
  const { id, provider, way, plan, months, amountMinor, fullAmountMinor, currency } = order;
  if (plan === null || months === null) return [];
  return [
    {
      order_id: id,
      provider,
      way,
      plan,
      months,
      amount: amountMinor,
      full_amount: fullAmountMinor,
      discount: discountOf(order),
      currency,
      status: statusOf(order).status,
      gift: presentGift(order, given.gifts.get(causeOfLast(order))),
      withdrawal: given.withdrawalOf(order),
      created_at: order.createdAt.toISOString(),
      paid_at: order.paidAt?.toISOString() ?? null,
    },
  ];
}

/** A gift of which all money went back is refunded, whether or not its code was ever made. */
export function presentGift({ isGift, paidAt, state }: OrderRow, standing: GiftStanding | undefined): Gift | null {
  if (!isGift || paidAt === null) return null;
  const expiresAt = giftEndsAt(paidAt).toISOString();
  if (state === 'refunded') return { state, expires_at: expiresAt, code: null };
  if (!standing) return null;
  const { state: found, code } = standing;
  return { state: found === 'ended' ? 'refunded' : found, expires_at: expiresAt, code };
}
