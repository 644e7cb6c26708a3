import * as z from 'zod/mini';
import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import type { Settings } from '../../../server/config/config.ts';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { printable } from '../../../shared/text.ts';
import { givenUuid } from '../../../shared/wire.ts';
import { commandLine, writeAudit } from '../../studio/server/audit.ts';
import { findVisibility, listBooksForOperator, setBookHidden } from '../server/catalog.ts';

/** `longstrip book list`. */
export function runBookList(site: CommandSite, options: { json?: true }): Promise<void> {
  return site.withDatabase(async (db) => {
    const print = options.json ? printAsJson : printAsLines;
    await withTransaction(db, (tx) => print(listBooksForOperator(tx)));
  });
}

type PartsOfBooks = ReturnType<typeof listBooksForOperator>;
type BookOfOperator = PartsOfBooks extends AsyncGenerator<(infer Book)[]> ? Book : never;

async function printAsJson(parts: PartsOfBooks): Promise<void> {
  let before = '[\n';
  for await (const books of parts) {
    const written = books.map((book) => JSON.stringify(bookAsJson(book), null, 2).replace(/^/gm, '  '));
    console.log(before + written.join(',\n'));
    before = ',';
  }
  console.log(before === ',' ? ']' : '[]');
}

async function printAsLines(parts: PartsOfBooks): Promise<void> {
  let isEmpty = true;
  for await (const books of parts) {
    isEmpty = false;
    for (const book of books) console.log(bookLine(book));
  }
  if (isEmpty) console.log('There is no book yet: `longstrip import PATH…` brings some.');
}

function bookAsJson(book: BookOfOperator) {
  return {
    book_uuid: book.id,
    title: book.title,
    author: book.author,
    kind: book.kind,
    languages: book.languages,
    chapter_count: book.chapterCount,
    hidden: book.isHidden,
    updated_at: book.updatedAt,
  };
}

function bookLine({ id, kind, chapterCount, languages, isHidden, title, author }: BookOfOperator): string {
  const by = author === '' ? '' : `, ${author}`;
  return `${id}  ${kind}  ${String(chapterCount).padStart(4)}  ${languages.join(' ')}  ${printable(`${title}${by}`)}${isHidden ? '  (hidden)' : ''}`;
}

/** Reads which pictures a book shows to everybody; the returned function prints their addresses at the CDN. */
export type PurgesOfBook = (
  db: DbPool,
  site: Pick<Settings, 'media'>,
  bookId: string,
) => Promise<(print: (line: string) => void) => void>;

/** `longstrip book hide|show`. */
export function runBookVisibility(
  site: CommandSite,
  given: { id: string; hidden: boolean; purgesOfBook: PurgesOfBook },
): Promise<void> {
  const id = z.safeParse(givenUuid, given.id);
  if (!id.success) throw new OperatorError(`${JSON.stringify(given.id)} is not the UUID of a book.`);
  return site.withDatabase(async (db) => {
    const tellPurges = given.hidden ? await given.purgesOfBook(db, site, id.data) : null;
    const found = await withTransaction(db, (tx) => changeVisibility(tx, { id: id.data, hidden: given.hidden }));
    if (!found) throw new OperatorError(`There is no book ${id.data}.`);
    console.log(`Book ${id.data} is ${given.hidden ? 'hidden from readers' : 'shown to readers'}.`);
    tellPurges?.((line) => console.log(line));
  });
}

/** False where there is no such book; a book that is so already changes nothing, and gets no row in the audit. */
async function changeVisibility(tx: Db, { id, hidden }: { id: string; hidden: boolean }): Promise<boolean> {
  const before = await findVisibility(tx, id);
  if (!before) return false;
  if (before.hidden === hidden) return true;
  await setBookHidden(tx, { bookId: id, hidden });
  await writeAudit(tx, {
    by: commandLine,
    action: hidden ? 'book.hide' : 'book.show',
    target: { kind: 'book', id, name: before.title },
    before: { hidden: before.hidden },
    after: { hidden },
  });
  return true;
}
