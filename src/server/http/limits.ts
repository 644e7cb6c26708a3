import { isIpv6, networkOf, wideNetworkOf } from './address.ts';

/** Requests a minute for each address (spec: http.md#limits). */
const eventBatchesAMinute = 120;
const callsAndPagesAMinute = 1200;
const textSearchesAMinute = 120;
/** Nobody finds an order by trying ids. */
const paymentReturnsAMinute = 30;
/** Calls of the studio a minute for each user with a role (spec: studio.md#calls). */
const studioCallsAMinute = 6000;
/** The limit for a /48: one IPv6 customer may have its 65,536 networks, and what event batches write stays. */
const eventBatchesOfWideNetwork = 3 * eventBatchesAMinute;
const windowMs = 60_000;
/** With more addresses than this in a minute all counts begin anew, which is better than refusing everybody. */
const mostAddresses = 200_000;

/** What a request counts as: event batches and searches in novels have lower limits (spec: http.md#limits). */
export type CountedAs = 'call' | 'events' | 'text-search' | 'payment-return';

/** How a route's requests are counted. Each route says so itself: an address has too many spellings for a pattern. */
export type Counting =
  | CountedAs
  /** Not counted where the request has exactly the route's own path. */
  | 'health'
  /** Counted by the studio's guard: for the user with a role, else as a call of the address. */
  | 'studio'
  /** Counted only where no file is served: a page loads dozens of images and files. */
  | 'unless-served';

/** Counts the requests of each address. */
export interface Limiter {
  /** Takes one request from the address's allowance; returns the seconds to wait when none is left, else 0. */
  take(request: { as: CountedAs; address: string }): number;
  /** Takes one call of the studio from the user's allowance, as `take` does. */
  takeInStudio(userId: string): number;
}

export const noLimits: Limiter = { take: () => 0, takeInStudio: () => 0 };

/**
 * Limits per minute, counted in this process; a scale of 0 means none. `now` in milliseconds; the default clock is
 * monotonic.
 */
export function createLimiter(given: { scale: number; now?: () => number }): Limiter {
  const { scale, now = () => performance.now() } = given;
  if (scale === 0) return noLimits;
  const windows = {
    events: createWindow(Math.ceil(eventBatchesAMinute * scale)),
    call: createWindow(Math.ceil(callsAndPagesAMinute * scale)),
    'text-search': createWindow(Math.ceil(textSearchesAMinute * scale)),
    'payment-return': createWindow(Math.ceil(paymentReturnsAMinute * scale)),
  };
  const eventsOfWideNetwork = createWindow(Math.ceil(eventBatchesOfWideNetwork * scale));
  const inStudio = createWindow(Math.ceil(studioCallsAMinute * scale));
  return {
    take({ as, address }) {
      const waitSeconds = windows[as](networkOf(address), now());
      if (as !== 'events' || !isIpv6(address)) return waitSeconds;
      return Math.max(waitSeconds, eventsOfWideNetwork(wideNetworkOf(address), now()));
    },
    takeInStudio: (userId) => inStudio(userId, now()),
  };
}

function createWindow(allowed: number): (key: string, now: number) => number {
  let taken = new Map<string, number>();
  let endsAt = 0;
  return (key, now) => {
    // A clock that was set back must not make the window longer.
    if (now >= endsAt || endsAt - now > windowMs || taken.size > mostAddresses) {
      taken = new Map();
      endsAt = now + windowMs;
    }
    const count = (taken.get(key) ?? 0) + 1;
    taken.set(key, count);
    return count > allowed ? Math.ceil((endsAt - now) / 1000) : 0;
  };
}
