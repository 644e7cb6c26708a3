import * as z from 'zod/mini';
import { plans } from '../../shared/plans.ts';
import { plan } from '../../shared/site.ts';
import { timestamp, uuid } from '../../shared/wire.ts';

export const months = z.union(plans.map((each) => z.literal(each.months)));
export const createOrderBody = z.object({ months });
export const createOrderAnswer = z.object({ qr_code: z.string(), order_id: uuid });

/** How an order stands for its buyer (spec: payments.md#order-status). */
export const orderStatus = z.enum(['requires_action', 'processing', 'succeeded', 'canceled', 'refunded']);
export const orderStatusAnswer = z.object({ result: z.object({ completed: z.boolean(), status: orderStatus }) });
/** Any text: an id that names no order of the caller's always gets the same answer. */
export const orderParams = z.object({ order_id: z.string() });

export const provider = z.enum(['wechat', 'stripe']);

/** One sale, as its buyer sees it; amounts in minor units of the currency. */
export const order = z.object({
  order_id: uuid,
  provider,
  plan,
  months: z.number(),
  amount: z.number(),
  currency: z.string(),
  status: orderStatus,
  created_at: timestamp,
  paid_at: z.nullable(timestamp),
});
export const ordersAnswer = z.object({ result: z.array(order) });

export type CreateOrderAnswer = z.infer<typeof createOrderAnswer>;
export type OrderStatus = z.infer<typeof orderStatus>;
export type OrderStatusAnswer = z.infer<typeof orderStatusAnswer>;
export type Provider = z.infer<typeof provider>;
export type Order = z.infer<typeof order>;
export type OrdersAnswer = z.infer<typeof ordersAnswer>;
