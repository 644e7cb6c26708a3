import type { Config } from '../server/config.ts';
import { migrate } from '../server/migrate.ts';
import { openDatabase } from './database.ts';

/** Applies what is pending and tells it, for people or as JSON. */
export async function runMigrate(config: Config, options: { json?: true }): Promise<string> {
  const database = await openDatabase(config);
  try {
    const applied = await migrate({ url: database.url });
    if (options.json) return JSON.stringify({ applied });
    return applied.length === 0 ? 'Nothing to migrate.' : `Migrated: ${applied.join(', ')}`;
  } finally {
    await database.leave();
  }
}
