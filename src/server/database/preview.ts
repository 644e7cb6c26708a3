import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db, DbPool } from './db.ts';

/** A look at the site as of another moment: within its request, all reads use its transaction, and nothing is kept. */
export interface Preview {
  /** A transaction whose clock stands at that moment, and that is rolled back. */
  tx: Db;
}

const previews = new AsyncLocalStorage<Preview>();

/** The preview that the current request is part of; null: the site as it is. */
export function currentPreview(): Preview | null {
  return previews.getStore() ?? null;
}

/** Whether what is made now is for a preview: no memory may keep it or answer it. */
export function isPreviewing(): boolean {
  return previews.getStore() !== undefined;
}

/** Runs `work`, and all that follows from it, as part of a preview. */
export function runInPreview<T>(preview: Preview, work: () => T): T {
  return previews.run(preview, work);
}

/** A pool whose queries, within a preview, go to the preview's transaction. */
export function previewable(pool: DbPool): DbPool {
  return {
    ...pool,
    query: (sql, values) => (currentPreview()?.tx ?? pool).query(sql, values),
    withConnection(work) {
      const preview = currentPreview();
      return preview ? work(within(preview.tx)) : pool.withConnection(work);
    },
  };
}

const nested: Record<string, string> = {
  begin: 'savepoint nested',
  commit: 'release savepoint nested',
  rollback: 'rollback to savepoint nested',
};

/** A transaction within the preview's must not end it. */
function within(tx: Db): Db {
  return { query: (sql, values) => tx.query(typeof sql === 'string' ? (nested[sql] ?? sql) : sql, values) };
}
