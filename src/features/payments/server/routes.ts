import type { FastifyRequest } from 'fastify';
import { toDataURL } from 'qrcode';
import type { StripeConfig } from '../../../server/config-payments.ts';
import type { DbPool } from '../../../server/db.ts';
import { AppError, notFound } from '../../../server/errors.ts';
import { type HttpApp, needsToken } from '../../../server/http.ts';
import { apiBase } from '../../../shared/paths.ts';
import { envelope, failure } from '../../../shared/wire.ts';
import {
  createOrderAnswer,
  createOrderBody,
  type Order,
  orderParams,
  orderStatusAnswer,
  ordersAnswer,
} from '../contract.ts';
import { statusOf } from '../rules.ts';
import type { CardSalesDeps } from './card-sales.ts';
import type { CountNotification } from './events.ts';
import { listOrdersOfUser, type OrderRow } from './queries.ts';
import { createWechatOrder, type WechatOrderDeps, watchOrder } from './wechat-orders.ts';

export interface PaymentDeps {
  db: DbPool;
  /** Null: not configured. */
  wechat: WechatOrderDeps | null;
  stripe: { config: StripeConfig; sales: CardSalesDeps } | null;
  clock: () => Date;
  count: CountNotification;
  /** The user who asks; rejects with 401 when there is none. */
  requireBuyer(request: FastifyRequest): Promise<{ userId: string }>;
}

const base = `${apiBase}/payment`;
const tags = ['payment'];
const failuresOf = (...statuses: number[]) => Object.fromEntries(statuses.map((status) => [status, failure]));

/** Payments' calls, product.md section 7 and contract.md section 1. */
export function addPaymentCalls(app: HttpApp, deps: PaymentDeps): void {
  const { db, wechat, requireBuyer } = deps;
  const onRequest = async (request: FastifyRequest) => {
    await requireBuyer(request);
  };

  app.post(
    `${base}/wechat/payment/china_book_membership/create`,
    {
      onRequest,
      schema: {
        security: needsToken,
        summary: 'Order a membership, to be paid with WeChat Pay',
        description: 'The image is a QR code to be scanned within five minutes. At most 5 open orders, 20 an hour.',
        tags,
        body: createOrderBody,
        response: { 200: envelope(createOrderAnswer), ...failuresOf(400, 401, 413, 415, 429, 502, 503) },
      },
    },
    async (request) => {
      const { userId } = await requireBuyer(request);
      if (!wechat) throw new AppError(503, 'payment_not_configured', 'This site does not take WeChat Pay');
      const { orderId, codeUrl } = await createWechatOrder(wechat, { userId, months: request.body.months });
      const qrCode = await toDataURL(codeUrl, { errorCorrectionLevel: 'M', margin: 4, width: 256 });
      return { data: { qr_code: qrCode, order_id: orderId } };
    },
  );

  app.get(
    `${base}/wechat/payment/status/:order_id`,
    {
      onRequest,
      schema: {
        security: needsToken,
        summary: "How one of the caller's orders stands",
        tags,
        params: orderParams,
        response: { 200: envelope(orderStatusAnswer), ...failuresOf(401, 404, 429, 503) },
      },
    },
    async (request) => {
      const { userId } = await requireBuyer(request);
      const id = request.params.order_id.toLowerCase();
      const order = isUuid(id) ? await watchOrder(wechat, db, { id, userId }) : null;
      if (!order) throw notFound('order_not_found', 'Order not found');
      return { data: { result: statusOf(order) } };
    },
  );

  app.get(
    `${base}/orders`,
    {
      onRequest,
      schema: {
        security: needsToken,
        summary: "The caller's orders, newest first",
        tags,
        response: { 200: envelope(ordersAnswer), ...failuresOf(401, 429, 503) },
      },
    },
    async (request) => {
      const { userId } = await requireBuyer(request);
      return { data: { result: (await listOrdersOfUser(db, userId)).flatMap(presentOrder) } };
    },
  );
}

/** Nothing for a sale of something that we do not sell: it is the operator's to explain. */
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
