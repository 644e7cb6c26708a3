import type { WechatConfig } from '../../../../server/config/payments.ts';
import type { JsapiCall } from '../../contract.ts';
import {
  type Closed,
  type Created,
  close,
  create,
  type Found,
  type NewOrder,
  type NewRefund,
  query,
  queryRefund,
  type Refunded,
  refund,
} from './client.ts';
import type { Endpoint, FetchUrl } from './exchange.ts';
import { type Received, readNotification, readStored, type WechatNotification } from './notification.ts';
import { signCall } from './sign.ts';

export type { WechatPaidFact, WechatRefundFact } from './facts.ts';

/**
 * WeChat Pay for one merchant, in our words. Answers and notifications are verified before anything is read from them.
 * `unknown` means that anything may have happened, so it ends no order: ask again.
 */
export interface WechatPay {
  createOrder(order: NewOrder): Promise<Created>;
  /** What a page inside WeChat hands over to call a prepared payment up, signed anew. */
  callFor(prepared: { appId: string; prepayId: string }): JsapiCall;
  findOrder(orderNumber: string): Promise<Found>;
  closeOrder(orderNumber: string): Promise<Closed>;
  refund(wanted: NewRefund): Promise<Refunded>;
  findRefund(refundNumber: string): Promise<Refunded>;
  readNotification(received: Received): WechatNotification;
  /** Reads a notification that was verified and kept. */
  readStored(kept: { rawBody: Buffer; now: Date }): WechatNotification;
}

export interface WechatSurroundings {
  /** By default the network's `fetch`. */
  fetchUrl?: FetchUrl;
  clock: () => Date;
  /** The limit for one try, from the connection to the answer's last byte. */
  timeoutMs?: number;
}

export function createWechatPay(config: WechatConfig, surroundings: WechatSurroundings): WechatPay {
  const { fetchUrl = fetch, clock, timeoutMs = 5_000 } = surroundings;
  const verifyKeys = new Map(Object.entries(config.verifyKeys));
  const endpoint: Endpoint = {
    apiBaseUrl: config.apiBaseUrl,
    merchant: config,
    verifyKeys,
    fetchUrl,
    clock,
    timeoutMs,
  };
  return {
    createOrder: (order) => create(endpoint, config, order),
    callFor: (prepared) => signCall(config, prepared, clock()),
    findOrder: (orderNumber) => query(endpoint, config, orderNumber),
    closeOrder: (orderNumber) => close(endpoint, config, orderNumber),
    refund: (wanted) => refund(endpoint, wanted),
    findRefund: (refundNumber) => queryRefund(endpoint, refundNumber),
    readNotification: (received) => readNotification(received, { verifyKeys, apiV3Key: config.apiV3Key }),
    readStored: (kept) => readStored(kept, config.apiV3Key),
  };
}
