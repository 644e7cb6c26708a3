import type { Language } from '../../../../shared/languages.ts';
import type { ApiClient } from '../../../../web/api-client.ts';
import { getAll } from '../../../../web/get-all.ts';
import { queryOptions } from '../../../../web/query.ts';
import type { QueryClient } from '../../../../web/query-client.ts';

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

interface Change {
  api: ApiClient;
  queryClient: QueryClient;
  userUuid: string;
  bookUuid: string;
  wish: boolean;
}

/** Follows a book, or no longer; shown at once, and taken back when the call fails, which it then rejects with. */
export async function changeFollow({ api, queryClient, userUuid, bookUuid, wish }: Change): Promise<void> {
  const { queryKey } = followedQuery(api, userUuid);
  const show = (isFollowed: boolean) => {
    const others = (queryClient.getQueryData(queryKey) ?? []).filter((uuid) => uuid !== bookUuid);
    queryClient.setQueryData(queryKey, isFollowed ? [bookUuid, ...others] : others);
  };
  show(wish);
  try {
    await api.send(wish ? 'PUT' : 'DELETE', '/user/follows/:book_uuid', { params: { book_uuid: bookUuid } });
  } catch (error) {
    show(!wish);
    throw error;
  }
  queryClient.outdate(([name]) => name === 'follows' || name === 'updates');
}
