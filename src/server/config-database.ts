import { resolve } from 'node:path';
import type { SettingsReader } from './settings-reader.ts';

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

export function readDatabase(settings: SettingsReader, dataDir: string): DatabaseConfig {
  const url = readUrl(settings, 'DATABASE_URL', settings.find('DATABASE_URL'));
  const direct = readUrl(settings, 'DATABASE_DIRECT_URL', settings.find('DATABASE_DIRECT_URL'));
  const replicaUrl = readUrl(settings, 'DATABASE_REPLICA_URL', settings.find('DATABASE_REPLICA_URL'));
  const pooling = settings.oneOf('DATABASE_POOLING', ['session', 'transaction'], 'session');
  if (url === null) {
    if (pooling === 'transaction') settings.refuse('DATABASE_POOLING', 'DATABASE_URL beside it');
    if (direct !== null) settings.refuse('DATABASE_DIRECT_URL', 'DATABASE_URL beside it', { secret: true });
    if (replicaUrl !== null) settings.refuse('DATABASE_REPLICA_URL', 'DATABASE_URL beside it', { secret: true });
    return { kind: 'embedded', directory: resolve(dataDir, 'postgres') };
  }
  if (pooling === 'transaction' && direct === null)
    settings.refuse('DATABASE_DIRECT_URL', 'the database itself, because DATABASE_POOLING is `transaction`');
  return { kind: 'external', url: direct ?? url, web: { url, pooling }, replicaUrl };
}

function readUrl(settings: SettingsReader, name: string, text: string | null): string | null {
  if (text !== null && (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)))
    settings.refuse(name, 'postgresql://user:password@host:port/database', { secret: true });
  return text;
}
