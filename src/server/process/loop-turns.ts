/** Resolves when the caller may hold the event loop for some milliseconds. */
type LoopTurns = () => Promise<void>;

/**
 * So many rounds of the event loop from one turn to the next. A round takes a single new connection, and serves what is
 * ready: on an idle loop rounds take microseconds, and on a busy one many callers get short answers between long pieces
 * of work.
 */
const roundsPerTurn = 8;

/**
 * Gives one caller a turn in each few rounds of the event loop. After many long pieces of work in one round, every caller
 * would wait for their sum.
 */
export function createLoopTurns(rounds = roundsPerTurn): LoopTurns {
  const waiting: (() => void)[] = [];
  let isGoing = false;

  /** Gives the next turn after so many rounds, and goes on while somebody waits. */
  function go(roundsLeft: number): void {
    setImmediate(() => {
      if (roundsLeft > 1) return go(roundsLeft - 1);
      const next = waiting.shift();
      isGoing = next !== undefined;
      next?.();
      if (next) go(rounds);
    });
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (isGoing) return;
      isGoing = true;
      go(1);
    });
}
