import { apiBase } from '../../shared/paths.ts';
import { type ApiClient, ApiError, createApi } from '../../web/api-client.ts';
import type { PreviewWish } from './preview-wish.ts';

/** The readers' API as the previewed reader gets it. It only reads: whatever would write is refused before it is sent. */
export function createPreviewApi({ as, at, token }: Pick<PreviewWish, 'as' | 'at'> & { token: string }): ApiClient {
  const headers = {
    Authorization: `Token ${token}`,
    'X-Preview-As': as,
    ...(at && { 'X-Preview-At': at.toISOString() }),
  };
  return createApi(async (method, address) => {
    if (method !== 'GET') throw new ApiError(409, { error: 'A preview saves nothing', code: 'preview_only' });
    const response = await fetch(apiBase + address, { headers }).catch((cause) => {
      throw Object.assign(new ApiError(0, {}), { cause });
    });
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return answer.data;
    throw new ApiError(response.status, answer ?? {});
  });
}
