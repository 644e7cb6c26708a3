/** Runs a few pieces of work at a time, in the order in which they came. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets at most `size` pieces of work run at a time. */
export function createTurns(size: number): Turns {
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
