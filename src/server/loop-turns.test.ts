import { expect, it } from 'vitest';
import { createLoopTurns } from './loop-turns.ts';

/** The numbers of the loop's rounds in which the turns came. */
async function roundsOf(takes: readonly (() => Promise<void>)[]): Promise<number[]> {
  let round = 0;
  let isOver = false;
  (function count() {
    round += 1;
    if (!isOver) setImmediate(count);
  })();
  try {
    return await Promise.all(takes.map((take) => take().then(() => round)));
  } finally {
    isOver = true;
  }
}

it('gives one turn in each round of the loop, in the order of the asking', async () => {
  const turns = createLoopTurns();
  const rounds = await roundsOf(Array.from({ length: 5 }, () => turns));
  expect(rounds.map((round) => round - (rounds[0] ?? 0))).toEqual([0, 1, 2, 3, 4]);
});

it('goes on after a pause', async () => {
  const turns = createLoopTurns();
  await turns();
  await new Promise(setImmediate);
  const [first = 0, second = 0] = await roundsOf([turns, turns]);
  expect(second - first).toBe(1);
});
