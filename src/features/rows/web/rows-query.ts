import type { Language } from '../../../shared/languages.ts';
import type { ApiClient } from '../../../web/api-client.ts';
import { queryOptions } from '../../../web/query.ts';

/** The rows with books. The document shows them, and does not hand them to its code a second time. */
export function rowsQuery(api: ApiClient, language: Language) {
  return queryOptions({
    queryKey: ['rows', language],
    queryFn: () => api.get('/home/rows', { query: { language } }),
  });
}
