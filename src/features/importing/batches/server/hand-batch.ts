import type { MakeHandBatch } from '../../../catalog/server/text/find-replace.ts';
import { insertBatch, setCommitted } from './batch-queries.ts';
import { auditBatch, undoDays } from './batches.ts';
import { writePlan } from './plan-queries.ts';

const longestName = 200;

/** Makes the import, done already, by which a change that an editor has made of many texts is undone. */
export const makeHandBatch: MakeHandBatch = async (tx, { by, name: given, book, replaced }) => {
  const name = [...given].slice(0, longestName).join('');
  const user = by.kind === 'studio' ? by.user : null;
  const id = await insertBatch(tx, {
    name,
    source: 'studio',
    user,
    options: { book_uuid: book.id },
    state: 'committing',
  });
  const counts = { files: 0, new: 0, replaced, same: 0, left_out: 0, failed: 0, warnings: 0 };
  const books = [{ book_uuid: book.id, title: book.title, state: 'updated' }];
  const plan = { books: [], pictures: { looked_at: 0, total: 0 } };
  await writePlan(tx, { id, plan, files: [], counts, books, isNew: true });
  await setCommitted(tx, { id, counts, books, keptDays: undoDays });
  await auditBatch(tx, { by, action: 'commit', row: { id, name }, after: { counts } });
  return id;
};
