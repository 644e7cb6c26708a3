import { type QueryResult, settled, useQueryClient, useWatched, type Watching } from './query.ts';
import type { Direction, QueryClient, QueryKey } from './query-client.ts';

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
