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

export function deletionQuery(api: ApiClient, userUuid: string | undefined) {
  return queryOptions({
    queryKey: ['deletion', userUuid],
    queryFn: () => api.get('/user/deletion'),
    enabled: userUuid !== undefined,
    refetchOnMount: 'always',
  });
}
