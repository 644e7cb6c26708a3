import { generateKeyPairSync } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepSecret } from '../process/secrets.ts';
import { folderForTests } from '../testing/folder.ts';
import { ConfigError, parseSettings, readEnvFile } from './config.ts';

const directory = folderForTests();

const secret = '0123456789abcdef0123456789abcdef';
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://comics.example.org',
  JWT_SECRET: secret,
  MEDIA_SECRET: `${secret}, another`,
  CONTACT_EMAIL: 'ask@example.org',
};

const rsaPair = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
const { privateKey } = rsaPair(2048);
const { publicKey } = rsaPair(2048);
const keyFile = join(directory, 'merchant.pem');
writeFileSync(keyFile, privateKey);

const wechat = {
  WECHATPAY_APP_ID: 'wx0123456789abcdef',
  WECHATPAY_MCH_ID: '1900000001',
  WECHATPAY_MCH_SERIAL_NO: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
  WECHATPAY_MCH_PRIVATE_KEY: privateKey,
  WECHATPAY_API_V3_KEY: secret,
  WECHATPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_0100000000000000000000000000000001',
  WECHATPAY_PUBLIC_KEY: publicKey,
};
const button = {
  plan: 'month',
  buy_button_id: 'buy_btn_1',
  payment_link: 'plink_1',
  amount: 199,
  currency: 'usd',
};
const stripe = {
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
  STRIPE_WEBHOOK_SECRETS: 'whsec_one, whsec_two',
  STRIPE_BUTTONS: JSON.stringify([button]),
};

describe('a .env file', () => {
  it('is read with or without a byte order mark', () => {
    const file = join(directory, 'marked.env');
    writeFileSync(file, '\ufeffPORT=3100\r\nLOG_LEVEL=warn\r\n');
    expect(readEnvFile(file)).toEqual({ PORT: '3100', LOG_LEVEL: 'warn' });
    expect(readEnvFile(join(directory, 'none.env'))).toEqual({});
  });

  it('that cannot be read is a wrong setting, and is not ignored', () => {
    expect(() => readEnvFile(directory)).toThrow(ConfigError);
    expect(() => readEnvFile(directory)).toThrow(/EISDIR/);
  });
});

function faultsOf(settings: Record<string, string>): string[] {
  try {
    parseSettings(settings);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map((fault) => fault.name);
    throw error;
  }
  return [];
}

describe('settings', () => {
  it('have defaults that suffice on a laptop', () => {
    expect(parseSettings({})).toMatchObject({
      environment: 'development',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataDir: join(process.cwd(), 'data'),
      database: { kind: 'embedded', directory: join(process.cwd(), 'data', 'postgres') },
      site: {},
      logLevel: 'info',
      adultBooks: 'ask',
      doors: true,
      downloads: 'none',
      komgaHost: null,
      trustProxy: false,
      rateLimitScale: 1,
      metricsToken: null,
      payments: {
        ...{ sandbox: false, wechat: null, stripe: null, fapiao: false },
        wechatWays: { h5: false, account: null, oauthBaseUrl: null },
      },
    });
  });

  it('count an empty value as absent', () => {
    expect(parseSettings({ PORT: '', PUBLIC_URL: ' ', DATABASE_URL: '' }).publicUrl).toBe('http://localhost:3000');
  });

  it('are all named at once when several are wrong, with the given and the wanted value', () => {
    const wrong = {
      PORT: '70000',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: 'everyone',
      PAYMENTS_SANDBOX: 'maybe',
      ADULT_BOOKS: 'hide',
      DOORS: 'ajar',
      DOWNLOADS_DEFAULT: 'all',
      KOMGA_HOST: 'https://komga.example.org',
    };
    expect(() => parseSettings(wrong)).toThrow(
      /8 settings are wrong[\s\S]*PORT: got "70000", wants a whole number from 1 to 65535[\s\S]*LOG_LEVEL: got "loud"/,
    );
    expect(faultsOf(wrong).sort()).toEqual([
      ...['ADULT_BOOKS', 'DOORS', 'DOWNLOADS_DEFAULT', 'KOMGA_HOST', 'LOG_LEVEL', 'PAYMENTS_SANDBOX', 'PORT'],
      'TRUST_PROXY',
    ]);
  });

  it.each([
    ['JWT_SECRET', 'hunter2hunter2'],
    ['MEDIA_SECRET', 'hunter2hunter2'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/x'],
    ['METRICS_TOKEN', 'hunter2 with spaces'],
    ['WECHATPAY_API_V3_KEY', 'hunter2'],
    ['WECHATPAY_MCH_PRIVATE_KEY', '-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----'],
    ['WECHATPAY_EXTRA_VERIFY_KEYS', '{"hunter2": 1}'],
    ['WECHATPAY_PUBLIC_KEY', 'hunter2'],
    ['STRIPE_WEBHOOK_SECRETS', 'hunter2'],
    ['STRIPE_PUBLISHABLE_KEY', 'hunter2'],
    ['STRIPE_API_KEY', 'hunter2'],
    ['DATABASE_DIRECT_URL', 'hunter2'],
    ['DATABASE_REPLICA_URL', 'hunter2'],
  ])('never show the value of %s', (name, value) => {
    try {
      parseSettings({ [name]: value });
      expect.unreachable(`${name} should be refused`);
    } catch (error) {
      expect(String(error)).toContain(`${name}: got a value that is not shown`);
      expect(String(error)).not.toContain('hunter2');
    }
  });

  it.each([
    ['PORT', '0'],
    ['PORT', '3000.5'],
    ['PORT', '1e3'],
    ['PORT', '-1'],
    ['NODE_ENV', 'staging'],
    ['HOST', 'a b'],
    ['PUBLIC_URL', 'comics.example.org'],
    ['PUBLIC_URL', 'ftp://comics.example.org'],
    ['PUBLIC_URL', 'https://comics.example.org/path'],
    ['PUBLIC_URL', 'https://user:pass@comics.example.org'],
    ['DATABASE_URL', 'comics'],
    ['SITE_NAME', 'two\nlines'],
    ['CONTACT_EMAIL', 'nobody'],
    ['RATE_LIMIT_SCALE', '-1'],
    ['RATE_LIMIT_SCALE', 'off'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'true'],
  ])('refuse %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([name]);
  });

  it.each([
    ['1', 1],
    ['0', false],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ])('read TRUST_PROXY=%s', (value, expected) => {
    expect(parseSettings({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
  });
});

describe('production', () => {
  it('starts with the settings that it requires', () => {
    expect(parseSettings(production)).toMatchObject({ publicUrl: 'https://comics.example.org', jwtSecret: secret });
  });

  it('requires address, secrets and contact', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual(['PUBLIC_URL', 'JWT_SECRET', 'MEDIA_SECRET', 'CONTACT_EMAIL']);
  });

  it.each([
    [{ PUBLIC_URL: 'http://comics.example.org' }, ['PUBLIC_URL']],
    [{ PUBLIC_URL: 'http://localhost:3000' }, []],
    [{ PUBLIC_URL: 'http://[::1]:3000', RATE_LIMIT_SCALE: '0' }, []],
    [{ RATE_LIMIT_SCALE: '0' }, ['RATE_LIMIT_SCALE']],
    [{ PAYMENTS_SANDBOX: 'true' }, ['PAYMENTS_SANDBOX']],
  ])('with %o refuses %o', (settings, faults) => {
    expect(faultsOf({ ...production, ...settings })).toEqual(faults);
  });
});

describe('payment settings', () => {
  it('take WeChat Pay with keys as PEM, on one line, or as a path', () => {
    for (const key of [privateKey, privateKey.trim().replaceAll('\n', '\\n'), keyFile]) {
      const parsed = parseSettings({ ...wechat, WECHATPAY_MCH_PRIVATE_KEY: key }).payments.wechat;
      expect(parsed?.mchPrivateKey.asymmetricKeyType).toBe('rsa');
      expect(Object.keys(parsed?.verifyKeys ?? {})).toEqual([wechat.WECHATPAY_PUBLIC_KEY_ID]);
    }
  });

  it('let extra verify keys stand in for the public key and its id', () => {
    const { WECHATPAY_PUBLIC_KEY: _key, WECHATPAY_PUBLIC_KEY_ID: _id, ...rest } = wechat;
    const extra = { ...rest, WECHATPAY_EXTRA_VERIFY_KEYS: JSON.stringify({ AB12: publicKey }) };
    expect(Object.keys(parseSettings(extra).payments.wechat?.verifyKeys ?? {})).toEqual(['AB12']);
    expect(faultsOf(rest)).toEqual(['WECHATPAY_PUBLIC_KEY_ID', 'WECHATPAY_PUBLIC_KEY']);
  });

  it.each(Object.keys(wechat))('refuse WeChat Pay without %s', (name) => {
    expect(faultsOf({ ...wechat, [name]: '' })).toContain(name);
  });

  it.each([
    [{ WECHATPAY_API_V3_KEY: 'short' }, 'WECHATPAY_API_V3_KEY'],
    [{ WECHATPAY_MCH_PRIVATE_KEY: rsaPair(1024).privateKey }, 'WECHATPAY_MCH_PRIVATE_KEY'],
    [{ WECHATPAY_MCH_PRIVATE_KEY: '/nowhere/key.pem' }, 'WECHATPAY_MCH_PRIVATE_KEY'],
    [{ WECHATPAY_API_BASE_URL: 'http://pay.example.org' }, 'WECHATPAY_API_BASE_URL'],
    [{ WECHATPAY_EXTRA_VERIFY_KEYS: '[]' }, 'WECHATPAY_EXTRA_VERIFY_KEYS'],
    [{ PUBLIC_URL: 'http://comics.example.org' }, 'PUBLIC_URL'],
  ])('refuse WeChat Pay with a wrong setting', (settings, name) => {
    expect(faultsOf({ ...wechat, ...settings })).toEqual([name]);
  });

  it.each([
    [{ WECHATPAY_H5: 'maybe' }, 'WECHATPAY_H5'],
    [{ FAPIAO: 'perhaps' }, 'FAPIAO'],
    [{ WECHATPAY_MP_APP_ID: 'wx2421b1c4370ec43b' }, 'WECHATPAY_MP_APP_SECRET'],
    [{ WECHATPAY_MP_APP_SECRET: 'secret' }, 'WECHATPAY_MP_APP_ID'],
    [{ WECHATPAY_OAUTH_BASE_URL: 'http://wechat.example.org' }, 'WECHATPAY_OAUTH_BASE_URL'],
  ])('refuse half a way of WeChat Pay: %j', (settings, name) => {
    expect(faultsOf({ ...wechat, ...settings })).toEqual([name]);
  });

  it('refuse a way without WeChat Pay, unless the sandbox stands for it', () => {
    const ways = { WECHATPAY_H5: 'yes', WECHATPAY_MP_APP_ID: 'wx1', WECHATPAY_MP_APP_SECRET: 'secret' };
    expect(faultsOf(ways)).toEqual(['WECHATPAY_H5', 'WECHATPAY_MP_APP_ID']);
    expect(faultsOf({ WECHATPAY_H5: 'false' })).toEqual([]);
    expect(parseSettings({ ...ways, PAYMENTS_SANDBOX: 'true' }).payments.wechatWays).toEqual({
      h5: true,
      account: { appId: 'wx1', appSecret: 'secret' },
      oauthBaseUrl: null,
    });
  });

  it('take a simulator of WeChat Pay on this machine', () => {
    const parsed = parseSettings({ ...wechat, WECHATPAY_API_BASE_URL: 'http://127.0.0.1:9999/' });
    expect(parsed.payments.wechat?.apiBaseUrl).toBe('http://127.0.0.1:9999');
  });

  it('take Stripe with several signing secrets', () => {
    expect(parseSettings(stripe).payments.stripe).toEqual({
      publishableKey: 'pk_test_abc',
      webhookSecrets: ['whsec_one', 'whsec_two'],
      buttons: [button],
      scriptUrl: 'https://js.stripe.com/v3/buy-button.js',
      api: null,
    });
  });

  it("take Stripe with a key for refunds, at Stripe's own API unless another is named", () => {
    const withKey = { ...stripe, STRIPE_API_KEY: 'rk_test_abc' };
    expect(parseSettings(withKey).payments.stripe?.api).toEqual({
      key: 'rk_test_abc',
      baseUrl: 'https://api.stripe.com',
    });
    const simulated = parseSettings({ ...withKey, STRIPE_API_BASE_URL: 'http://127.0.0.1:9999/' });
    expect(simulated.payments.stripe?.api?.baseUrl).toBe('http://127.0.0.1:9999');
  });

  it.each(Object.keys(stripe))('refuse Stripe without %s', (name) => {
    expect(faultsOf({ ...stripe, [name]: '' })).toEqual([name]);
  });

  it.each([
    { STRIPE_BUTTONS: '[]' },
    { STRIPE_BUTTONS: 'not JSON' },
    { STRIPE_BUTTONS: JSON.stringify([{ ...button, amount: 1.5 }]) },
    { STRIPE_PUBLISHABLE_KEY: 'sk_live_abc' },
    { STRIPE_BUTTON_SCRIPT_URL: 'http://js.example.org/x.js' },
    { STRIPE_API_KEY: 'pk_test_abc' },
    { STRIPE_API_KEY: 'rk_live_abc' },
    { STRIPE_API_BASE_URL: 'http://api.example.org' },
  ])('refuse Stripe with %o', (settings) => {
    expect(faultsOf({ ...stripe, ...settings })).toEqual(Object.keys(settings));
  });
});

describe('a kept secret', () => {
  it('is made once, readable by its owner only, and never changes', () => {
    const first = keepSecret(directory, 'jwt');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(keepSecret(directory, 'jwt')).toBe(first);
    expect(keepSecret(directory, 'media')).not.toBe(first);
    expect(statSync(join(directory, 'secrets', 'jwt')).mode & 0o777).toBe(0o600);
  });
});

describe('the settings of processes', () => {
  it('are one process with all duties by default', () => {
    expect(parseSettings({}).processes).toEqual({
      ...{ role: 'all', workers: 1, stopDelayMs: 0, maxConnections: 10_000, databasePoolSize: 12 },
    });
    expect(parseSettings({ WORKERS: 'auto' }).processes.workers).toBeGreaterThanOrEqual(1);
    expect(parseSettings({ ROLE: 'web', WORKERS: '64', STOP_DELAY_S: '60' }).processes).toMatchObject({
      ...{ role: 'web', workers: 64, stopDelayMs: 60_000 },
    });
  });

  it.each([
    ['WORKERS', '0', '65', '1.5', 'many'],
    ['ROLE', 'job', 'WEB'],
    ['STOP_DELAY_S', '61', '0.5'],
    ['MAX_CONNECTIONS', '0', '1000001', '2.5'],
    ['DATABASE_POOL_SIZE', '1', '101'],
  ])('%s is refused outside of its limits', (name, ...values) => {
    for (const value of values) expect([value, faultsOf({ [name]: value })]).toEqual([value, [name]]);
  });

  it('allow several workers neither for the jobs alone nor with the sandbox, whose orders one process knows', () => {
    expect(faultsOf({ WORKERS: '2', ROLE: 'jobs' })).toEqual(['WORKERS']);
    expect(faultsOf({ WORKERS: '2', PAYMENTS_SANDBOX: 'true' })).toEqual(['WORKERS']);
    expect(faultsOf({ WORKERS: '1', ROLE: 'jobs', PAYMENTS_SANDBOX: 'true' })).toEqual([]);
  });
});

describe('the keys of pushes', () => {
  const pair = () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
    const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
    return { VAPID_PUBLIC_KEY: point.toString('base64url'), VAPID_PRIVATE_KEY: d };
  };
  it('are a pair, or none', () => {
    const given = pair();
    expect(parseSettings(given).push).toEqual({
      keys: { publicKey: given.VAPID_PUBLIC_KEY, privateKey: given.VAPID_PRIVATE_KEY },
      loopback: false,
    });
    expect(parseSettings({}).push.keys).toBeNull();
  });

  it.each([
    ['half of it', { VAPID_PUBLIC_KEY: pair().VAPID_PUBLIC_KEY }],
    ['the other half', { VAPID_PRIVATE_KEY: pair().VAPID_PRIVATE_KEY }],
    ['halves of two', { ...pair(), VAPID_PRIVATE_KEY: pair().VAPID_PRIVATE_KEY }],
    ['nonsense', { VAPID_PUBLIC_KEY: 'nonsense', VAPID_PRIVATE_KEY: 'another' }],
  ])('are refused as %s, and the private one is never shown', (_, given) => {
    const wrong = (() => {
      try {
        return parseSettings(given);
      } catch (error) {
        return error;
      }
    })();
    expect(wrong).toBeInstanceOf(ConfigError);
    if ('VAPID_PRIVATE_KEY' in given) expect(String(wrong)).not.toContain(given.VAPID_PRIVATE_KEY);
  });

  it.each([
    ['PUSH_LOOPBACK', 'push'],
    ['HOOKS_LOOPBACK', 'hooks'],
  ] as const)('go to this machine only where %s says so, never in production', (name, part) => {
    expect(parseSettings({})[part].loopback).toBe(false);
    expect(parseSettings({ [name]: 'true' })[part].loopback).toBe(true);
    expect(() => parseSettings({ ...production, [name]: 'true' })).toThrow(name);
    expect(() => parseSettings({ [name]: 'maybe' })).toThrow(name);
  });
});
