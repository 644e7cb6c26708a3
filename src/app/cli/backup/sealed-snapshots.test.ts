import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { beforeAll, expect, it } from 'vitest';
import { createFolderObjects } from '../../../server/backup/repository/objects.ts';
import { openRepositoryOf } from '../../../server/backup/repository/repository.ts';
import { readRecipients } from '../../../server/backup/repository/sealing.ts';
import { withNewSnapshot } from '../../../server/backup/repository/snapshot-writer.ts';
import type { StoredFile } from '../../../server/store/file-store.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { folderForTests } from '../../../server/testing/folder.ts';
import {
  createTestSite,
  publishComic,
  runCommand,
  siteForTests,
  sumFiles,
  sumTables,
  type TestSite,
} from '../../testing/site.ts';

const home = folderForTests();
let target: string;
const source = siteForTests();
let identity: string;
let other: string;
let recipients: string;
beforeAll(async () => {
  target = `${join(home, 'repository')}/`;
  await publishComic(source, { title: 'Sealed', seed: 1 });
  const [mine, theirs] = [await generateIdentity(), await generateIdentity()];
  identity = write('identity.txt', `# mine\n${mine}\n`);
  other = write('other.txt', `${theirs}\n`);
  recipients = write('recipients.txt', `# the desk\n\n${await identityToRecipient(mine)}\n`);
});

function write(name: string, text: string): string {
  writeFileSync(join(home, name), text);
  return join(home, name);
}
const objects = () =>
  readdirSync(join(target, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const stateOf = async (site: TestSite) => {
  const { backups: _, ...rows } = await sumTables(site.db);
  return { rows, files: await sumFiles(site.dataDir) };
};
const hasTables = async (site: TestSite) =>
  (await site.db.query(`select from pg_tables where schemaname = 'public'`)).rowCount !== 0;

it('snapshots for recipients are opened by an identity of theirs, and by no other', async () => {
  expect(await source.run('backup', target, '--recipients', recipients)).toMatchObject({ status: 0 });
  const state = await stateOf(source);
  const [listed] = JSON.parse((await source.run('snapshots', 'list', target, '--json')).out);
  expect(listed).toMatchObject({ encrypted: true });
  expect((await source.run('snapshots', 'check', '--all', target)).status).toBe(0);
  const fresh = await createTestSite({ empty: true });
  try {
    for (const [words, why] of [
      [[], /is encrypted: name the file/],
      [['--identity', other], /the identity does not open/],
      [['--identity', recipients], /no list of age identities/],
      [['--identity', join(home, 'nowhere')], /cannot be read/],
    ] as const) {
      const refused = await fresh.run('restore', target, ...words);
      expect(refused).toMatchObject({ status: 1, err: expect.stringMatching(why) });
      expect(await hasTables(fresh)).toBe(false);
    }
    await fresh.quiet();
    expect(await fresh.run('restore', target, '--identity', identity)).toMatchObject({ status: 0, err: '' });
    expect(await stateOf(fresh)).toEqual(state);
  } finally {
    await fresh.remove();
  }
});

it('nothing of the site can be read in an encrypted repository, and an unchanged picture costs nothing', async () => {
  const before = objects();
  const all = before.map((path) => readFileSync(path, 'latin1'));
  expect(all.every((text) => text.startsWith('age-encryption.org/v1\n'))).toBe(true);
  expect(all.filter((text) => /Sealed|longstrip_backup|media\/images/.test(text))).toEqual([]);
  const said = await source.run('backup', target, '--recipients', recipients, '--json');
  const pictures = Object.keys(await sumFiles(source.dataDir)).length;
  expect(objects().length - before.length).toBeLessThan(pictures);
  expect(JSON.parse(said.out).added_bytes).toBeLessThan(JSON.parse(said.out).bytes / 2);
});

inLong('other recipients get objects of their own: nothing that they cannot open is taken over', async () => {
  const theirs = write('their-recipients.txt', `${await identityToRecipient(readFileSync(other, 'utf8').trim())}\n`);
  const said = await source.run('backup', target, '--recipients', theirs, '--json');
  expect(JSON.parse(said.out).added_bytes).toBe(JSON.parse(said.out).bytes);
  const fresh = await createTestSite({ empty: true });
  try {
    expect((await fresh.run('restore', target, '--identity', identity)).status).toBe(1);
    expect((await fresh.run('restore', target, '--identity', other)).status).toBe(0);
  } finally {
    await fresh.remove();
  }
});

inLong('an altered object of an encrypted repository is named, and never restored', async () => {
  const [path = ''] = objects().sort((one, two) => readFileSync(two).length - readFileSync(one).length);
  const bytes = readFileSync(path);
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const said = await source.run('snapshots', 'check', '--all', '--json', target);
  expect(said.status).toBe(1);
  expect(JSON.parse(said.out).damaged).toEqual([path.slice(target.length)]);
  rmSync(path);
  expect((await source.run('backup', target, '--recipients', recipients)).status).toBe(0);
});

inLong(
  'an original that was cut since the last snapshot is read again, and the snapshot says that it is damaged',
  async () => {
    const [original = ''] = Object.keys(await sumFiles(source.dataDir)).filter((name) => name.startsWith('originals/'));
    const path = join(source.dataDir, 'media', original);
    const whole = readFileSync(path);
    const snapshots = async () => JSON.parse((await source.run('snapshots', 'list', target, '--json')).out).length;
    const before = await snapshots();
    writeFileSync(path, whole.subarray(0, whole.length - 1));
    const cut = await source.run('backup', target, '--recipients', recipients);
    expect(cut).toMatchObject({ status: 1, err: expect.stringContaining(`${path} is damaged`) });
    writeFileSync(path, whole);
    expect(await snapshots()).toBe(before + 1);
    expect((await source.run('backup', target, '--recipients', recipients)).status).toBe(0);
  },
);

inLong('the same picture under many names is one object, also where they are written at once', async () => {
  const store = createFolderObjects(join(home, 'twins'));
  const repository = await openRepositoryOf(store, null);
  const sealer = await readRecipients(recipients);
  const names = Array.from({ length: 40 }, (_, index) => `media/${index}`);
  const bytes = Buffer.alloc(100_000, 'one picture');
  const made = await withNewSnapshot(repository, { createdAt: new Date(), sealer }, async (writer) => {
    const sums = await Promise.all(names.map((name) => writer.add({ name, size: bytes.length }, [bytes])));
    expect(new Set(sums).size).toBe(1);
    return await writer.commit({ mediaFiles: names.length });
  });
  const stored: StoredFile[] = [];
  for await (const object of store.list('objects/')) stored.push(object);
  expect(stored.map(({ key }) => key).sort()).toEqual(made.objects.map(({ key }) => key).sort());
  expect(stored).toHaveLength(2); // the picture and the index
  expect(made.added_bytes).toBe(stored.reduce((sum, object) => sum + object.size, 0));
});

inLong('a backup in a file is refused where somebody wants it encrypted, and nothing is written', async () => {
  const settings = { DATABASE_URL: source.url, DATA_DIR: source.dataDir, BACKUP_RECIPIENTS_FILE: recipients };
  const file = join(home, 'plain.tar');
  const refused = {
    status: 1,
    out: '',
    err: expect.stringContaining(`name a folder, as in \`longstrip backup ${file}/\``),
  };
  const before = readdirSync(home);
  expect(await runCommand(settings, ['backup', file])).toMatchObject(refused);
  expect(await runCommand(settings, ['backup', '--json', file])).toMatchObject(refused);
  expect(await source.run('backup', file, '--recipients', recipients)).toMatchObject(refused);
  expect(readdirSync(home)).toEqual(before);
  expect(await source.run('backup', file)).toMatchObject({ status: 0, err: '' });
  expect(await runCommand(settings, ['backup', target])).toMatchObject({ status: 0, err: '' });
});

it.each(['', 'age1nothing\n', 'AGE-SECRET-KEY-1\n'])('recipients "%s" are refused', async (text) => {
  const wrong = write('wrong.txt', text);
  expect((await source.run('backup', target, '--recipients', wrong)).status).toBe(1);
});

const hasAge = spawnSync('age', ['--version']).status === 0;
it.skipIf(!hasAge)('the age command opens the objects that are for its identity', () => {
  const open = (path: string) => spawnSync('age', ['--decrypt', '-i', identity, path], { maxBuffer: 1e8 });
  const opened = objects().flatMap((path) => {
    const { status, stdout } = open(path);
    return status === 0 ? [{ path, sum: createHash('sha256').update(stdout).digest('hex') }] : [];
  });
  expect(opened.length).toBeGreaterThan(0);
  expect(opened.length).toBeLessThan(objects().length);
  for (const { path, sum } of opened) expect(basename(path).slice(0, 64)).toBe(sum);
});
