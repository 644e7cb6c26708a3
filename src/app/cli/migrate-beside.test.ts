import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate, readMigrations } from '../../server/migrate.ts';
import { packageRoot } from '../../server/package-root.ts';
import { listServers, takePlace } from '../../server/place.ts';
import { isLong } from '../../server/testing/depth.ts';
import { createTestSite, type TestSite } from '../testing/site.ts';

let site: TestSite;
let some: string;
beforeEach(async () => {
  site = await createTestSite({ empty: true });
  some = mkdtempSync(join(tmpdir(), 'longstrip-migrations-'));
});
afterEach(async () => {
  await site.remove();
  rmSync(some, { recursive: true });
});

/** Migrates as a version does whose last migration has this number. */
async function migrateTo(last: number): Promise<string[]> {
  for (const { name } of (await readMigrations()).slice(0, last))
    cpSync(join(packageRoot, 'migrations', name), join(some, name));
  return await migrate({ url: site.url, directory: some });
}

const applied = async () => (await site.db.query('select from schema_migrations')).rowCount;

for (const command of ['migrate', 'start'])
  it.skipIf(!isLong && command === 'start')(
    `${command} changes nothing, names the older server and ends 1 where a migration would break it`,
    async () => {
      await migrateTo(12);
      const older = await takePlace({ url: site.url, as: 'server' });
      const { status, out, err } = await site.run(command);
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err).toMatch(/^Servers .* before 0023 cannot live with migration 0023_publication\.sql/);
      expect(err).toContain(`process ${process.pid} on `);
      expect(err).toMatch(/Nothing was changed\. Stop them, then run this again\.\n$/);
      expect(await applied()).toBe(12);
      await older.release();
      expect(await site.run('migrate')).toMatchObject({ status: 0, err: '' });
    },
  );

for (const breaking of ['0013_search_text_moved.sql', '0023_publication.sql'])
  it.skipIf(!isLong && breaking.startsWith('0013'))(
    `${breaking} is refused beside a server from before it, and no other migration is`,
    async () => {
      const number = Number(breaking.slice(0, 4));
      await migrateTo(number - 1);
      const before = await takePlace({ url: site.url, as: 'server', schema: number - 1 });
      await expect(migrateTo(number)).rejects.toThrow(`cannot live with migration ${breaking}, and are connected`);
      await before.release();
      await migrateTo(number);
      const since = await takePlace({ url: site.url, as: 'server', schema: number });
      await migrateTo(number === 13 ? 22 : 99);
      expect((await listServers(site.db)).map(({ schema }) => schema)).toEqual([number]);
      await since.release();
    },
  );
