import { ApiError } from './api-client.ts';

declare const dataOf: unique symbol;
/** The question as data; it carries the type of the answer. */
export type QueryKey<Data = unknown> = readonly unknown[] & { readonly [dataOf]?: Data };

export interface QueryState<Data> {
  data: Data | undefined;
  /** The error of the last attempt; null after a success. */
  error: unknown;
  /** The time of `data`, in milliseconds. */
  updatedAt: number;
  fetching: Direction | null;
  /** The direction of the attempt that gave `error`. */
  failed: Direction | null;
}

/** The whole answer, or one more page at either end of a list. */
export type Direction = 'all' | 'next' | 'previous';

export interface QueryOptions<Data> {
  queryKey: QueryKey<Data>;
  queryFn: () => Promise<Data>;
  /** An answer younger than this is not requested again. */
  staleTime?: number;
  /** Whether a temporary failure is repeated automatically; true by default. */
  retry?: boolean;
}

type Attempt<Data> = (known: Data | undefined) => Promise<Data>;

const staleAfterMs = 30_000;
/** Lists are kept for half an hour, so that Back shows them unchanged. */
const keepMs = 30 * 60_000;
const retryAfterMs = [1000, 3000];

/** Whether a new try may help: no answer came, or the server could not give one. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// `private`, not `#`: for the oldest browsers the build puts helpers for `#` into the code of every page.

/** One question: its latest answer, and the listeners for a newer one. */
export class Query<Data> {
  readonly key: QueryKey<Data>;
  state: QueryState<Data> = { data: undefined, error: null, updatedAt: 0, fetching: null, failed: null };
  private readonly listeners = new Set<() => void>();
  private readonly onChange: () => void;
  private pending: Promise<Data> | null = null;
  leftAt = Date.now();

  constructor(key: QueryKey<Data>, onChange: () => void) {
    this.key = key;
    this.onChange = onChange;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      this.leftAt = Date.now();
    };
  };

  get isWatched(): boolean {
    return this.listeners.size > 0;
  }

  isStale(staleTime = staleAfterMs): boolean {
    return this.state.data === undefined || Date.now() - this.state.updatedAt >= staleTime;
  }

  /** Marks the answer as old, and changes nothing on the screen. */
  outdate(): void {
    this.state = { ...this.state, updatedAt: 0 };
  }

  /** Keeps an answer; an equal one changes nothing on the screen. */
  answer(data: Data): Data {
    const { data: before } = this.state;
    return this.keep(before !== undefined && JSON.stringify(data) === JSON.stringify(before) ? before : data);
  }

  private keep(data: Data): Data {
    this.set({ data, error: null, updatedAt: Date.now(), fetching: null, failed: null });
    return data;
  }

  /** Makes the request; callers meanwhile wait for the same answer. */
  fetch(
    attempt: Attempt<Data>,
    { direction = 'all', retries }: { direction?: Direction; retries: number },
  ): Promise<Data> {
    this.pending ??= this.run(attempt, { direction, retries }).finally(() => {
      this.pending = null;
    });
    return this.pending;
  }

  private async run(
    attempt: Attempt<Data>,
    { direction, retries }: { direction: Direction; retries: number },
  ): Promise<Data> {
    this.set({ ...this.state, fetching: direction });
    for (let failures = 0; ; failures += 1) {
      try {
        const data = await attempt(this.state.data);
        // A list that has grown is always a new answer: comparing thousands of rows would take too long.
        return direction === 'all' ? this.answer(data) : this.keep(data);
      } catch (error) {
        if (failures < retries && isPassing(error)) {
          await wait(retryAfterMs[failures] ?? 0);
          continue;
        }
        this.set({ ...this.state, error, fetching: null, failed: direction });
        throw error;
      }
    }
  }

  private set(state: QueryState<Data>): void {
    this.state = state;
    for (const listener of this.listeners) listener();
    this.onChange();
  }
}

/** The cache of answers: one in each browser, one for each rendering. */
export class QueryClient {
  private readonly queries = new Map<string, Query<unknown>>();
  private readonly listeners = new Set<() => void>();
  /** How often a temporary failure is repeated; never during rendering, since a reader waits. */
  readonly retries: number;

  constructor({ retries = retryAfterMs.length } = {}) {
    this.retries = retries;
  }

  /** Calls back after any answer or failure. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  query<Data>(key: QueryKey<Data>): Query<Data> {
    const name = JSON.stringify(key);
    const known = this.queries.get(name);
    // A key always has one type of answer: its options have both.
    if (known) return known as Query<unknown> as Query<Data>;
    this.forgetOld();
    const added = new Query<Data>(key, () => {
      for (const listener of this.listeners) listener();
    });
    this.queries.set(name, added as Query<unknown>); // as above
    return added;
  }

  /** The answer; requests it unless there is a fresh one. */
  async fetchQuery<Data>({ queryKey, queryFn, staleTime, retry }: QueryOptions<Data>): Promise<Data> {
    const query = this.query(queryKey);
    const { data } = query.state;
    if (data !== undefined && !query.isStale(staleTime)) return data;
    return query.fetch(queryFn, { retries: retry === false ? 0 : this.retries });
  }

  /** As `fetchQuery`, for data that the page can do without: a failure is kept and not thrown. */
  async prefetchQuery<Data>(options: QueryOptions<Data>): Promise<void> {
    await this.fetchQuery(options).catch(() => {});
  }

  getQueryData<Data>(key: QueryKey<Data>): Data | undefined {
    return this.query(key).state.data;
  }

  setQueryData<Data>(key: QueryKey<Data>, data: Data): void {
    this.query(key).answer(data);
  }

  /** Every answered query, oldest first; with `begin`, only those whose key begins with it. */
  answered(begin: readonly unknown[] = []): Query<unknown>[] {
    const wanted = JSON.stringify(begin);
    return [...this.queries.values()].filter(
      ({ key, state }) => state.data !== undefined && JSON.stringify(key.slice(0, begin.length)) === wanted,
    );
  }

  /** Marks the answers with keys of `isMeant` as old: they are requested again when they are shown next. */
  outdate(isMeant: (key: QueryKey) => boolean): void {
    for (const query of this.queries.values()) if (isMeant(query.key)) query.outdate();
  }

  /** Drops the answers with keys of `isMeant` that are not on the screen. */
  forget(isMeant: (key: QueryKey) => boolean): void {
    for (const [name, query] of this.queries) {
      if (isMeant(query.key) && !query.isWatched && !query.state.fetching) this.queries.delete(name);
    }
  }

  private forgetOld(): void {
    const before = Date.now() - keepMs;
    for (const [name, query] of this.queries) {
      if (!query.isWatched && !query.state.fetching && query.leftAt < before) this.queries.delete(name);
    }
  }
}
