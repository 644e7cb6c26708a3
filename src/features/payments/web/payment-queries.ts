import type { SiteInfo } from '../../../shared/site.ts';
import type { ApiClient } from '../../../web/api-client.ts';
import { queryOptions } from '../../../web/query.ts';
import type { OrdersAnswer } from '../contract.ts';

/** What can be bought how. A page may come out of a cache: what it says is asked for anew before anybody pays. */
export function siteQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['site'],
    queryFn: () => api.get<SiteInfo>('/site'),
    refetchOnMount: 'always',
  });
}

/** What the user has bought; kept under the user's id, so that the next one of the same tab never sees it. */
export function ordersQuery(api: ApiClient, userUuid: string | undefined) {
  return queryOptions({
    queryKey: ['orders', userUuid],
    queryFn: () => api.get<OrdersAnswer>('/payment/orders'),
    enabled: userUuid !== undefined,
    refetchOnMount: 'always',
  });
}
