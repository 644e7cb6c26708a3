import type { Language } from '../../../../shared/languages.ts';
import type { ApiClient } from '../../../../web/api-client.ts';
import { getAll } from '../../../../web/get-all.ts';
import { queryOptions } from '../../../../web/query.ts';

/** The uuids of the books that the user follows. */
export function followedQuery(api: ApiClient, userUuid: string | undefined) {
  return queryOptions({
    queryKey: ['followed', userUuid],
    queryFn: async () => {
      const books = await getAll(api, '/user/follows');
      return books.map((book) => book.book_uuid);
    },
    enabled: userUuid !== undefined,
  });
}

/** The followed books with all that is shown of them. */
export function followsQuery({ api, userUuid, language }: { api: ApiClient; userUuid: string; language: Language }) {
  return queryOptions({
    queryKey: ['follows', userUuid, language],
    queryFn: () => getAll(api, '/user/follows', { language }),
  });
}
