import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBook } from '../features/catalog/testing/books.ts';
import { imageFolder, mediaFolders, originalFile } from '../features/media/testing/files.ts';
import { makeImage } from '../features/media/testing/images.ts';
import { whileMediaStays } from '../server/media-lock.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

async function free(): Promise<void> {
  const job = server.jobs.find(({ name }) => name === 'free images');
  await job?.run(server.db, new AbortController().signal);
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
async function passADay(): Promise<void> {
  await server.db.query(`update images set unused_since = unused_since - interval '25 hours'`);
}

describe('a picture that nothing shows', () => {
  it('is removed with its files after a day; pictures that are shown stay', async () => {
    const [page, cover, unused] = [await store(), await store(), await store()];
    const chapters = [{ editions: { 'en-us': { imageIds: [page.id], coverImageId: cover.id } } }];
    await makeBook(server.db, { chapters });
    await free();
    expect(await isKept(unused)).toEqual(kept);
    await passADay();
    await free();
    expect(await Promise.all([page, cover, unused].map(isKept))).toEqual([kept, kept, freed]);
    expect(existsSync(unused.original)).toBe(false);
  });

  it('stays when a book shows it again', async () => {
    const picture = await store();
    await free();
    await passADay();
    await makeBook(server.db, { chapters: [{ editions: { 'en-us': { imageIds: [picture.id] } } }] });
    await free();
    await free();
    expect(await isKept(picture)).toEqual(kept);
  });

  it('stays while an import relies on the stored pictures', async () => {
    const picture = await store();
    await free();
    await passADay();
    await whileMediaStays(server.db, free);
    expect(await isKept(picture)).toEqual(kept);
    await free();
    expect(await isKept(picture)).toEqual(freed);
  });
});

describe('a file that no row names', () => {
  it('is removed after a day, and not before', async () => {
    const folders = mediaFolders(server.config.dataDir);
    const image = imageFolder(folders, randomUUID());
    const original = originalFile(folders, 'ab'.repeat(32));
    await mkdir(image, { recursive: true });
    await writeFile(join(image, 'w480.webp'), 'bytes');
    await mkdir(dirname(original), { recursive: true });
    // The age of a file counts from its rename, which a test cannot set back; the test moves the server's clock on
    // instead.
    await writeFile(original, 'bytes');
    await utimes(original, new Date(0), new Date(0));
    await freeAllShelves();
    expect([image, original].map((path) => existsSync(path))).toEqual([true, true]);
    server.pass(25 * 60 * 60 * 1000);
    await freeAllShelves();
    expect([image, original].map((path) => existsSync(path))).toEqual([false, false]);
  });
});
