import type { ApiClient } from '../../../web/api-client.ts';
import { queryOptions } from '../../../web/query.ts';
import { storeRole } from '../../../web/session.ts';

/** The data of one user is kept under that user's id, so that the next user of the same tab never sees it. */
export function sessionsQuery(api: ApiClient, userUuid: string | undefined) {
  return queryOptions({
    queryKey: ['sessions', userUuid],
    queryFn: async () => {
      const answer = await api.get('/user/sessions');
      // The header leads to the studio who has a role.
      storeRole(answer.role);
      return answer;
    },
    enabled: userUuid !== undefined,
    refetchOnMount: 'always',
  });
}

export function inviteCodeQuery(api: ApiClient, userUuid: string | undefined) {
  return queryOptions({
    queryKey: ['invite code', userUuid],
    queryFn: () => api.get('/user/invite_code'),
    enabled: userUuid !== undefined,
  });
}

export function passkeysQuery(api: ApiClient, userUuid: string | undefined) {
  return queryOptions({
    queryKey: ['passkeys', userUuid],
    queryFn: () => api.get('/user/passkeys'),
    enabled: userUuid !== undefined,
    refetchOnMount: 'always',
  });
}

export function recoveryCodesQuery(api: ApiClient, userUuid: string | undefined) {
  return queryOptions({
    queryKey: ['recovery codes', userUuid],
    queryFn: () => api.get('/user/recovery_codes'),
    enabled: userUuid !== undefined,
    refetchOnMount: 'always',
  });
}

export function accessTokensQuery(api: ApiClient, userUuid: string | undefined) {
  return queryOptions({
    queryKey: ['access tokens', userUuid],
    queryFn: () => api.get('/user/tokens'),
    enabled: userUuid !== undefined,
    refetchOnMount: 'always',
  });
}
