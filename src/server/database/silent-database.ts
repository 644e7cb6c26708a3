import pg from 'pg';
import { processTag } from '../process/process-tag.ts';
import { type Db, type DbPool, readTime } from './db.ts';

/** After a query has taken this long, the process asks whether the database answers at all. */
const suspectMs = 700;
/**
 * Together with `suspectMs` less than the time within which every request is answered (spec: operations.md#bad-days).
 */
const answerWithinMs = 1_200;
const tickMs = 100;
const probeAgainMs = 500;

export interface WatchedPool extends DbPool {
  /** How long the database has not answered; null: it does. */
  awayMs(): number | null;
}

interface Waiting {
  since: number;
  giveUp(error: Error): void;
}

/** Asks the database for a sign of life on a connection of its own; rejects when it is not to be had. */
export type Probe = (signal: AbortSignal) => Promise<void>;

/**
 * The pool, except that nobody waits for a database that has fallen silent: all that is under way fails together, and
 * what comes after that fails at once. It ends when the database answers again. A pool alone lets each request wait for
 * its time-outs.
 */
export function watchSilence(pool: DbPool, given: { probe: Probe; now?: () => number }): WatchedPool {
  const { probe, now = () => performance.now() } = given;
  const waiting = new Set<Waiting>();
  const closing = new AbortController();
  let awaySince: number | null = null;
  let probing = false;
  let askedAt = Number.NEGATIVE_INFINITY;

  /** The result of `work`, or the news that the database is silent, whichever is first. */
  function orSilence<T>(work: () => Promise<T>): Promise<T> {
    if (awaySince !== null) return Promise.reject(silence());
    return new Promise<T>((resolve, reject) => {
      const place: Waiting = { since: now(), giveUp: reject };
      waiting.add(place);
      work()
        .then(resolve, reject)
        .finally(() => waiting.delete(place));
    });
  }

  function watched(db: Db): Db {
    return { query: (sql, values) => orSilence(() => db.query(sql, values)) };
  }

  function leave(since: number): void {
    awaySince ??= since;
    for (const { giveUp } of waiting) giveUp(silence());
    waiting.clear();
  }

  async function look(): Promise<void> {
    const oldest = waiting.values().next().value;
    const isSuspect = oldest !== undefined && now() - oldest.since >= suspectMs && now() - askedAt >= suspectMs;
    if (probing || !(isSuspect || (awaySince !== null && now() - askedAt >= probeAgainMs))) return;
    probing = true;
    askedAt = now();
    const since = oldest?.since ?? askedAt;
    try {
      await withinTicks(probe, closing.signal);
      awaySince = null;
    } catch {
      if (!closing.signal.aborted) leave(since);
    } finally {
      probing = false;
      askedAt = now();
    }
  }

  const timer = setInterval(() => void look(), tickMs).unref();
  return {
    query: (sql, values) => orSilence(() => pool.query(sql, values)),
    // The work may take long between its queries: only its queries, and the wait for the connection, are watched.
    async withConnection(work) {
      if (awaySince !== null) throw silence();
      let begin = () => {};
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const result = pool.withConnection((connection) => {
        begin();
        return work(watched(connection));
      });
      result.catch(() => {}); // it is awaited below, unless the wait for the connection fails before it
      await orSilence(() => Promise.race([begun, result.then(() => {})]));
      return result;
    },
    use: pool.use,
    awayMs: () => (awaySince === null ? null : now() - awaySince),
    end() {
      clearInterval(timer);
      closing.abort();
      return pool.end();
    },
  };
}

function silence(): Error {
  return new Error('Connection terminated: the database does not answer');
}

/** Counts ticks, not time: if this process itself was held up, that is no silence of the database. */
async function withinTicks(probe: Probe, closing: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, closing]);
  let ticks = 0;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      ticks += 1;
      if (ticks * tickMs >= answerWithinMs) reject(silence());
    }, tickMs).unref();
  });
  try {
    await Promise.race([probe(signal), tooLate]);
  } finally {
    clearInterval(timer);
    ended.abort();
  }
}

/** A database without a free connection, or on a full disk, says so: it is there, and its open connections work. */
const fullStates = /^53/;

/** The driver ends a connection that nobody waits for any more after so long. */
const endedAfterMs = 3_000;

/** A probe by a new connection: an old one might be broken by itself. */
export function probeOf(url: string): Probe {
  return async (signal) => {
    const client = new pg.Client({
      connectionString: url,
      application_name: `longstrip probe ${processTag}`,
      connectionTimeoutMillis: endedAfterMs,
      query_timeout: endedAfterMs,
    });
    client.on('error', () => {}); // its end is what the caller learns
    const asking = (async () => {
      try {
        await client.connect();
        await readTime(client);
      } catch (error) {
        if (!isFull(error)) throw error;
      } finally {
        client.end().catch(() => {});
      }
    })();
    asking.catch(() => {}); // it may fail after it was given up
    await Promise.race([asking, abortOf(signal)]);
  };
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullStates.test(String(error.code));
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(silence()), { once: true });
  });
}
