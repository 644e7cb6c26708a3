import { createContext, use } from 'react';
import { apiBase } from '../../../shared/paths.ts';
import { ApiError } from '../../../web/api-client.ts';
import { type QueryResult, useQuery, useQueryClient } from '../../../web/query.ts';
import type { QueryClient, QueryKey } from '../../../web/query-client.ts';
import { authHeaders, clearSession } from '../../../web/session.ts';
import type { Wants } from '../rules.ts';

/** An answer of the studio, with the version that a change of it names in If-Match. */
export interface Answered<Data> {
  data: Data;
  etag: string | null;
}

/** A list, or a page of it. */
export interface Listed<Row> {
  result: Row[];
  total: number;
}

export interface One<Result> {
  result: Result;
}

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The calls of the studio, below /api/v1/studio. They reject with ApiError, once the password was asked where it is needed. */
export interface StudioCalls {
  get<Data>(path: string): Promise<Answered<Data>>;
  send<Data = void>(
    method: Method,
    path: string,
    given?: { body?: unknown; ifMatch?: string | null },
  ): Promise<Answered<Data>>;
  /** Fetches a list as a file, and gives it to the browser to keep. */
  save(path: string): Promise<void>;
}

/** Asks for the password; true: the session is confirmed now, and the call may be repeated. */
export type AskPassword = (wants: Exclude<Wants, 'nothing'>) => Promise<boolean>;

interface CallsDeps {
  askPassword: AskPassword;
  /** The session has ended: a page can only lead to the login. */
  onSessionEnded: () => void;
  /** Called when a change was made. */
  onChanged?: () => void;
}

export function createStudioCalls({ askPassword, onSessionEnded, onChanged }: CallsDeps): StudioCalls {
  async function ask(method: string, path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${apiBase}/studio${path}`, { ...init, method }).catch((cause) => {
      throw Object.assign(new ApiError(0, {}), { cause });
    });
    if (response.ok) return response;
    const error = await failureOf(response);
    const { for: wants } = error.body;
    if (error.code === 'password_needed' && (wants === 'studio' || wants === 'sensitive')) {
      if (await askPassword(wants)) return ask(method, path, init);
    }
    if (response.status === 401) {
      clearSession();
      onSessionEnded();
    }
    throw error;
  }

  return {
    async get<Data>(path: string) {
      return read<Data>(await ask('GET', path, { headers: authHeaders() }));
    },
    async send<Data>(
      method: Method,
      path: string,
      { body, ifMatch }: { body?: unknown; ifMatch?: string | null } = {},
    ) {
      const headers: Record<string, string> = { ...authHeaders() };
      if (ifMatch) headers['If-Match'] = ifMatch;
      if (body !== undefined) headers['Content-Type'] = 'application/json';
      const answer = await ask(method, path, { headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
      onChanged?.();
      return read<Data>(answer);
    },
    async save(path) {
      const response = await ask('GET', path, { headers: authHeaders() });
      const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'longstrip.csv';
      keepFile(name, await response.blob());
    },
  };
}

async function read<Data>(response: Response): Promise<Answered<Data>> {
  const etag = response.headers.get('ETag');
  if (response.status === 204) return { data: undefined as Data, etag }; // the call answers nothing
  const answer = (await response.json()) as { data: Data }; // the contract's form, checked by the server's tests
  return { data: answer.data, etag };
}

async function failureOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(
    response.status,
    typeof body === 'object' && body !== null ? { ...body } : {},
    Number.isFinite(seconds) ? seconds : null,
  );
}

/** Gives bytes to the browser as a file to keep. */
export function keepFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

const CallsContext = createContext<StudioCalls | null>(null);
export const StudioCallsProvider = CallsContext.Provider;

export function useStudioCalls(): StudioCalls {
  const calls = use(CallsContext);
  if (!calls) throw new Error('useStudioCalls needs a StudioCallsProvider');
  return calls;
}

function keyOf<Data>(path: string): QueryKey<Answered<Data>> {
  return ['studio', path];
}

/** The answer to GET of that path below /studio, asked anew whenever the page opens; null: nothing is asked. */
export function useStudioQuery<Data>(path: string | null): QueryResult<Answered<Data>> {
  const calls = useStudioCalls();
  return useQuery<Answered<Data>>({
    queryKey: keyOf<Data>(path ?? ''),
    queryFn: () => calls.get<Data>(path ?? ''),
    enabled: path !== null,
    refetchOnMount: 'always',
  });
}

/** Asks anew for the histories on the screen: something was changed. */
export function refreshHistories(client: QueryClient, calls: StudioCalls): void {
  for (const query of client.answered(['studio'])) {
    const path = String(query.key[1]);
    if (!path.startsWith('/audit?') || !query.isWatched) continue;
    // What stands there stays where it cannot be asked.
    query.fetch(() => calls.get(path), { retries: 0 }).catch(() => {});
  }
}

/** Keeps what a change has answered as the answer of GET, so that nothing need be asked again. */
export function useKeepAnswer(): <Data>(path: string, answer: Answered<Data>) => void {
  const client = useQueryClient();
  return (path, answer) => client.setQueryData(keyOf(path), answer);
}
