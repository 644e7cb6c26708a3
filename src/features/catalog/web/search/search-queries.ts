import type { Language } from '../../../../shared/languages.ts';
import type { ApiClient } from '../../../../web/api-client.ts';
import { bookPages } from '../book-queries.ts';
import type { SearchSelection } from './search-selection.ts';

/** The books that are found, page by page. */
export function foundQuery(api: ApiClient, language: Language, selection: SearchSelection) {
  const { words } = selection;
  return bookPages(['found', language, selection], (page) =>
    api.get('/comics/book/search', {
      query: { language, ...page, order_by: 'popularity', ...(words && { q: words }) },
    }),
  );
}
