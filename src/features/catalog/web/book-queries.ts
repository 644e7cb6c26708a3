import type { Language } from '../../../shared/languages.ts';
import type { ApiClient } from '../../../web/api-client.ts';
import { infiniteQueryOptions, type Pages } from '../../../web/infinite-query.ts';
import { queryOptions } from '../../../web/query.ts';
import type { QueryKey } from '../../../web/query-client.ts';
import type { SearchAnswer } from '../contract.ts';
import type { BookSelection } from './selection.ts';

const pageSize = 10;

/** A list of books, page by page; a page that is null or not full is the last. */
export function bookPages(
  queryKey: QueryKey<Pages<SearchAnswer>>,
  ask: (part: { page: number; page_size: number }) => Promise<SearchAnswer>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => ask({ page: pageParam, page_size: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => ((last.result?.length ?? 0) < pageSize ? null : all.length),
    // A long list stays as it was, so that Back finds the place; a short list may be loaded again.
    refetchOnMount: ({ pages }) => pages.length <= 1,
  });
}

/** The book list. */
export function booksQuery(api: ApiClient, language: Language, selection: BookSelection) {
  const { tag, order, words } = selection;
  return bookPages(['books', language, selection], (part) =>
    api.get('/comics/book/search', {
      query: { language, ...part, order_by: order, ...(tag && { tag }), ...(words && { q: words }) },
    }),
  );
}

export function tagsQuery(api: ApiClient) {
  return queryOptions({ queryKey: ['tags'], queryFn: () => api.get('/reader/book/tags') });
}

export function recommendationsQuery(api: ApiClient, language: Language) {
  return queryOptions({
    queryKey: ['recommendations', language],
    queryFn: () => api.get('/comics/book/recommendation/list', { query: { language } }),
  });
}
