import { networkOf } from '../../../../server/http/address.ts';
import { createAtOnce } from '../../../../server/http/at-once.ts';
import { AppError } from '../../../../server/http/errors.ts';

/** Files an hour (spec: doors.md#files). */
const anHour = { user: 60, address: 10 };
const hourMs = 60 * 60 * 1000;
/** With more takers than this in an hour all counts begin anew. */
const mostTakers = 200_000;
/** Files that are being sent: each holds some hundred kilobytes. */
const atOnce = { each: 6, all: 64, retryAfterSeconds: 5 };

/** Somebody who takes files: a user, or a visitor by their address. */
export type Taker = { userId: string } | { address: string };

export interface TakingLimits {
  /** Counts a file; throws 429 where the taker has had all of this hour. */
  count(taker: Taker): void;
  /** Takes a place for sending until the returned function is called; throws 429 where none is left. */
  enter(taker: Taker): () => void;
}

/** The limits of each taker in this process; a scale of 0 means that none is counted. */
export function createTakingLimits({
  scale,
  now = () => performance.now(),
}: {
  scale: number;
  now?: () => number;
}): TakingLimits {
  const each = createAtOnce({ most: atOnce.each, retryAfterSeconds: atOnce.retryAfterSeconds });
  let taken = new Map<string, number>();
  let endsAt = 0;

  return {
    count(taker) {
      if (scale === 0) return;
      if (now() >= endsAt || taken.size > mostTakers) {
        taken = new Map();
        endsAt = now() + hourMs;
      }
      const key = keyOf(taker);
      const count = (taken.get(key) ?? 0) + 1;
      if (count > Math.ceil(('userId' in taker ? anHour.user : anHour.address) * scale))
        throw tooMany(Math.ceil((endsAt - now()) / 1000));
      taken.set(key, count);
    },
    enter(taker) {
      if (each.use() >= atOnce.all) throw tooMany(atOnce.retryAfterSeconds);
      return each.enter(keyOf(taker));
    },
  };
}

const keyOf = (taker: Taker) => ('userId' in taker ? taker.userId : networkOf(taker.address));

function tooMany(retryAfterSeconds: number): AppError {
  return new AppError(429, 'rate_limited', 'Too many files, please try again later', { retryAfterSeconds });
}
