import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Db, type DbPool, withTransaction } from '../../../server/db.ts';
import { AppError, invalidRequest, notFound } from '../../../server/errors.ts';
import type { Job } from '../../../server/jobs.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { uploadLimits } from './names.ts';
import {
  beat,
  deleteExpired,
  deleteOfImport,
  deleteReplaced,
  deleteUploads,
  endWriting,
  findUpload,
  insertUpload,
  lockImportFiles,
  markUsed,
  selectFinished,
  selectKnown,
  sumImport,
  takeWriting,
  type UploadRow,
} from './upload-queries.ts';

/** An upload that gets no byte for so long expires. */
export const keptDays = 7;
/** Under this much room nothing more is taken: readers and the database need the rest. */
const leastRoomBytes = 1024 ** 3;
const beatEveryMs = 1000;
const stalledSeconds = 2;

/** Whether an import takes a file of this path now; rejects with 404 or 409 where it does not. */
export type RequireImport = (db: Db, importId: string, path: string) => Promise<void>;

export interface Uploads {
  create(given: { userId: string; importId: string | null; path: string; length: number }): Promise<UploadRow>;
  /** An upload of that user; rejects with 404. */
  find(id: string, userId: string): Promise<UploadRow>;
  /** How many bytes of it are on the disk. */
  offsetOf(upload: UploadRow): Promise<number>;
  /** Takes bytes from that offset on, and returns the new offset; what has come stays, however the body ends. */
  append(upload: UploadRow, given: { offset: number; body: Readable; length: number | null }): Promise<number>;
  remove(upload: UploadRow): Promise<void>;
}

/** The folder of the bytes that were sent. */
export function uploadsFolder(dataDir: string): string {
  return join(dataDir, 'uploads');
}

/** Files sent in parts, on the disk and in the database; several processes may share both. */
export function createUploads(deps: {
  db: DbPool;
  dataDir: string;
  requireImport: RequireImport;
  /** For tests: the free bytes of the disk. */
  roomOf?: (folder: string) => Promise<number>;
  /** The body may be without a byte for so long. */
  idleMs?: number;
}): Uploads {
  const { db, dataDir, requireImport, roomOf = freeBytes, idleMs = 30_000 } = deps;
  const folder = uploadsFolder(dataDir);
  const fileOf = (id: string) => join(folder, id);

  async function requireRoom(more: number): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await roomOf(folder)) - more < leastRoomBytes) throw storageFull();
  }

  async function requireShare(tx: Db, given: { importId: string; path: string; length: number }): Promise<void> {
    await lockImportFiles(tx, given.importId);
    await requireImport(tx, given.importId, given.path);
    const { files, bytes } = await sumImport(tx, { importId: given.importId, without: given.path });
    if (files >= uploadLimits.importFiles || bytes + given.length > uploadLimits.importBytes) throw tooLarge();
  }

  async function finish(upload: UploadRow, writer: string): Promise<void> {
    if (!(await endWriting(db, { id: upload.id, writer, isFinished: true }))) throw locked();
    for (const id of await deleteReplaced(db, upload)) await rm(fileOf(id), { force: true });
  }

  /** Writes the body at its place; stops where another writer has taken over. Returns the new offset. */
  async function write(
    upload: UploadRow,
    { offset, body, handle, writer }: { offset: number; body: Readable; handle: FileHandle; writer: string },
  ): Promise<number> {
    let at = offset;
    let beatAt = Date.now();
    try {
      for await (const chunk of idleChecked(body, idleMs)) {
        if (at + chunk.length > upload.length) throw tooLarge();
        if (Date.now() - beatAt >= beatEveryMs) {
          // After a pause another request may have taken over: then no byte more is written.
          if (!(await beat(db, { id: upload.id, writer }))) throw locked();
          if ((await roomOf(folder)) < leastRoomBytes) throw storageFull();
          beatAt = Date.now();
        }
        await writeAll(handle, chunk, at);
        at += chunk.length;
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'payload_too_large') await handle.truncate(offset);
      if (error instanceof AppError) throw error;
      // The line was cut: what has come stays, and the next request asks how much that is.
    }
    return at;
  }

  return {
    async create({ userId, importId, path, length }) {
      if (length > uploadLimits.fileBytes) throw tooLarge();
      const upload = await withTransaction(db, async (tx) => {
        if (importId !== null) await requireShare(tx, { importId, path, length });
        await requireRoom(length);
        return await insertUpload(tx, { userId, importId, path, length });
      });
      await (await open(fileOf(upload.id), 'a')).close();
      if (length > 0) return upload;
      const writer = randomUUID();
      await takeWriting(db, { id: upload.id, writer, stalledSeconds });
      await finish(upload, writer);
      return { ...upload, finishedAt: new Date() };
    },

    async find(text, userId) {
      const id = parseUuid(text);
      const upload = id && (await findUpload(db, { id, userId, keptDays }));
      if (!upload) throw noUpload();
      return upload;
    },

    async offsetOf(upload) {
      if (upload.finishedAt) return upload.length;
      return await stat(fileOf(upload.id)).then(
        ({ size }) => size,
        () => 0,
      );
    },

    async append(upload, { offset, body, length }) {
      const { id } = upload;
      const now = await this.offsetOf(upload);
      if (offset !== now) throw otherOffset();
      if (upload.finishedAt) return upload.length;
      if (length !== null && offset + length > upload.length) throw tooLarge();
      const writer = randomUUID();
      if (!(await takeWriting(db, { id, writer, stalledSeconds }))) throw locked();
      let isFinished = false;
      try {
        const handle = await open(fileOf(id), 'r+').catch(() => open(fileOf(id), 'w+'));
        try {
          const { size } = await handle.stat();
          // Another request has written while this one waited for its turn.
          if (size !== offset) throw otherOffset();
          await requireRoom(0);
          const at = await write(upload, { offset, body, handle, writer });
          // What is acknowledged is on the disk, also where the machine dies in the next moment.
          await handle.datasync();
          isFinished = at === upload.length;
          if (isFinished) await finish(upload, writer);
          return at;
        } finally {
          await handle.close();
        }
      } finally {
        if (!isFinished) await endWriting(db, { id, writer, isFinished: false });
      }
    },

    async remove({ id }) {
      await deleteUploads(db, [id]);
      await rm(fileOf(id), { force: true });
    },
  };
}

async function writeAll(handle: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}

/** The chunks of a body; one that sends nothing for so long has ended. */
async function* idleChecked(body: Readable, idleMs: number): AsyncGenerator<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => body.destroy(new Error('No byte has come for too long')), idleMs);
    timer.unref();
  };
  restart();
  try {
    for await (const chunk of body) {
      restart();
      yield chunk;
    }
  } finally {
    clearTimeout(timer);
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A finished file of an import, and where its bytes lie. */
export interface FinishedFile {
  path: string;
  bytes: number;
  file: string;
}

/** The finished files of an import in the order of their paths. */
export async function finishedFiles(db: Db, dataDir: string, importId: string): Promise<FinishedFile[]> {
  const rows = await selectFinished(db, importId);
  return rows.map(({ id, path, length }) => ({ path, bytes: length, file: join(uploadsFolder(dataDir), id) }));
}

/** Removes all files of an import. */
export async function removeFiles(db: Db, dataDir: string, importId: string): Promise<void> {
  for (const id of await deleteOfImport(db, importId)) await rm(join(uploadsFolder(dataDir), id), { force: true });
}

/** Takes a finished upload of the user for one use; rejects with 400. Returns where its bytes lie. */
export async function takeUpload(
  tx: Db,
  { dataDir, text, userId }: { dataDir: string; text: string; userId: string },
): Promise<FinishedFile> {
  const id = parseUuid(text);
  const row = id && (await markUsed(tx, { id, userId }));
  if (!row) {
    throw invalidRequest('upload: names no finished upload of yours that was not used', [
      { path: 'upload', code: 'unknown', message: 'names no finished upload of yours that was not used' },
    ]);
  }
  return { path: row.path, bytes: row.length, file: join(uploadsFolder(dataDir), row.id) };
}

const tidyEveryMs = 60 * 60 * 1000;
const atOnce = 500;
const strayAfterMs = 24 * 60 * 60 * 1000;

/** Removes uploads that have expired, and bytes that belong to none. */
export function uploadsJob(dataDir: string): Job {
  const folder = uploadsFolder(dataDir);
  return {
    name: 'uploads',
    everyMs: tidyEveryMs,
    async run(db) {
      for (const id of await deleteExpired(db, { keptDays, limit: atOnce }))
        await rm(join(folder, id), { force: true });
      const names = await readdir(folder).catch(() => []);
      const ids = names.filter((name) => parseUuid(name) === name);
      const known = await selectKnown(db, ids);
      for (const id of ids) {
        if (known.has(id)) continue;
        const found = await stat(join(folder, id)).catch(() => null);
        if (found && Date.now() - found.mtimeMs > strayAfterMs) await rm(join(folder, id), { force: true });
      }
    },
  };
}

function tooLarge(): AppError {
  return new AppError(413, 'payload_too_large', 'That is more than is taken');
}

function storageFull(): AppError {
  return new AppError(507, 'storage_full', 'The disk is full. What was sent is kept');
}

function locked(): AppError {
  return new AppError(423, 'upload_locked', 'Another request is sending this file');
}

function otherOffset(): AppError {
  return new AppError(409, 'upload_offset', 'The file goes on at another place');
}

function noUpload(): AppError {
  return notFound('upload_not_found', 'There is no such upload');
}
