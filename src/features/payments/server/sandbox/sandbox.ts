import type { Clock } from '../../../../server/process/clock.ts';
import { type CardCheckout, createCardCheckout } from './card-checkout.ts';
import { createWechatCashier, type WechatCashier } from './wechat-cashier.ts';

/** Both providers in this process, so that payments can be tried without an account or money (docs/decisions/0021). */
export interface Sandbox {
  wechat: WechatCashier;
  card: CardCheckout;
}

export function createSandbox(given: { publicUrl: string; clock: Clock }): Sandbox {
  return { wechat: createWechatCashier(given), card: createCardCheckout(given) };
}
