import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** A queue of jobs that end when they are told; `begun` has their names in the order of their turns. */
function makeQueue({ running = 1 } = {}) {
  const queue = createFairQueue({ running, waiting: 50, ofAccount: 4, ofNetwork: 10 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, account: string, network: string) =>
    queue.run({ account, network }, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  /** Ends one job after the other, until all that wait have had their turn. */
  const endAll = async () => {
    do {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    } while (ends.length > 0);
  };
  return { ask, begun, endAll };
}

const refused = { status: 'rejected', reason: expect.objectContaining({ status: 503, code: 'unavailable' }) };

describe('a fair queue', () => {
  it('lets four jobs of one account wait, from whatever networks, and others go on', async () => {
    const { ask, begun, endAll } = makeQueue();
    const flood = Promise.allSettled(Array.from({ length: 20 }, (_, n) => ask(`flood ${n}`, 'one', `network ${n}`)));
    const other = ask('other', 'two', 'network 3');
    await endAll();
    const outcomes = await flood;
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(outcomes.slice(5)).toEqual(Array(15).fill(refused));
    expect(await other).toBe('other');
    expect(begun).toContain('other');
  });

  it('lets ten jobs of one network wait, and takes another network in turns with it', async () => {
    const { ask, begun, endAll } = makeQueue();
    const flood = Promise.allSettled(Array.from({ length: 40 }, (_, n) => ask(`flood ${n}`, `name ${n}`, 'loud')));
    const others = [ask('first', 'a', 'quiet'), ask('second', 'b', 'quiet'), ask('third', 'c', 'calm')];
    await endAll();
    await Promise.all(others);
    expect((await flood).filter(({ status }) => status === 'rejected')).toHaveLength(40 - 11);
    expect(begun.slice(0, 7)).toEqual(['flood 0', 'flood 1', 'first', 'third', 'flood 2', 'second', 'flood 3']);
  });

  it('runs so many at once, and refuses all when too many wait', async () => {
    const { ask, begun, endAll } = makeQueue({ running: 2 });
    const all = Promise.allSettled(Array.from({ length: 60 }, (_, n) => ask(`${n}`, `account ${n}`, `network ${n}`)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['0', '1']);
    await endAll();
    expect((await all).map(({ status }) => status)).toEqual([
      ...Array<string>(52).fill('fulfilled'),
      ...Array<string>(8).fill('rejected'),
    ]);
  });

  it('goes on after a job that fails', async () => {
    const { ask, endAll } = makeQueue();
    const queue = createFairQueue({ running: 1, waiting: 5, ofAccount: 4, ofNetwork: 4 });
    const caller = { account: 'a', network: 'n' };
    await expect(queue.run(caller, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.run(caller, async () => 'done')).toBe('done');
    const one = ask('one', 'a', 'n');
    await endAll();
    expect(await one).toBe('one');
  });
});
