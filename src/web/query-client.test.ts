import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-client.ts';
import { fetchInfiniteQuery, infiniteQueryOptions } from './infinite-query.ts';
import { keepQueries, restoreQueries } from './query.ts';
import { QueryClient } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const failing = (status: number) => () => Promise.reject(new ApiError(status, {}));

describe('fetchQuery', () => {
  it('makes one request for callers that ask together, and none while the answer is fresh', async () => {
    const client = new QueryClient();
    const queryFn = vi.fn(async () => 'answer');
    const ask = () => client.fetchQuery({ queryKey: ['a', { b: 1 }], queryFn });
    expect(await Promise.all([ask(), ask()])).toEqual(['answer', 'answer']);
    await ask();
    expect(queryFn).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(31_000);
    await ask();
    expect(queryFn).toHaveBeenCalledTimes(2);
  });

  it('repeats a temporary failure, and gives up after the third', async () => {
    const client = new QueryClient();
    const queryFn = vi.fn(failing(503));
    const asked = client.fetchQuery({ queryKey: ['a'], queryFn });
    const outcome = expect(asked).rejects.toMatchObject({ status: 503 });
    await vi.advanceTimersByTimeAsync(10_000);
    await outcome;
    expect(queryFn).toHaveBeenCalledTimes(3);
    expect(client.query(['a']).state).toMatchObject({ data: undefined, failed: 'all', fetching: null });
  });

  it.each([404, 403, 400])('takes %d for an answer', async (status) => {
    const client = new QueryClient();
    const queryFn = vi.fn(failing(status));
    await expect(client.fetchQuery({ queryKey: ['a'], queryFn })).rejects.toMatchObject({ status });
    expect(queryFn).toHaveBeenCalledTimes(1);
  });

  it('keeps the shown answer when a newer one fails or is the same', async () => {
    const client = new QueryClient({ retries: 0 });
    const first = await client.fetchQuery({ queryKey: ['a'], queryFn: async () => ({ said: 'x' }) });
    expect(await client.fetchQuery({ queryKey: ['a'], queryFn: async () => ({ said: 'x' }), staleTime: 0 })).toBe(
      first,
    );
    await expect(client.fetchQuery({ queryKey: ['a'], queryFn: failing(500), staleTime: 0 })).rejects.toThrow();
    expect(client.query(['a']).state).toMatchObject({ data: { said: 'x' }, failed: 'all' });
    expect(client.getQueryData(['a'])).toBe(first);
  });

  it('drops answers on request, except those on the screen', async () => {
    const client = new QueryClient();
    for (const name of ['left', 'watched', 'other']) client.setQueryData([name], 1);
    client.query(['watched']).subscribe(() => {});
    client.forget(([name]) => name !== 'other');
    expect(client.answered().map(({ key }) => key)).toEqual([['watched'], ['other']]);
  });

  it('drops answers that were not shown for half an hour', async () => {
    const client = new QueryClient();
    client.setQueryData(['seen'], 1);
    client.setQueryData(['watched'], 2);
    const stop = client.query(['watched']).subscribe(() => {});
    vi.advanceTimersByTime(31 * 60_000);
    client.query(['new']);
    expect(client.answered().map(({ key }) => key)).toEqual([['watched']]);
    stop();
  });
});

describe('lists', () => {
  const list = infiniteQueryOptions({
    queryKey: ['list'],
    queryFn: async ({ pageParam }) => `page ${pageParam}`,
    initialPageParam: 4,
    getNextPageParam: (_last, _pages, param) => (param < 6 ? param + 1 : null),
  });

  it('are prepared with their first page, and keep their length', async () => {
    const client = new QueryClient();
    expect(await fetchInfiniteQuery(client, list)).toEqual({ pages: ['page 4'], pageParams: [4] });
    client.setQueryData(['list'], { pages: ['page 4', 'page 5'], pageParams: [4, 5] });
    vi.advanceTimersByTime(60_000);
    expect((await fetchInfiniteQuery(client, list)).pages).toHaveLength(2);
  });
});

describe("the answers of the server's rendering", () => {
  it('have the same bytes for the same data, and are unchanged in the browser', async () => {
    const bytes = async () => {
      const client = new QueryClient({ retries: 0 });
      await client.fetchQuery({ queryKey: ['a', 1], queryFn: async () => ({ x: [1, null] }) });
      await client.prefetchQuery({ queryKey: ['failed'], queryFn: failing(500) });
      return JSON.stringify(keepQueries(client));
    };
    const first = await bytes();
    vi.advanceTimersByTime(5000);
    expect(await bytes()).toBe(first);
    const browser = new QueryClient();
    restoreQueries(browser, JSON.parse(first));
    expect(browser.getQueryData(['a', 1])).toEqual({ x: [1, null] });
    expect(browser.answered()).toHaveLength(1);
  });
});
