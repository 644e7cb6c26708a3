import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { plan } from '../shared/site.ts';
import { findWebUrl, isLoopbackHost, isSafeProviderUrl, type SettingsReader } from './settings-reader.ts';

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

const stripeButtons = z
  .array(
    z.object({
      plan,
      buy_button_id: z.string().check(z.regex(/^buy_btn_\w+$/)),
      payment_link: z.string().check(z.regex(/^plink_\w+$/)),
      amount: z.int().check(z.positive()),
      currency: z.string().check(z.regex(/^[a-z]{3}$/i)),
    }),
  )
  .check(z.minLength(1));

export type StripeConfig = {
  publishableKey: string;
  webhookSecrets: string[];
  /** They serve the plans whose cards no operator has set. */
  buttons: z.infer<typeof stripeButtons>;
  scriptUrl: string;
  /** The key that may make refunds, and where; null: they are made in the dashboard. */
  api: { key: string; baseUrl: string } | null;
  /** The sandbox sells every plan, and its settings name no button. */
  isSandbox?: true;
};

const WECHAT_NAMES = [
  'WECHATPAY_APP_ID',
  'WECHATPAY_MCH_ID',
  'WECHATPAY_MCH_SERIAL_NO',
  'WECHATPAY_MCH_PRIVATE_KEY',
  'WECHATPAY_API_V3_KEY',
  'WECHATPAY_PUBLIC_KEY_ID',
  'WECHATPAY_PUBLIC_KEY',
  'WECHATPAY_EXTRA_VERIFY_KEYS',
  'WECHATPAY_API_BASE_URL',
];
const STRIPE_NAMES = [
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'STRIPE_BUTTONS',
  'STRIPE_BUTTON_SCRIPT_URL',
  'STRIPE_API_KEY',
  'STRIPE_API_BASE_URL',
];

/** Reads all settings of WeChat Pay or none; half of them is a fault. Null also when a fault was noted. */
export function readWechatConfig(settings: SettingsReader, publicUrl: URL): WechatConfig | null {
  if (WECHAT_NAMES.every((name) => settings.find(name) === null)) return null;
  if (publicUrl.protocol !== 'https:' && !isLoopbackHost(publicUrl.hostname)) {
    settings.refuse('PUBLIC_URL', 'an https address, since WeChat Pay is configured');
  }
  const appId = requireShortText(settings, 'WECHATPAY_APP_ID', 'the app id, at most 32 characters');
  const mchId = requireShortText(settings, 'WECHATPAY_MCH_ID', 'the merchant id, at most 32 characters');
  const mchSerialNo = requireSerial(settings);
  const mchPrivateKey = requireMerchantKey(settings);
  const apiV3Key = requireApiV3Key(settings);
  const verifyKeys = requireVerifyKeys(settings, { mchPrivateKey, mchSerialNo });
  const apiBaseUrl = readProviderUrl(settings, 'WECHATPAY_API_BASE_URL', 'https://api.mch.weixin.qq.com');
  if (!appId || !mchId || !mchSerialNo || !mchPrivateKey || !apiV3Key || !verifyKeys) return null;
  const keySource = settings.find('WECHATPAY_MCH_PRIVATE_KEY');
  return {
    ...{ appId, mchId, mchSerialNo, mchPrivateKey, apiV3Key, verifyKeys, apiBaseUrl },
    ...(keySource && !isPem(keySource) ? { mchPrivateKeyFile: keySource } : {}),
  };
}

const isPem = (source: string) => source.includes('-----BEGIN');

/** Reads all settings of Stripe or none; half of them is a fault. */
export function readStripeConfig(settings: SettingsReader): StripeConfig | null {
  if (STRIPE_NAMES.every((name) => settings.find(name) === null)) return null;
  const keyWanted = 'a publishable key, pk_test_… or pk_live_…';
  const publishableKey = settings.require('STRIPE_PUBLISHABLE_KEY', keyWanted, { secret: true });
  if (publishableKey && !/^pk_(test|live)_\w+$/.test(publishableKey)) {
    settings.refuse('STRIPE_PUBLISHABLE_KEY', keyWanted, { secret: true });
  }
  const webhookSecrets = requireWebhookSecrets(settings);
  const buttons = requireButtons(settings);
  const scriptUrl = readProviderUrl(settings, 'STRIPE_BUTTON_SCRIPT_URL', 'https://js.stripe.com/v3/buy-button.js');
  const api = readStripeApi(settings, publishableKey);
  if (!publishableKey || !webhookSecrets || !buttons) return null;
  return { publishableKey, webhookSecrets, buttons, scriptUrl, api };
}

function readStripeApi(settings: SettingsReader, publishableKey: string | null): StripeConfig['api'] {
  const baseUrl = readProviderUrl(settings, 'STRIPE_API_BASE_URL', 'https://api.stripe.com');
  const name = 'STRIPE_API_KEY';
  const key = settings.find(name);
  if (key === null) return null;
  const mode = /^(?:sk|rk)_(test|live)_\w+$/.exec(key)?.[1];
  if (mode === undefined) return settings.refuse(name, 'a key that may refund, rk_… or sk_…', { secret: true });
  if (publishableKey && !publishableKey.startsWith(`pk_${mode}_`))
    return settings.refuse(name, 'a key of the mode (test or live) of STRIPE_PUBLISHABLE_KEY', { secret: true });
  return { key, baseUrl };
}

function requireShortText(settings: SettingsReader, name: string, wants: string): string | null {
  const value = settings.require(name, wants);
  return value && value.length > 32 ? settings.refuse(name, wants) : value;
}

function requireSerial(settings: SettingsReader): string | null {
  // A certificate's serial has 20 bytes at most (RFC 5280); a longer number is a fingerprint, or two serials.
  const wants = "the merchant certificate's serial number, at most 40 hexadecimal digits without colons";
  const value = settings.require('WECHATPAY_MCH_SERIAL_NO', wants);
  return value && !/^[0-9a-f]{1,40}$/i.test(value) ? settings.refuse('WECHATPAY_MCH_SERIAL_NO', wants) : value;
}

function requireApiV3Key(settings: SettingsReader): string | null {
  const options = { secret: true };
  const value = settings.require('WECHATPAY_API_V3_KEY', 'the API v3 key of 32 bytes', options);
  if (value === null || Buffer.byteLength(value) === 32) return value;
  return settings.refuse('WECHATPAY_API_V3_KEY', 'the API v3 key of exactly 32 bytes', options);
}

/**
 * The key that signs our requests. Checked here: else a damaged key is noticed only when the first order is refused.
 */
function requireMerchantKey(settings: SettingsReader): KeyObject | null {
  const name = 'WECHATPAY_MCH_PRIVATE_KEY';
  const key = requireKey(settings, name, createPrivateKey);
  if (!key || canSign(key)) return key;
  return settings.refuse(name, 'an undamaged RSA key: what this one signs does not fit it', { secret: true });
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
  const hasOwn = settings.find('WECHATPAY_PUBLIC_KEY_ID') !== null || settings.find('WECHATPAY_PUBLIC_KEY') !== null;
  if (!hasOwn && extra && Object.keys(extra).length > 0) return extra;
  const id = requirePublicKeyId(settings);
  const key = requirePublicKey(settings, own);
  return id && key && extra ? { ...extra, [id]: key } : null;
}

function requirePublicKeyId(settings: SettingsReader): string | null {
  const name = 'WECHATPAY_PUBLIC_KEY_ID';
  const wants =
    "the id of WeChat Pay's public key, PUB_KEY_ID_… (a certificate's goes into WECHATPAY_EXTRA_VERIFY_KEYS)";
  const id = settings.require(name, wants);
  return id && !/^PUB_KEY_ID_[\w-]+$/.test(id) ? settings.refuse(name, wants) : id;
}

function requirePublicKey(settings: SettingsReader, own: OwnKey): KeyObject | null {
  const name = 'WECHATPAY_PUBLIC_KEY';
  const key = requireKey(settings, name, createPublicKey);
  if (!key || !isOwnKey(key, own)) return key;
  return settings.refuse(name, "WeChat Pay's public key, not the merchant's own", { secret: true });
}

function isOwnKey(key: KeyObject, { mchPrivateKey }: OwnKey): boolean {
  return mchPrivateKey !== null && createPublicKey(mchPrivateKey).equals(key);
}

function readExtraKeys(settings: SettingsReader, own: OwnKey): Record<string, KeyObject> | null {
  const name = 'WECHATPAY_EXTRA_VERIFY_KEYS';
  const wants = 'a JSON object from serial to a public key or certificate (PEM or a path to one)';
  const refuse = (more: string) => settings.refuse(name, wants + more, { secret: true });
  const text = settings.find(name);
  if (text === null) return {};
  const entries = z.record(z.string(), z.string()).safeParse(parseJson(text));
  if (!entries.success) return refuse('');
  const keys: Record<string, KeyObject> = {};
  for (const [serial, source] of Object.entries(entries.data)) {
    const key = findRsaKey(source, createPublicKey);
    const named = JSON.stringify(serial);
    if (!key) return refuse(`; the one of ${named} is not`);
    if (isOwnKey(key, own) || serial.toUpperCase() === own.mchSerialNo?.toUpperCase())
      return refuse(` of WeChat Pay; the one of ${named} is the merchant's own`);
    keys[serial] = key;
  }
  return keys;
}

function requireKey(settings: SettingsReader, name: string, parse: (pem: string) => KeyObject): KeyObject | null {
  const wants = 'an RSA key of at least 2048 bits, as PEM or a path to one';
  const source = settings.require(name, wants, { secret: true });
  if (source === null) return null;
  return findRsaKey(source, parse) ?? settings.refuse(name, wants, { secret: true });
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

function requireWebhookSecrets(settings: SettingsReader): string[] | null {
  const name = 'STRIPE_WEBHOOK_SECRETS';
  const wants = 'a comma list of signing secrets, whsec_…';
  const secrets = settings
    .require(name, wants, { secret: true })
    ?.split(',')
    .map((part) => part.trim());
  if (!secrets) return null;
  return secrets.every((secret) => /^whsec_\S+$/.test(secret))
    ? secrets
    : settings.refuse(name, wants, { secret: true });
}

function requireButtons(settings: SettingsReader): StripeConfig['buttons'] | null {
  const wants = `JSON: [{"plan":"month","buy_button_id":"buy_btn_…","payment_link":"plink_…","amount":minor units,"currency":"usd"}]`;
  const text = settings.require('STRIPE_BUTTONS', wants);
  if (text === null) return null;
  const buttons = stripeButtons.safeParse(parseJson(text));
  return buttons.success ? buttons.data : settings.refuse('STRIPE_BUTTONS', wants);
}

function readProviderUrl(settings: SettingsReader, name: string, fallback: string): string {
  const text = settings.find(name) ?? fallback;
  const url = findWebUrl(text);
  if (!url || !isSafeProviderUrl(url)) settings.refuse(name, 'an https address (http only for a loopback host)');
  return text.replace(/\/+$/, '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no schema accepts it, so the caller refuses the setting
  }
}
