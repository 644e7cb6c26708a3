import { resolve } from 'node:path';
import { choice, parsed, type SettingsReader } from './settings-reader.ts';

/** Of `transaction` a session may see another connection at each transaction, as behind a pooler. */
export type Pooling = 'session' | 'transaction';

export type DatabaseConfig =
  | { kind: 'embedded'; directory: string }
  | {
      kind: 'external';
      /** The database itself, for all that needs a session: locks, LISTEN, migrations, backups, jobs and commands. */
      url: string;
      /** The way that the requests of readers take. */
      web: { url: string; pooling: Pooling };
      /** A replica that visitors may read from; null: there is none. */
      replicaUrl: string | null;
    };

const postgresUrl = parsed(
  (url) => (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url) ? url : null),
  'postgresql://user:password@host:port/database',
);

export function readDatabase(settings: SettingsReader, dataDir: string): DatabaseConfig {
  const url = settings.read('DATABASE_URL', postgresUrl);
  const direct = settings.read('DATABASE_DIRECT_URL', postgresUrl);
  const replicaUrl = settings.read('DATABASE_REPLICA_URL', postgresUrl);
  const given = settings.read('DATABASE_POOLING', choice('session', 'transaction'));
  const pooling = given ?? 'session';
  if (settings.find('DATABASE_URL') === null) {
    if (given !== null) settings.refuse('DATABASE_POOLING', 'DATABASE_URL beside it');
    if (direct !== null) settings.refuse('DATABASE_DIRECT_URL', 'DATABASE_URL beside it');
    if (replicaUrl !== null) settings.refuse('DATABASE_REPLICA_URL', 'DATABASE_URL beside it');
  }
  if (url === null) return { kind: 'embedded', directory: resolve(dataDir, 'postgres') };
  if (pooling === 'transaction' && settings.find('DATABASE_DIRECT_URL') === null)
    settings.refuse('DATABASE_DIRECT_URL', 'the database itself, because DATABASE_POOLING is `transaction`');
  return { kind: 'external', url: direct ?? url, web: { url, pooling }, replicaUrl };
}
