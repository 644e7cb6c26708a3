import { type ApiClient, ApiError } from '../../../../web/api-client.ts';
import type { Text } from '../../../../web/i18n.tsx';
import type { QueryClient } from '../../../../web/query-client.ts';
import { showToast } from '../../../../web/ui/toasts.ts';
import { followedQuery } from './follows.ts';

interface Press {
  api: ApiClient;
  queryClient: QueryClient;
  text: Text;
  userUuid: string;
  bookUuid: string;
  wish: boolean;
  again: () => void;
}

/** Follows a book, or no longer; shown at once, and taken back with a word when the call fails. */
export async function pressFollow({ api, queryClient, userUuid, bookUuid, wish, ...said }: Press): Promise<void> {
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
    return explain(error, { ...said, wish });
  }
  queryClient.outdate(([name]) => name === 'follows' || name === 'updates');
}

function explain(error: unknown, { text: { t }, wish, again }: Pick<Press, 'text' | 'wish' | 'again'>): void {
  // The client has already said that the session ended, and offers the login.
  if (error instanceof ApiError && error.status === 401) return;
  if (error instanceof ApiError && error.code === 'limit_reached') {
    showToast({ text: t('errors.limit_reached') });
    return;
  }
  showToast({
    text: t(wish ? 'library.followFailed' : 'library.unfollowFailed'),
    action: { label: t('library.retry'), act: again },
  });
}
