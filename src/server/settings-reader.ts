import { isIP } from 'node:net';

/** A wrong setting: the given value (never shown for a secret) and the wanted one. */
export type Fault = { name: string; got: string; wants: string };

/** A name that nothing reads, and the setting that was likely meant. */
export type Misspelt = { name: string; likely: string };

/** Prefixes of names that only this program uses. */
const OUR_PREFIXES = /^(LONGSTRIP|WECHATPAY|WECHAT_PAY)_/;
/** The client of buckets reads these names itself. */
const OTHERS_PREFIX = /^AWS_/;
/** Shorter names resemble others by chance: HOST, PORT. */
const SHORTEST = 6;
/** From this length on, two letters may differ. */
const LONG = 8;

/** Names that look like a setting of ours but are not: similar letters, or one of our prefixes. */
export function findMisspelt(given: Iterable<string>, known: readonly string[]): Misspelt[] {
  return [...given].flatMap((name) => {
    if (known.includes(name) || OTHERS_PREFIX.test(name)) return [];
    const ranked = known.map((likely) => ({ likely, distance: distanceOf(squeeze(name), squeeze(likely)) }));
    const nearest = ranked.toSorted((one, other) => one.distance - other.distance)[0];
    if (!nearest) return [];
    const isOurs = OUR_PREFIXES.test(name) && !name.startsWith('LONGSTRIP_');
    return isOurs || nearest.distance <= toleranceOf(nearest.likely) ? [{ name, likely: nearest.likely }] : [];
  });
}

function toleranceOf(likely: string): number {
  const { length } = squeeze(likely);
  return length < SHORTEST ? -1 : length < LONG ? 1 : 2;
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
    const value = this.#source[name]?.trim();
    return value ? value : null;
  }

  refuse(name: string, wants: string, options: { secret?: boolean } = {}): null {
    const value = this.find(name);
    const got = value === null ? 'nothing' : options.secret ? 'a value that is not shown' : JSON.stringify(value);
    this.faults.push({ name, got, wants });
    return null;
  }

  require(name: string, wants: string, options: { secret?: boolean } = {}): string | null {
    return this.find(name) ?? this.refuse(name, wants, options);
  }

  matching(name: string, options: { pattern: RegExp; wants: string; fallback: string }): string {
    const value = this.find(name);
    if (value === null || options.pattern.test(value)) return value ?? options.fallback;
    this.refuse(name, options.wants);
    return options.fallback;
  }

  oneOf<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.find(name);
    if (value === null) return fallback;
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) this.refuse(name, `one of ${choices.join(', ')}`);
    return choice ?? fallback;
  }

  number(name: string, options: { accepts: (value: number) => boolean; wants: string; fallback: number }): number {
    const text = this.find(name);
    if (text === null) return options.fallback;
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (options.accepts(value)) return value;
    this.refuse(name, options.wants);
    return options.fallback;
  }

  flag(name: string): boolean {
    const value = this.oneOf(name, ['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'], 'false');
    return value === 'true' || value === '1' || value === 'yes' || value === 'on';
  }
}

export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host === 'localhost' || host.endsWith('.localhost');
}

/** Null where the text is not an absolute http or https address. */
export function findWebUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname ? url : null;
}

/** Payments go over providers' addresses: plain http is allowed only on this machine, for a simulator. */
export function isSafeProviderUrl(url: URL): boolean {
  return url.protocol === 'https:' || isLoopbackHost(url.hostname);
}
