import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WRITER_ID } from '../../lease/writer-id.ts';
import { inLong } from '../../testing/depth.ts';
import { readWhole } from '../archive.ts';
import { checkRepository } from './check.ts';
import { encodeManifest, type Manifest, manifestKey } from './manifest.ts';
import type { ObjectStore } from './objects.ts';
import { createFolderObjects } from './objects.ts';
import {
  findRepository,
  listSnapshots,
  openRepositoryOf,
  pruneRepository,
  type Repository,
  readManifest,
} from './repository.ts';
import type { Sealer } from './sealing.ts';
import { openSnapshotReader } from './snapshot-reader.ts';
import { type SnapshotWriter, withNewSnapshot } from './snapshot-writer.ts';

const dayMs = 24 * 60 * 60_000;

let root: string;
let store: ObjectStore;
let repository: Repository;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'longstrip-repository-'));
  store = createFolderObjects(root);
  repository = await openRepositoryOf(store, 'site');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const makeSnapshot = (entries: Record<string, string>, createdAt = new Date()) =>
  withNewSnapshot(repository, { createdAt, sealer: null }, async (writer) => {
    for (const [name, text] of Object.entries(entries)) {
      const bytes = Buffer.from(text);
      await writer.add({ name, size: bytes.length }, [bytes]);
    }
    return await writer.commit({ mediaFiles: 0 });
  });
const objectsThere = () =>
  readdirSync(join(root, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
const newest = (count: number) => (snapshots: readonly { id: string }[]) => snapshots.slice(0, count);
const listedIds = async () => (await listSnapshots(repository)).snapshots.map(({ id }) => id);
/** The same place, which answers about some keys as a gateway without its store does. */
const without = (isAway: (key: string) => boolean): Repository => ({
  ...repository,
  store: { ...store, get: async (key) => (isAway(key) ? null : await store.get(key)) },
});

it.each(['media/../../outside', 'media/../secrets/key', '/etc/outside', 'media/./one', '../outside'])(
  'opens no snapshot with an entry named %s',
  async (name) => {
    const manifest = await makeSnapshot({ [name]: 'harm' });
    await expect(openSnapshotReader(repository, { manifest, opener: null })).rejects.toThrow('was altered');
  },
);

describe('a snapshot that is read', () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`media/${index}`, `picture ${index}`]));
  const large = { 'media/large': 'large '.repeat(400_000) };
  const bodies = new Map(Object.entries({ ...many, ...large }));

  /** The same place, with the fault that `fail` returns for a key at its try. */
  const faulty = (fail: (key: string, tried: number) => Readable | null): Repository => {
    const tried = new Map<string, number>();
    return {
      ...repository,
      store: {
        ...store,
        async get(key) {
          const count = (tried.get(key) ?? 0) + 1;
          tried.set(key, count);
          const body = fail(key, count);
          return body ? { size: 0, body } : await store.get(key);
        },
      },
    };
  };

  async function readAll(from: Repository, manifest: Manifest): Promise<Map<string, string>> {
    const { entries } = await openSnapshotReader(from, { manifest, opener: null });
    const found = new Map<string, string>();
    for await (const entry of entries()) found.set(entry.name, String(await readWhole(entry, 2 ** 30)));
    return found;
  }

  inLong('gives its entries in their order, of which several are asked for at once', async () => {
    const manifest = await makeSnapshot({ ...many, ...large });
    let [underWay, most] = [0, 0];
    const slow: Repository = {
      ...repository,
      store: {
        ...store,
        async get(key) {
          underWay += 1;
          most = Math.max(most, underWay);
          await pause(2); // the time of a store that is far away
          underWay -= 1;
          return await store.get(key);
        },
      },
    };
    expect([...(await readAll(slow, manifest))]).toEqual([...bodies]);
    expect(most).toBeGreaterThan(8);
    expect(most).toBeLessThanOrEqual(16);
  });

  inLong('is whole though connections break, and names what cannot be read at all', async () => {
    const manifest = await makeSnapshot(many);
    const broken = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('pic');
          throw new Error('the line broke');
        })(),
      );
    const objects = manifest.objects.filter(({ key }) => key !== manifest.index.key).map(({ key }) => key);
    const some = new Set(objects.slice(0, 5));
    const atFirst = faulty((key, count) => (some.has(key) && count < 3 ? broken() : null));
    expect((await readAll(atFirst, manifest)).size).toBe(60);
    const always = faulty((key) => (some.has(key) ? broken() : null));
    await expect(readAll(always, manifest)).rejects.toThrow(/cannot be read: media\/\d+: Error: the line broke/);
  });
});

it('takes a manifest that names a file outside the objects for a damaged one', async () => {
  const manifest = await makeSnapshot({ 'media/one': 'one' });
  const [object] = manifest.objects;
  if (!object) throw new Error('The snapshot has no object');
  writeFileSync(
    join(root, manifestKey(manifest.id)),
    encodeManifest({ ...manifest, objects: [{ ...object, key: 'objects/../../../../dev/zero' }] }),
  );
  expect(await listSnapshots(repository)).toEqual({ snapshots: [], damaged: [manifestKey(manifest.id)] });
});

it('removes nothing where a snapshot that is listed cannot be read', async () => {
  const first = await makeSnapshot({ 'media/one': 'one' });
  await makeSnapshot({ 'media/two': 'two' });
  const before = objectsThere();
  const away = without((key) => key === manifestKey(first.id));
  await expect(pruneRepository(away, newest(1))).rejects.toThrow('Nothing was removed');
  expect(objectsThere()).toEqual(before);
  expect(await listedIds()).toHaveLength(2);
});

it('leaves new objects of no snapshot, whose snapshot may be shown late, and removes old ones', async () => {
  await makeSnapshot({ 'media/one': 'one' });
  const before = objectsThere();
  const second = await makeSnapshot({ 'media/two': 'two' });
  rmSync(join(root, manifestKey(second.id)));
  const late = objectsThere();
  await pruneRepository(repository, newest(1));
  expect(objectsThere()).toEqual(late);
  const then = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of late) utimesSync(join(root, 'objects', name.slice(0, 2), name), then, then);
  await pruneRepository(repository, newest(1));
  expect(objectsThere()).toEqual(before);
});

it('keeps the newest whole snapshot where the one after it is damaged, and reads each manifest once where none is', async () => {
  const read: string[] = [];
  const counting: Repository = {
    ...repository,
    store: {
      ...store,
      async get(key) {
        if (key.startsWith('snapshots/')) read.push(key);
        return await store.get(key);
      },
    },
  };
  const made = [];
  for (const name of ['one', 'two', 'three', 'four']) made.push(await makeSnapshot({ [`media/${name}`]: name }));
  const [first, second, third, fourth] = made.map(({ id }) => id);
  expect(await pruneRepository(counting, newest(3))).toEqual({ kept: [fourth, third, second], removed: [first] });
  expect(read.sort()).toEqual(made.map(({ id }) => manifestKey(id)).sort());
  appendFileSync(join(root, manifestKey(fourth ?? '')), 'x');
  expect(await pruneRepository(repository, newest(1))).toEqual({ kept: [third], removed: [second] });
  expect(await listSnapshots(repository)).toMatchObject({
    snapshots: [{ id: third }],
    damaged: [manifestKey(fourth ?? '')],
  });
});

it('says of a check beside a prune that nothing is missing', async () => {
  await makeSnapshot({ 'media/one': 'one' });
  await makeSnapshot({ 'media/two': 'two' });
  let pruning: Promise<unknown> | null = null;
  const pruned: Repository = {
    ...repository,
    store: {
      ...store,
      async get(key) {
        // The first object that is read is one too late.
        if (key.startsWith('objects/')) {
          pruning ??= pruneRepository(repository, newest(1));
          await pruning;
        }
        return await store.get(key);
      },
    },
  };
  expect(await checkRepository(pruned, { extent: 'all', now: new Date() })).toMatchObject({ damaged: [], missing: [] });
  expect(await listedIds()).toHaveLength(1);
});

it('names what is missing all the same', async () => {
  const { objects } = await makeSnapshot({ 'media/one': 'one' });
  const [lost] = objects.map(({ key }) => key);
  const report = await checkRepository(
    without((key) => key === lost),
    { extent: 'all', now: new Date() },
  );
  expect(report).toMatchObject({ damaged: [], missing: [lost] });
});

describe('objects that are sealed', () => {
  let sealed = 0;
  /** Other bytes each time, as of age. */
  const sealer: Sealer = {
    mark: '0123abcd',
    async seal(body) {
      sealed += 1;
      return Readable.from([Buffer.from(`${sealed} `), ...(await Readable.from(body).toArray())]);
    },
  };
  const begin = (work: (writer: SnapshotWriter) => Promise<Manifest>) =>
    withNewSnapshot(repository, { createdAt: new Date(), sealer }, work);
  const addTo = (writer: SnapshotWriter) => writer.add({ name: 'media/one', size: 3 }, [Buffer.from('one')]);
  const make = () =>
    begin(async (writer) => {
      await addTo(writer);
      return await writer.commit({ mediaFiles: 1 });
    });
  const sumOfOne = createHash('sha256').update('one').digest('hex');
  const path = () => join(root, 'objects', sumOfOne.slice(0, 2), `${sumOfOne}.${sealer.mark}.age`);

  it('are written anew where a killed backup left them, since nothing tells whether they are still whole', async () => {
    const killed = begin(async (writer) => {
      await addTo(writer);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    writeFileSync(path(), '1 onf');
    await make();
    expect(readFileSync(path(), 'utf8')).toMatch(/ one$/);
  });

  it('are written anew where they were found damaged, for all snapshots that name them', async () => {
    const first = await make();
    writeFileSync(path(), '1 onf');
    const check = () => checkRepository(repository, { extent: 'all', now: new Date() });
    expect((await check()).readings).toMatchObject({ damaged: [expect.stringContaining(sumOfOne)], verified: {} });
    const second = await make();
    const { damaged, verified } = (await check()).readings;
    expect([damaged, Object.keys(verified).sort()]).toEqual([[], [first.id, second.id].sort()]);
  });
});

inLong('reads every object within a week, a share at a time, and new ones with the next share', async () => {
  const names = Array.from({ length: 60 }, (_, at) => [`media/${at}`, `picture ${at}`]);
  const { objects } = await makeSnapshot(Object.fromEntries(names));
  const hourMs = 60 * 60_000;
  const began = Date.now();
  let now = began;
  const readAt = new Map<string, number>();
  const gaps: number[] = [];
  // Of as many gigabytes as it has objects.
  const large: Repository = {
    ...repository,
    store: {
      ...store,
      async *list(prefix) {
        for await (const object of store.list(prefix)) yield { ...object, size: 1024 ** 3 };
      },
      async get(key) {
        gaps.push(now - (readAt.get(key) ?? now));
        readAt.set(key, now);
        return await store.get(key);
      },
    },
  };
  const share = () => checkRepository(large, { extent: 'share', now: new Date(now) });
  expect((await share()).checked).toBeLessThan(objects.length / 4);
  const { objects: added } = await makeSnapshot({ 'media/new': 'new' });
  for (now += 4 * hourMs; now < began + 21 * dayMs; now += 4 * hourMs) {
    await share();
    expect(added.filter(({ key }) => !readAt.has(key))).toEqual([]);
  }
  for (const { key } of objects) gaps.push(now - (readAt.get(key) ?? began));
  expect(Math.max(...gaps)).toBeLessThan(7 * dayMs);
});

it('holds the snapshot that was made last for the newest, where the clock was ahead before', async () => {
  const ahead = await makeSnapshot({ 'media/one': 'one' }, new Date(Date.now() + dayMs));
  const next = await makeSnapshot({ 'media/two': 'two' });
  const last = await makeSnapshot({ 'media/three': 'three' });
  expect(await listedIds()).toEqual([last.id, next.id, ahead.id]);
  expect(await pruneRepository(repository, newest(1))).toMatchObject({ kept: [last.id] });
  const { objects } = await readManifest(repository, last.id);
  expect(objectsThere()).toHaveLength(objects.length);
});

it('holds a snapshot for older than one that began after it and was made meanwhile', async () => {
  const began = new Date(Date.now() - 60_000);
  let meanwhile = '';
  const slow = await withNewSnapshot(repository, { createdAt: began, sealer: null }, async (writer) => {
    const bytes = Buffer.from('old');
    await writer.add({ name: 'media/one', size: bytes.length }, [bytes]);
    meanwhile = (await makeSnapshot({ 'media/one': 'new' })).id;
    return await writer.commit({ mediaFiles: 0 });
  });
  expect(await listedIds()).toEqual([meanwhile, slow.id]);
});

it('leaves the draft of a writer that lives in another container until it has rested, and removes that of a dead one', async () => {
  const drafts = join(root, 'tmp');
  const marks = { dead: WRITER_ID.replace(/^\d+-[^-]*/, '999999999-1'), elsewhere: '7-1-00000000', older: '7' };
  const files = Object.values(marks).map((mark) => `${mark}.0123456789abcdef`);
  for (const name of files) writeFileSync(join(drafts, name), 'half');
  await makeSnapshot({ 'media/one': 'one' });
  expect(readdirSync(drafts).sort()).toEqual(files.slice(1).sort());
  const then = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of files.slice(1)) utimesSync(join(drafts, name), then, then);
  await makeSnapshot({ 'media/one': 'one' });
  expect(readdirSync(drafts)).toEqual([]);
});

inLong('goes on with a place that lists late what was written', async () => {
  await makeSnapshot({ 'media/one': 'one' });
  let asked = 0;
  const late: ObjectStore = {
    ...store,
    async *list(prefix) {
      // The lock is listed from the third time on, the new objects never.
      if (prefix === 'locks/') asked += 1;
      const isShown = prefix === 'locks/' ? asked > 2 : prefix !== 'objects/';
      if (isShown) yield* store.list(prefix);
    },
  };
  const found = await findRepository(late);
  if (!found) throw new Error('The repository is gone');
  const made = await withNewSnapshot(found, { createdAt: new Date(), sealer: null }, async (writer) => {
    await writer.add({ name: 'media/two', size: 3 }, [Buffer.from('two')]);
    return await writer.commit({ mediaFiles: 0 });
  });
  expect(await listedIds()).toContain(made.id);
});
