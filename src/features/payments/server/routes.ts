import { toDataURL } from 'qrcode';
import { AppError, notFound, wrongFields } from '../../../server/http/errors.ts';
import type { Platform } from '../../../server/http/platform.ts';
import { fixedPlans } from '../../../shared/plans.ts';
import type { Attempts } from '../../accounts/server/accounts.ts';
import { type CouponRefused, tryCoupon } from '../../membership/server/discounts.ts';
import { findGifts, type GiftStanding, giftEndsAt } from '../../membership/server/gifts.ts';
import type { Gift, Order } from '../contract.ts';
import { paymentCalls } from '../contract.ts';
import { causeOf, statusOf } from '../rules.ts';
import { quote } from './prices.ts';
import { listOrdersOfUser, type OrderRow } from './queries.ts';
import { addWebhooks, type PaymentDeps } from './webhooks.ts';
import { makeOrder, takeOrder, watchOrder } from './wechat-orders.ts';

/** No code was typed, so nothing counts. */
const freely: Pick<Attempts, 'run'> = { run: async (_limits, work) => (await work()).value };

interface PaymentRoutes extends PaymentDeps, Pick<Platform<{ userId: string }>, 'app' | 'users'> {
  attempts: Attempts;
}

/** Payments' calls (spec: payments.md#payment-calls), and those of the providers. */
export async function mountPayments({ app, users, attempts, ...deps }: PaymentRoutes): Promise<void> {
  const { db, wechat } = deps;

  /** Only a typed code can be guessed, so only orders with one are under the limits for it. */
  async function tryIfCoupon<T extends { kind: string }>(
    by: { userId: string; address: string; coupon: string | null },
    work: () => Promise<T | CouponRefused>,
  ): Promise<T> {
    return tryCoupon(by.coupon === null ? freely : attempts, by, work);
  }

  users.add(paymentCalls.createOrder, async ({ viewer: { userId }, body, address }) => {
    const wanted = { userId, plan: requirePlan(body), coupon: body.coupon || null, isGift: body.gift ?? false };
    if (!wechat) throw new AppError(503, 'payment_not_configured', 'This site does not take WeChat Pay');
    const order = await tryIfCoupon({ ...wanted, address }, () => takeOrder(wechat, wanted));
    const { orderId, codeUrl } = await makeOrder(wechat, order);
    const qrCode = await toDataURL(codeUrl, { errorCorrectionLevel: 'M', margin: 4, width: 256 });
    return { qr_code: qrCode, order_id: orderId };
  });

  users.add(paymentCalls.quote, async ({ viewer: { userId }, body: { plan, coupon }, address }) => {
    const wanted = { userId, plan, coupon: coupon || null };
    const { quote: result } = await tryIfCoupon({ ...wanted, address }, () => quote(db, wanted));
    return { result };
  });

  users.add(paymentCalls.getOrderStatus, async ({ viewer: { userId }, params }) => {
    const id = params.order_id.toLowerCase();
    const order = isUuid(id) ? await watchOrder(wechat, db, { id, userId }) : null;
    if (!order) throw notFound('order_not_found', 'Order not found');
    return { result: statusOf(order) };
  });

  users.add(paymentCalls.listOrders, async ({ viewer }) => {
    const orders = await listOrdersOfUser(db, viewer.userId);
    const gifts = await findGifts(db, orders.filter(({ isGift }) => isGift).map(causeOfLast));
    return { result: orders.flatMap((order) => presentOrder(order, gifts)) };
  });

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

const causeOfLast = (order: OrderRow): string => causeOf(order, order.grants);

/** Returns nothing for a sale of something that we do not sell: the operator has to explain it. */
function presentOrder(order: OrderRow, gifts: ReadonlyMap<string, GiftStanding>): Order[] {
  const { id, provider, plan, months, amountMinor, fullAmountMinor, currency } = order;
  if (plan === null || months === null) return [];
  return [
    {
      order_id: id,
      provider,
      plan,
      months,
      amount: amountMinor,
      full_amount: fullAmountMinor,
      currency,
      status: statusOf(order).status,
      gift: presentGift(order, gifts.get(causeOfLast(order))),
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

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
