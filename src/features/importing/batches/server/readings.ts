import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BatchRow } from './batch-queries.ts';
import type { WorkDeps } from './prepare.ts';
import { folderOf } from './tree.ts';

type Place = Pick<WorkDeps, 'dataDir'>;

/** What the check of an import has read of its files lies beside them. */
function fileOf({ dataDir }: Place, { id }: Pick<BatchRow, 'id'>): string {
  return join(folderOf(dataDir, id), 'reading');
}

/** Keeps a reading in the place of the one before; null: there is none. */
export async function keepReading(place: Place, batch: Pick<BatchRow, 'id'>, bytes: Buffer | null): Promise<void> {
  const file = fileOf(place, batch);
  if (!bytes) return await rm(file, { force: true });
  await writeFile(`${file}.new`, bytes, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The reading of an import's last check; null where there is none. */
export async function readReading(place: Place, batch: Pick<BatchRow, 'id'>): Promise<Buffer | null> {
  return await readFile(fileOf(place, batch)).catch(() => null);
}

/** In bytes; beyond it the plan of other changes is the work of a process of its own. */
const mostHere = 4 * 1024 * 1024;

/** Whether there is a reading of which a server may make a plan beside its readers. */
export async function isQuickToRead(place: Place, batch: Pick<BatchRow, 'id'>): Promise<boolean> {
  return await stat(fileOf(place, batch)).then(
    ({ size }) => size <= mostHere,
    () => false,
  );
}
