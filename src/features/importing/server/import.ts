import { withTransaction } from '../../../server/database/db.ts';
import { createTurns } from '../../../server/process/turns.ts';
import { ImportRefusedError, type ImportResult, writeImport } from '../../catalog/server/imports.ts';
import { movePlaces } from '../../library/server/moved-places.ts';
import { findSourceHashes } from '../../media/server/media.ts';
import type { BookPlan } from '../plan/book-plan.ts';
import type { Fault } from '../plan/source.ts';
import type { ImportDeps, Run } from './pictures.ts';
import { type ReadBook, readBook } from './read-book.ts';
import { type ReportedBook, reportBook, titleOf } from './reported-book.ts';
import { releaseBooks } from './texts.ts';

/**
 * Stores every file of a book and then writes it in one transaction. After an import that dies half-way readers see
 * nothing of it, and the next run finds the stored files.
 */
export async function importBook(plan: BookPlan, deps: ImportDeps): Promise<ReportedBook | { faults: Fault[] }> {
  const run: Run = {
    ...deps,
    chapterLimit: createTurns(deps.media.workers.size + 1),
    pageLimit: createTurns(deps.media.workers.size * 3),
    hashing: new Map(),
    storing: new Map(),
    examining: new Map(),
    foreseen: new Map(),
    pageHashes: new Set(),
    faults: [...plan.faults],
    pages: { converted: 0, reused: 0 },
    entryCovers: new Map(plan.editions.flatMap(({ coverEntry }) => (coverEntry ? [[coverEntry, null]] : []))),
    books: new Map(),
  };
  try {
    const read = await readBook(plan, run);
    if (!read) return { faults: run.faults };
    if (run.isPruning && read.plan.hasUnread)
      run.faults.push({ path: plan.path, cause: 'not all of it could be read, so no chapter was removed' });
    const written = await writeRead(read, run);
    const { book, notes } = reportBook(read, written, run);
    for (const note of notes) run.onNote(note);
    return book;
  } catch (error) {
    if (error instanceof ImportRefusedError) {
      run.faults.push({ path: plan.path, cause: error.message });
      return { faults: run.faults };
    }
    // Data that the database does not accept are the fault of one book, and the other books go on.
    if (!(error instanceof Error && isDataError(error))) throw error;
    run.faults.push({ path: plan.path, cause: `the database does not take it (${error.message})` });
    return { faults: run.faults };
  } finally {
    await releaseBooks(run);
  }
}

/** Writes a book in one transaction, or says what a dry run would write. */
async function writeRead({ plan, book }: ReadBook, run: Run): Promise<ImportResult> {
  const result = await withTransaction(run.db, async (tx) => {
    const done = await writeImport(tx, storable(book), {
      now: run.now,
      dryRun: run.isDryRun,
      ...(run.isPruning ? { prune: { chapters: plan.isWhole && !plan.hasUnread, pages: true } } : {}),
      asDrafts: run.asDrafts,
      isSilent: run.isSilent,
      ...(run.batch === null || run.isDryRun ? {} : { batch: run.batch, undone: run.undone }),
      mayPruneMost: run.mayPruneMost,
      movePlaces,
      sourcesOf: async (imageIds) => new Map([...(await findSourceHashes(tx, imageIds)), ...run.foreseen]),
      ...(plan.isWhole
        ? { checkContent: { isSameBook: run.isSameBook, mayBeRenamed: !plan.isNamed, taken: run.taken } }
        : {}),
    });
    if (!run.isDryRun && done.state !== 'unchanged')
      await run.onWritten?.(tx, { ...done, title: titleOf(plan), state: done.state });
    return done;
  });
  run.taken.add(result.bookId);
  return result;
}

/** Whether the database refuses a value, by its type or a limit; false when the database is unreachable. */
function isDataError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:22|54)\w{3}$/.test(code);
}

/** Text that the database accepts: without NUL and halves of surrogate pairs. */
function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '\ufffd') as T & string; // still text
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(storable) as T & unknown[]; // an array keeps its element types
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, storable(each)])) as T; // the same keys
}
