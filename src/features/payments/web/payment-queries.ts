import type { ApiClient } from '../../../web/api-client.ts';
import { queryOptions } from '../../../web/query.ts';

/** The plans on sale and the ways to pay. A page may come from a cache: plans are asked for anew before a payment. */
export function siteQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['site'],
    queryFn: async () => {
      const site = await api.get('/site');
      // Cards without a price are no way to pay.
      return site.stripe?.buttons.length === 0 ? { ...site, stripe: null } : site;
    },
    refetchOnMount: 'always',
  });
}

/** The user's orders; cached under the user's id, so that the next user of the same tab never sees them. */
export function ordersQuery(api: ApiClient, userUuid: string | undefined) {
  return queryOptions({
    queryKey: ['orders', userUuid],
    queryFn: () => api.get('/payment/orders'),
    enabled: userUuid !== undefined,
    refetchOnMount: 'always',
  });
}
