import type { Language } from '../../../shared/languages.ts';
import type { ApiClient } from '../../../web/api-client.ts';
import { infiniteQueryOptions, queryOptions } from '../../../web/query.ts';
import type { BookSelection } from './selection.ts';

const pageSize = 10;

/** The book list, page by page; a page that is null or not full is the last. */
export function booksQuery(api: ApiClient, language: Language, selection: BookSelection) {
  return infiniteQueryOptions({
    queryKey: ['books', language, selection],
    queryFn: ({ pageParam }) => api.get('/comics/book/search', { query: searchQuery(language, selection, pageParam) }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => ((last.result?.length ?? 0) < pageSize ? null : all.length),
    // A long list stays as it was, so that Back finds the place; a short list may be loaded again.
    refetchOnMount: ({ pages }) => pages.length <= 1,
  });
}

function searchQuery(language: Language, { tag, order, words }: BookSelection, page: number) {
  return {
    language,
    page,
    page_size: pageSize,
    order_by: order,
    ...(tag && { tag }),
    ...(words && { q: words }),
  };
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
