import { AppError } from '../../server/errors.ts';
import { type ApiClient, ApiError } from '../../web/api-client.ts';

/** Asks a public call in-process, through the shared cache: `path` below /api/v1. */
export type Ask = (path: string) => Promise<{ read(): unknown; asOf: number }>;

/** The API for one rendering, as a visitor and in-process; `oldest` is the time of the oldest answer. */
export function createRenderingApi(ask: Ask): { api: ApiClient; oldest: () => number } {
  let oldest = Date.now();

  async function get<T>(path: string): Promise<T> {
    const answer = await ask(path).catch(throwAsBrowserSees);
    oldest = Math.min(oldest, answer.asOf);
    return (answer.read() as { data: T }).data; // every call wraps its answer in `data`
  }

  const send = () => Promise.reject(new Error('Rendering changes nothing'));
  return { api: { get, send }, oldest: () => oldest };
}

/** A refusal becomes the error that a browser would get; a fault of ours is thrown unchanged for the error mapper. */
function throwAsBrowserSees(error: unknown): never {
  if (error instanceof AppError && error.status < 500) throw new ApiError(error.status, { ...error.body() });
  throw error;
}
