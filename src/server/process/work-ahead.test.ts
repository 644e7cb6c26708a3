import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { workAhead } from './work-ahead.ts';

const items = Array.from({ length: 20 }, (_, index) => index);

async function collect<T>(results: AsyncGenerator<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const result of results) all.push(result);
  return all;
}

it('works on several items at once, and gives the results in their order', async () => {
  let [underWay, most] = [0, 0];
  const work = async (item: number) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await pause((item * 7) % 5); // for a time that differs
    underWay -= 1;
    return item * 2;
  };
  expect(await collect(workAhead(items, { atOnce: 4, work }))).toEqual(items.map((item) => item * 2));
  expect(most).toBe(4);
  expect(await collect(workAhead([1], { atOnce: 4, work }))).toEqual([2]);
  expect(await collect(workAhead([], { atOnce: 4, work }))).toEqual([]);
});

it('throws the fault of an item in its turn, and ends when no work is under way any more', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    if (item === 2) throw new Error('no third');
    await pause(5); // some time
    ended.push(item);
    return item;
  };
  const given: number[] = [];
  const reading = async () => {
    for await (const result of workAhead(items, { atOnce: 4, work })) given.push(result);
  };
  await expect(reading()).rejects.toThrow('no third');
  expect(given).toEqual([0, 1]);
  expect(ended).toEqual(begun.filter((item) => item !== 2));
  expect(begun.length).toBeLessThan(items.length);
});
