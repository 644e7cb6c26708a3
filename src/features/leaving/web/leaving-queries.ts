import type { ApiClient } from '../../../web/api-client.ts';
import { queryOptions } from '../../../web/query.ts';

export function exportQuery(api: ApiClient, userUuid: string | undefined) {
  return queryOptions({
    queryKey: ['export', userUuid],
    queryFn: () => api.get('/user/export'),
    enabled: userUuid !== undefined,
    refetchOnMount: 'always',
  });
}
