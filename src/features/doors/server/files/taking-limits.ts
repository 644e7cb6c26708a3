import { networkOf } from '../../../../server/http/address.ts';
import { AppError } from '../../../../server/http/errors.ts';
import { createGate, type Gate, sumOf } from '../../../../server/http/gate.ts';

/** Files an hour (spec: doors.md#files). */
const anHour = { user: 60, address: 10 };
const hourMs = 60 * 60 * 1000;
/** With more takers than this in an hour all counts begin anew. */
const mostTakers = 200_000;
/** Files that are being sent to one taker, and to all: each holds some hundred kilobytes. */
const ofEach = { running: 6, waiting: 60, waitMs: 20_000 };
const ofAll = 64;
const retryAfterSeconds = 5;

/** Somebody who takes files: a user, or a visitor by their address. */
export type Taker = { userId: string } | { address: string };

export interface TakingLimits {
  /** Throws 429 where the taker has had all files of this hour. */
  requireLeft(taker: Taker): void;
  /** Counts a file, where one is left. */
  count(taker: Taker): void;
  /** Takes a place for making and sending a file until the returned function is called; rejects with 429 where none is left, or comes free. */
  enter(taker: Taker): Promise<() => void>;
}

/** The limits of each taker in this process; a scale of 0 means that none is counted. */
export function createTakingLimits({
  scale,
  now = () => performance.now(),
}: {
  scale: number;
  now?: () => number;
}): TakingLimits {
  const gates = new Map<string, Gate>();
  let taken = new Map<string, number>();
  let endsAt = 0;

  function requireLeft(taker: Taker): void {
    if (scale === 0) return;
    if (now() >= endsAt || taken.size > mostTakers) {
      taken = new Map();
      endsAt = now() + hourMs;
    }
    const most = Math.ceil(('userId' in taker ? anHour.user : anHour.address) * scale);
    if ((taken.get(keyOf(taker)) ?? 0) >= most) throw tooMany(Math.ceil((endsAt - now()) / 1000));
  }

  return {
    requireLeft,
    count(taker) {
      if (scale === 0) return;
      requireLeft(taker);
      const key = keyOf(taker);
      taken.set(key, (taken.get(key) ?? 0) + 1);
    },
    async enter(taker) {
      const sending = [...gates.values()].reduce((sum, gate) => sum + gate.use().running, 0);
      if (sending >= ofAll) throw tooMany(retryAfterSeconds);
      const key = keyOf(taker);
      const gate = gates.get(key) ?? createGate(ofEach, () => tooMany(retryAfterSeconds));
      gates.set(key, gate);
      return new Promise((enter, refuse) => {
        gate
          .run(() => new Promise<void>((leave) => enter(leave)))
          .catch(refuse)
          .finally(() => {
            if (sumOf(gate.use()) === 0) gates.delete(key);
          });
      });
    },
  };
}

const keyOf = (taker: Taker) => ('userId' in taker ? taker.userId : networkOf(taker.address));

function tooMany(retryAfterSeconds: number): AppError {
  return new AppError(429, 'rate_limited', 'Too many files, please try again later', { retryAfterSeconds });
}
