import type { Language } from '../../../../shared/languages.ts';
import type { ApiClient } from '../../../../web/api-client.ts';
import { infiniteQueryOptions } from '../../../../web/infinite-query.ts';
import { queryOptions } from '../../../../web/query.ts';
import type { ShelfState } from '../../shelf.ts';
import type { ShelfSort } from './shelves.ts';

interface Asked {
  api: ApiClient;
  userUuid: string;
  language: Language;
}

const pageSize = 30;

/** A user's books in one state, and how many there are in each. */
export function shelfQuery({ api, userUuid, language, state, sort }: Asked & { state: ShelfState; sort: ShelfSort }) {
  return infiniteQueryOptions({
    queryKey: ['shelf', userUuid, language, state, sort],
    queryFn: ({ pageParam }) =>
      api.get('/user/shelf', { query: { state, language, sort, page: pageParam, page_size: pageSize } }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length : null),
    // Reading changes it.
    refetchOnMount: 'always',
  });
}

/** The shelf on which a user has a book; null: none. */
export function stateQuery({ api, userUuid, bookUuid }: Omit<Asked, 'language'> & { bookUuid: string }) {
  return queryOptions({
    queryKey: ['shelf', userUuid, 'of', bookUuid],
    queryFn: async () => {
      const { result } = await api.get('/user/shelf', { query: { book_uuid: bookUuid } });
      return { state: result[0]?.state ?? null };
    },
    refetchOnMount: 'always',
  });
}
