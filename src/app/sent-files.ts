import type { SentFiles } from '../features/publishing/batches/server/work.ts';
import { finishedFiles, removeFiles } from '../features/publishing/uploads/uploads.ts';

/** The files of imports, as uploads keep them in the data folder. */
export function sentFiles(dataDir: string): SentFiles {
  return {
    list: (db, importId) => finishedFiles(db, dataDir, importId),
    remove: (db, importId) => removeFiles(db, dataDir, importId),
  };
}
