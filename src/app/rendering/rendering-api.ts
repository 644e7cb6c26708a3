import { AppError } from '../../server/errors.ts';
import { type ApiClient, ApiError } from '../../web/api-client.ts';

/** Asks a public call in-process, through the shared cache: `path` below /api/v1. */
export type Ask = (path: string) => Promise<{ value: unknown; asOf: number }>;

/** The API for one rendering: as a visitor, in-process, noting how old the oldest answer is. */
export function createRenderingApi(ask: Ask): { api: ApiClient; oldest: () => number } {
  let oldest = Date.now();

  async function get<T>(path: string): Promise<T> {
    const answer = await ask(path).catch(throwAsBrowserSees);
    oldest = Math.min(oldest, answer.asOf);
    return (answer.value as { data: T }).data; // every call answers in the contract's envelope
  }

  const send = () => Promise.reject(new Error('Rendering changes nothing'));
  return { api: { get, send }, oldest: () => oldest };
}

/** A refusal is the page's to understand; a fault of ours stays what it is, for the error mapper. */
function throwAsBrowserSees(error: unknown): never {
  if (error instanceof AppError && error.status < 500) throw new ApiError(error.status, { ...error.body() });
  throw error;
}
