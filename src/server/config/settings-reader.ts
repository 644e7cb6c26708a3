import { isIP } from 'node:net';
import * as z from 'zod/mini';

/** A wrong setting: the given value (never shown for a secret) and the wanted one. */
export type Fault = { name: string; got: string; wants: string };

/** A name that nothing reads, and the setting that was probably meant. */
export type Misspelt = { name: string; likely: string };

/** Prefixes of names that only this program uses. */
const OUR_PREFIXES = /^(LONGSTRIP|WECHATPAY|WECHAT_PAY)_/;
/** The client of buckets reads these names itself. */
const OTHERS_PREFIX = /^AWS_/;
/** Shorter names resemble others by chance: HOST, PORT. */
const SHORTEST = 6;
/** From this length on, two letters may differ. */
const LONG = 8;
const MOST_DIFFERENCES = 2;

/** Names that look like a setting of ours but are not: similar letters, or one of our prefixes. */
export function findMisspelt(given: Iterable<string>, known: readonly string[]): Misspelt[] {
  const squeezed = known.map((likely) => ({ likely, letters: squeeze(likely) }));
  return [...given].flatMap((name) => {
    if (known.includes(name) || OTHERS_PREFIX.test(name)) return [];
    const isOurs = OUR_PREFIXES.test(name) && !name.startsWith('LONGSTRIP_');
    const letters = squeeze(name);
    const ranked = squeezed
      // Each letter that one has more than the other is a difference.
      .filter((setting) => isOurs || Math.abs(setting.letters.length - letters.length) <= MOST_DIFFERENCES)
      .map((setting) => ({ likely: setting.likely, distance: distanceOf(letters, setting.letters) }));
    const nearest = ranked.toSorted((one, other) => one.distance - other.distance)[0];
    if (!nearest) return [];
    return isOurs || nearest.distance <= toleranceOf(nearest.likely) ? [{ name, likely: nearest.likely }] : [];
  });
}

function toleranceOf(likely: string): number {
  const { length } = squeeze(likely);
  return length < SHORTEST ? -1 : length < LONG ? 1 : MOST_DIFFERENCES;
}

/** Removes the differences that people mix up: case, underscores, singular and plural, our name in front. */
function squeeze(name: string): string {
  return name
    .toUpperCase()
    .replace(/^LONGSTRIP_/, '')
    .split('_')
    .map((word) => word.replace(/IES$/, 'Y').replace(/(?<=[^S])S$/, ''))
    .join('');
}

/** The number of letters that are added, missing or changed (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1];
    for (const [column, wanted] of [...other].entries()) {
      const changed = (above[column] ?? 0) + (letter === wanted ? 0 : 1);
      line.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}

/** Settings whose values are never shown. */
const SECRETS = new Set([
  ...['JWT_SECRET', 'MEDIA_SECRET', 'METRICS_TOKEN', 'S3_SECRET_ACCESS_KEY'],
  'VAPID_PRIVATE_KEY',
  ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'],
  ...[
    'WECHATPAY_MP_APP_SECRET',
    'WECHATPAY_MCH_PRIVATE_KEY',
    'WECHATPAY_API_V3_KEY',
    'WECHATPAY_PUBLIC_KEY',
    'WECHATPAY_EXTRA_VERIFY_KEYS',
  ],
  ...['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRETS', 'STRIPE_API_KEY'],
]);

/** A schema for the text of a setting; its first complaint says what is wanted. */
export type Schema<T> = z.ZodMiniType<T, string>;

/** Reads settings by name and collects every fault, so that an operator sees all of them at once. */
export class SettingsReader {
  readonly faults: Fault[] = [];
  /** Every name that was read, and so every existing setting. */
  readonly asked = new Set<string>();
  readonly #source: Readonly<Record<string, string | undefined>>;

  constructor(source: Readonly<Record<string, string | undefined>>) {
    this.#source = source;
  }

  /** An empty value counts as absent, as in a `.env` file that keeps the name. */
  find(name: string): string | null {
    this.asked.add(name);
    return this.#valueOf(name);
  }

  #valueOf(name: string): string | null {
    return this.#source[name]?.trim() || null;
  }

  refuse(name: string, wants: string): null {
    const value = this.#valueOf(name);
    const got = value === null ? 'nothing' : SECRETS.has(name) ? 'a value that is not shown' : JSON.stringify(value);
    this.faults.push({ name, got, wants });
    return null;
  }

  /** Null where the setting is absent or wrong. */
  read<T>(name: string, schema: Schema<T>): T | null {
    return this.find(name) === null ? null : this.require(name, schema);
  }

  /** Null, with a fault, also where the setting is absent: the schema must refuse an empty text. */
  require<T>(name: string, schema: Schema<T>): T | null {
    const { data, error } = schema.safeParse(this.find(name) ?? '');
    return error ? this.refuse(name, error.issues[0]?.message ?? 'another value') : data;
  }

  /** Reads settings that belong together: null, without a fault, where none of them is given. */
  together<T>(read: (part: SettingsReader) => T): T | null {
    const part = new SettingsReader(this.#source);
    const value = read(part);
    const given = [...part.asked].filter((name) => this.find(name) !== null);
    if (given.length > 0) this.faults.push(...part.faults);
    return given.length > 0 ? value : null;
  }
}

export function text(pattern: RegExp, wants: string): Schema<string> {
  return z.string().check(z.regex(pattern, wants));
}

/** What `parse` makes of a text; it gives null, or throws, where the text is wrong. */
export function parsed<T>(parse: (text: string) => T | null, wants: string): Schema<T> {
  const parseOrRefuse = (given: string, { issues }: z.core.ParsePayload): T => {
    try {
      const value = parse(given);
      if (value !== null) return value;
    } catch {
      // The reason does not matter: the complaint says what is wanted.
    }
    issues.push({ code: 'custom', message: wants, input: given });
    return z.NEVER;
  };
  return z.pipe(z.string(), z.transform(parseOrRefuse));
}

export function choice<const T extends string>(...choices: readonly T[]): Schema<T> {
  return z.pipe(z.string(), z.enum(choices, `one of ${choices.join(', ')}`));
}

const flag = choice('true', 'false', '1', '0', 'yes', 'no', 'on', 'off');

export function isOn(settings: SettingsReader, name: string): boolean {
  return /^(true|1|yes|on)$/.test(settings.read(name, flag) ?? 'false');
}

/** A number in digits. */
export function number(accepts: (value: number) => boolean, wants: string): Schema<number> {
  return parsed((given) => (/^\d+(\.\d+)?$/.test(given) && accepts(Number(given)) ? Number(given) : null), wants);
}

export function whole(least: number, most: number, before = ''): Schema<number> {
  const accepts = (value: number) => Number.isInteger(value) && value >= least && value <= most;
  return number(accepts, `${before}a whole number from ${least} to ${most}`);
}

/** An absolute http or https address without a name, a password, a query or an anchor. */
export function webUrl(accepts: (url: URL, text: string) => boolean, wants: string): Schema<URL> {
  return parsed((given) => {
    const url = new URL(given);
    const isPlain = /^https?:$/.test(url.protocol) && !(url.username || url.password || url.search || url.hash);
    return isPlain && accepts(url, given) ? url : null;
  }, wants);
}

export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host === 'localhost' || host.endsWith('.localhost');
}

/** Plain http is allowed only on this machine, for a simulator of a provider. */
export function isSafeUrl(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}
