import { apiBase } from '../../shared/paths.ts';
import { type ApiClient, ApiError } from '../../web/api-client.ts';
import type { PreviewWish } from './preview-wish.ts';

/** The readers' API as the previewed reader gets it. It only reads: whatever would write is refused before it is sent. */
export function createPreviewApi({ as, at, token }: Pick<PreviewWish, 'as' | 'at'> & { token: string }): ApiClient {
  const headers = {
    Authorization: `Token ${token}`,
    'X-Preview-As': as,
    ...(at && { 'X-Preview-At': at.toISOString() }),
  };
  return {
    async get<T>(path: string): Promise<T> {
      const response = await fetch(apiBase + path, { headers }).catch((cause) => {
        throw Object.assign(new ApiError(0, {}), { cause });
      });
      const answer = await response.json().catch(() => null);
      if (response.ok && answer) return answer.data as T; // the contract's form, checked by the server's tests
      throw new ApiError(response.status, answer ?? {});
    },
    send: () => Promise.reject(new ApiError(409, { error: 'A preview saves nothing', code: 'preview_only' })),
  };
}
