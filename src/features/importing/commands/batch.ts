import { availableParallelism, cpus } from 'node:os';
import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import type { DbPool } from '../../../server/database/db.ts';
import { whileMediaStays } from '../../../server/lease/media-lock.ts';
import { mediaOptions, requireConverters } from '../../media/server/converters.ts';
import { createMedia } from '../../media/server/media.ts';
import { requireOwnStore } from '../../media/server/own-store.ts';
import { batchLine, listBatches, undoCommand } from '../batches/server/command.ts';
import type { WorkDeps } from '../batches/server/prepare.ts';
import { openSentFiles } from '../batches/server/sent-files.ts';
import { planAgain, workOnBatch } from '../batches/server/work.ts';

/** `longstrip batch list`: the imports of this site, the newest first. */
export function runBatchList(site: CommandSite, options: { json?: true }): Promise<void> {
  return site.withDatabase(async (db) => {
    const batches = await listBatches(db);
    if (options.json) console.log(JSON.stringify(batches, null, 2));
    else if (batches.length === 0) console.log('Nothing was imported yet.');
    else for (const batch of batches) console.log(batchLine(batch));
  });
}

/** `longstrip batch undo`: takes an import back, and waits until it is. */
export function runBatchUndo(site: CommandSite, id: string, options: { json?: true }): Promise<void> {
  return withWork(site, async (deps) => {
    const refusal = await undoCommand(deps, id);
    if (refusal !== null) throw new OperatorError(refusal);
    console.log(options.json ? JSON.stringify({ batch: id.toLowerCase(), state: 'undone' }) : 'The import is undone.');
  });
}

/** `longstrip batch work`: what the server lets a process of its own do, so that no import slows its readers down. */
export function runBatchWork(site: CommandSite, id: string, options: { plan?: true }): Promise<void> {
  return withWork(site, (deps) => (options.plan ? planAgain(deps, id) : workOnBatch(deps, id)));
}

/** One core stays free for readers, even if the system could not keep this process from it. */
const mostConverters = Math.max(1, Math.min(availableParallelism(), cpus().length - 1));

function withWork(site: CommandSite, work: (deps: WorkDeps) => Promise<void>): Promise<void> {
  const inPlace = async (db: DbPool) => {
    const media = createMedia({ ...mediaOptions(site), workers: { size: mostConverters } });
    try {
      await requireConverters(site, media);
      await requireOwnStore(site, db);
      const deps = {
        db,
        media,
        dataDir: site.dataDir,
        sent: openSentFiles({ db, dataDir: site.dataDir }),
        now: () => new Date(),
      };
      await whileMediaStays(db, () => work(deps));
    } finally {
      await media.close();
    }
  };
  return site.withImportPlace(inPlace, { tellsItself: true });
}
