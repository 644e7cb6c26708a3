import { toDataURL } from 'qrcode';
import { AppError, notFound } from '../../../server/errors.ts';
import type { HttpApp } from '../../../server/http.ts';
import type { UserApi } from '../../../server/user-api.ts';
import {
  createOrderAnswer,
  createOrderBody,
  type Order,
  orderParams,
  orderStatusAnswer,
  ordersAnswer,
} from '../contract.ts';
import { mostOpenOrders, mostOrdersAnHour, payableMs, statusOf } from '../rules.ts';
import { listOrdersOfUser, type OrderRow } from './queries.ts';
import { addWebhooks, type PaymentDeps } from './webhooks.ts';
import { createWechatOrder, watchOrder } from './wechat-orders.ts';

interface PaymentRoutes extends PaymentDeps {
  app: HttpApp;
  users: UserApi<{ userId: string }>;
}

/** Payments' calls (spec: payments.md#payment-calls), and those of the providers. */
export async function mountPayments({ app, users, ...deps }: PaymentRoutes): Promise<void> {
  const { db, wechat } = deps;

  users.add({
    method: 'POST',
    path: '/payment/wechat/payment/china_book_membership/create',
    summary: 'Order a membership, to be paid with WeChat Pay',
    description: `The image is a QR code to be scanned within ${payableMs / 60_000} minutes. At most ${mostOpenOrders} open orders, ${mostOrdersAnHour} an hour.`,
    body: createOrderBody,
    answer: createOrderAnswer,
    failures: [502],
    async answerTo({ viewer: { userId }, body: { months } }) {
      if (!wechat) throw new AppError(503, 'payment_not_configured', 'This site does not take WeChat Pay');
      const { orderId, codeUrl } = await createWechatOrder(wechat, { userId, months });
      const qrCode = await toDataURL(codeUrl, { errorCorrectionLevel: 'M', margin: 4, width: 256 });
      return { qr_code: qrCode, order_id: orderId };
    },
  });

  users.add({
    method: 'GET',
    path: '/payment/wechat/payment/status/:order_id',
    summary: "How one of the caller's orders stands",
    params: orderParams,
    answer: orderStatusAnswer,
    failures: [404],
    async answerTo({ viewer: { userId }, params }) {
      const id = params.order_id.toLowerCase();
      const order = isUuid(id) ? await watchOrder(wechat, db, { id, userId }) : null;
      if (!order) throw notFound('order_not_found', 'Order not found');
      return { result: statusOf(order) };
    },
  });

  users.add({
    method: 'GET',
    path: '/payment/orders',
    summary: "The caller's orders, newest first",
    answer: ordersAnswer,
    answerTo: async ({ viewer }) => ({ result: (await listOrdersOfUser(db, viewer.userId)).flatMap(presentOrder) }),
  });

  await addWebhooks(app, deps);
}

/** Returns nothing for a sale of something that we do not sell: the operator has to explain it. */
function presentOrder(order: OrderRow): Order[] {
  const { id, provider, plan, months, amountMinor, currency } = order;
  if (plan === null || months === null) return [];
  return [
    {
      order_id: id,
      provider,
      plan,
      months,
      amount: amountMinor,
      currency,
      status: statusOf(order).status,
      created_at: order.createdAt.toISOString(),
      paid_at: order.paidAt?.toISOString() ?? null,
    },
  ];
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
