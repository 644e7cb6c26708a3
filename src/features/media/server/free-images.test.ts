import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runJob, startTestServer, type TestServer } from '../../../app/testing/server.ts';
import { findNote } from '../../../server/database/server-notes.ts';
import { whileMediaStays } from '../../../server/lease/media-lock.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { imageFolder, mediaFolders, originalFile } from '../testing/files.ts';
import { makeImage } from '../testing/images.ts';
import { adoptStore } from './own-store.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const free = () => runJob(server, 'free images');

/** A server frees nothing on the first day with a store. */
async function freeFromTomorrow(): Promise<void> {
  await free();
  server.pass(25 * 60 * 60 * 1000);
}

/** A run checks some of the folders with files, and the next run continues. */
async function freeAllShelves(): Promise<void> {
  for (let run = 0; run < 32; run += 1) await free();
}

type Stored = { id: string; variant: string; original: string };

/** A picture with its files. */
async function store(): Promise<Stored> {
  const folders = mediaFolders(server.config.dataDir);
  const id = await makeImage(server.db);
  const { rows } = await server.db.query<{ hash: string }>(
    `select encode(source_hash, 'hex') as hash from images where id = $1`,
    [id],
  );
  const variant = join(imageFolder(folders, id), 'w480.webp');
  const original = originalFile(folders, rows[0]?.hash ?? '');
  for (const path of [variant, original]) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'bytes');
  }
  return { id, variant, original };
}

async function hasRow({ id }: Stored): Promise<boolean> {
  return (await server.db.query('select from images where id = $1', [id])).rowCount === 1;
}

const isKept = async (stored: Stored) => ({
  row: await hasRow(stored),
  files: existsSync(stored.variant) && existsSync(stored.original),
});
const kept = { row: true, files: true };
const freed = { row: false, files: false };

/** Makes the notes of unused pictures older than a day. */
async function ageNotes(): Promise<void> {
  await server.db.query(`update images set unused_since = unused_since - interval '25 hours'`);
}

describe('a picture that nothing shows', () => {
  beforeEach(freeFromTomorrow);

  it('is removed with its files after a day; pictures that are shown stay', async () => {
    const [page, cover, unused] = [await store(), await store(), await store()];
    const chapters = [{ editions: { 'en-us': { imageIds: [page.id], coverImageId: cover.id } } }];
    await makeBook(server.db, { chapters });
    await free();
    expect(await isKept(unused)).toEqual(kept);
    await ageNotes();
    await free();
    expect(await Promise.all([page, cover, unused].map(isKept))).toEqual([kept, kept, freed]);
    expect(existsSync(unused.original)).toBe(false);
  });

  inLong('stays when a book shows it again', async () => {
    const picture = await store();
    await free();
    await ageNotes();
    await makeBook(server.db, { chapters: [{ editions: { 'en-us': { imageIds: [picture.id] } } }] });
    await free();
    await free();
    expect(await isKept(picture)).toEqual(kept);
  });

  inLong('stays while an import relies on the stored pictures', async () => {
    const picture = await store();
    await free();
    await ageNotes();
    await whileMediaStays(server.db, free);
    expect(await isKept(picture)).toEqual(kept);
    await free();
    expect(await isKept(picture)).toEqual(freed);
  });
});

/** Files of pictures that no row names. */
async function strew(count: number, shelf = '00'): Promise<string[]> {
  const folders = mediaFolders(server.config.dataDir);
  const paths = Array.from({ length: count }, () =>
    join(imageFolder(folders, `${shelf}${randomUUID().slice(2)}`), 'w480.webp'),
  );
  for (const path of paths) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'bytes');
  }
  return paths;
}

const countThere = (paths: readonly string[]) => paths.filter((path) => existsSync(path)).length;
const isHeld = async () => (await findNote(server.db, 'pictures kept')) !== null;
const markFile = () => join(server.config.dataDir, 'media', 'longstrip-media.json');

/** Changes the mark of the store. */
async function changeMark(to: { site_id?: string; turn?: string }): Promise<void> {
  await writeFile(markFile(), JSON.stringify({ ...JSON.parse(await readFile(markFile(), 'utf8')), ...to }));
}

async function showOnePicture(): Promise<void> {
  const page = await store();
  await makeBook(server.db, { chapters: [{ editions: { 'en-us': { imageIds: [page.id] } } }] });
}

describe('a file that no row names', () => {
  it('is removed after a day, and not before', async () => {
    await showOnePicture();
    const folders = mediaFolders(server.config.dataDir);
    const image = imageFolder(folders, randomUUID());
    await mkdir(image, { recursive: true });
    // The age of a file counts from its rename, which a test cannot set back; the test moves the server's clock on
    // instead.
    await writeFile(join(image, 'w480.webp'), 'bytes');
    await utimes(join(image, 'w480.webp'), new Date(0), new Date(0));
    await freeAllShelves();
    expect(existsSync(image)).toBe(true);
    server.pass(25 * 60 * 60 * 1000);
    await freeAllShelves();
    expect(existsSync(image)).toBe(false);
    expect(await isHeld()).toBe(false);
  });

  inLong('stays where the database names no picture, and an operator hears of it', async () => {
    const strays = await strew(3);
    await freeFromTomorrow();
    await freeAllShelves();
    expect(countThere(strays)).toBe(3);
    expect(await isHeld()).toBe(true);
  });

  inLong('stays where a shelf has so many that they are no rest of interrupted work', async () => {
    await showOnePicture();
    await freeFromTomorrow();
    const kept = Array.from({ length: 30 }, () => makeImage(server.db, { id: `00${randomUUID().slice(2)}` }));
    const folders = mediaFolders(server.config.dataDir);
    for (const id of await Promise.all(kept)) {
      await mkdir(imageFolder(folders, id), { recursive: true });
      await writeFile(join(imageFolder(folders, id), 'w480.webp'), 'bytes');
    }
    const strays = await strew(25);
    server.pass(25 * 60 * 60 * 1000);
    await freeAllShelves();
    expect(countThere(strays)).toBe(25);
    expect(await isHeld()).toBe(true);
    await adoptStore(server.config, server.db);
    server.pass(25 * 60 * 60 * 1000);
    await freeAllShelves();
    expect(countThere(strays)).toBe(0);
    expect(await isHeld()).toBe(false);
  });

  it('stays in the store of another site', async () => {
    await showOnePicture();
    await freeFromTomorrow();
    await changeMark({ site_id: randomUUID() });
    const strays = await strew(2);
    server.pass(25 * 60 * 60 * 1000);
    await freeAllShelves();
    expect(countThere(strays)).toBe(2);
    expect(await isHeld()).toBe(true);
  });

  inLong('stays where the database is a copy of the one whose store it is, and goes by that one', async () => {
    await showOnePicture();
    await freeFromTomorrow();
    const strays = await strew(2);
    server.pass(25 * 60 * 60 * 1000);
    // The copy was made before the site took its last turn.
    const { rows: turns } = await server.db.query<{ id: string; made_at: Date }>('select * from store_turns');
    await free();
    const { rows: later } = await server.db.query<{ id: string; made_at: Date }>(
      'delete from store_turns where not id = any($1) returning *',
      [turns.map(({ id }) => id)],
    );
    const unused = await store();
    await server.db.query(`update images set unused_since = now() - interval '3 days' where id = $1`, [unused.id]);
    const newer = await strew(2, 'f0');
    server.pass(25 * 60 * 60 * 1000);
    await freeAllShelves();
    expect([countThere(newer), await isKept(unused), await isHeld()]).toEqual([2, kept, true]);
    for (const { id, made_at } of later)
      await server.db.query('insert into store_turns (id, made_at) values ($1, $2)', [id, made_at]);
    await freeAllShelves();
    expect([countThere(newer), countThere(strays), await isHeld()]).toEqual([0, 0, false]);
  });
});
