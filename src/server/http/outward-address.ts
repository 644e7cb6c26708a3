import { lookup as askSystem } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isLoopbackHost } from '../config/settings-reader.ts';
import { isOutward } from './outward.ts';

const longest = 2048;

const isOnThisMachine = (address: string) => isLoopbackHost(address) && isIP(address) !== 0;

/**
 * An address out in the world that others have given us to send to; null for what may not be one, by its text alone.
 * `loopback` allows this machine as well, by http and on any port.
 */
export function readOutward(text: string, { loopback }: { loopback: boolean }): URL | null {
  if (text.length > longest || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username || url.password || url.href.length > longest) return null;
  const host = hostOf(url);
  if (isHere(url)) return loopback && /^https?:$/.test(url.protocol) ? url : null;
  if (url.protocol !== 'https:' || url.port !== '' || host === '') return null;
  return isIP(host) === 0 || isOutward(host) ? url : null;
}

/** Whether the address itself names this machine. */
const isHere = (url: URL) => isLoopbackHost(hostOf(url));
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>;

/** Each name takes a thread of the process while the system asks for it: others need some too. */
const mostAtOnce = 2;

/** Asks the system for the addresses of names, a few at a time. */
export function createResolve(): Resolve {
  let free = mostAtOnce;
  const waiting: (() => void)[] = [];
  return async (host) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await askSystem(host, { all: true });
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** So long is an answer waited for: it may never come. */
const lookupMs = 5000;

/** Whether a name is known to lead inwards; one that nobody knows now is asked again when something is sent. */
export async function leadsInwards(url: URL, resolve: Resolve, patienceMs = lookupMs): Promise<boolean> {
  if (isHere(url) || isIP(hostOf(url)) !== 0) return false;
  const known = resolve(hostOf(url)).catch(() => []); // the name is not known
  const found = await Promise.race([known, pause(patienceMs, [], { ref: false })]);
  return found.some(({ address }) => !isOutward(address));
}

/** The addresses to connect to for such an address: none where one of them leads where it must not. */
export function lookupFor(url: URL, resolve: Resolve): LookupFunction {
  const isAllowed = isHere(url) ? isOnThisMachine : isOutward;
  return (host, options, tell) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => isAllowed(address))) tell(new Error('leads inwards'), '', 0);
        else if (options.all) tell(null, [...found]);
        else tell(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => tell(error, '', 0),
    );
  };
}
