import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type Db, type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { AppError, invalidField, notFound } from '../../../../server/http/errors.ts';
import type { Job } from '../../../../server/jobs/jobs.ts';
import type { Clock } from '../../../../server/process/clock.ts';
import { isUuid } from '../../../../shared/wire.ts';
import { fitsInto, type UploadFacts, uploadLimits } from '../rules.ts';
import { appendBytes, type Ended } from './append.ts';
import type { UploadDisk } from './disk.ts';
import type { ImportsOfUploads } from './imports-port.ts';
import {
  addToTotals,
  countAgain,
  deleteReplaced,
  deleteUpload,
  deleteUploadsOfImport,
  findCounted,
  findKnownUploads,
  findUpload,
  finishUpload,
  hasHold,
  insertUpload,
  keepHold,
  listFilesOfImport,
  listOverUploads,
  lockTotals,
  lockUnused,
  noteUsed,
  releaseHold,
  supersede,
  takeHold,
  type UploadRow,
} from './queries.ts';

interface UploadsDeps {
  db: DbPool;
  disk: UploadDisk;
  clock: Clock;
  imports: ImportsOfUploads;
  silenceMs?: number;
}

/** How far an upload is; without `expiresAt` it is whole. */
export interface UploadState {
  id: string;
  offset: number;
  length: number;
  expiresAt: Date | null;
}

/** An upload that this request has just made: its row need not be read again for the first bytes. */
export interface MadeUpload extends UploadState {
  row: UploadRow;
}

/** A whole upload that somebody may use. */
export interface TakenUpload {
  id: string;
  /** Relative, as it was sent. */
  path: string;
  /** Where its bytes are; they stay until `forget`, or until the upload expires. */
  file: string;
  length: number;
}

/** Files on their way into the studio: rows in the database, bytes on the disk (spec: studio.md#uploads). */
export interface Uploads {
  /** Makes an upload of a user; rejects with 404, 409, 413 and 507. */
  create(given: UploadFacts & { userId: string }): Promise<MadeUpload>;
  /** How far it is; rejects with 404. */
  find(given: { id: string; userId: string }): Promise<UploadState>;
  /** Adds bytes at the end; rejects with 404, 409, 413, 423 and 507, and keeps what has come all the same. */
  append(given: Appended): Promise<UploadState>;
  /** Ends an upload, and forgets its bytes; rejects with 404. */
  terminate(given: { id: string; userId: string }): Promise<void>;
  /** A whole, unused upload of the user, which stays so; rejects with 400. */
  peek(db: Db, given: { id: string; userId: string }): Promise<TakenUpload>;
  /** Takes such an upload, which nobody can use again, in the transaction of its use; rejects with 400. */
  take(tx: Db, given: { id: string; userId: string }): Promise<TakenUpload>;
  /** Removes the bytes of an upload that was taken, once its use is stored. */
  forget(id: string): Promise<void>;
  /** The whole files of an import, in the order of their paths; each has its newest bytes. */
  filesOfImport(db: Db, importId: string): Promise<TakenUpload[]>;
  /** Forgets all files of an import, sent or on their way; their bytes go with `removeFiles` once that is stored. */
  dropImport(tx: Db, importId: string): Promise<{ removeFiles(): Promise<void> }>;
  /** Removes uploads that are over, and files that belong to none. */
  job: Job;
}

interface Appended {
  id: string;
  userId: string;
  offset: number;
  body: Readable;
  /** The bytes that the request says it has; null: it does not say. */
  bytes: number | null;
  /** The upload, if the same request has just made it. */
  made?: MadeUpload;
}

/** How long a request waits for the one that sends at this moment to end or to stall. */
const waitMs = 4000;
const triesEveryMs = 100;
const sweepEveryMs = 10 * 60 * 1000;
const sweepAtOnce = 200;

export function createUploads(deps: UploadsDeps): Uploads {
  const { db, disk, clock, imports, silenceMs = uploadLimits.silenceMs } = deps;
  const expiry = () => new Date(clock().getTime() + uploadLimits.keptMs);

  async function requireUpload(on: Db, given: { id: string; userId: string }): Promise<[UploadRow, number]> {
    return withSize(isUuid(given.id) ? await findUpload(on, { ...given, now: clock() }) : null);
  }

  async function withSize(row: UploadRow | null): Promise<[UploadRow, number]> {
    const size = row && (await disk.sizeOf(row.id));
    if (!row || size === null) throw notFound('upload_not_found', 'There is no such upload');
    return [row, size];
  }

  async function requireImport(tx: Db, { importId, path }: UploadFacts): Promise<void> {
    if (importId === null) return;
    const answer = isUuid(importId) ? await imports.mayTake(tx, importId, path) : 'import_not_found';
    if (answer === 'import_not_found') throw notFound('import_not_found', 'There is no such import');
    if (answer === 'import_state') throw new AppError(409, 'import_state', 'The import takes no files now');
  }

  async function addToImport(tx: Db, { importId, path, length }: UploadFacts): Promise<string[]> {
    if (importId === null) return [];
    const totals = await lockTotals(tx, importId);
    const replaced = await findCounted(tx, { importId, path });
    if (!fitsInto(totals, { length, replaced })) throw tooLarge('The import would be too large');
    await addToTotals(tx, importId, { files: replaced === null ? 1 : 0, bytes: length - (replaced ?? 0) });
    // Of the files with one path only one counts.
    return replaced === null ? [] : supersede(tx, { importId, path });
  }

  /** Notes that all bytes have come: this is the only file of its path now. */
  async function finish(
    tx: Db,
    { id, importId, path }: Pick<UploadRow, 'id' | 'importId' | 'path'>,
  ): Promise<string[]> {
    const replaced = importId === null ? [] : await deleteReplaced(tx, { id, importId, path });
    await finishUpload(tx, { id, expiresAt: expiry() });
    return replaced;
  }

  /** The process may have been killed after the last byte and before it was noted. */
  async function settled(row: UploadRow, size: number): Promise<UploadState> {
    const isWhole = size === row.length;
    if (isWhole && row.finishedAt === null) {
      const replaced = await withTransaction(db, async (tx) => {
        if (row.importId !== null) await lockTotals(tx, row.importId);
        return finish(tx, row);
      });
      await disk.remove(replaced);
    }
    return { id: row.id, offset: size, length: row.length, expiresAt: isWhole ? null : row.expiresAt };
  }

  async function requireRoom(bytes: number): Promise<void> {
    if ((await disk.freeBytes()) - bytes < uploadLimits.reserveBytes) throw storageFull();
  }

  /** Gives the upload to one request. Others wait a moment, and are refused unless the one that has it stalls. */
  async function hold(row: UploadRow, offset: number): Promise<string> {
    const holder = randomUUID();
    const { id } = row;
    const until = performance.now() + waitMs;
    while (!(await takeHold(db, { id, holder }))) {
      const [{ isHeld }, size] = await requireUpload(db, row);
      if (size !== offset && !isHeld) throw otherOffset(size);
      if (size !== offset || performance.now() > until) throw locked();
      await pause(triesEveryMs);
    }
    const size = await disk.sizeOf(id);
    if (size === offset) return holder;
    await releaseHold(db, { id, holder, expiresAt: row.expiresAt });
    if (size === null) throw notFound('upload_not_found', 'There is no such upload');
    throw otherOffset(size);
  }

  /** Why the bytes ended, and the upload afterwards; null: another request has it, or it is gone. */
  async function receive(
    row: UploadRow,
    holder: string,
    { offset, body, bytes }: Appended,
  ): Promise<{ how: Ended; after: UploadRow | null }> {
    const { id, length } = row;
    const release = () => releaseHold(db, { id, holder, expiresAt: expiry() });
    let how: Ended;
    try {
      how = await appendBytes({
        file: disk.fileOf(id),
        body,
        offset,
        most: bytes ?? length - offset,
        silenceMs,
        keepHold: () => keepHold(db, { id, holder }),
        isLost: async () => !(await hasHold(db, { id, holder })),
        room: async () => (await disk.freeBytes()) - uploadLimits.reserveBytes,
      });
    } catch (error) {
      await release();
      throw error;
    }
    return { how, after: await release() };
  }

  async function remove(tx: Db, id: string): Promise<void> {
    const gone = await deleteUpload(tx, id);
    if (!gone?.counts || gone.importId === null) return;
    const { importId, path, length } = gone;
    await lockTotals(tx, importId);
    const left = await countAgain(tx, { importId, path });
    await addToTotals(tx, importId, { files: left === null ? -1 : 0, bytes: (left ?? 0) - length });
  }

  async function sweep(pool: DbPool, signal: AbortSignal): Promise<void> {
    for (;;) {
      const over = await listOverUploads(pool, { now: clock(), limit: sweepAtOnce });
      for (const id of over) {
        if (signal.aborted) return;
        await withTransaction(pool, (tx) => remove(tx, id));
        await disk.remove([id]);
      }
      if (over.length < sweepAtOnce) break;
    }
    // Another database may use the folder, too: an unknown file stays until any upload would have expired.
    const old = await disk.listOld(new Date(Date.now() - uploadLimits.keptMs));
    const known = await findKnownUploads(pool, old);
    await disk.remove(old.filter((id) => !known.has(id)));
  }

  async function requireUnused(on: Db, { id, userId }: { id: string; userId: string }): Promise<TakenUpload> {
    const row = isUuid(id) ? await lockUnused(on, { id, userId, now: clock() }) : null;
    if (row && (await disk.sizeOf(id)) === row.length) return { ...row, file: disk.fileOf(id) };
    const message = 'This is no file that was sent and not used yet';
    throw invalidField('upload', message);
  }

  return {
    async create(given) {
      const { userId, length } = given;
      if (length > uploadLimits.fileBytes) throw tooLarge('A file may have at most 2 GiB');
      const expiresAt = expiry();
      const { row, gone } = await withTransaction(db, async (tx) => {
        await requireImport(tx, given);
        const superseded = await addToImport(tx, given);
        await requireRoom(length);
        const row = await insertUpload(tx, { ...given, userId, expiresAt });
        await disk.create(row.id);
        const replaced = length === 0 ? await finish(tx, row) : [];
        return { row, gone: [...superseded, ...replaced] };
      });
      await disk.remove(gone);
      return { id: row.id, offset: 0, length, expiresAt: length === 0 ? null : expiresAt, row };
    },

    find: async (given) => settled(...(await requireUpload(db, given))),

    async append(given) {
      const { id, userId, offset, bytes, made } = given;
      const [row, size] = made ? [made.row, 0] : await requireUpload(db, { id, userId });
      if (bytes !== null && offset + bytes > row.length) throw tooLarge('More bytes than the upload has');
      if (size !== offset && !row.isHeld) throw otherOffset(size);
      if (!made) {
        await withTransaction(db, (tx) => requireImport(tx, row));
        if (offset < row.length) await requireRoom(0);
      }
      const holder = await hold(row, offset);
      const { how, after } = await receive(row, holder, given);
      const state = await settled(...(after ? await withSize(after) : await requireUpload(db, { id, userId })));
      switch (how) {
        case 'whole':
          return state;
        case 'full':
          throw storageFull();
        case 'too_large':
          throw tooLarge('More bytes than the upload has');
        case 'lost':
          throw locked();
        case 'cut':
        case 'silent':
          throw new AppError(408, 'invalid_request', 'The bytes took too long to arrive', { details: tooSlow });
      }
    },

    async terminate(given) {
      const [row] = await requireUpload(db, given);
      await withTransaction(db, async (tx) => {
        await requireImport(tx, row);
        await remove(tx, row.id);
      });
      await disk.remove([row.id]);
    },

    peek: requireUnused,
    async take(tx, given) {
      const taken = await requireUnused(tx, given);
      await noteUsed(tx, taken.id);
      return taken;
    },
    forget: (id) => disk.remove([id]),

    async filesOfImport(on, importId) {
      return (await listFilesOfImport(on, importId)).map((row) => ({ ...row, file: disk.fileOf(row.id) }));
    },
    async dropImport(tx, importId) {
      const ids = await deleteUploadsOfImport(tx, importId);
      return { removeFiles: () => disk.remove(ids) };
    },

    job: { name: 'uploads', everyMs: sweepEveryMs, removes: true, run: sweep },
  };
}

const tooSlow = [{ path: 'body', code: 'too_slow', message: 'took too long to arrive' }];

function tooLarge(message: string): AppError {
  return new AppError(413, 'payload_too_large', message);
}

function storageFull(): AppError {
  return new AppError(507, 'storage_full', 'The disk is full. What was sent is kept');
}

function locked(): AppError {
  return new AppError(423, 'upload_locked', 'Another request sends this file at this moment');
}

function otherOffset(offset: number): AppError {
  return new AppError(409, 'upload_offset', `The next byte is number ${offset}`);
}
