import * as z from 'zod/mini';
import { authorize, type Merchant } from './sign.ts';
import { findSignatureFault, type SignatureFault, type VerifyKeys } from './verify.ts';

export type FetchUrl = (url: string, init: RequestInit) => Promise<Response>;

export interface Endpoint {
  apiBaseUrl: string;
  merchant: Merchant;
  verifyKeys: VerifyKeys;
  fetchUrl: FetchUrl;
  clock: () => Date;
  timeoutMs: number;
}

/** The reason why the outcome of a call is unknown. It never ends an order: only a verified answer does. */
export type UnknownCause =
  | 'timeout'
  | 'broken_connection'
  | 'busy'
  | 'provider_error'
  | 'accepted_only'
  | 'unexpected_status'
  | 'answer_too_large'
  | 'malformed'
  | 'other_order'
  | SignatureFault;

/** A refusal. If it is not signed, its code proves nothing final: only that this call was refused. */
export interface Declined {
  kind: 'declined';
  code: string;
  status: number;
  isSigned: boolean;
  requestId: string | null;
}
export interface Unknown {
  kind: 'unknown';
  cause: UnknownCause;
  requestId: string | null;
}
type Exchanged = { kind: 'ok'; status: number; json: unknown; requestId: string | null } | Declined | Unknown;

const userAgent = `Longstrip (WeChat Pay API v3; Node.js ${process.version})`;
const mostBytes = 64 * 1024;

export interface Call {
  method: 'GET' | 'POST';
  /** The part below the base URL, percent-encoded, with the query. */
  path: string;
  body?: string;
}

/** Sends one signed request, once, and believes only a signed answer to it. A network error never makes it throw. */
export async function exchange(endpoint: Endpoint, call: Call): Promise<Exchanged> {
  const url = new URL(endpoint.apiBaseUrl + call.path);
  const signed = { method: call.method, path: url.pathname + url.search, body: call.body ?? '' };
  const init: RequestInit = {
    method: call.method,
    headers: {
      Accept: 'application/json',
      'User-Agent': userAgent,
      Authorization: authorize(endpoint.merchant, signed, endpoint.clock()),
      ...wantedSignature(endpoint.verifyKeys),
      ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    // A server that redirects is not WeChat Pay, and the signature would not fit the other address.
    redirect: 'manual',
    signal: AbortSignal.timeout(endpoint.timeoutMs),
    ...(call.body === undefined ? {} : { body: call.body }),
  };
  const answer = await send(endpoint.fetchUrl, { url: url.href, init });
  return 'failure' in answer ? { kind: 'unknown', cause: answer.failure, requestId: null } : judge(endpoint, answer);
}

type Answer = { response: Response; rawBody: Buffer | null };

async function send(
  fetchUrl: FetchUrl,
  { url, init }: { url: string; init: RequestInit },
): Promise<Answer | { failure: 'timeout' | 'broken_connection' }> {
  try {
    const response = await fetchUrl(url, init);
    return { response, rawBody: await readBounded(response) };
  } catch (error) {
    return { failure: isTimeout(error) ? 'timeout' : 'broken_connection' };
  }
}

/** In the mode of public keys: the key for which the answer shall be signed (spec: payments.md#signatures). */
function wantedSignature(keys: VerifyKeys): Record<string, string> {
  const publicKeyId = [...keys.keys()].findLast((serial) => serial.startsWith('PUB_KEY_ID_'));
  return publicKeyId === undefined ? {} : { 'Wechatpay-Serial': publicKeyId };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Null: the body is longer than any genuine answer. */
async function readBounded(response: Response): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) return null; // leaving the loop cancels the rest
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function judge(endpoint: Endpoint, { response, rawBody }: Answer): Exchanged {
  const requestId = response.headers.get('request-id');
  const unknown = (cause: UnknownCause): Unknown => ({ kind: 'unknown', cause, requestId });
  const cause = causeOfStatus(response.status);
  if (cause && !isWrongPayer(rawBody)) return unknown(cause);
  if (!rawBody) return unknown('answer_too_large');
  const headers = Object.fromEntries(response.headers);
  const fault = findSignatureFault({ headers, rawBody, keys: endpoint.verifyKeys, now: endpoint.clock() });
  const json = parseJson(rawBody);
  // Refusals may come unsigned (spec: payments.md#signatures), but a signature that is there must fit.
  if (response.status >= 400 && (fault === null || fault === 'missing_header'))
    return { kind: 'declined', code: codeOf(json), status: response.status, isSigned: fault === null, requestId };
  return fault ? unknown(fault) : { kind: 'ok', status: response.status, json, requestId };
}

/** The one refusal that comes as 500, and that no repetition can help: the payer is known to another app. */
export const wrongPayer = 'OPENIDMISMATCH';

const isWrongPayer = (rawBody: Buffer | null) => rawBody !== null && codeOf(parseJson(rawBody)) === wrongPayer;

/** The cause of an unknown outcome by the status alone; null: it may be an answer. */
function causeOfStatus(status: number): UnknownCause | null {
  if (status === 429) return 'busy';
  if (status >= 500) return 'provider_error';
  if (status === 202) return 'accepted_only';
  return status < 200 || (status >= 300 && status < 400) ? 'unexpected_status' : null;
}

const refusal = z.object({ code: z.string().check(z.regex(/^\w{1,64}$/)) });

/**
 * Older and newer interfaces spell codes with or without underscores (spec: payments.md#signatures): here they have
 * none.
 */
function codeOf(json: unknown): string {
  const known = refusal.safeParse(json);
  return known.success ? known.data.code.replaceAll('_', '').toUpperCase() : 'UNNAMED';
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined; // no schema accepts `undefined`; the answer for a closed order is empty
  }
}
