import type { Config } from '../../../server/config/config.ts';
import type { Log } from '../../../server/config/log.ts';
import type { DbPool } from '../../../server/database/db.ts';
import type { Clock } from '../../../server/process/clock.ts';
import type { ReadSetting } from '../../../shared/site-settings.ts';
import { hasUser } from '../../accounts/server/accounts.ts';
import type { CountNotification } from './events.ts';
import { createOpenids, type Openids } from './openids.ts';
import type { RefundDeps } from './refunds.ts';
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts';
import { sandboxOauthPath } from './sandbox/wechat-cashier.ts';
import { createStripeApi, type StripeApi } from './stripe/api.ts';
import { createCardRefunds } from './stripe/refund-client.ts';
import type { PaymentDeps } from './webhooks.ts';
import { createWechatPay } from './wechat/wechat-pay.ts';
import { type WechatOrderDeps, wechatNotifyPath } from './wechat-orders.ts';

type PaymentConfig = Pick<Config, 'payments' | 'publicUrl'>;

interface PaymentSurroundings {
  config: PaymentConfig;
  db: DbPool;
  log: Log;
  clock: Clock;
  sandbox: Sandbox | null;
  setting: ReadSetting;
}

/** With the sandbox, its two providers replace the configured ones. */
export function openSandbox<T extends PaymentConfig>(config: T, clock: Clock): { config: T; sandbox: Sandbox | null } {
  if (!config.payments.sandbox) return { config, sandbox: null };
  const { publicUrl, payments } = config;
  const sandbox = createSandbox({ publicUrl, clock });
  const { wechat, card } = sandbox;
  const wechatWays = { ...payments.wechatWays, oauthBaseUrl: publicUrl + sandboxOauthPath };
  const replaced = { ...payments, wechat: wechat.config, wechatWays, stripe: card.config };
  return { config: { ...config, payments: replaced }, sandbox };
}

/** The ways of paying that the settings allow. */
export function createPayments(deps: PaymentSurroundings & { count: CountNotification }): PaymentDeps {
  const { config, db, log, clock, setting, count } = deps;
  const { stripe } = config.payments;
  return {
    db,
    clock,
    count,
    wechat: createWechat(deps),
    stripe: stripe && { config: stripe, sales: { db, log, setting, hasUser: (userId) => hasUser(db, userId) } },
  };
}

/** Stripe's API for who may ask it; null: there is no key. */
export function openStripeApi({ config, sandbox }: Pick<PaymentSurroundings, 'config' | 'sandbox'>): StripeApi | null {
  const api = config.payments.stripe?.api ?? null;
  return api && createStripeApi(api, sandbox?.card.fetchUrl);
}

/** The ways of giving money back that the settings allow. */
export function createRefunds(deps: PaymentSurroundings): RefundDeps {
  const { db, log, clock, setting } = deps;
  const api = openStripeApi(deps);
  return {
    ...{ db, log, setting },
    wechat: createWechat(deps),
    card: api && createCardRefunds(api, { clock }),
  };
}

/** WeChat Pay for all callers that query orders: the server, its sweep and the command line. Null: not configured. */
export function createWechat(deps: PaymentSurroundings): WechatOrderDeps | null {
  const { config, db, log, clock, sandbox, setting } = deps;
  const { wechat } = config.payments;
  return (
    wechat && {
      db,
      log,
      wechat: createWechatPay(wechat, { clock, ...(sandbox && { fetchUrl: sandbox.wechat.fetchUrl }) }),
      merchant: { appId: wechat.appId, mchId: wechat.mchId },
      offersFapiao: config.payments.fapiao,
      accountAppId: config.payments.wechatWays.account?.appId ?? null,
      notifyUrl: config.publicUrl + wechatNotifyPath,
      setting,
      clock,
      asked: new Map(),
    }
  );
}

/** Whom WeChat knows behind each session. */
export function openOpenids(given: {
  config: Pick<Config, 'payments' | 'publicUrl' | 'jwtSecret'>;
  db: DbPool;
  sandbox: Sandbox | null;
}): Openids {
  const { config, db, sandbox } = given;
  return createOpenids({
    db,
    ways: config.payments.wechatWays,
    publicUrl: config.publicUrl,
    secret: config.jwtSecret,
    fetchUrl: sandbox?.wechat.fetchUrl,
  });
}
