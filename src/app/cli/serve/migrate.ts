import type { CommandSite } from '../../../server/command/command.ts';
import { migrate } from '../../../server/migrations/migrate.ts';

/** `longstrip migrate`: applies the pending migrations and names them. */
export function runMigrate(site: CommandSite, options: { json?: true }): Promise<void> {
  return site.withOpenDatabase(async ({ url }) => {
    const applied = await migrate({ url });
    if (options.json) console.log(JSON.stringify({ applied }));
    else console.log(applied.length === 0 ? 'Nothing to migrate.' : `Migrated: ${applied.join(', ')}`);
  });
}
