import type { Db } from '../../../../server/database/db.ts';
import type { ImportedPlace } from '../../../catalog/server/imports.ts';
import type { UndoneBook } from '../../../catalog/server/undo/undo.ts';
import { type Change, type Maker, writeAudits } from '../../../studio/server/audit.ts';
import type { ImportWork } from '../../server/importing.ts';

/** Writes what an import makes of a book and of the chapters that it had before. New chapters come with their book's row. */
export function auditWritten(by: Maker, batch: string): NonNullable<ImportWork['onWritten']> {
  return (tx, { bookId, title, state, order, removed }) => {
    const common = { by, batch, isUnseen: true };
    return writeAudits(tx, [
      {
        ...common,
        action: state === 'created' ? 'book.make' : 'book.import',
        target: { kind: 'book', id: bookId, name: title },
      },
      ...order.flatMap((place) => (place.state === 'changed' ? [{ ...common, ...changeOf(place) }] : [])),
      ...removed.map(({ chapterId, title: name }) => ({
        ...common,
        action: 'chapter.delete' as const,
        target: { kind: 'chapter' as const, id: chapterId, name },
      })),
    ]);
  };
}

/** Writes what the undo of an import makes of books and their chapters. */
export function auditUndone(tx: Db, { batch, books }: { batch: string; books: readonly UndoneBook[] }): Promise<void> {
  const common = { by: { kind: 'system' as const }, batch };
  return writeAudits(
    tx,
    books.flatMap(({ bookId, title, restored, trashed, stays, chapters }): Change[] => [
      {
        ...common,
        action: 'book.undo_import',
        target: { kind: 'book', id: bookId, name: title },
        after: { restored, trashed, stays: stays.map(({ field }) => field) },
      },
      ...chapters.map(
        ({ id, title: name }): Change => ({
          ...common,
          action: 'chapter.undo_import',
          target: { kind: 'chapter', id, name },
        }),
      ),
    ]),
  );
}

/** How many pages came and went. */
function countsOf({ added, replaced, removed }: ImportedPlace['contents'][number]['pages']) {
  return { new: added.length, replaced: replaced.length, removed: removed.length };
}

/** The fields of a chapter as they were and as they are; of pages only how many came and went. */
function changeOf({ chapterId, title, changes, contents }: ImportedPlace): Omit<Change, 'by'> {
  const before: Record<string, unknown> = Object.fromEntries(changes.map(({ field, from }) => [field, from]));
  const after: Record<string, unknown> = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  for (const { language, pages, text } of contents) {
    if (text) [before[`text.${language}`], after[`text.${language}`]] = [text.before, text.after];
    else after[`pages.${language}`] = countsOf(pages);
  }
  return { action: 'chapter.import', target: { kind: 'chapter', id: chapterId, name: title }, before, after };
}
