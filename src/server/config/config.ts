import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { type SettingKey, type SettingValues, siteSettings } from '../../shared/site-settings.ts';
import { keepSecret } from '../process/secrets.ts';
import { readBackupConfig } from './backup.ts';
import { readDatabase } from './database.ts';
import { readMediaConfig, readS3Config } from './media.ts';
import { readStripeConfig, readWechatConfig, readWechatWays, refuseLoneWays } from './payments.ts';
import { readProcessesConfig } from './processes.ts';
import { readLoopback, readPushConfig } from './push.ts';
import {
  choice,
  type Fault,
  findMisspelt,
  isLoopbackHost,
  isOn,
  isSafeUrl,
  type Misspelt,
  number,
  parsed,
  type Schema,
  SettingsReader,
  text,
  webUrl,
  whole,
} from './settings-reader.ts';
import { readStudioConfig } from './studio.ts';

/** HS256 requires a key at least as long as its hash. */
const SECRET_BYTES = 32;

/** Settings whose secrets may be absent. Outside production a missing secret is created and kept when it is needed. */
export type Settings = ReturnType<typeof parseSettings>;

export type Config = Settings & { jwtSecret: string; mediaSecret: string };

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
export function parseSettings(source: Readonly<Record<string, string | undefined>>) {
  const settings = new SettingsReader(source);
  const environment = settings.read('NODE_ENV', choice('development', 'test', 'production')) ?? 'development';
  const production = environment === 'production';
  const port = settings.read('PORT', whole(1, 65_535)) ?? 3000;
  const needed = <T>(name: string, schema: Schema<T>) =>
    production ? settings.require(name, schema) : settings.read(name, schema);
  const publicUrl = needed('PUBLIC_URL', origin) ?? new URL(`http://localhost:${port}`);
  if (production && !isSafeUrl(publicUrl))
    settings.refuse('PUBLIC_URL', 'an https address in production, unless its host is loopback');
  const komgaHost = settings.read('KOMGA_HOST', hostName)?.toLowerCase() ?? null;
  if (komgaHost === publicUrl.hostname) settings.refuse('KOMGA_HOST', 'another host than that of PUBLIC_URL');
  const dataDir = resolve(settings.find('DATA_DIR') ?? './data');
  const sandbox = isOn(settings, 'PAYMENTS_SANDBOX');
  if (sandbox && production)
    settings.refuse('PAYMENTS_SANDBOX', 'to be absent in production: it gives membership away');
  const backup = readBackupConfig(settings);
  const wechat = settings.together((part) => readWechatConfig(part, publicUrl));
  const wechatWays = readWechatWays(settings);
  if (!wechat && !sandbox) refuseLoneWays(settings, wechatWays);
  const config = {
    /** Decides which settings are required; it never changes how fast the product runs. */
    environment,
    host: settings.read('HOST', host) ?? '127.0.0.1',
    port,
    /** Origin without a slash at the end. */
    publicUrl: publicUrl.origin,
    /** Absolute. */
    dataDir,
    database: readDatabase(settings, dataDir),
    jwtSecret: needed('JWT_SECRET', secret(production)),
    mediaSecret: needed('MEDIA_SECRET', secret(production)),
    /** The site's settings that the environment gives. */
    site: { ...readSiteSettings(settings, { needed }), ...(backup.to !== null && { backup_to: backup.to }) },
    logLevel: settings.read('LOG_LEVEL', logLevel) ?? 'info',
    /** As Fastify takes it: false, a number of proxies, or addresses and ranges. */
    trustProxy: settings.read('TRUST_PROXY', proxies) ?? false,
    /** 0: no limits. */
    rateLimitScale: readRateLimitScale(settings, { production, publicUrl }),
    processes: readProcessesConfig(settings, { sandbox }),
    metricsToken: settings.read('METRICS_TOKEN', text(/^[\x21-\x7e]+$/, 'visible ASCII characters without spaces')),
    /** `auto`: the best jail for converters that this machine has. `require`: only a full one. */
    converterJail: settings.read('CONVERTER_JAIL', choice('auto', 'require', 'off')) ?? 'auto',
    /** Whether other people's apps may read here. */
    doors: (settings.read('DOORS', choice('on', 'off')) ?? 'on') === 'on',
    /** The host at whose root Komga's apps read; null: they do so below /komga alone. */
    komgaHost,
    /** `ask`: lists leave books for adults out until a reader has said to be one. */
    adultBooks: settings.read('ADULT_BOOKS', choice('ask', 'show')) ?? 'ask',
    /** Who may take files along of a book that does not say it. */
    downloads: settings.read('DOWNLOADS_DEFAULT', choice('none', 'members', 'everyone')) ?? 'none',
    studio: readStudioConfig(settings),
    push: readPushConfig(settings, { production }),
    hooks: { loopback: readLoopback(settings, 'HOOKS_LOOPBACK', { production }) },
    backup,
    media: readMediaConfig(settings, dataDir),
    s3: readS3Config(settings),
    payments: {
      sandbox,
      ...{ wechat, wechatWays },
      /** Buyers may ask for a fapiao; the site issues none. */
      fapiao: isOn(settings, 'FAPIAO'),
      stripe: settings.together(readStripeConfig),
    },
  };
  // A signed address must not help its holder to find the secret that signs sessions.
  if (production && config.jwtSecret !== null && config.jwtSecret === config.mediaSecret)
    settings.refuse('MEDIA_SECRET', 'another secret than JWT_SECRET');
  const given = Object.keys(source).filter((name) => source[name]?.trim());
  const misspelt = findMisspelt(given, [...settings.asked]);
  if (settings.faults.length > 0) throw new ConfigError(settings.faults, misspelt);
  return { ...config, misspelt };
}

/** Keeps the client of buckets from telling operators, at each start, of a future version's Node.js. */
export function quietBucketClient(): void {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
}

/** The environment of a program that this one starts. */
export function environmentWith(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...more };
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

const host = text(/^[\w.:%-]+$/, 'an address or a host name to listen on');
const hostName = text(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i, 'a host name of its own, without https:// and without a path');
const logLevel = choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent');

const origin = webUrl(
  (url) => url.pathname === '/',
  'the address readers use, such as https://comics.example.org, without a path',
);

/** Reads those settings of the site that have a name in the environment; backups' place is read with its store. */
function readSiteSettings(
  settings: SettingsReader,
  { needed }: { needed: SettingsReader['read'] },
): Partial<SettingValues> {
  const given: Partial<Record<SettingKey, unknown>> = {};
  for (const [key, setting] of Object.entries(siteSettings)) {
    if (!setting.environment || key === 'backup_to') continue;
    const read = key === 'contact' ? needed : settings.read.bind(settings);
    const value = read(setting.environment, inEnvironment(setting));
    if (value !== null) given[key as SettingKey] = value; // a key of the table
  }
  return given as Partial<SettingValues>; // each was read by its own schema
}

/** The schema of a setting for its text in the environment: a number is written in digits. */
function inEnvironment({ schema, default: usual }: { schema: z.ZodMiniType; default: unknown }): Schema<unknown> {
  const read = (text: string) => (typeof usual === 'number' && /^\d+$/.test(text) ? Number(text) : text);
  return z.pipe(z.pipe(z.string(), z.transform<string, unknown>(read)), schema);
}

/** 32 random bytes have more different characters than this in any usual spelling: hex, base64, a UUID. */
const FEWEST_CHARACTERS = 8;
const PLACEHOLDER = /change.?(me|this|it)|replace.?(me|this)|placeholder|your.?(own.?)?secret|openssl|another one/i;

const isHardToGuess = (value: string) => new Set(value).size >= FEWEST_CHARACTERS && !PLACEHOLDER.test(value);

function secret(production: boolean): Schema<string> {
  const wants = `a secret of at least ${SECRET_BYTES} bytes, such as the output of: openssl rand -hex 32`;
  const long = z.string().check(z.refine((value) => Buffer.byteLength(value) >= SECRET_BYTES, wants));
  return production ? long.check(z.refine(isHardToGuess, `${wants}; this one can be guessed`)) : long;
}

const proxies = parsed<false | number | string[]>((given) => {
  if (/^\d{1,2}$/.test(given)) return Number(given) || false;
  const ranges = given.split(',').map((part) => part.trim());
  return ranges.every(isAddressRange) ? ranges : null;
}, 'a number of proxies, or a comma list of addresses and ranges such as 10.0.0.0/8');

function isAddressRange(given: string): boolean {
  const [address = '', prefix, ...rest] = given.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

const scale = number(Number.isFinite, 'a number: 1 as designed, 2 twice as generous, 0 off');

function readRateLimitScale(settings: SettingsReader, context: { production: boolean; publicUrl: URL }): number {
  const given = settings.read('RATE_LIMIT_SCALE', scale) ?? 1;
  if (given === 0 && context.production && !isLoopbackHost(context.publicUrl.hostname))
    settings.refuse('RATE_LIMIT_SCALE', 'more than 0 in production, unless the host of PUBLIC_URL is loopback');
  return given;
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
