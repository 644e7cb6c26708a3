import { AppError } from './errors.ts';

/** Counts what is under way for each user in this process. */
export interface AtOnce {
  /** Takes one of the user's slots, until the returned function is called; throws 429 where all are taken. */
  enter(userId: string): () => void;
  /** How many slots of all users are taken. */
  use(): number;
}

export function tooManyAtOnce(retryAfterSeconds: number): AppError {
  return new AppError(429, 'rate_limited', 'Too many requests, please try again later', { retryAfterSeconds });
}

/** `retryAfterSeconds`: after so long a place may be free. */
export function createAtOnce({ most, retryAfterSeconds }: { most: number; retryAfterSeconds: number }): AtOnce {
  const taken = new Map<string, number>();
  return {
    enter(userId) {
      const count = taken.get(userId) ?? 0;
      if (count >= most) throw tooManyAtOnce(retryAfterSeconds);
      taken.set(userId, count + 1);
      return () => {
        const left = (taken.get(userId) ?? 1) - 1;
        if (left > 0) taken.set(userId, left);
        else taken.delete(userId);
      };
    },
    use: () => [...taken.values()].reduce((sum, count) => sum + count, 0),
  };
}
