import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { Direction, Query, QueryClient, QueryKey, QueryOptions } from './query-client.ts';

const QueryClientContext = createContext<QueryClient | null>(null);
export const QueryClientProvider = QueryClientContext.Provider;

export function useQueryClient(): QueryClient {
  const client = use(QueryClientContext);
  if (!client) throw new Error('useQueryClient needs a QueryClientProvider');
  return client;
}

interface Watching<Data> {
  /** False: no request now. */
  enabled?: boolean;
  /** Whether a kept answer is requested again when a component mounts; by default a stale one is. */
  refetchOnMount?: boolean | 'always' | ((data: Data) => boolean);
}

export interface WatchedQuery<Data> extends QueryOptions<Data>, Watching<Data> {}

export interface QueryResult<Data> {
  data: Data | undefined;
  error: unknown;
  isError: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** Types the options in one place, for the hook, for the server's rendering and for code that reads the answer. */
export function queryOptions<Data>(options: WatchedQuery<Data>): WatchedQuery<Data> {
  return options;
}

/** The answer to a question and its state; requests a missing or stale answer. */
export function useQuery<Data>(options: WatchedQuery<Data>): QueryResult<Data> {
  const client = useQueryClient();
  const query = client.query(options.queryKey);
  const retries = options.retry === false ? 0 : client.retries;
  const ask = () => settled(query.fetch(options.queryFn, { retries }));
  return useWatched(query, options, ask);
}

/** Failures are in the query's state; the code that only started the request can ignore them. */
const settled = (asked: Promise<unknown>) => asked.catch(() => {});

function useWatched<Data>(
  query: Query<Data>,
  options: Watching<Data> & { staleTime?: number },
  ask: () => Promise<unknown>,
): QueryResult<Data> {
  const snapshot = () => query.state;
  const state = useSyncExternalStore(query.subscribe, snapshot, snapshot);
  const enabled = options.enabled ?? true;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one request for each question, not for each new closure
  useEffect(() => {
    if (!enabled) return;
    if (isWanted(query, options)) void ask();
    // After a failure, the request is repeated when the connection is back.
    const askAgain = () => query.state.failed === 'all' && void ask();
    addEventListener('online', askAgain);
    return () => removeEventListener('online', askAgain);
  }, [query, enabled]);

  return {
    data: state.data,
    error: state.error,
    isError: state.failed !== null,
    isFetching: state.fetching !== null,
    refetch: ask,
  };
}

function isWanted<Data>(query: Query<Data>, options: Watching<Data> & { staleTime?: number }): boolean {
  const { data } = query.state;
  if (data === undefined) return true;
  const wish = options.refetchOnMount ?? true;
  if (wish === 'always') return true;
  return query.isStale(options.staleTime) && (typeof wish === 'function' ? wish(data) : wish);
}

export interface Pages<Page> {
  pages: Page[];
  pageParams: number[];
}

export interface InfiniteQuery<Page> extends Watching<Pages<Page>> {
  queryKey: QueryKey<Pages<Page>>;
  queryFn: (asked: { pageParam: number }) => Promise<Page>;
  initialPageParam: number;
  /** The number of the page after the last, or before the first; null where the list ends. */
  getNextPageParam: (last: Page, pages: Page[], lastParam: number) => number | null;
  getPreviousPageParam?: (first: Page, pages: Page[], firstParam: number) => number | null;
  staleTime?: number;
}

export interface InfiniteQueryResult<Page> extends QueryResult<Pages<Page>> {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  isFetchingNextPage: boolean;
  isFetchingPreviousPage: boolean;
  isFetchNextPageError: boolean;
  isFetchPreviousPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
  fetchPreviousPage: () => Promise<unknown>;
}

export function infiniteQueryOptions<Page>(options: InfiniteQuery<Page>): InfiniteQuery<Page> {
  return options;
}

/** A list that grows by pages at either end. */
export function useInfiniteQuery<Page>(options: InfiniteQuery<Page>): InfiniteQueryResult<Page> {
  const client = useQueryClient();
  const query = client.query(options.queryKey);
  const grow = (direction: Direction) => () =>
    settled(query.fetch((known) => fetchPages(options, known, direction), { direction, retries: client.retries }));
  const result = useWatched(query, options, grow('all'));
  const { data, fetching, failed } = query.state;
  return {
    ...result,
    hasNextPage: data !== undefined && nextParam(options, data) !== null,
    hasPreviousPage: data !== undefined && previousParam(options, data) !== null,
    isFetchingNextPage: fetching === 'next',
    isFetchingPreviousPage: fetching === 'previous',
    isFetchNextPageError: failed === 'next',
    isFetchPreviousPageError: failed === 'previous',
    fetchNextPage: grow('next'),
    fetchPreviousPage: grow('previous'),
  };
}

/** The known part of the list, or its first page, for the preparation of a page. */
export async function fetchInfiniteQuery<Page>(
  client: QueryClient,
  options: InfiniteQuery<Page>,
): Promise<Pages<Page>> {
  const { queryKey } = options;
  const { data, updatedAt } = client.query(queryKey).state;
  // An outdated list has no time.
  return data && updatedAt
    ? data
    : client.fetchQuery({ queryKey, queryFn: () => fetchPages(options, undefined, 'all') });
}

async function fetchPages<Page>(
  options: InfiniteQuery<Page>,
  known: Pages<Page> | undefined,
  direction: Direction,
): Promise<Pages<Page>> {
  if (!known || direction === 'all') return fetchAgain(options, known);
  const pageParam = direction === 'next' ? nextParam(options, known) : previousParam(options, known);
  if (pageParam === null) return known;
  const page = await options.queryFn({ pageParam });
  if (direction === 'next') return { pages: [...known.pages, page], pageParams: [...known.pageParams, pageParam] };
  return { pages: [page, ...known.pages], pageParams: [pageParam, ...known.pageParams] };
}

/** Loads as many pages as there were, one after the other, so that no row is lost or repeated between two pages. */
async function fetchAgain<Page>(options: InfiniteQuery<Page>, known: Pages<Page> | undefined): Promise<Pages<Page>> {
  const first = known?.pageParams[0] ?? options.initialPageParam;
  const fresh: Pages<Page> = { pages: [await options.queryFn({ pageParam: first })], pageParams: [first] };
  while (fresh.pages.length < (known?.pages.length ?? 1)) {
    const pageParam = nextParam(options, fresh);
    if (pageParam === null) break;
    fresh.pages.push(await options.queryFn({ pageParam }));
    fresh.pageParams.push(pageParam);
  }
  return fresh;
}

function nextParam<Page>(options: InfiniteQuery<Page>, { pages, pageParams }: Pages<Page>): number | null {
  const [last, param] = [pages.at(-1), pageParams.at(-1)];
  return last === undefined || param === undefined ? null : options.getNextPageParam(last, pages, param);
}

function previousParam<Page>(options: InfiniteQuery<Page>, { pages, pageParams }: Pages<Page>): number | null {
  const [first, param] = [pages[0], pageParams[0]];
  if (first === undefined || param === undefined) return null;
  return options.getPreviousPageParam?.(first, pages, param) ?? null;
}

/** The answers of the server's rendering, without times: the same answers make the same bytes. */
export type KeptQueries = [QueryKey, unknown][];

export function keepQueries(client: QueryClient): KeptQueries {
  return client.answered().map(({ key, state }) => [key, state.data]);
}

export function restoreQueries(client: QueryClient, kept: KeptQueries): void {
  for (const [key, data] of kept) client.setQueryData(key, data);
}
