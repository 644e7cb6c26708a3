import { expect, it, vi } from 'vitest';
import { createStore, keepLast } from './store.ts';

it('tells everyone who listens of a change, and nobody else', () => {
  const [one, other] = [createStore(0), createStore(0)];
  const heard: string[] = [];
  const end = one.subscribe((value) => heard.push(`one ${value}`));
  other.subscribe((value) => heard.push(`other ${value}`));
  one.set(1);
  end();
  one.set(2);
  expect([heard, one.get(), other.get()]).toEqual([['one 1'], 2, 0]);
});

it('follows what it depends on while anybody listens', () => {
  const unfollow = vi.fn();
  const follow = vi.fn(() => unfollow);
  const store = createStore(0, follow);
  for (let visit = 1; visit <= 2; visit += 1) {
    const ends = [store.subscribe(() => {}), store.subscribe(() => {})];
    expect(follow).toHaveBeenCalledTimes(visit);
    ends[0]?.();
    ends[0]?.();
    expect(unfollow).toHaveBeenCalledTimes(visit - 1);
    ends[1]?.();
    expect(unfollow).toHaveBeenCalledTimes(visit);
  }
});

it('keeps a result as long as it is asked for the same', () => {
  const named = keepLast((name: string, count: number) => ({ name, count }));
  const first = named('Ada', 1);
  expect(named('Ada', 1)).toBe(first);
  expect(named('Ada', 2)).toEqual({ name: 'Ada', count: 2 });
  expect(named('Ada', 1)).not.toBe(first);
});
