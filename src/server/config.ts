import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type BackupConfig, readBackupConfig } from './config-backup.ts';
import { type DatabaseConfig, readDatabase } from './config-database.ts';
import { type MediaConfig, readMediaConfig, readS3Config, type S3Config } from './config-media.ts';
import { readStripeConfig, readWechatConfig, type StripeConfig, type WechatConfig } from './config-payments.ts';
import { type ProcessesConfig, readProcessesConfig } from './config-processes.ts';
import { readStudioConfig, type StudioConfig } from './config-studio.ts';
import { keepSecret } from './secrets.ts';
import {
  type Fault,
  findMisspelt,
  findWebUrl,
  isLoopbackHost,
  type Misspelt,
  SettingsReader,
} from './settings-reader.ts';

const ENVIRONMENTS = ['development', 'test', 'production'] as const;
const JAIL_MODES = ['auto', 'require', 'off'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** HS256 requires a key at least as long as its hash. */
const SECRET_BYTES = 32;

export type Config = {
  /** Decides which settings are required; it never changes how fast the product runs. */
  environment: (typeof ENVIRONMENTS)[number];
  host: string;
  port: number;
  /** Origin without a slash at the end. */
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  database: DatabaseConfig;
  jwtSecret: string;
  mediaSecret: string;
  siteName: string;
  contactEmail: string;
  logLevel: (typeof LOG_LEVELS)[number];
  /** As Fastify takes it: false, a number of proxies, or addresses and ranges. */
  trustProxy: false | number | string[];
  /** 0: no limits. */
  rateLimitScale: number;
  processes: ProcessesConfig;
  metricsToken: string | null;
  /** Names in the environment or .env that nothing reads, and that look like a setting. */
  misspelt: Misspelt[];
  /** `auto`: the best jail for converters that this machine has. `require`: only a full one. */
  converterJail: (typeof JAIL_MODES)[number];
  studio: StudioConfig;
  backup: BackupConfig;
  media: MediaConfig;
  s3: S3Config;
  payments: { sandbox: boolean; wechat: WechatConfig | null; stripe: StripeConfig | null };
};

/** Settings whose secrets may be absent. Outside production a missing secret is created and kept when it is needed. */
export type Settings = Omit<Config, 'jwtSecret' | 'mediaSecret'> & {
  jwtSecret: string | null;
  mediaSecret: string | null;
};

export class ConfigError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[], misspelt: readonly Misspelt[] = []) {
    const count = faults.length === 1 ? 'One setting is wrong' : `${faults.length} settings are wrong`;
    const lines = faults.map((fault) => `  ${fault.name}: got ${fault.got}, wants ${fault.wants}`);
    const meant = misspelt.map((setting) => `  ${describeMisspelt(setting)}`);
    super([`${count} (environment or .env):`, ...lines, ...meant].join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

export function describeMisspelt({ name, likely }: Misspelt): string {
  return `${name} is read by nothing. Perhaps ${likely} is meant.`;
}

/**
 * The settings of this process: its environment, then `.env` in the working folder. Throws `ConfigError`; creates no
 * secrets.
 */
export function loadSettings(): Settings {
  return parseSettings(readEnvironment());
}

/** The source of the settings of this process, by their names. */
export function readEnvironment(): Record<string, string | undefined> {
  return { ...readEnvFile('.env'), ...process.env };
}

/** The settings of a server, complete. */
export function loadConfig(): Config {
  return completeSettings(loadSettings());
}

/** The settings of a server: missing secrets are created at the first call and kept in the data folder. */
export function completeSettings(settings: Settings): Config {
  return {
    ...settings,
    jwtSecret: settings.jwtSecret ?? keepOrRefuse(settings.dataDir, 'jwt'),
    mediaSecret: settings.mediaSecret ?? keepOrRefuse(settings.dataDir, 'media'),
  };
}

/** Reads every setting (spec: operations.md#settings) and throws one `ConfigError` naming all that are wrong. */
export function parseSettings(source: Readonly<Record<string, string | undefined>>): Settings {
  const settings = new SettingsReader(source);
  const environment = settings.oneOf('NODE_ENV', ENVIRONMENTS, 'development');
  const production = environment === 'production';
  const port = settings.number('PORT', {
    accepts: (value) => Number.isInteger(value) && value >= 1 && value <= 65_535,
    wants: 'a whole number from 1 to 65535',
    fallback: 3000,
  });
  const publicUrl = readPublicUrl(settings, { production, port });
  const dataDir = resolve(settings.find('DATA_DIR') ?? './data');
  const sandbox = readSandbox(settings, production);
  const parsed: Omit<Settings, 'misspelt'> = {
    environment,
    host: settings.matching('HOST', {
      pattern: /^[\w.:%-]+$/,
      wants: 'an address or a host name to listen on',
      fallback: '127.0.0.1',
    }),
    port,
    publicUrl: publicUrl.origin,
    dataDir,
    database: readDatabase(settings, dataDir),
    jwtSecret: readSecret(settings, 'JWT_SECRET', production),
    mediaSecret: readSecret(settings, 'MEDIA_SECRET', production),
    siteName: settings.matching('SITE_NAME', {
      pattern: /^[^\p{Cc}]{1,60}$/u,
      wants: 'a name of at most 60 characters on one line',
      fallback: 'Longstrip',
    }),
    contactEmail: readContactEmail(settings, production),
    logLevel: settings.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    trustProxy: readTrustProxy(settings),
    rateLimitScale: readRateLimitScale(settings, { production, publicUrl }),
    processes: readProcessesConfig(settings, { sandbox }),
    metricsToken: readMetricsToken(settings),
    converterJail: settings.oneOf('CONVERTER_JAIL', JAIL_MODES, 'auto'),
    studio: readStudioConfig(settings),
    backup: readBackupConfig(settings),
    media: readMediaConfig(settings, dataDir),
    s3: readS3Config(settings),
    payments: {
      sandbox,
      wechat: readWechatConfig(settings, publicUrl),
      stripe: readStripeConfig(settings),
    },
  };
  if (production) refuseSameSecrets(settings);
  const misspelt = findMisspelt(namesGiven(source), [...settings.asked]);
  if (settings.faults.length > 0) throw new ConfigError(settings.faults, misspelt);
  return { ...parsed, misspelt };
}

/** Keeps the client of buckets from telling operators, at each start, of a future version's Node.js. */
export function quietBucketClient(): void {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
}

/** The environment of a program that this one starts. */
export function environmentWith(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...more };
}

function namesGiven(source: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(source).filter((name) => source[name]?.trim());
}

/** Empty where there is no such file; a file that cannot be read is a wrong setting. */
export function readEnvFile(path: string): Record<string, string | undefined> {
  try {
    // An editor's byte order mark would become part of the first name, and that setting would be ignored.
    return parseEnv(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT') return {};
    throw new ConfigError([
      { name: path, got: `what cannot be read (${code})`, wants: 'a file that this user may read' },
    ]);
  }
}

function readPublicUrl(settings: SettingsReader, context: { production: boolean; port: number }): URL {
  const wants = 'the address readers use, such as https://comics.example.org, without a path';
  const fallback = new URL(`http://localhost:${context.port}`);
  const text = settings.find('PUBLIC_URL');
  if (text === null) {
    if (context.production) settings.refuse('PUBLIC_URL', wants);
    return fallback;
  }
  const url = findWebUrl(text);
  if (url?.pathname !== '/' || url.search || url.hash || url.username || url.password) {
    settings.refuse('PUBLIC_URL', wants);
    return fallback;
  }
  if (context.production && url.protocol !== 'https:' && !isLoopbackHost(url.hostname)) {
    settings.refuse('PUBLIC_URL', 'an https address in production, unless its host is loopback');
  }
  return url;
}

function readSecret(settings: SettingsReader, name: string, production: boolean): string | null {
  const wants = `a secret of at least ${SECRET_BYTES} bytes, such as the output of: openssl rand -hex 32`;
  const value = settings.find(name);
  if (value === null) return production ? settings.refuse(name, wants, { secret: true }) : null;
  if (Buffer.byteLength(value) < SECRET_BYTES) return settings.refuse(name, wants, { secret: true });
  if (production && isGuessable(value))
    return settings.refuse(name, `${wants}; this one can be guessed`, { secret: true });
  return value;
}

/** 32 random bytes have more different characters than this in any usual spelling: hex, base64, a UUID. */
const FEWEST_CHARACTERS = 8;
const PLACEHOLDER = /change.?(me|this|it)|replace.?(me|this)|placeholder|your.?(own.?)?secret|openssl|another one/i;

function isGuessable(value: string): boolean {
  return new Set(value).size < FEWEST_CHARACTERS || PLACEHOLDER.test(value);
}

/** A signed address must not help its holder to find the secret that signs sessions. */
function refuseSameSecrets(settings: SettingsReader): void {
  const secret = settings.find('JWT_SECRET');
  if (secret === null || secret !== settings.find('MEDIA_SECRET')) return;
  settings.refuse('MEDIA_SECRET', 'another secret than JWT_SECRET', { secret: true });
}

function readContactEmail(settings: SettingsReader, production: boolean): string {
  const wants = 'the e-mail address readers may write to';
  if (production) settings.require('CONTACT_EMAIL', wants);
  return settings.matching('CONTACT_EMAIL', {
    pattern: /^[^\s@<>"]+@[^\s@<>"]+$/,
    wants,
    fallback: 'hello@example.org',
  });
}

function readTrustProxy(settings: SettingsReader): false | number | string[] {
  const text = settings.find('TRUST_PROXY');
  if (text === null) return false;
  if (/^\d{1,2}$/.test(text)) return Number(text) || false;
  const ranges = text.split(',').map((part) => part.trim());
  if (ranges.every(isAddressRange)) return ranges;
  settings.refuse('TRUST_PROXY', 'a number of proxies, or a comma list of addresses and ranges such as 10.0.0.0/8');
  return false;
}

function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

function readRateLimitScale(settings: SettingsReader, context: { production: boolean; publicUrl: URL }): number {
  const scale = settings.number('RATE_LIMIT_SCALE', {
    accepts: (value) => Number.isFinite(value),
    wants: 'a number: 1 as designed, 2 twice as generous, 0 off',
    fallback: 1,
  });
  if (scale === 0 && context.production && !isLoopbackHost(context.publicUrl.hostname)) {
    settings.refuse('RATE_LIMIT_SCALE', 'more than 0 in production, unless the host of PUBLIC_URL is loopback');
  }
  return scale;
}

function readMetricsToken(settings: SettingsReader): string | null {
  const value = settings.find('METRICS_TOKEN');
  if (value === null || /^[\x21-\x7e]+$/.test(value)) return value;
  return settings.refuse('METRICS_TOKEN', 'visible ASCII characters without spaces', { secret: true });
}

function readSandbox(settings: SettingsReader, production: boolean): boolean {
  const sandbox = settings.flag('PAYMENTS_SANDBOX');
  if (sandbox && production)
    settings.refuse('PAYMENTS_SANDBOX', 'to be absent in production: it gives membership away');
  return sandbox;
}

function keepOrRefuse(dataDir: string, name: 'jwt' | 'media'): string {
  try {
    return keepSecret(dataDir, name);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([
      { name: 'DATA_DIR', got: JSON.stringify(dataDir), wants: `a folder this user can write to (${reason})` },
    ]);
  }
}
