import type { ApiClient } from '../../../web/api-client.ts';
import { queryOptions } from '../../../web/query.ts';

/** The end of the membership; cached under the user's id, so that the next user of the same tab never sees it. */
export function membershipQuery(api: ApiClient, userUuid: string | undefined) {
  return queryOptions({
    queryKey: ['membership', userUuid],
    queryFn: () => api.get('/user/book/membership'),
    enabled: userUuid !== undefined,
    refetchOnMount: 'always',
  });
}
