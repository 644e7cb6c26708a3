import { createContext, use, useEffect, useEffectEvent } from 'react';
import type {
  AnswerOf,
  CallAt,
  GivenArguments,
  GivenTo,
  Method,
  StudioPathOf,
  Understood,
} from '../../../shared/calls.ts';
import { apiBase } from '../../../shared/paths.ts';
import { ApiError, addressOf, type Given } from '../../../web/api-client.ts';
import { keepFile } from '../../../web/keep-file.ts';
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

type Read<Path> = CallAt<'GET', Path>;
type AnswerAt<Path> = Answered<AnswerOf<Read<Path>>>;
/** The query of a page's own address, for a list that it filters: the server checks it. */
interface Searched {
  search?: URLSearchParams;
}
/** What is given to a GET. */
export type ReadGiven<Path> = GivenTo<Read<Path>> & Searched;

/** The lists that come as a file too. */
export type FilePath = {
  [Path in StudioPathOf<'GET'>]: 'format' extends keyof Understood<Read<Path>, 'query'> ? Path : never;
}[StudioPathOf<'GET'>];

/** The calls of the studio, which reject with ApiError. */
interface Calls {
  get<Path extends StudioPathOf<'GET'>>(
    path: Path,
    ...given: GivenArguments<Read<Path>, Searched>
  ): Promise<AnswerAt<Path>>;
  send<M extends Exclude<Method, 'GET'>, Path extends StudioPathOf<M>>(
    method: M,
    path: Path,
    ...given: GivenArguments<CallAt<M, Path>, { ifMatch?: string | null }>
  ): Promise<Answered<AnswerOf<CallAt<M, Path>>>>;
  /** Fetches the picture that a call answers with. */
  picture<Path extends StudioPathOf<'GET'>>(path: Path, given: ReadGiven<Path>): Promise<Blob>;
  /** Fetches a list as a file, or another file, and gives it to the browser to keep. */
  save<Path extends FilePath>(path: Path, given: ReadGiven<Path>): Promise<void>;
}

/** They reject once the password was asked where it is needed. */
export interface StudioCalls extends Calls {
  /** For what a page does by itself, while somebody types: these never ask for the password. */
  quiet: Calls;
}

type StudioGiven = Given & Searched & { ifMatch?: string | null };

/** The address of a call below /api/v1, which also names its answer among those that are kept. */
export function studioAddress(path: string, given: Searched | StudioGiven = {}): string {
  const { search, params, query } = given as StudioGiven; // of whatever call it is
  return addressOf(path, { ...(params && { params }), query: { ...(search && Object.fromEntries(search)), ...query } });
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

export function createStudioCalls(given: CallsDeps): StudioCalls {
  return { ...createCalls(given), quiet: createCalls({ ...given, askPassword: async () => false }) };
}

function createCalls({ askPassword, onSessionEnded, onChanged }: CallsDeps): Calls {
  async function ask(method: Method, address: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${apiBase}${address}`, { ...init, method }).catch((cause) => {
      throw Object.assign(new ApiError(0, {}), { cause });
    });
    if (response.ok) return response;
    const error = await failureOf(response);
    const { for: wants } = error.body;
    if (error.code === 'password_needed' && (wants === 'studio' || wants === 'sensitive')) {
      if (await askPassword(wants)) return ask(method, address, init);
    }
    if (response.status === 401) {
      clearSession();
      onSessionEnded();
    }
    throw error;
  }

  const calls = {
    async get(path: string, given?: StudioGiven) {
      return read(await ask('GET', studioAddress(path, given), { headers: authHeaders() }));
    },
    async send(method: Method, path: string, { ifMatch, body, ...given }: StudioGiven = {}) {
      const headers: Record<string, string> = { ...authHeaders() };
      if (ifMatch) headers['If-Match'] = ifMatch;
      if (body !== undefined) headers['Content-Type'] = 'application/json';
      const init = { headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const answer = await ask(method, studioAddress(path, given), init);
      onChanged?.();
      return read(answer);
    },
    async picture(path: string, given: StudioGiven) {
      const response = await ask('GET', studioAddress(path, given), { headers: authHeaders() });
      return response.blob();
    },
    async save(path: string, given: StudioGiven) {
      const address = studioAddress(path, { ...given, query: { format: 'csv', ...given.query } });
      const response = await ask('GET', address, { headers: authHeaders() });
      const names = response.headers.get('Content-Disposition') ?? '';
      const whole = /filename\*=UTF-8''([^;]+)/.exec(names)?.[1];
      const name = whole ? decodeURIComponent(whole) : (/filename="([^"]+)"/.exec(names)?.[1] ?? 'longstrip.csv');
      keepFile(name, await response.blob());
    },
  };
  return calls as unknown as Calls; // typed by the contracts; that answers have their forms, the server's tests check
}

async function read(response: Response): Promise<Answered<unknown>> {
  const etag = response.headers.get('ETag');
  if (response.status === 204) return { data: undefined, etag };
  const { data } = await response.json();
  return { data, etag };
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

const CallsContext = createContext<StudioCalls | null>(null);
export const StudioCallsProvider = CallsContext.Provider;

export function useStudioCalls(): StudioCalls {
  const calls = use(CallsContext);
  if (!calls) throw new Error('useStudioCalls needs a StudioCallsProvider');
  return calls;
}

function keyOf<Data>(address: string): QueryKey<Answered<Data>> {
  return ['studio', address];
}

type Asked<Path> = ReadGiven<Path> | null;

/** The answer to GET, asked anew whenever the page opens; null: nothing is asked. */
export function useStudioQuery<Path extends StudioPathOf<'GET'>>(
  path: Path,
  ...given: Record<never, never> extends ReadGiven<Path> ? [given?: Asked<Path>] : [given: Asked<Path>]
): QueryResult<AnswerAt<Path>>;
export function useStudioQuery(path: StudioPathOf<'GET'>, given?: Searched | null): QueryResult<Answered<unknown>> {
  const calls = useStudioCalls();
  const address = given === null ? '' : studioAddress(path, given);
  return useQuery({
    queryKey: keyOf(address),
    queryFn: () => getAt(calls, address),
    enabled: given !== null,
    refetchOnMount: 'always',
  });
}

/** Asks a call whose answer a page will show; `useStudioQuery` then waits for the same answer. */
export type AskFirst = <Path extends StudioPathOf<'GET'>>(path: Path, ...given: GivenArguments<Read<Path>>) => void;

export function createAskFirst(client: QueryClient, calls: StudioCalls): AskFirst {
  const ask = (path: string, given?: StudioGiven) => {
    const address = studioAddress(path, given);
    void client.prefetchQuery({ queryKey: keyOf(address), queryFn: () => getAt(calls, address) });
  };
  return ask as AskFirst; // typed by the contracts
}

/** The answer at an address, which is a path without parameters. */
function getAt(calls: Calls, address: string): Promise<Answered<unknown>> {
  const get = calls.get as (path: string) => Promise<Answered<unknown>>; // whoever has the address knows its type
  return get(address);
}

const histories = ['/studio/audit', '/studio/users/:uuid/timeline', '/studio/users/:uuid/ledger'] as const;

/** Asks anew for the histories on the screen: something was changed. */
export function refreshHistories(client: QueryClient, calls: StudioCalls): void {
  for (const path of histories) void refresh({ client, calls, path });
}

/** Asks anew for the lists of a path that are on the screen; resolves once they are there. */
export function useRefresh(path: StudioPathOf<'GET'>): () => Promise<void> {
  const client = useQueryClient();
  const calls = useStudioCalls();
  return () => refresh({ client, calls, path });
}

/** Asks anew by itself for what a page shows of a path, as long as that is wanted; it never asks for the password. */
export function useLookAgain(path: StudioPathOf<'GET'>, given: { everyMs: number; isWanted: boolean }): void {
  const { everyMs, isWanted } = given;
  const client = useQueryClient();
  const calls = useStudioCalls().quiet;
  const look = useEffectEvent(() => void refresh({ client, calls, path }));
  useEffect(() => {
    if (!isWanted) return;
    const timer = setInterval(() => look(), everyMs);
    return () => clearInterval(timer);
  }, [isWanted, everyMs]);
}

async function refresh({
  client,
  calls,
  path,
}: {
  client: QueryClient;
  calls: Calls;
  path: StudioPathOf<'GET'>;
}): Promise<void> {
  const isOf = new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(?:\\?|$)`);
  const shown = client.answered(['studio']).flatMap((query) => {
    const address = String(query.key[1]);
    if (!isOf.test(address) || !query.isWatched) return [];
    // What stands there stays where it cannot be asked.
    return [query.fetch(() => getAt(calls, address), { retries: 0 }).catch(() => {})];
  });
  await Promise.all(shown);
}

/** Asks anew for what a page shows where somebody else has changed it: the next try then names the newest version. */
export function renewOnConflict<Answer>(change: Promise<Answer>, renew: () => Promise<unknown>): Promise<Answer> {
  return change.catch(async (error: unknown) => {
    if (error instanceof ApiError && error.code === 'edit_conflict') await renew();
    throw error;
  });
}

/** Keeps what a change has answered as the answer of GET, so that nothing need be asked again. */
export function useKeepAnswer(): <Path extends StudioPathOf<'GET'>>(
  path: Path,
  given: ReadGiven<Path>,
  answer: AnswerAt<Path>,
) => void {
  const client = useQueryClient();
  return (path, given, answer) => client.setQueryData(keyOf(studioAddress(path, given)), answer);
}
