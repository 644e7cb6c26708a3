import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Body } from '../process/payload.ts';
import { type Db, type DbPool, isDatabaseUnavailable } from './db.ts';
import { beatForReplicas, findBeat } from './server-notes.ts';

/** A replica of the database, from which visitors read while it is young enough. */
export interface Replica {
  /**
   * Makes an answer for visitors, with its reads on the replica where that may answer. The answer's age counts from the
   * last moment that the replica has replayed.
   */
  reading(make: () => Promise<Body>): Promise<Body>;
  /** Reads what visitors may have from the database itself, and from the replica only while that is away. */
  orReplica<T>(read: () => Promise<T>): Promise<T>;
  /** The time since the last moment that the replica has replayed; null: it does not answer. */
  lagSeconds(): number | null;
  stop(): Promise<void>;
}

/** Behind by more, it is left (spec: operations.md#replica). */
const oldestMs = 2000;
/** The clocks of this process and of the database differ by less. */
const clockSlackMs = 200;
const beatMs = 500;
const lookMs = 250;
/** A look that takes longer finds the replica away. */
const lookWithinMs = 500;

const reads = new AsyncLocalStorage<Db>();

/** Whether an answer is being made with the reads of a replica. */
export const readsReplica = (): boolean => reads.getStore() !== undefined;

/** Does what wants the database itself, also while an answer is made with a replica. */
export const onPrimary = <T>(work: () => T): T => reads.exit(work);

/** The pool of a replica. Everything that is under way in it can be given up together. */
export interface LeavablePool extends DbPool {
  /** Fails what is under way as if its connections had ended; the driver ends them in its own time. */
  leave(): void;
}

/** A pool alone lets each read of a frozen replica wait for its time-outs, in its place in the queue of pages. */
export function leavable(pool: DbPool): LeavablePool {
  const waiting = new Set<(error: Error) => void>();

  function orLeft<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.add(reject);
      work()
        .then(resolve, reject)
        .finally(() => waiting.delete(reject));
    });
  }

  return {
    ...pool,
    query: (sql, values) => orLeft(() => pool.query(sql, values)),
    withConnection: (work) => orLeft(() => pool.withConnection(work)),
    leave() {
      for (const giveUp of waiting) giveUp(new Error('Connection terminated: the replica does not answer'));
      waiting.clear();
    },
  };
}

/** A pool whose queries go to a replica while an answer for visitors is made with one. */
export function replicated(pool: DbPool, replica: DbPool): DbPool {
  const current = () => (reads.getStore() ? replica : pool);
  return {
    ...pool,
    query: (sql, values) => current().query(sql, values),
    withConnection: (work) => current().withConnection(work),
  };
}

/**
 * Watches a replica by a mark that is renewed in the primary. E.g. the mark that the replica has is 3 s old: it is 3 s
 * behind, whether the line between them is cut, slow or busy.
 */
export function watchReplica(given: {
  primary: DbPool;
  replica: LeavablePool;
  /** The time of the answers, which follows the database's. */
  now: () => number;
  /** An operator's change that the replica may not have yet is read from the primary. */
  changedAt: () => number;
  count: (to: 'replica' | 'primary') => void;
}): Replica {
  const { primary, replica, now, changedAt, count } = given;
  const ending = new AbortController();
  /** The mark as last seen in the replica; null: it does not answer. */
  let seen: number | null = null;
  let isPrimaryAway = false;
  let beating: Promise<void> | null = null;

  const isUsable = () =>
    seen !== null && (isPrimaryAway || (now() - seen <= oldestMs && seen >= changedAt() + clockSlackMs));

  async function repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    while (!ending.signal.aborted) {
      await work();
      await pause(everyMs, null, { signal: ending.signal, ref: false }).catch(() => {});
    }
  }

  /** Callers that ask together share one beat. */
  function beat(): Promise<void> {
    beating ??= tryPrimary().finally(() => {
      beating = null;
    });
    return beating;
  }

  /** One connection may end while the database stands: it is away where a second fails too. */
  async function tryPrimary(): Promise<void> {
    isPrimaryAway = (await failsToBeat()) && (await failsToBeat());
  }

  const failsToBeat = () => beatForReplicas(primary, beatMs).then(() => false, isAway);

  async function look(): Promise<void> {
    const late = pause(lookWithinMs, null, { ref: false });
    const found = await Promise.race([findBeat(replica).catch(() => null), late]);
    seen = found?.getTime() ?? null;
    if (seen === null) replica.leave();
  }

  async function readReplica<T>(read: () => Promise<T>): Promise<T> {
    const found = await reads.run(replica, read);
    count('replica');
    return found;
  }

  async function readPrimary<T>(read: () => Promise<T>): Promise<T> {
    const ask = async () => {
      const found = await reads.exit(read);
      count('primary');
      return found;
    };
    const isGone = (error: unknown) => isAway(error) && seen !== null;
    try {
      return await ask();
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    // A replica may be far behind: it stands in only if the database is really away.
    const late = pause(lookWithinMs, false, { ref: false });
    const isThere = await Promise.race([beat().then(() => !isPrimaryAway), late]);
    try {
      if (isThere) return await ask();
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    isPrimaryAway = true; // until the next beat
    return await readReplica(read);
  }

  const working = Promise.all([repeat(beatMs, beat), repeat(lookMs, look)]);

  return {
    async reading(make) {
      const asOf = isUsable() ? seen : null;
      if (asOf === null) return await readPrimary(make);
      try {
        const body = await readReplica(make);
        return isPrimaryAway ? body : { ...body, asOf: Math.min(body.asOf ?? asOf, asOf) };
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        seen = null; // until the next look
        return await readPrimary(make);
      }
    },
    orReplica: (read) => (isPrimaryAway && seen !== null ? readReplica(read) : readPrimary(read)),
    lagSeconds: () => (seen === null ? null : Math.max(0, now() - seen) / 1000),
    async stop() {
      ending.abort();
      await working;
    },
  };
}

/**
 * The replica is gone, or cannot do this: it ended the query to replay changes, or may not write. A query that took too
 * long does not count: elsewhere it would take as long.
 */
function isOfReplica(error: unknown): boolean {
  const code = codeOf(error);
  return code === '25006' || (code !== '57014' && isDatabaseUnavailable(error));
}

/**
 * Time-outs, locks and conflicts concern one query, and a wait for a connection of the pool concerns this process: the
 * database is there all the same. A database that lets nobody in counts as away.
 */
function isAway(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !/^(57014|55P03|40001|40P01)$/.test(codeOf(error)) && !isOfPool(error);
}

function isOfPool(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
