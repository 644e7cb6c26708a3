import { AppError } from '../../server/http/errors.ts';
import type { PublicAnswer } from '../../server/http/public-answers.ts';
import { createLru } from '../../server/process/lru.ts';
import { type ApiClient, ApiError, createApi } from '../../web/api-client.ts';

/** Asks a public call in-process, through the shared cache: `path` below /api/v1. */
export type Ask = (path: string) => Promise<AskedAnswer>;

/** A public answer in JSON: the same bytes have the same etag. */
type AskedAnswer = Pick<PublicAnswer, 'etag' | 'raw' | 'asOf' | 'read'>;

/** Gives the value of an answer, which nobody may change. */
export type ReadAnswer = (answer: AskedAnswer) => unknown;

/**
 * Reads answers, and keeps the values of those used last, since most pages show the same tags and recommended books.
 * The total size of their texts is limited: the garbage collector walks through all of these objects.
 */
export function createAnswerReader(mostBytes = 1_000_000): ReadAnswer {
  const values = createLru<{ value: unknown; bytes: number }>({
    limit: mostBytes,
    sizeOf: ({ bytes }) => bytes,
  });
  return (answer) => {
    const known = values.get(answer.etag);
    if (known) return known.value;
    const value = answer.read();
    values.set(answer.etag, { value, bytes: answer.raw.length });
    return value;
  };
}

/**
 * The API for one rendering, as a visitor and in-process. `oldest` is the time of the oldest answer by the answers' own
 * clock; without an answer it is infinite.
 */
export function createRenderingApi(ask: Ask, read: ReadAnswer): { api: ApiClient; oldest: () => number } {
  let oldest = Number.POSITIVE_INFINITY;

  const api = createApi(async (method, address) => {
    if (method !== 'GET') throw new Error('Rendering changes nothing');
    const answer = await ask(address).catch(throwAsBrowserSees);
    oldest = Math.min(oldest, answer.asOf);
    return (read(answer) as { data: unknown }).data; // every call wraps its answer in `data`
  });
  return { api, oldest: () => oldest };
}

/** A refusal becomes the error that a browser would get; a fault of ours is thrown unchanged for the error mapper. */
function throwAsBrowserSees(error: unknown): never {
  if (error instanceof AppError && error.status < 500) throw new ApiError(error.status, { ...error.body() });
  throw error;
}
