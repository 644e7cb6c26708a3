import { describe, expect, it } from 'vitest';
import { ConfigError, parseSettings } from './config.ts';

const likely = (name: string) => parseSettings({ [name]: 'x' }).misspelt.map((setting) => setting.likely);

describe('a name that looks like a setting and is none', () => {
  it.each([
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['WECHATPAY_APPID', 'WECHATPAY_APP_ID'],
    ['WECHAT_PAY_MCH_ID', 'WECHATPAY_MCH_ID'],
    ['WECHATPAY_SERIAL_NO', 'WECHATPAY_MCH_SERIAL_NO'],
    ['STRIPE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRETS'],
    ['STRIPE_BUTTON', 'STRIPE_BUTTONS'],
    ['DATADIR', 'DATA_DIR'],
    ['data_dir', 'DATA_DIR'],
    ['LONGSTRIP_DATA_DIR', 'DATA_DIR'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['JWT_SECERT', 'JWT_SECRET'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['PAYMENT_SANDBOX', 'PAYMENTS_SANDBOX'],
    ['RATE_LIMITS_SCALE', 'RATE_LIMIT_SCALE'],
  ])('%s is told as %s', (name, expected) => {
    expect(likely(name)).toEqual([expected]);
  });

  it('is reported with the other faults, also where the right one is set too', () => {
    expect(() => parseSettings({ DATADIR: '/srv', PORT: 'x' })).toThrow(
      /PORT: got "x"[\s\S]*DATADIR is read by nothing/,
    );
    expect(parseSettings({ DATADIR: '/srv', DATA_DIR: '/srv' }).misspelt).toHaveLength(1);
    expect(parseSettings({ DATADIR: '' }).misspelt).toEqual([]);
  });

  it.each([
    'PATH HOME USER LANG TERM SHELL PWD HOSTNAME LOGNAME EDITOR TZ SHLVL OLDPWD DISPLAY TMPDIR MAIL',
    'POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB POSTGRES_HOST PGDATA PGHOST PGUSER PGPASSWORD PGPORT DATABASE_HOST',
    'NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS npm_config_cache npm_package_name NPM_TOKEN',
    'HOSTS PORTS HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy ALL_PROXY XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_DIRS',
    'STRIPE_ACCOUNT STRIPE_SECRET_KEY STRIPE_DEVICE_NAME AWS_SECRET_ACCESS_KEY GITHUB_TOKEN SECRET_KEY API_TOKEN',
    'SYSTEMD_EXEC_PID INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_PID KUBERNETES_SERVICE_HOST SITE_URL BASE_URL',
  ])('is none of these: %s', (names) => {
    const foreign = Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
    expect(parseSettings(foreign).misspelt).toEqual([]);
  });
});

describe('the secrets of production', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://comics.example.org',
    CONTACT_EMAIL: 'ask@example.org',
    JWT_SECRET: '7f3b9c1e5d2a8046f1e0b7c3d9a52864e8f1a0c7b3d9526487f3b9c1e5d2a804',
    MEDIA_SECRET: 'k3J9-Zq1v_Xo8Rt5yBn2Wm7Lc4Hd6Gf0',
  };
  const faults = (settings: Record<string, string>) => {
    try {
      parseSettings({ ...production, ...settings });
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.faults.map(({ name }) => name);
      throw error;
    }
  };

  it('are accepted when each was drawn at random', () => {
    expect(faults({})).toEqual([]);
  });

  it.each([
    ['one letter', 'a'.repeat(64)],
    ['few letters', 'abcabcab'.repeat(8)],
    ["a document's placeholder", 'change-me-change-me-change-me-0123456789'],
    ['the command that makes one', 'the output of: openssl rand -hex 32'],
  ])('are refused when they are %s', (_what, value) => {
    expect(faults({ JWT_SECRET: value })).toEqual(['JWT_SECRET']);
    expect(() => parseSettings({ ...production, MEDIA_SECRET: value })).toThrow(
      /MEDIA_SECRET: got a value that is not shown/,
    );
  });

  it('are refused when both are the same', () => {
    expect(faults({ MEDIA_SECRET: production.JWT_SECRET })).toEqual(['MEDIA_SECRET']);
    expect(parseSettings({ JWT_SECRET: 'a'.repeat(32), MEDIA_SECRET: 'a'.repeat(32) }).environment).toBe('development');
  });
});
