import { AppError } from '../server/errors.ts';
import type { PublicApi } from '../server/public-api.ts';
import { type ApiClient, ApiError } from '../web/api-client.ts';

/** The API as rendering sees it: what visitors get, from the shared cache where it is at hand. */
export interface RenderingApi extends ApiClient {
  /** When the oldest answer given so far was read from the database: the rendered page is no younger. */
  asOf(): number;
}

/** One for each rendering. */
export function inProcessApi(publicApi: PublicApi, now: () => number = Date.now): RenderingApi {
  let oldest = now();
  return {
    async get<T>(path: string) {
      const answer = await publicApi.ask(path).catch(rethrowAsApiError);
      oldest = Math.min(oldest, answer.asOf);
      // The caller's type is that of the call's contract, as with every API client.
      return (answer.value as { data: T }).data;
    },
    send: async () => {
      throw new Error('Rendering changes nothing');
    },
    asOf: () => oldest,
  };
}

function rethrowAsApiError(error: unknown): never {
  throw error instanceof AppError ? new ApiError(error.status, error.body()) : error;
}
