import { type InfiniteData, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';

const keepMs = 30 * 60_000;
const freshMs = 30_000;

/** Whether asking again may help: no answer came, or the server was not able to give one. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** The browser's memory of what was asked. Lists are kept for half an hour, so that Back finds them as they were. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: keepMs,
        staleTime: freshMs,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
    },
  });
}

/** For one rendering on the server: asks once, and leaves no timer behind. */
export function createRenderingQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { gcTime: Number.POSITIVE_INFINITY, staleTime: Number.POSITIVE_INFINITY, retry: false },
    },
  });
}

/** What was asked while rendering, without times: the same answers make the same bytes. */
export type KeptQueries = [QueryKey, unknown | InfiniteData<unknown>][];

export function keepQueries(queryClient: QueryClient): KeptQueries {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.status === 'success')
    .map((query) => [query.queryKey, query.state.data]);
}

export function restoreQueries(queryClient: QueryClient, kept: KeptQueries): void {
  for (const [key, data] of kept) queryClient.setQueryData(key, data);
}
