import type { Failure } from '../shared/wire.ts';

/** The client of the product's own API: over fetch in the browser, in-process during rendering on the server. */
export interface ApiClient {
  /** GET below /api/v1; resolves to the value of `data`, rejects with ApiError. */
  get<T>(path: string): Promise<T>;
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>;
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
