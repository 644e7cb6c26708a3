import { describe, expect, it } from 'vitest';
import { createMemo } from './memo.ts';

function start({ limit = 10 } = {}) {
  let time = 0;
  let made = 0;
  const memo = createMemo<number>({ keepMs: 100, limit, now: () => time });
  return {
    memo,
    make: async () => ++made,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('a memo', () => {
  it('makes an answer once for all callers within its time', async () => {
    const { memo, make, pass } = start();
    expect(await Promise.all([memo.get('a', make), memo.get('a', make)])).toEqual([1, 1]);
    pass(99);
    expect(memo.peek('a')).toBe(1);
    pass(1);
    expect(memo.peek('a')).toBeUndefined();
    expect(await memo.get('a', make)).toBe(2);
  });

  it('keeps an answer for a shorter time where `keepMsOf` says so', async () => {
    let time = 0;
    const memo = createMemo<boolean>({ keepMs: 100, keepMsOf: (yes) => (yes ? 100 : 10), limit: 10, now: () => time });
    await memo.get('no', async () => false);
    await memo.get('yes', async () => true);
    time = 9;
    expect([memo.peek('no'), memo.peek('yes')]).toEqual([false, true]);
    time = 10;
    expect([memo.peek('no'), memo.peek('yes')]).toEqual([undefined, true]);
  });

  it('does not keep a failure', async () => {
    const { memo, make } = start();
    await expect(memo.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await memo.get('a', make)).toBe(1);
  });

  it('drops an answer on request, and the one asked for longest ago when it is full', async () => {
    const { memo, make } = start({ limit: 2 });
    await memo.get('a', make);
    memo.forget('a');
    expect(await memo.get('a', make)).toBe(2);
    await memo.get('b', make);
    await memo.get('c', make);
    expect([memo.peek('a'), memo.peek('b'), memo.peek('c')]).toEqual([undefined, 3, 4]);
  });
});
