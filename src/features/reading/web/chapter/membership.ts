import { useApi } from '../../../../web/api.tsx';
import type { ApiClient } from '../../../../web/api-client.ts';
import { queryOptions, useQuery } from '../../../../web/query.ts';

export const membershipKey = 'reader-membership';

export function membershipQuery(api: ApiClient) {
  return queryOptions({
    queryKey: [membershipKey],
    queryFn: async () => (await api.get('/user/book/membership')).result,
    // The user may have bought a card or used a coupon a moment ago.
    staleTime: 0,
    retry: false,
  });
}

/** Whether the user who asks is a member now; null while nobody knows. Only ever enabled for a user. */
export function useIsMember({ enabled }: { enabled: boolean }): boolean | null {
  const { data } = useQuery({ ...membershipQuery(useApi()), enabled });
  if (!enabled || data === undefined) return null;
  return data !== null && !data.is_expired;
}
