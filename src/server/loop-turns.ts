/** Resolves when the caller may hold the event loop for some milliseconds. */
type LoopTurns = () => Promise<void>;

/**
 * Gives one caller a turn in each round of the event loop. Between two of them the loop takes new connections and sends
 * what is ready: after many long pieces of work in one round, every caller would wait for their sum.
 */
export function createLoopTurns(): LoopTurns {
  const waiting: (() => void)[] = [];
  function giveTurn(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(giveTurn);
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(giveTurn);
    });
}
