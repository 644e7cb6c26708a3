import type { ApiClient } from '../../../../web/api-client.ts';
import { queryOptions } from '../../../../web/query.ts';

export function devicesQuery(api: ApiClient, userUuid: string) {
  return queryOptions({
    queryKey: ['push devices', userUuid],
    queryFn: () => api.get('/user/push'),
    refetchOnMount: 'always',
  });
}
