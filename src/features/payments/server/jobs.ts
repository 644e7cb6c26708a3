import type { Job } from '../../../server/jobs.ts';
import { sweepOrders, type WechatOrderDeps } from './wechat-orders.ts';

/** At least every 30 s, contract.md section 4. */
const sweepEveryMs = 15_000;

export function paymentJobs(wechat: WechatOrderDeps | null): Job[] {
  if (!wechat) return [];
  return [{ name: 'sweep orders', everyMs: sweepEveryMs, run: (db, signal) => sweepOrders({ ...wechat, db }, signal) }];
}
