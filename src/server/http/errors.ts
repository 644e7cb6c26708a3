import type { Failure } from '../../shared/wire.ts';
import { isDatabaseUnavailable } from '../database/db.ts';

/** A request that cannot be served, with the answer that its caller gets (spec: http.md#answers). */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Failure['details'];
  readonly retryAfterSeconds: number | undefined;
  /** The name under which the refusal is counted; by default its code. */
  readonly refusal: string | undefined;
  /** Further fields of the failure's body, such as what a locked chapter may still say. */
  readonly extra: Record<string, unknown>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      details?: Failure['details'];
      retryAfterSeconds?: number;
      refusal?: string;
      extra?: Record<string, unknown>;
    } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.refusal = more.refusal;
    this.extra = more.extra ?? {};
  }

  body(): Failure & Record<string, unknown> {
    return {
      error: this.message,
      code: this.code,
      ...(this.details === undefined ? {} : { details: this.details }),
      ...this.extra,
    };
  }
}

export function notFound(code = 'not_found', message = 'Not found'): AppError {
  return new AppError(404, code, message);
}

/** The refusal of a call that wants a user, where nobody is logged in. */
export function unauthenticated(): AppError {
  return new AppError(401, 'unauthenticated', 'Please log in first');
}

/** The refusal of one more where there are as many as there may be. */
export function limitReached(): AppError {
  return new AppError(409, 'limit_reached', 'You have reached the limit. Remove something first');
}

/** The refusal of an access token that does not open a call. */
export function scopeMissing(): AppError {
  return new AppError(403, 'scope_missing', 'This token may not do that');
}

export function invalidRequest(message: string, details?: Failure['details']): AppError {
  return new AppError(400, 'invalid_request', message, { details });
}

/** The refusal of what one field has: its message is that of the whole answer too. */
export function invalidField(path: string, message: string): AppError {
  return invalidRequest(message, [{ path, code: 'invalid', message }]);
}

const longestRetrySeconds = 5;

/** After so long a refused caller may come again; callers come at different times. */
export function retrySeconds(): number {
  return 1 + Math.floor(Math.random() * longestRetrySeconds);
}

export function unavailable(message = 'The service is busy, please try again shortly'): AppError {
  return new AppError(503, 'unavailable', message, { retryAfterSeconds: retrySeconds() });
}

/** An issue as Fastify reports it for a request that breaks its schema. */
interface ValidationIssue {
  instancePath?: string;
  keyword?: string;
  message?: string;
}

interface FastifyLikeError extends Error {
  code?: string;
  statusCode?: number;
  validation?: ValidationIssue[];
}

/**
 * The one translation of anything thrown into an answer. An unknown error is a bug: the answer is 500, and its text
 * stays in the log.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return internalError();
  const known: FastifyLikeError = error;
  if (known.validation) return fromValidation(known.validation);
  if (isDatabaseUnavailable(error)) return unavailable();
  switch (known.statusCode) {
    case 413:
      return new AppError(413, 'payload_too_large', 'The request is too large');
    case 415:
      return new AppError(415, 'unsupported_media_type', 'The request body must be JSON');
    case 404:
      return notFound();
    case 503:
      return unavailable();
    case 400:
    case 414:
    case 431:
      return invalidRequest('The request is not well-formed');
    default:
      return internalError();
  }
}

function internalError(): AppError {
  return new AppError(500, 'internal_error', 'Something went wrong on our side');
}

function fromValidation(issues: readonly ValidationIssue[]): AppError {
  return wrongFields(
    issues.map(({ instancePath = '', keyword = 'invalid', message = 'Invalid value' }) => ({
      path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
      code: keyword,
      message,
    })),
  );
}

/** A 400 with every wrong field; its sentence is about the first one. */
export function wrongFields(details: NonNullable<Failure['details']>): AppError {
  const first = details[0];
  const where = first?.path ? `${first.path}: ` : '';
  return invalidRequest(first ? `${where}${first.message}` : 'The request is not valid', details);
}
