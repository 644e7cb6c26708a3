import type { Failure } from '../shared/wire.ts';

/** Asks the product's own API. In the browser over fetch, while rendering on the server in-process: one road. */
export interface ApiClient {
  /** GET below /api/v1; resolves to what stands in `data`, rejects with ApiError. */
  get<T>(path: string): Promise<T>;
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>;
}

/** A call that failed: with the server's words and code, or without either when no answer came. */
export class ApiError extends Error {
  /** 0 when there was no answer at all. */
  readonly status: number;
  readonly code: string | null;
  readonly body: Partial<Failure> & Record<string, unknown>;
  /** When to ask again, where the answer said so. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    body: Partial<Failure> & Record<string, unknown>,
    retryAfterSeconds: number | null = null,
  ) {
    super(body.error ?? `The call failed with status ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? null;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
