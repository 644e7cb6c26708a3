import type { DbPool } from '../../../../server/database/db.ts';
import { pause } from '../../../../server/process/pause.ts';
import type { StudioEvent } from '../../../studio/server/event-stream.ts';
import type { ImportState } from '../../studio-contract.ts';
import { selectBatch } from './batch-queries.ts';
import { presentBatch } from './batches.ts';
import { listChangedRows } from './plan-queries.ts';

const lookEveryMs = 250;
const filesAtOnce = 200;

/** The states in which nothing more comes by itself. */
const endStates: readonly ImportState[] = ['committed', 'failed', 'canceled', 'undone', 'expired'];

/**
 * An import as events: `progress` where something has changed, at most four times a second, `file` for each file whose
 * row is new, and `end`. They go on behind `lastEventId`, and nothing is asked any more once they are `over`.
 */
export async function* eventsOf(
  db: DbPool,
  { id, lastEventId, over }: { id: string; lastEventId: string; over: AbortSignal },
): AsyncGenerator<StudioEvent | null> {
  let told = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : 0;
  let said = '';
  while (!over.aborted) {
    const batch = await selectBatch(db, id);
    if (!batch) return;
    const files = await listChangedRows(db, { id, after: told, limit: filesAtOnce });
    for (const { told: at, row } of files) {
      told = at;
      const { file_id, path, change, cause } = row;
      yield { id: String(told), event: 'file', data: { file_id, path, change, cause } };
    }
    const data = presentBatch(batch, new Date());
    const text = JSON.stringify({ ...data, eta_seconds: null });
    const isOver = endStates.includes(batch.state) && files.length < filesAtOnce;
    if (isOver) {
      yield { id: String(told), event: 'end', data };
      return;
    }
    if (text !== said) yield { id: String(told), event: 'progress', data };
    said = text;
    if (files.length < filesAtOnce) await pause(lookEveryMs, over);
    yield null;
  }
}
