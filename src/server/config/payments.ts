import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { cardUrlPattern, isBuyable } from '../../shared/plans.ts';
import { plan } from '../../shared/site.ts';
import { isOn, isSafeUrl, parsed, type SettingsReader, text } from './settings-reader.ts';

export type WechatConfig = {
  appId: string;
  mchId: string;
  mchSerialNo: string;
  mchPrivateKey: KeyObject;
  /** The path of the key, where the setting names a file. */
  mchPrivateKeyFile?: string;
  apiV3Key: string;
  /** The keys by the id or serial that WeChat Pay sends in its signature header. */
  verifyKeys: Record<string, KeyObject>;
  apiBaseUrl: string;
};

/** How WeChat Pay is called up beside the code, which is always there. */
export interface WechatWays {
  h5: boolean;
  /** The service account that knows who pays inside WeChat. */
  account: { appId: string; appSecret: string } | null;
  /** Where WeChat says who that is; null: at WeChat's own hosts. */
  oauthBaseUrl: string | null;
}

const stripeButtons = z
  .array(
    z
      .object({
        plan,
        buy_button_id: z.optional(z.nullable(z.string().check(z.regex(/^buy_btn_\w+$/)))),
        payment_link: z.string().check(z.regex(/^plink_\w+$/)),
        amount: z.int().check(z.positive()),
        currency: z.string().check(z.regex(/^[a-z]{3}$/i)),
        url: z.optional(z.nullable(z.string().check(z.regex(cardUrlPattern)))),
        button: z.optional(z.boolean()),
      })
      .check(z.refine(isBuyable)),
  )
  .check(z.minLength(1));

export type StripeConfig = {
  publishableKey: string;
  webhookSecrets: string[];
  /** The buttons of the plans whose cards no operator has set. */
  buttons: z.infer<typeof stripeButtons>;
  scriptUrl: string;
  /** The key that may make refunds, and where; null: they are made in the dashboard. */
  api: { key: string; baseUrl: string } | null;
  /** The sandbox sells every plan, and its settings name no button. */
  isSandbox?: true;
};

const appId = text(/^.{1,32}$/s, 'the app id, at most 32 characters');
const appSecret = text(/^[\x21-\x7e]{1,128}$/, "the service account's AppSecret, without spaces");
const mchId = text(/^.{1,32}$/s, 'the merchant id, at most 32 characters');
// A certificate's serial has 20 bytes at most (RFC 5280); a longer number is a fingerprint, or two serials.
const serial = text(
  /^[0-9a-f]{1,40}$/i,
  "the merchant certificate's serial number, at most 40 hexadecimal digits without colons",
);
const apiV3Key = parsed((key) => (Buffer.byteLength(key) === 32 ? key : null), 'the API v3 key of exactly 32 bytes');
const publicKeyId = text(
  /^PUB_KEY_ID_[\w-]+$/,
  "the id of WeChat Pay's public key, PUB_KEY_ID_… (a certificate's goes into WECHATPAY_EXTRA_VERIFY_KEYS)",
);
const rsaKey = (parse: (pem: string) => KeyObject) =>
  parsed((source) => findRsaKey(source, parse), 'an RSA key of at least 2048 bits, as PEM or a path to one');
const providerUrl = parsed(
  (given) => (isSafeUrl(new URL(given)) ? given.replace(/\/+$/, '') : null),
  'an https address (http only for a loopback host)',
);

/** Reads the settings of WeChat Pay; null when a fault was noted. */
export function readWechatConfig(settings: SettingsReader, publicUrl: URL): WechatConfig | null {
  if (!isSafeUrl(publicUrl)) settings.refuse('PUBLIC_URL', 'an https address, since WeChat Pay is configured');
  const mchSerialNo = settings.require('WECHATPAY_MCH_SERIAL_NO', serial);
  const mchPrivateKey = requireMerchantKey(settings);
  const parts = {
    appId: settings.require('WECHATPAY_APP_ID', appId),
    mchId: settings.require('WECHATPAY_MCH_ID', mchId),
    ...{ mchSerialNo, mchPrivateKey },
    apiV3Key: settings.require('WECHATPAY_API_V3_KEY', apiV3Key),
    verifyKeys: requireVerifyKeys(settings, { mchPrivateKey, mchSerialNo }),
    apiBaseUrl: settings.read('WECHATPAY_API_BASE_URL', providerUrl) ?? 'https://api.mch.weixin.qq.com',
  };
  const keySource = settings.find('WECHATPAY_MCH_PRIVATE_KEY');
  return isWhole(parts)
    ? { ...parts, ...(keySource && !isPem(keySource) ? { mchPrivateKeyFile: keySource } : {}) }
    : null;
}

/** Reads the ways beside the code; whether there is a WeChat Pay for them is asked elsewhere. */
export function readWechatWays(settings: SettingsReader): WechatWays {
  return {
    h5: isOn(settings, 'WECHATPAY_H5'),
    account: settings.together((part) => {
      const account = {
        appId: part.require('WECHATPAY_MP_APP_ID', appId),
        appSecret: part.require('WECHATPAY_MP_APP_SECRET', appSecret),
      };
      return isWhole(account) ? account : null;
    }),
    oauthBaseUrl: settings.read('WECHATPAY_OAUTH_BASE_URL', providerUrl),
  };
}

/** Refuses each setting of a way that has no WeChat Pay to go with. */
export function refuseLoneWays(settings: SettingsReader, { h5, account }: WechatWays): void {
  const wants = 'WeChat Pay to be configured (WECHATPAY_APP_ID and the others)';
  if (h5) settings.refuse('WECHATPAY_H5', wants);
  if (account) settings.refuse('WECHATPAY_MP_APP_ID', wants);
}

/** Whether a provider has all of its settings. */
function isWhole<T extends object>(parts: T): parts is { [Name in keyof T]: NonNullable<T[Name]> } {
  return Object.values(parts).every((part) => part !== null);
}

const isPem = (source: string) => source.includes('-----BEGIN');

const publishable = text(/^pk_(test|live)_\w+$/, 'a publishable key, pk_test_… or pk_live_…');
const webhooks = parsed((list) => {
  const secrets = list.split(',').map((part) => part.trim());
  return secrets.every((secret) => /^whsec_\S+$/.test(secret)) ? secrets : null;
}, 'a comma list of signing secrets, whsec_…');
const buttonList = parsed(
  (json) => stripeButtons.parse(JSON.parse(json)),
  `JSON: [{"plan":"month","buy_button_id":"buy_btn_…","payment_link":"plink_…","amount":minor units,"currency":"usd","url"?:"https://buy.stripe.com/…","button"?:false}]`,
);
const refundKey = text(/^(?:sk|rk)_(test|live)_\w+$/, 'a key that may refund, rk_… or sk_…');

/** Reads the settings of Stripe; null when a fault was noted. */
export function readStripeConfig(settings: SettingsReader): StripeConfig | null {
  const publishableKey = settings.require('STRIPE_PUBLISHABLE_KEY', publishable);
  const parts = {
    publishableKey,
    webhookSecrets: settings.require('STRIPE_WEBHOOK_SECRETS', webhooks),
    buttons: settings.require('STRIPE_BUTTONS', buttonList),
    scriptUrl: settings.read('STRIPE_BUTTON_SCRIPT_URL', providerUrl) ?? 'https://js.stripe.com/v3/buy-button.js',
  };
  const api = readStripeApi(settings, publishableKey);
  return isWhole(parts) ? { ...parts, api } : null;
}

function readStripeApi(settings: SettingsReader, publishableKey: string | null): StripeConfig['api'] {
  const baseUrl = settings.read('STRIPE_API_BASE_URL', providerUrl) ?? 'https://api.stripe.com';
  const key = settings.read('STRIPE_API_KEY', refundKey);
  if (key && publishableKey && key.split('_')[1] !== publishableKey.split('_')[1])
    settings.refuse('STRIPE_API_KEY', 'a key of the mode (test or live) of STRIPE_PUBLISHABLE_KEY');
  return key === null ? null : { key, baseUrl };
}

/**
 * The key that signs our requests. Checked here: else a damaged key is noticed only when the first order is refused.
 */
function requireMerchantKey(settings: SettingsReader): KeyObject | null {
  const name = 'WECHATPAY_MCH_PRIVATE_KEY';
  const key = settings.require(name, rsaKey(createPrivateKey));
  return !key || canSign(key)
    ? key
    : settings.refuse(name, 'an undamaged RSA key: what this one signs does not fit it');
}

function canSign(key: KeyObject): boolean {
  try {
    const probe = Buffer.from('probe');
    return verify('sha256', probe, createPublicKey(key), sign('sha256', probe, key));
  } catch {
    return false; // the parts of the key do not belong together
  }
}

/** The merchant's own key and certificate: WeChat Pay signs with neither. Null: not read. */
interface OwnKey {
  mchPrivateKey: KeyObject | null;
  mchSerialNo: string | null;
}

/**
 * Reads WeChat Pay's public key with its id, further keys by serial, or both: at least one is needed to verify
 * signatures.
 */
function requireVerifyKeys(settings: SettingsReader, own: OwnKey): Record<string, KeyObject> | null {
  const extra = readExtraKeys(settings, own);
  const hasOwn = settings.find('WECHATPAY_PUBLIC_KEY_ID') ?? settings.find('WECHATPAY_PUBLIC_KEY');
  if (hasOwn === null && extra && Object.keys(extra).length > 0) return extra;
  const id = settings.require('WECHATPAY_PUBLIC_KEY_ID', publicKeyId);
  const key = settings.require('WECHATPAY_PUBLIC_KEY', rsaKey(createPublicKey));
  if (key && isOwnKey(key, own))
    return settings.refuse('WECHATPAY_PUBLIC_KEY', "WeChat Pay's public key, not the merchant's own");
  return id && key && extra ? { ...extra, [id]: key } : null;
}

function isOwnKey(key: KeyObject, { mchPrivateKey }: OwnKey): boolean {
  return mchPrivateKey !== null && createPublicKey(mchPrivateKey).equals(key);
}

const keysBySerial = z.record(z.string(), z.string());

function readExtraKeys(settings: SettingsReader, own: OwnKey): Record<string, KeyObject> | null {
  const name = 'WECHATPAY_EXTRA_VERIFY_KEYS';
  const wants = 'a JSON object from serial to a public key or certificate (PEM or a path to one)';
  if (settings.find(name) === null) return {};
  const sources = settings.read(
    name,
    parsed((json) => keysBySerial.parse(JSON.parse(json)), wants),
  );
  if (!sources) return null;
  const keys: Record<string, KeyObject> = {};
  for (const [serialNo, source] of Object.entries(sources)) {
    const key = findRsaKey(source, createPublicKey);
    const named = JSON.stringify(serialNo);
    if (!key) return settings.refuse(name, `${wants}; the one of ${named} is not`);
    if (isOwnKey(key, own) || serialNo.toUpperCase() === own.mchSerialNo?.toUpperCase())
      return settings.refuse(name, `${wants} of WeChat Pay; the one of ${named} is the merchant's own`);
    keys[serialNo] = key;
  }
  return keys;
}

function findRsaKey(source: string, parse: (pem: string) => KeyObject): KeyObject | null {
  try {
    // On one line of a .env file or a unit file, line ends are written as \n.
    const pem = isPem(source) ? source.replaceAll('\\n', '\n') : readFileSync(source, 'utf8');
    const key = parse(pem);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === 'rsa' && bits >= 2048 ? key : null;
  } catch {
    return null; // unreadable or not a key: the caller says what is wanted
  }
}
