import type { Language } from '../../../../shared/languages.ts';
import type { ApiClient } from '../../../../web/api-client.ts';
import { queryOptions } from '../../../../web/query.ts';
import { bookPages } from '../book-queries.ts';
import { type SearchSelection, usualSort } from './search-selection.ts';

/** The books that are found, page by page; the first one comes with the counts of the filters. */
export function foundQuery(api: ApiClient, language: Language, selection: SearchSelection) {
  const { words, tags, without, status, kind, free, sort } = selection;
  return bookPages(['found', language, selection], (part) =>
    api.get('/comics/book/search', {
      query: {
        language,
        ...part,
        tags: [...tags],
        without: [...without],
        status: [...status],
        sort: sort ?? usualSort(words),
        ...(words && { q: words }),
        ...(kind && { kind }),
        ...(selection.language && { in_language: selection.language }),
        ...(free && { free: 'true' }),
        ...(part.page === 0 && { facets: 'true' }),
      },
    }),
  );
}

/** What a reader may mean who has typed this. */
export function suggestQuery(api: ApiClient, language: Language, words: string) {
  return queryOptions({
    queryKey: ['suggest', language, words],
    queryFn: () => api.get('/comics/book/suggest', { query: { language, q: words } }),
    enabled: words !== '',
  });
}
