import type { Language } from '../../../shared/languages.ts';
import type { ApiClient } from '../../../web/api-client.ts';
import { infiniteQueryOptions } from '../../../web/infinite-query.ts';
import { queryOptions } from '../../../web/query.ts';

const pageSize = 20;

export function inboxQuery({ api, userUuid, language }: { api: ApiClient; userUuid: string; language: Language }) {
  return infiniteQueryOptions({
    queryKey: ['inbox', userUuid, language],
    queryFn: ({ pageParam }) => api.get('/user/inbox', { query: { language, page: pageParam, page_size: pageSize } }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length : null),
    refetchOnMount: 'always',
  });
}

export function noticeSettingsQuery(api: ApiClient, userUuid: string) {
  return queryOptions({
    queryKey: ['notice settings', userUuid],
    queryFn: () => api.get('/user/notices/settings'),
    refetchOnMount: 'always',
  });
}
