import { join } from 'node:path';
import type { Config } from '../server/config.ts';
import { createPool, type DbPool } from '../server/db.ts';
import { hideSecrets } from '../server/log.ts';
import { migrate } from '../server/migrate.ts';
import { OperatorError } from './operator-error.ts';

export type OpenDatabase = {
  url: string;
  /** Gives up this process's use; the last process to leave an embedded database stops it. */
  leave(): Promise<void>;
};

const OLDEST_VERSION = 15;

/** The database of the settings, running and reachable; the embedded one is made and started when it is not. */
export async function openDatabase(config: Config, onProgress?: (text: string) => void): Promise<OpenDatabase> {
  if (config.database.kind === 'external') return openExternal(config.database.url);
  const { joinEmbeddedDatabase } = await import('../server/embedded-postgres.ts');
  return joinEmbeddedDatabase({ directory: config.database.directory, ...(onProgress && { onProgress }) });
}

/** For commands: beside a running server, on its database, migrated first when it is not. */
export function withDatabase<T>(
  config: Config,
  onProgress: (text: string) => void,
  work: (db: DbPool) => Promise<T>,
): Promise<T> {
  return withOpenDatabase(config, onProgress, async ({ url }) => {
    await migrate({ url });
    const db = createPool({ url, purpose: 'import' });
    try {
      return await work(db);
    } finally {
      await db.end();
    }
  });
}

/** For commands that want the database as it is; a signal ends the command, and leaves the database first. */
export async function withOpenDatabase<T>(
  config: Config,
  onProgress: (text: string) => void,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(config, onProgress);
  const leaveAtOnce = () => {
    onProgress('Stopped before it was done.');
    void database.leave().finally(() => process.exit(1));
  };
  process.once('SIGINT', leaveAtOnce).once('SIGTERM', leaveAtOnce);
  try {
    return await work(database);
  } finally {
    await database.leave();
    process.off('SIGINT', leaveAtOnce).off('SIGTERM', leaveAtOnce);
  }
}

/** Held by the one server that an embedded database may have. */
export function serverLockPath(config: Config): string {
  return join(config.dataDir, 'server.lock');
}

async function openExternal(url: string): Promise<OpenDatabase> {
  const pool = createPool({ url, purpose: 'web', max: 1 });
  try {
    const { rows } = await pool.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    const version = rows[0]?.version ?? 0;
    if (version < OLDEST_VERSION) {
      throw new OperatorError(
        `DATABASE_URL leads to PostgreSQL ${version}; Longstrip wants ${OLDEST_VERSION} or later.`,
      );
    }
    return { url, leave: async () => {} };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const reason = error instanceof Error ? error.message || String('code' in error && error.code) : String(error);
    throw new OperatorError(`The database of DATABASE_URL (${placeOf(url)}) cannot be used: ${hideSecrets(reason)}`);
  } finally {
    await pool.end();
  }
}

/** Where, without who and with what. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
