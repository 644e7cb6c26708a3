import { announce } from '../../../server/command/announce.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import type { Settings } from '../../../server/config/config.ts';
import { hideSecrets } from '../../../server/config/log.ts';
import { tellChange } from '../../../server/database/changes.ts';
import { type DbPool, withPool } from '../../../server/database/db.ts';
import type { DatabaseEvent } from '../../../server/embedded/postgres.ts';
import { LeaseTakenError, takeLease } from '../../../server/lease/lease.ts';
import type { NeededSite } from './site-state.ts';
import { describeSite, placeOf, requireNeed, requirePlace } from './site-state.ts';

export type OpenDatabase = {
  url: string;
  /** Gives up this process's use; the last process to leave an embedded database stops it. */
  leave(): Promise<void>;
};

const OLDEST_VERSION = 15;

/** Opens the database of the settings; creates and starts the embedded one where needed. */
export async function openDatabase(
  config: Settings,
  onProgress?: (text: string) => void,
  onEvent?: (event: DatabaseEvent) => void,
): Promise<OpenDatabase> {
  if (config.database.kind === 'external') return openExternal(config.database.url);
  const { joinEmbeddedDatabase } = await import('../../../server/embedded/postgres.ts');
  const { directory } = config.database;
  return joinEmbeddedDatabase({ directory, ...(onProgress && { onProgress }), ...(onEvent && { onEvent }) });
}

export function withDatabase<T>(site: NeededSite, work: (db: DbPool) => Promise<T>): Promise<T> {
  return withOpenDatabase(site, ({ url }) => withPool({ url, purpose: 'import' }, work));
}

export function withImportPlace<T>(
  site: NeededSite,
  work: (db: DbPool) => Promise<T>,
  { tellsItself = false } = {},
): Promise<T> {
  return withOpenDatabase(site, async ({ url }) => {
    const lease = await takeLease({ url, as: 'import' }).catch((error: unknown) => {
      if (!(error instanceof LeaseTakenError)) throw error;
      throw new OperatorError(`Nothing can be published now: ${error.message}. Try again when it is done.`);
    });
    try {
      return await withPool({ url, purpose: 'import' }, (db) =>
        work(db).finally(() => (tellsItself ? undefined : tellAll(db))),
      );
    } finally {
      await lease.release();
    }
  });
}

/** Where nobody can be told, servers see the change when what they keep has grown old. */
async function tellAll(db: DbPool): Promise<void> {
  await tellChange(db).catch(() => {});
}

export async function withOpenDatabase<T>(site: NeededSite, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  requirePlace(site);
  const database = await openDatabase(site, announce);
  const leaveAtOnce = () => {
    announce('Stopped before it was done.');
    void database.leave().finally(() => process.exit(1));
  };
  process.once('SIGINT', leaveAtOnce).once('SIGTERM', leaveAtOnce);
  try {
    await requireNeed(site, database.url);
    if (!site.isQuiet) announce(await describeSite(site, database.url));
    return await work(database);
  } finally {
    await database.leave();
    process.off('SIGINT', leaveAtOnce).off('SIGTERM', leaveAtOnce);
  }
}

async function openExternal(url: string): Promise<OpenDatabase> {
  try {
    const { rows } = await withPool({ url, purpose: 'import', max: 1 }, (db) =>
      db.query<{ version: number }>(`select current_setting('server_version_num')::int / 10000 as version`),
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
  }
}
