import type { AnswerOf, CallAt, GivenArguments, Method, PathOf } from '../shared/calls.ts';
import type { Failure } from '../shared/wire.ts';

/**
 * The client of the product's own API: over fetch in the browser, in-process during rendering on the server. A call
 * resolves to the value of `data`, and rejects with ApiError.
 */
export interface ApiClient {
  get<Path extends PathOf<'GET'>>(
    path: Path,
    ...given: GivenArguments<CallAt<'GET', Path>>
  ): Promise<AnswerOf<CallAt<'GET', Path>>>;
  send<M extends Exclude<Method, 'GET'>, Path extends PathOf<M>>(
    method: M,
    path: Path,
    ...given: GivenArguments<CallAt<M, Path>>
  ): Promise<AnswerOf<CallAt<M, Path>>>;
}

/** The parts of a request as the caller gives them. */
export interface Given {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  body?: unknown;
}

/** The address below /api/v1: parameters in their places, and the query's parts that are not undefined, each of a list. */
export function addressOf(path: string, { params, query = {} }: Given = {}): string {
  const place = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params?.[name] ?? ''));
  const parts = Object.entries(query).flatMap(([name, value = []]) => [value].flat().map((one) => [name, String(one)]));
  return parts.length === 0 ? place : `${place}?${new URLSearchParams(parts)}`;
}

/** Makes one request at an address below /api/v1; resolves to the value of `data`. */
export type Transport = (method: Method, address: string, body?: unknown) => Promise<unknown>;

/** The calls over a transport. That answers have their contracts' forms, the server's tests check. */
export function createApi(transport: Transport): ApiClient {
  const send = (method: Method, path: string, given?: Given) => transport(method, addressOf(path, given), given?.body);
  const api = { get: (path: string, given?: Given) => send('GET', path, given), send };
  return api as unknown as ApiClient; // typed by the contracts
}

/** A failed call: with the server's text and code, or without both when no answer came. */
export class ApiError extends Error {
  /** 0 when there was no answer. */
  readonly status: number;
  readonly code: string | null;
  readonly body: Partial<Failure> & Record<string, unknown>;
  /** The seconds to wait before a new try, where the answer has them. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    body: Partial<Failure> & Record<string, unknown>,
    retryAfterSeconds: number | null = null,
  ) {
    super(body.error ?? `HTTP ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? null;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
