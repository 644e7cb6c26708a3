import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-client.ts';
import { startExchange } from './exchange.ts';
import { createStore } from './store.ts';

const pace = { gatherMs: 5000, askAgainMs: 60_000 };
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

/** A page with something to exchange, and the calls that were made. */
function start() {
  const page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
    navigator: { onLine: true },
  });
  const news = createStore(0);
  const calls: string[] = [];
  const state: { failure: ApiError | null } = { failure: null };
  const call = (name: string) => async () => {
    calls.push(name);
    if (state.failure) throw state.failure;
  };
  const tell = async () => {
    if (news.get() > 0) await call(`tell ${news.get()}`)();
    news.set(0);
  };
  const thing = { ask: call('ask'), tell, hasNews: () => news.get() > 0, subscribe: news.subscribe };
  return { page, news, calls, state, end: startExchange([thing], { ...pace, page }) };
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1) });
  return () => vi.useRealTimers();
});

it('asks once, and tells together what changes within a few seconds', async () => {
  const { news, calls } = start();
  await seconds(1);
  for (const count of [1, 2, 3]) news.set(count);
  await seconds(30);
  expect(calls).toEqual(['ask', 'tell 3']);
});

it('asks first where it has not asked for a while', async () => {
  const { news, calls } = start();
  await seconds(100);
  news.set(1);
  await seconds(1);
  expect(calls).toEqual(['ask', 'ask', 'tell 1']);
});

it('does one thing at a time', async () => {
  const { page, calls } = start();
  page.dispatchEvent(new Event('online'));
  await seconds(1);
  expect(calls).toEqual(['ask']);
});

it('waits as long as it is told to after a fault of the moment', async () => {
  const { news, calls, state } = start();
  await seconds(1);
  state.failure = new ApiError(429, {}, 100);
  news.set(1);
  await seconds(10);
  state.failure = null;
  news.set(2);
  await seconds(100);
  expect(calls).toEqual(['ask', 'tell 1']);
  await seconds(40);
  expect(calls.slice(2)).toEqual(['ask', 'tell 2']);
});

it('is over for good once it was refused', async () => {
  const { page, news, calls, state } = start();
  await seconds(1);
  state.failure = new ApiError(401, {});
  news.set(1);
  await seconds(10);
  state.failure = null;
  news.set(2);
  for (const sign of ['online', 'focus', 'pagehide']) page.dispatchEvent(new Event(sign));
  await seconds(1000);
  expect(calls).toEqual(['ask', 'tell 1']);
});
