import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Pooling } from '../config/database.ts';
import { processTag } from '../process/process-tag.ts';

/** Named queries are prepared once per connection; give hot queries a name. */
type Sql = string | { name: string; text: string };

/** A database handle: the pool or a transaction. Pass it as an argument; never keep it in a module. */
export type Db = {
  query<R>(sql: Sql, values?: readonly unknown[]): Promise<{ rows: R[]; rowCount: number }>;
};

export type PoolUse = { total: number; idle: number; waiting: number };

export type DbPool = Db & {
  /** Gives `work` one connection, for session state such as advisory locks. */
  withConnection<T>(work: (connection: Db) => Promise<T>): Promise<T>;
  use(): PoolUse;
  end(): Promise<void>;
};

type Purpose = 'web' | 'jobs' | 'import';

/** A web request must not wait; jobs share few connections and may. */
const CONNECT_TIMEOUT_MS: Record<Purpose, number> = { web: 2_000, jobs: 10_000, import: 10_000 };
const LOCK_TIMEOUT_MS = 1_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** A web request must fail early enough to answer 503; an import may take its time. */
const STATEMENT_TIMEOUT_MS: Record<Purpose, number | null> = { web: 2_000, jobs: 5_000, import: null };
/** Jobs have three more connections: for the lead, for the locks of jobs, and to hear of changes. */
const CONNECTIONS: Record<Purpose, number> = { web: 12, jobs: 5, import: 4 };
/**
 * So many connections stay open when idle: a database on a full disk refuses new ones, but serves those that are open.
 */
const KEPT_CONNECTIONS = 2;
const FULL_DISK = /^53100$/;
const TRY_AGAIN_MS = 20;
/** The driver gives up this long after the server's own limit: the server may not answer at all. */
const DRIVER_GRACE_MS = 1_000;

type PoolOptions = { url: string; purpose: Purpose; max?: number; pooling?: Pooling };

/**
 * Opens no connection yet: the first query does, and a failure is that query's error. Behind a pooler in transaction mode
 * only requests of readers may go.
 */
export function createPool(options: PoolOptions): DbPool {
  const isPooled = options.pooling === 'transaction';
  const statementTimeoutMs = STATEMENT_TIMEOUT_MS[options.purpose];
  const patient = options.purpose === 'import';
  const pool = new pg.Pool({
    connectionString: options.url,
    // By this name the embedded database distinguishes our connections from those of other processes.
    application_name: `longstrip ${options.purpose} ${processTag}`,
    max: options.max ?? CONNECTIONS[options.purpose],
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS[options.purpose],
    idleTimeoutMillis: 30_000,
    min: options.purpose === 'web' ? KEPT_CONNECTIONS : 0,
    // A pooler refuses them: behind one, transactions set them for themselves.
    ...(patient || isPooled ? {} : { lock_timeout: LOCK_TIMEOUT_MS }),
    ...(patient || isPooled ? {} : { idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS }),
    ...(statementTimeoutMs === null || isPooled ? {} : { statement_timeout: statementTimeoutMs }),
    ...(statementTimeoutMs === null ? {} : { query_timeout: statementTimeoutMs + DRIVER_GRACE_MS }),
    types: { getTypeParser: typeParser },
    keepAlive: true,
  });
  // A connection that is cut while it is handed out has no other listener yet: its error would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  // The pool drops a broken idle connection by itself; the next query opens another one or reports the failure.
  pool.on('error', () => {});

  /** Takes a connection; where the database refuses new ones, waits for one that is already open. */
  async function take(): Promise<pg.PoolClient> {
    const giveUpAt = performance.now() + CONNECT_TIMEOUT_MS[options.purpose];
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        const mayWait = pool.totalCount > 0 && performance.now() < giveUpAt;
        if (!mayWait || !codeFits(error, FULL_DISK)) throw error;
        await pause(TRY_AGAIN_MS);
      }
    }
  }

  async function withConnection<T>(work: (connection: Db) => Promise<T>): Promise<T> {
    const client = await take();
    let broken = false;
    // A connection may be cut while it is held without a query: without a listener its error would end the process. The
    // next query reports it.
    const onError = () => {
      broken = true;
    };
    client.on('error', onError);
    try {
      return await work(isPooled ? pooledDb(asDb(client)) : asDb(client));
    } catch (error) {
      broken ||= leavesConnectionUnusable(error);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  return {
    query: (sql, values) => withConnection((connection) => connection.query(sql, values)),
    withConnection,
    use: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  };
}

/** Gives `work` a pool that ends with it. */
export async function withPool<T>(options: PoolOptions, work: (db: DbPool) => Promise<T>): Promise<T> {
  const db = createPool(options);
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

/** The limits of the purpose `web`, for one transaction. */
const POOLED_BEGIN = `begin; set local lock_timeout = '1s'; set local statement_timeout = '2s';
  set local idle_in_transaction_session_timeout = '10s'`;

/** A handle that keeps nothing on its connection, since the next transaction may get another one. */
function pooledDb(db: Db): Db {
  return {
    query(sql, values) {
      if (typeof sql === 'string') return db.query(sql === 'begin' ? POOLED_BEGIN : sql, values);
      const { name: _name, ...unnamed } = sql;
      // The driver takes queries without a name: one prepared under a name would be missing on another connection.
      return db.query(unnamed as unknown as Sql, values);
    },
  };
}

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export function withTransaction<T>(pool: DbPool, work: (tx: Db) => Promise<T>): Promise<T> {
  return pool.withConnection(async (tx) => {
    await tx.query('begin');
    try {
      const result = await work(tx);
      await tx.query('commit');
      return result;
    } catch (error) {
      // Where even the rollback fails, the connection is dropped, which rolls back too.
      if (!leavesConnectionUnusable(error)) await tx.query('rollback');
      throw error;
    }
  });
}

/** The handle of a transaction whose statements may take so long each, whatever its pool allows: no request waits for it. */
export async function withPatience(tx: Db, ms: number): Promise<Db> {
  await tx.query(`select set_config('statement_timeout', $1, true)`, [String(ms)]);
  return { query: (sql, values) => tx.query(patientSql(sql, ms + DRIVER_GRACE_MS), values) };
}

/** The driver takes a limit of its own for each query; nobody else needs to know. */
function patientSql(sql: Sql, ms: number): Sql {
  const given = typeof sql === 'string' ? { text: sql } : sql;
  // Without a name it is prepared anew each time, as a text is.
  return { ...given, query_timeout: ms } as unknown as Sql;
}

/** True when the database is unreachable, full or too slow: the caller answers 503 `unavailable`, not 500. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return leavesConnectionUnusable(error) || codeFits(error, BUSY_STATES);
}

/** The database's time at this moment, and not at the beginning of a transaction. */
export async function readTime(db: Db): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = rows;
  if (!row) throw new Error('The database told no time');
  return row.now;
}

const countedExactly = 10_000;

/** The number of rows of a query: exact while they are few, else the estimate of PostgreSQL's planner. */
export async function countOrEstimate(db: Db, query: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from (${query} limit ${countedExactly + 1}) as counted`,
    values,
  );
  const count = rows[0]?.count ?? 0;
  if (count <= countedExactly) return count;
  const { rows: plans } = await db.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) ${query}`,
    values,
  );
  return Math.max(count, plans[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0);
}

/** True when a row belongs to a partition that does not exist. */
export function isPartMissing(error: unknown): boolean {
  // A failed check has the same SQL state, but also names its constraint.
  return codeFits(error, /^23514$/) && !(error instanceof Error && 'constraint' in error && error.constraint);
}

/** True for a write in a transaction that only reads. */
export function isWriteRefused(error: unknown): boolean {
  return codeFits(error, /^25006$/);
}

/** SQL states of a running database that cannot do the work: time-outs, locks, too many connections, a full disk. */
const BUSY_STATES = /^(57014|55P03|53\d\d\d|40001|40P01|25P03)$/;
const GONE_STATES = /^(57P0\d|08\w\w\w|25P03)$/;
const NETWORK_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** The driver reports these without any code. */
const DRIVER_MESSAGES =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

function leavesConnectionUnusable(error: unknown): boolean {
  if (codeFits(error, GONE_STATES)) return true;
  if (!(error instanceof Error)) return false;
  if (DRIVER_MESSAGES.test(error.message)) return true;
  return 'syscall' in error && codeFits(error, NETWORK_CODES);
}

function codeFits(error: unknown, pattern: RegExp): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && pattern.test(error.code);
}

/** A connection outside of a pool, as a database handle. */
export function asDb(client: pg.ClientBase): Db {
  return {
    async query<R>(sql: Sql, values?: readonly unknown[]) {
      const text = typeof sql === 'string' ? { text: sql } : sql;
      const result = await client.query<R & pg.QueryResultRow>(values ? { ...text, values: [...values] } : text);
      return { rows: result.rows, rowCount: result.rowCount ?? 0 };
    },
  };
}

const INT8 = 20;
const DATE = 1082;

/**
 * Reads bigint as a number (counts and ids stay far below 2^53) and date as its text; the driver reads all other types.
 */
export function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return parseInt8;
  if (oid === DATE) return (text: string) => text;
  return pg.types.getTypeParser(oid, format);
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database returned ${text}, too large for a number`);
  return value;
}
