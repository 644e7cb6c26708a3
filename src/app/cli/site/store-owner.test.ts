import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBook } from '../../../features/catalog/testing/books.ts';
import { ownerKey } from '../../../features/media/server/store-owner.ts';
import { imageFolder, mediaFolders, originalFile } from '../../../features/media/testing/files.ts';
import { makeImage } from '../../../features/media/testing/images.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { createTestSite, runCommand, sumFiles, type TestSite } from '../../testing/site.ts';

let site: TestSite;
let other: TestSite;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'longstrip-owners-'));
  site = await createTestSite();
  other = await createTestSite();
  await other.db.query('update site_identity set id = gen_random_uuid()');
  await publish(site);
  await site.run('import', folder); // whatever comes of it, the store is this site's from now on
});
afterEach(async () => {
  await site.remove();
  await other.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Publishes a book of one picture, with its files. */
async function publish({ db, dataDir }: TestSite): Promise<void> {
  const imageId = await makeImage(db);
  await makeBook(db, { chapters: [{ editions: { 'en-us': { imageIds: [imageId] } } }] });
  const bytes = randomBytes(1000);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await db.query(`update images set source_hash = decode($2, 'hex') where id = $1`, [imageId, hash]);
  const folders = mediaFolders(dataDir);
  for (const path of [join(imageFolder(folders, imageId), 'w480.webp'), originalFile(folders, hash)]) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
}

const filesOf = async ({ dataDir }: TestSite) => ({
  pictures: await sumFiles(dataDir),
  mark: await readFile(join(dataDir, 'media', ownerKey), 'utf8'),
});

/** Runs a command on the other site, with the pictures of the first. */
function runAstray(...argv: string[]) {
  return runCommand(
    { DATABASE_URL: other.url, DATA_DIR: other.dataDir, MEDIA_STORE: join(site.dataDir, 'media') },
    argv,
  );
}

describe('a store of pictures that belongs to another database', () => {
  it('is neither written by an import nor by a move, and the refusal says what to do', async () => {
    const before = await filesOf(site);
    await site.quiet();
    const imported = await runAstray('import', folder);
    expect([imported.status, imported.err]).toEqual([1, expect.stringMatching(/another site .*MEDIA_STORE.*--adopt/)]);
    const seeded = await runAstray('seed');
    expect([seeded.status, seeded.err]).toEqual([1, expect.stringContaining('another site')]);
    const moved = await other.run('media', 'move', '--to', join(site.dataDir, 'media'));
    expect([moved.status, moved.err]).toEqual([1, expect.stringMatching(/another site .*--to/)]);
    expect(await filesOf(site)).toEqual(before);
  });

  inLong('is taken over by `media check --adopt`, which names what is orphaned there', async () => {
    const adopted = await runAstray('media', 'check', '--adopt');
    expect([adopted.status, adopted.out]).toEqual([0, expect.stringContaining("is this site's from now on")]);
    const lost = await site.run('import', folder);
    expect([lost.status, lost.err]).toEqual([1, expect.stringContaining('another site')]);
  });

  inLong('is not restored into', async () => {
    await publish(other);
    const file = join(folder, 'other.backup');
    expect((await other.run('backup', file)).status).toBe(0);
    await other.quiet();
    const before = await filesOf(site);
    const restored = await runAstray('restore', file, '--force');
    expect([restored.status, restored.err]).toEqual([1, expect.stringMatching(/another site .*Nothing was changed/)]);
    expect(await filesOf(site)).toEqual(before);
  });
});

inLong(
  'a copy of a site that is restored beside its store removes nothing there, and is told how to take it over',
  async () => {
    const file = join(folder, 'site.backup');
    expect((await site.run('backup', file)).status).toBe(0);
    await publish(site);
    await other.quiet();
    const before = await filesOf(site);
    const restored = await runAstray('restore', file, '--force');
    expect([restored.status, restored.err]).toEqual([0, expect.stringMatching(/nothing was removed.*--adopt/)]);
    expect(await filesOf(site)).toEqual(before);
  },
);

inLong('a store without a mark is not written where the database names few of its pictures', async () => {
  const mark = join(site.dataDir, 'media', 'longstrip-media.json');
  await rm(mark);
  const imported = await runAstray('import', folder);
  expect([imported.status, imported.err]).toEqual([1, expect.stringMatching(/does not name.*--adopt/)]);
  // The site whose pictures they are is older than marks: its next command or start writes one.
  await site.run('import', folder);
  expect(JSON.parse(await readFile(mark, 'utf8'))).toMatchObject({ longstrip_media: 1, adopted: false });
  await writeFile(mark, JSON.stringify({ site_id: randomUUID() }));
  expect((await site.run('import', folder)).err).toContain('another site');
});
