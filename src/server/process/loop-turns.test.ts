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

it('gives a turn in each third round of the loop, in the order of the asking', async () => {
  const turns = createLoopTurns(3);
  const rounds = await roundsOf(Array.from({ length: 4 }, () => turns));
  expect(rounds.map((round) => round - (rounds[0] ?? 0))).toEqual([0, 3, 6, 9]);
});

it('goes on after a pause, and holds who asks meanwhile until the next turn', async () => {
  const turns = createLoopTurns(3);
  await turns();
  for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
  const [first = 0, second = 0] = await roundsOf([turns, () => turns().then(turns)]);
  expect(second - first).toBe(6);
});
