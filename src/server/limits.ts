import { networkOf } from './address.ts';

/** Requests a minute for each address; contract.md section 1. */
const eventBatchesAMinute = 120;
const callsAndPagesAMinute = 1200;
const windowMs = 60_000;
/** Beyond so many addresses in one minute counting stops being possible; refusing everybody would be worse. */
const mostAddresses = 200_000;

/** What a request is counted as: contract.md section 1 allows fewer event batches than other requests. */
export type CountedAs = 'call' | 'events';

/**
 * How the requests that a route answers are counted. A route says it of itself: an address has more spellings than any
 * pattern knows.
 */
export type Counting =
  | CountedAs
  /** Not at all where it is asked for by exactly the route's own path. */
  | 'health'
  /** Only where no bytes are served: images and the browser's files come by the dozen. */
  | 'unless-served';

/** Counts what one address asks for. */
export interface Limiter {
  /** Takes one request from the address's allowance; the seconds to wait when nothing is left of it, else 0. */
  take(request: { as: CountedAs; address: string }): number;
}

export const noLimits: Limiter = { take: () => 0 };

/**
 * Limits of the length of a minute, kept in this process; a scale of 0 means none. `now` in milliseconds, by itself of a
 * clock that nobody sets.
 */
export function createLimiter(given: { scale: number; now?: () => number }): Limiter {
  const { scale, now = () => performance.now() } = given;
  if (scale === 0) return noLimits;
  const windows = {
    events: createWindow(Math.ceil(eventBatchesAMinute * scale)),
    call: createWindow(Math.ceil(callsAndPagesAMinute * scale)),
  };
  return { take: ({ as, address }) => windows[as](networkOf(address), now()) };
}

function createWindow(allowed: number): (key: string, now: number) => number {
  let taken = new Map<string, number>();
  let endsAt = 0;
  return (key, now) => {
    // A clock that was set back must not make the window longer than it is.
    if (now >= endsAt || endsAt - now > windowMs || taken.size > mostAddresses) {
      taken = new Map();
      endsAt = now + windowMs;
    }
    const count = (taken.get(key) ?? 0) + 1;
    taken.set(key, count);
    return count > allowed ? Math.ceil((endsAt - now) / 1000) : 0;
  };
}
