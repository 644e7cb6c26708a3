import { apiBase } from '../shared/paths.ts';
import { type ApiClient, ApiError, createApi } from './api-client.ts';
import type { Messages } from './i18n.tsx';
import { authHeaders, clearSession, currentUser } from './session.ts';

/** The only call without headers about the caller (spec: http.md#who-asks). */
const loginCall = '/user/login';
/** The call after which the page is left, with any answer. */
const logoutCall = '/user/logout';

/**
 * The API over fetch, with this browser's session. A refused token ends the session in the browser too. After a logout
 * it makes no more calls: the server would refuse the ended session.
 */
export function createBrowserApi({ onSessionEnded }: { onSessionEnded: () => void }): ApiClient {
  const leaving = new AbortController();

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    if (path === logoutCall) leaving.abort();
    const headers = path === loginCall ? {} : authHeaders();
    const response = await send({ method, path, headers, body, signal: method === 'GET' ? leaving.signal : null });
    if (response.status === 204 || response.status === 202) return undefined; // these answers have no body
    const answer = await readJson(response);
    if (response.ok && answer) return answer.data;
    if (response.status === 401 && isStillSession(headers)) {
      clearSession();
      onSessionEnded();
    }
    throw new ApiError(response.status, answer ?? {}, secondsToWait(response));
  }

  /** The page is being left: it must show neither an answer nor a failure. */
  function giveUp(error: unknown): Promise<never> {
    return leaving.signal.aborted ? new Promise(() => {}) : Promise.reject(error);
  }

  return createApi((method, address, body) =>
    method === 'GET' ? call(method, address).catch(giveUp) : call(method, address, body),
  );
}

/** The messages of the page's language: a file beside the code, so that a reader loads one language only. */
export async function loadMessages(address: string): Promise<Messages> {
  const response = await fetch(address);
  if (!response.ok) throw new ApiError(response.status, {});
  return (await response.json()) as Messages; // made from messages/ by the same build
}

/** Whether the refused session is still the stored one: it may have ended or been replaced during the call. */
function isStillSession(asked: Record<string, string>): boolean {
  return currentUser() !== null && asked.Authorization === authHeaders().Authorization;
}

function secondsToWait(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
  signal: AbortSignal | null;
}

async function send({ method, path, headers, body, signal }: Sent): Promise<Response> {
  // A request with a body outlives the page: reading events are sent while the page is left.
  const init: RequestInit = { method, headers, keepalive: method !== 'GET', signal };
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  try {
    return await fetch(apiBase + path, init);
  } catch (cause) {
    throw Object.assign(new ApiError(0, {}), { cause });
  }
}

async function readJson(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const parsed: unknown = await response.json();
    return typeof parsed === 'object' ? (parsed as Record<string, unknown>) : null; // a JSON object
  } catch {
    return null;
  }
}
