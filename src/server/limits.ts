import { networkOf } from './address.ts';

/** Requests a minute for each address; contract.md section 1. */
const eventBatchesAMinute = 120;
const callsAndPagesAMinute = 1200;
const windowMs = 60_000;
/** Beyond so many addresses in one minute counting stops being possible; refusing everybody would be worse. */
const mostAddresses = 200_000;

const uncountedPaths = /^\/(media\/|assets\/|healthz$|readyz$|metrics$)|\.(js|css|map|svg|png|ico|woff2|webmanifest)$/;

/** Counts what one address asks for. */
export interface Limiter {
  /** Takes one request from the address's allowance; the seconds to wait when nothing is left of it, else 0. */
  take(request: { url: string; address: string }): number;
}

export const noLimits: Limiter = { take: () => 0 };

/** Limits of the length of a minute, kept in this process; a scale of 0 means none. */
export function createLimiter({ scale, now = Date.now }: { scale: number; now?: () => number }): Limiter {
  if (scale === 0) return noLimits;
  const events = createWindow(Math.ceil(eventBatchesAMinute * scale));
  const calls = createWindow(Math.ceil(callsAndPagesAMinute * scale));
  return {
    take({ url, address }) {
      const path = url.split('?', 1)[0] ?? '';
      if (path === '/api/v1/events') return events(networkOf(address), now());
      if (!path.startsWith('/api/') && uncountedPaths.test(path)) return 0;
      return calls(networkOf(address), now());
    },
  };
}

function createWindow(allowed: number): (key: string, now: number) => number {
  let taken = new Map<string, number>();
  let endsAt = 0;
  return (key, now) => {
    if (now >= endsAt || taken.size > mostAddresses) {
      taken = new Map();
      endsAt = now + windowMs;
    }
    const count = (taken.get(key) ?? 0) + 1;
    taken.set(key, count);
    return count > allowed ? Math.ceil((endsAt - now) / 1000) : 0;
  };
}
