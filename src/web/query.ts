import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { Query, QueryClient, QueryKey, QueryOptions } from './query-client.ts';

const QueryClientContext = createContext<QueryClient | null>(null);
export const QueryClientProvider = QueryClientContext.Provider;

export function useQueryClient(): QueryClient {
  const client = use(QueryClientContext);
  if (!client) throw new Error('useQueryClient needs a QueryClientProvider');
  return client;
}

export interface Watching<Data> {
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
export const settled = (asked: Promise<unknown>) => asked.catch(() => {});

/** The query's state; requests a missing or stale answer by `ask`. */
export function useWatched<Data>(
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

/** The answers of the server's rendering, without times: the same answers make the same bytes. */
export type KeptQueries = [QueryKey, unknown][];

export function keepQueries(client: QueryClient): KeptQueries {
  return client.answered().map(({ key, state }) => [key, state.data]);
}

export function restoreQueries(client: QueryClient, kept: KeptQueries): void {
  for (const [key, data] of kept) client.setQueryData(key, data);
}
