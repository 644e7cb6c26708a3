import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { createPool } from '../../../server/database/db.ts';
import { joinEmbeddedDatabase } from '../../../server/embedded/postgres.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { folderForTests } from '../../../server/testing/folder.ts';
import { createTestSite, publishComic, runCommand, siteForTests, sumFiles, sumTables } from '../../testing/site.ts';

const dataDir = folderForTests();
const source = siteForTests();
beforeAll(async () => {
  chmodSync(dataDir, 0o711); // run by root, the database may belong to another user
  await publishComic(source, { title: 'Moving house', seed: 1 });
});

const run = (...argv: string[]) => runCommand({ DATABASE_URL: '', DATA_DIR: dataDir }, argv);

async function sumEmbedded(): Promise<Record<string, string>> {
  const database = await joinEmbeddedDatabase({ directory: join(dataDir, 'postgres') });
  const db = createPool({ url: database.url, purpose: 'web' });
  const sums = await sumTables(db);
  await db.end();
  await database.leave();
  return sums;
}

inLong('a site moves from a PostgreSQL elsewhere to the embedded one, and back', async () => {
  const [there, back] = [join(dataDir, 'there.tar'), join(dataDir, 'back.tar')];
  expect(await run('backup', there)).toMatchObject({
    status: 1,
    err: expect.stringMatching(/There is no site in /),
  });
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  expect(await source.run('backup', there)).toMatchObject({ status: 0, err: '' });

  expect(await run('restore', there)).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^Restored the site as it was/),
  });
  expect(await sumEmbedded()).toEqual(await sumTables(source.db));
  expect(await sumFiles(dataDir)).toEqual(await sumFiles(source.dataDir));
  expect(await run('restore', there)).toMatchObject({ status: 1, err: expect.stringMatching(/is not empty.*--force/) });
  expect(await run('restore', there, '--force')).toMatchObject({ status: 0 });

  expect(await run('backup', back)).toMatchObject({ status: 0, err: '' });
  const returned = await createTestSite({ empty: true });
  expect(await returned.run('restore', back)).toMatchObject({ status: 0, err: '' });
  expect(await sumTables(returned.db)).toEqual(await sumTables(source.db));
  expect(await sumFiles(returned.dataDir)).toEqual(await sumFiles(source.dataDir));
  await returned.remove();
});
