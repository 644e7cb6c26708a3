import { type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { systemClock } from '../../../../server/process/clock.ts';
import { openUploadDisk } from '../../uploads/server/disk.ts';
import { noImports } from '../../uploads/server/imports-port.ts';
import { createUploads, type Uploads } from '../../uploads/server/uploads.ts';
import type { SentFiles } from './tree.ts';

/** The files of imports, as uploads keep them. */
export function sentFiles(uploads: Pick<Uploads, 'filesOfImport' | 'dropImport'>): SentFiles {
  return {
    async list(db, importId) {
      const files = await uploads.filesOfImport(db, importId);
      return files.map(({ path, length, file }) => ({ path, bytes: length, file }));
    },
    async remove(db, importId) {
      const { removeFiles } = await withTransaction(db, (tx) => uploads.dropImport(tx, importId));
      await removeFiles();
    },
  };
}

/** The files of imports, for a process that takes no uploads itself. */
export function openSentFiles({ db, dataDir }: { db: DbPool; dataDir: string }): SentFiles {
  return sentFiles(createUploads({ db, disk: openUploadDisk({ dataDir }), clock: systemClock, imports: noImports }));
}
