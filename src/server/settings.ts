import { isIP } from 'node:net';

/** One wrong setting: what it got (a secret's value is never told) and what it wants. */
export type Fault = { name: string; got: string; wants: string };

/** Reads settings by name and collects every fault, so that an operator sees all of them at once. */
export class SettingsReader {
  readonly faults: Fault[] = [];
  readonly #source: Readonly<Record<string, string | undefined>>;

  constructor(source: Readonly<Record<string, string | undefined>>) {
    this.#source = source;
  }

  /** An empty value counts as absent, as in a `.env` file with the name left in. */
  find(name: string): string | null {
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

/** `null` where the text is not an absolute http or https address. */
export function findWebUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname ? url : null;
}

/** Provider addresses carry money: plain http only to this machine, where a simulator may stand. */
export function isSafeProviderUrl(url: URL): boolean {
  return url.protocol === 'https:' || isLoopbackHost(url.hostname);
}
