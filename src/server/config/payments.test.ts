import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderForTests } from '../testing/folder.ts';
import { ConfigError, parseSettings } from './config.ts';

const directory = folderForTests();

const pem = (key: KeyObject) => String(key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }));
const rsa = (modulusLength = 2048) => generateKeyPairSync('rsa', { modulusLength });
const [merchant, provider, another] = [rsa(), rsa(), rsa()];

/** The merchant's own certificate from the dashboard, which people mistake for WeChat Pay's. */
const ownCertificate = certify(merchant.privateKey);

const wechat = {
  WECHATPAY_APP_ID: 'wx0123456789abcdef',
  WECHATPAY_MCH_ID: '1900000001',
  WECHATPAY_MCH_SERIAL_NO: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
  WECHATPAY_MCH_PRIVATE_KEY: pem(merchant.privateKey),
  WECHATPAY_API_V3_KEY: '0123456789abcdef0123456789abcdef',
  WECHATPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_0100000000000000000000000000000001',
  WECHATPAY_PUBLIC_KEY: pem(provider.publicKey),
};

function certify(key: KeyObject): string {
  const path = join(directory, 'key.pem');
  writeFileSync(path, pem(key));
  const options = ['-x509', '-new', '-key', path, '-subj', '/CN=merchant', '-days', '1'];
  return execFileSync('openssl', ['req', ...options], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** A key with one part of another key, like a wrongly assembled copy. */
function damaged(): string {
  const [own, other] = [merchant.privateKey, another.privateKey].map((key) => key.export({ format: 'jwk' }));
  return pem(createPrivateKey({ key: { ...own, n: String(other?.n) }, format: 'jwk' }));
}

function faultsOf(settings: Record<string, string>): string[] {
  try {
    parseSettings({ ...wechat, ...settings });
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map(({ name, wants }) => `${name}: ${wants}`);
    throw error;
  }
  return [];
}

const [serialNo, publicKeyId] = ['WECHATPAY_MCH_SERIAL_NO', 'WECHATPAY_PUBLIC_KEY_ID'] as const;
const [privateKey, publicKey, extraKeys] = [
  'WECHATPAY_MCH_PRIVATE_KEY',
  'WECHATPAY_PUBLIC_KEY',
  'WECHATPAY_EXTRA_VERIFY_KEYS',
] as const;

describe('wrong key material', () => {
  it.each([
    { of: "the merchant's own public key for WeChat Pay's", name: publicKey, value: pem(merchant.publicKey) },
    { of: "the merchant's certificate for WeChat Pay's key", name: publicKey, value: ownCertificate },
    { of: "the merchant's private key for WeChat Pay's", name: publicKey, value: pem(merchant.privateKey) },
  ])('$of is refused', ({ name, value }) => {
    expect(faultsOf({ [name]: value })).toEqual([`${name}: WeChat Pay's public key, not the merchant's own`]);
  });

  it.each([
    { of: "the merchant's own key", serial: 'AB12', value: pem(merchant.publicKey) },
    { of: "the merchant's certificate", serial: 'AB12', value: ownCertificate },
    { of: "the merchant's serial", serial: wechat[serialNo].toLowerCase(), value: pem(another.publicKey) },
  ])('$of among the further keys of WeChat Pay is refused, and named', ({ serial, value }) => {
    const keys = { CD34: pem(another.publicKey), [serial]: value };
    expect(faultsOf({ [extraKeys]: JSON.stringify(keys) })).toEqual([
      `${extraKeys}: a JSON object from serial to a public key or certificate (PEM or a path to one) of WeChat Pay; the one of "${serial}" is the merchant's own`,
    ]);
  });

  it.each([
    ['no hexadecimal number', 'serial-7'],
    ["what openssl prints: 'serial=' before it", `serial=${wechat[serialNo]}`],
    ['colons between its bytes', '1D:DE:55:AD'],
    ["a fingerprint's length", 'ab'.repeat(32)],
    ["the id of WeChat Pay's key", wechat[publicKeyId]],
  ])("a serial of the merchant's certificate with %s is refused", (_of, value) => {
    expect(faultsOf({ [serialNo]: value })).toEqual([
      `${serialNo}: the merchant certificate's serial number, at most 40 hexadecimal digits without colons`,
    ]);
  });

  it.each([
    ["a certificate's serial", '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'],
    ['the prefix alone', 'PUB_KEY_ID_'],
    ['small letters', wechat[publicKeyId].toLowerCase()],
  ])('%s is refused as the id of a public key', (_of, value) => {
    expect(faultsOf({ [publicKeyId]: value })).toEqual([
      expect.stringContaining(`${publicKeyId}: the id of WeChat Pay's public key, PUB_KEY_ID_…`),
    ]);
  });

  it.each([
    ['an RSA key of 1024 bits', pem(rsa(1024).privateKey)],
    ['a key of an elliptic curve', pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
    ['an RSA key for PSS only', pem(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey)],
    ['a public key', pem(merchant.publicKey)],
    ['half a file', pem(merchant.privateKey).slice(0, 800)],
  ])('%s is refused as the key to sign with', (_of, value) => {
    expect(faultsOf({ [privateKey]: value })).toEqual([
      `${privateKey}: an RSA key of at least 2048 bits, as PEM or a path to one`,
    ]);
  });

  it('a key that cannot verify its own signatures is refused', () => {
    expect(faultsOf({ [privateKey]: damaged() })).toEqual([
      `${privateKey}: an undamaged RSA key: what this one signs does not fit it`,
    ]);
  });

  it('is listed with all other faults, and never shown', () => {
    const wrong = {
      PORT: '0',
      [serialNo]: 'x',
      WECHATPAY_API_V3_KEY: 'short',
      [publicKeyId]: 'x',
      [publicKey]: pem(merchant.publicKey),
      STRIPE_WEBHOOK_SECRETS: 'whsec_1',
    };
    expect(faultsOf(wrong).map((fault) => fault.split(':')[0])).toEqual([
      'PORT',
      serialNo,
      'WECHATPAY_API_V3_KEY',
      publicKeyId,
      publicKey,
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_BUTTONS',
    ]);
    expect(() => parseSettings({ ...wechat, ...wrong })).toThrow(/^(?![\s\S]*BEGIN)/);
  });

  it('accepts the keys of both sides, as key, certificate or both', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ [extraKeys]: JSON.stringify({ AB12: certify(another.privateKey) }) })).toEqual([]);
    const certificateOnly = {
      [publicKeyId]: '',
      [publicKey]: '',
      [extraKeys]: JSON.stringify({ AB12: certify(another.privateKey) }),
    };
    expect(faultsOf(certificateOnly)).toEqual([]);
    expect(createPublicKey(ownCertificate).equals(merchant.publicKey)).toBe(true);
  });
});

describe('unsigned webhooks accepted without a secret', () => {
  const stripe = {
    STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
    STRIPE_BUTTONS: JSON.stringify([
      { plan: 'month', buy_button_id: 'buy_btn_1', payment_link: 'plink_1', amount: 199, currency: 'usd' },
    ]),
  };
  it.each([
    ['no secret', {}],
    ['an empty one', { STRIPE_WEBHOOK_SECRETS: '' }],
    ['nothing but a comma', { STRIPE_WEBHOOK_SECRETS: ',' }],
    ['an empty one beside a good one', { STRIPE_WEBHOOK_SECRETS: 'whsec_1,' }],
    ['the prefix alone', { STRIPE_WEBHOOK_SECRETS: 'whsec_' }],
  ])('cannot be: with %s the site does not start', (_of, secrets: Record<string, string>) => {
    expect(faultsOf({ ...stripe, ...secrets })).toEqual([
      'STRIPE_WEBHOOK_SECRETS: a comma list of signing secrets, whsec_…',
    ]);
  });
});
