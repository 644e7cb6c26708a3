import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../../server/database/db.ts';
import { databaseForTests } from '../../../../server/testing/database.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { folderForTests } from '../../../../server/testing/folder.ts';
import { uploadLimits } from '../rules.ts';
import { openUploadDisk, type UploadDisk } from './disk.ts';
import type { MayTake } from './imports-port.ts';
import { createUploads, type Uploads } from './uploads.ts';

const dataDir = folderForTests();
let disk: UploadDisk;
let uploads: Uploads;
let free: number;
let importId: string;
let answer: MayTake;
const userId = randomUUID();

const database = databaseForTests();
beforeEach(() => {
  free = Number.POSITIVE_INFINITY;
  answer = 'yes';
  importId = randomUUID();
  disk = { ...openUploadDisk({ dataDir }), freeBytes: async () => free };
  uploads = open();
});
const open = (silenceMs = 30_000) =>
  createUploads({
    ...{ db: database.db, disk, silenceMs },
    clock: () => new Date(),
    imports: { mayTake: async () => answer },
  });

const create = (path: string, length: number, on = uploads) => on.create({ path, length, importId, userId });
const append = (id: string, offset: number, body: string, on = uploads) =>
  on.append({ id, userId, offset, body: Readable.from([Buffer.from(body)]), bytes: null });
async function send(path: string, body: string) {
  const { id } = await create(path, body.length);
  await append(id, 0, body);
  return id;
}
const totals = async () =>
  (await database.db.query('select files, bytes from upload_totals where import_id = $1', [importId])).rows[0];
const files = async () => (await uploads.filesOfImport(database.db, importId)).map(({ id }) => id);

describe('the files of an import', () => {
  inLong('are those that are whole, each path once, with its newest bytes', async () => {
    const first = await send('b/1.png', 'old');
    const other = await send('a.png', 'other');
    expect(await totals()).toEqual({ files: 2, bytes: 8 });
    const begun = await create('b/1.png', 10);
    expect(await totals()).toEqual({ files: 2, bytes: 15 });
    expect(await files()).toEqual([other, first]);
    await append(begun.id, 0, '0123456789');
    expect(await files()).toEqual([other, begun.id]);
    expect(await disk.sizeOf(first)).toBeNull();
    const cases = await send('B/1.png', 'another one');
    expect((await files()).length).toBe(3);
    expect(await files()).toContain(cases);
  });

  it('count the older file again where the newer one is given up', async () => {
    const first = await send('1.png', 'old');
    const second = await create('1.png', 100);
    const third = await create('1.png', 50);
    expect(await totals()).toEqual({ files: 1, bytes: 50 });
    await expect(uploads.find({ id: second.id, userId })).rejects.toMatchObject({ code: 'upload_not_found' });
    await uploads.terminate({ id: third.id, userId });
    expect(await totals()).toEqual({ files: 1, bytes: 3 });
    await uploads.terminate({ id: first, userId });
    expect(await totals()).toEqual({ files: 0, bytes: 0 });
  });

  inLong('may be so many and so large, told by their lengths', async () => {
    const large = uploadLimits.fileBytes;
    for (let number = 0; number < 25; number += 1) await create(`${number}.png`, large);
    await expect(create('more.png', 1)).rejects.toMatchObject({ status: 413, code: 'payload_too_large' });
    await create('3.png', large);
    await create('4.png', large - 1);
    await create('more.png', 1);
    await database.db.query('update upload_totals set files = 50000, bytes = 0 where import_id = $1', [importId]);
    await expect(create('again.png', 0)).rejects.toMatchObject({ status: 413 });
    await create('3.png', 1);
  });

  inLong('are counted well where many come at once', async () => {
    const paths = Array.from({ length: 20 }, (_, number) => `${number % 10}.png`);
    await Promise.all(paths.map((path) => create(path, 100)));
    expect(await totals()).toEqual({ files: 10, bytes: 1000 });
  });

  it('are refused where the import is not there, or takes none', async () => {
    const { id } = await create('a.png', 5);
    answer = 'import_not_found';
    await expect(create('b.png', 5)).rejects.toMatchObject({ status: 404, code: 'import_not_found' });
    answer = 'import_state';
    await expect(create('b.png', 5)).rejects.toMatchObject({ status: 409, code: 'import_state' });
    await expect(append(id, 0, 'hello')).rejects.toMatchObject({ status: 409, code: 'import_state' });
  });

  it('go with their import', async () => {
    const id = await send('a.png', 'hello');
    const { removeFiles } = await withTransaction(database.db, (tx) => uploads.dropImport(tx, importId));
    await removeFiles();
    expect([await files(), await disk.sizeOf(id), await totals()]).toEqual([[], null, undefined]);
  });
});

describe('a disk that is almost full', () => {
  const gib = uploadLimits.reserveBytes;

  it('takes no file that leaves less than 1 GiB', async () => {
    free = gib + 99;
    await expect(create('a.png', 100)).rejects.toMatchObject({ status: 507, code: 'storage_full' });
    expect(await totals()).toBeUndefined();
    free = gib + 100;
    await create('a.png', 100);
  });

  it('keeps what has come, and takes the rest once there is room', async () => {
    const { id } = await create('a.png', 10);
    await append(id, 0, 'hello');
    free = gib - 1;
    await expect(append(id, 5, 'world')).rejects.toMatchObject({ status: 507, code: 'storage_full' });
    expect((await uploads.find({ id, userId })).offset).toBe(5);
    free = gib + 5;
    expect(await append(id, 5, 'world')).toMatchObject({ offset: 10, expiresAt: null });
  });

  inLong('is noticed while bytes come', async () => {
    const { id } = await create('a.png', 30_000_000);
    const part = Buffer.alloc(5_000_000);
    const body = Readable.from(
      (async function* () {
        for (let count = 0; count < 6; count += 1) {
          if (count === 4) free = gib - 1;
          yield part;
        }
      })(),
    );
    await expect(uploads.append({ id, userId, offset: 0, body, bytes: null })).rejects.toMatchObject({ status: 507 });
    const { offset } = await uploads.find({ id, userId });
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThan(30_000_000);
  });
});

describe('an upload', () => {
  inLong('is taken once, by the one who sent it', async () => {
    const one = { length: 5, importId: null, userId, path: 'a.png' };
    const { id } = await uploads.create(one);
    const take = (as = userId) => withTransaction(database.db, (tx) => uploads.take(tx, { id, userId: as }));
    const refusal = { status: 400, code: 'invalid_request', details: [expect.objectContaining({ path: 'upload' })] };
    await expect(take()).rejects.toMatchObject(refusal);
    await append(id, 0, 'hello');
    await expect(take(randomUUID())).rejects.toMatchObject(refusal);
    const taken = await Promise.allSettled([take(), take(), take()]);
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(take()).rejects.toMatchObject(refusal);
    await uploads.forget(id);
    expect(await disk.sizeOf(id)).toBeNull();
  });

  it('keeps nothing where more comes than was told', async () => {
    const { id } = await create('a.png', 8);
    await append(id, 0, 'hello');
    await expect(append(id, 5, 'world')).rejects.toMatchObject({ status: 413, code: 'payload_too_large' });
    expect((await uploads.find({ id, userId })).offset).toBe(5);
  });

  inLong('is given up by its request after so long without a byte', async () => {
    const patient = open(1000);
    const { id } = await create('a.png', 8, patient);
    const body = new Readable({ read() {} });
    body.push('hel');
    await expect(patient.append({ id, userId, offset: 0, body, bytes: null })).rejects.toMatchObject({ status: 408 });
    expect(await append(id, 3, 'lo', patient)).toMatchObject({ offset: 5 });
  });

  it('is sent by one process at a time', async () => {
    const { id } = await create('a.png', 400_000);
    const processes = [open(), open(), open()];
    const bodies = ['a', 'b', 'c'].map((letter) => letter.repeat(400_000));
    const sent = await Promise.allSettled(processes.map((each, index) => append(id, 0, bodies[index] ?? '', each)));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
