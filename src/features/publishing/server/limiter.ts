/** Runs at most `size` pieces of work at a time, in the order in which they came. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

export function createLimiter(size: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
