import * as z from 'zod/mini';
import { findVisibility, listBooksForOperator, setBookHidden } from '../../features/catalog/server/catalog.ts';
import { auditWritten } from '../../features/importing/batches/server/audit-books.ts';
import { beginCommandBatch, breakOffBatch, endCommandBatch } from '../../features/importing/batches/server/command.ts';
import { explainCommand, importCommand } from '../../features/importing/server/importing.ts';
import { openMedia } from '../../features/media/server/media.ts';
import { commandLine, writeAudit } from '../../features/studio/server/audit.ts';
import { announce } from '../../server/command/announce.ts';
import type { CommandSite } from '../../server/command/command.ts';
import { OperatorError } from '../../server/command/operator-error.ts';
import { type Db, withTransaction } from '../../server/database/db.ts';
import { whileMediaStays } from '../../server/lease/media-lock.ts';
import { migrate } from '../../server/migrations/migrate.ts';
import { printable } from '../../shared/text.ts';
import { givenUuid } from '../../shared/wire.ts';
import { mediaOptions, requireConverters } from '../converters.ts';
import { requireOwnStore } from '../own-store.ts';
import { listPublicAddresses, printPurges, tellingPurges } from './purge.ts';
import { seedDemo } from './seed.ts';

/** `longstrip migrate`: applies the pending migrations and names them. */
export function runMigrate(site: CommandSite, options: { json?: true }): Promise<void> {
  return site.withOpenDatabase(async ({ url }) => {
    const applied = await migrate({ url });
    if (options.json) console.log(JSON.stringify({ applied }));
    else console.log(applied.length === 0 ? 'Nothing to migrate.' : `Migrated: ${applied.join(', ')}`);
  });
}

export type ImportOptions = {
  dryRun?: true;
  prune?: true;
  draft?: true;
  pruneAnyway?: true;
  oneBook?: true;
  sameBook?: true;
  json?: true;
  avif?: 'now' | 'later';
  explain?: true;
  encoding?: string;
};

/** `longstrip import --explain`: needs no site. The exit status is 1 when a file is no plain text. */
export function runExplain(paths: readonly string[], { json, encoding }: ImportOptions): Promise<0 | 1> {
  const { stdout, stderr } = process;
  return explainCommand({ stdout, stderr }, { paths, isJson: json ?? false, ...(encoding ? { encoding } : {}) });
}

/** `longstrip import`: the exit status is 1 when something was left out. */
export async function runImport(site: CommandSite, paths: readonly string[], options: ImportOptions): Promise<0 | 1> {
  const work = (there: CommandSite) => importInto(there, { paths, options, tellsInLines: !site.isQuiet });
  return options.dryRun ? await site.onTrial(work) : await work(site);
}

function importInto(
  site: CommandSite,
  { paths, options, tellsInLines }: { paths: readonly string[]; options: ImportOptions; tellsInLines: boolean },
): Promise<0 | 1> {
  return site.withImportPlace(async (db) => {
    const media = openMedia(mediaOptions(site));
    try {
      await requireConverters(site, media);
      if (!options.dryRun) await requireOwnStore(site, db);
      const { stdout, stderr } = process;
      const given = {
        paths,
        isDryRun: options.dryRun ?? false,
        isPruning: (options.prune || options.pruneAnyway) ?? false,
        asDrafts: options.draft ?? false,
        mayPruneMost: options.pruneAnyway ?? false,
        isOneBook: options.oneBook ?? false,
        isSameBook: options.sameBook ?? false,
        isJson: options.json ?? false,
        ...(options.avif && { avif: options.avif }),
        ...(options.encoding ? { encoding: options.encoding } : {}),
      };
      const context = { db, media, stdout, stderr, ...(tellsInLines && { tellsInLines }) };
      // A stored picture that the import finds must not be freed before its book is published.
      return await whileMediaStays(db, async () => {
        if (given.isDryRun) return await importCommand(context, given);
        const print = given.isJson ? announce : (line: string) => console.log(line);
        return await tellingPurges({ db, site, print }, (watch) => importInBatch(context, { ...given, ...watch }));
      });
    } finally {
      await media.close();
    }
  });
}

/** Imports as a batch, which can be undone; also where it broke off half-way. */
async function importInBatch(
  context: Parameters<typeof importCommand>[0],
  given: Parameters<typeof importCommand>[1],
): Promise<0 | 1> {
  const { db } = context;
  const batch = await beginCommandBatch(db, given.paths);
  try {
    return await importCommand(context, {
      ...given,
      batch,
      async onWritten(tx, book) {
        await auditWritten(commandLine, batch)(tx, book);
        await given.onWritten?.(tx, book);
      },
      onReport: (report) => endCommandBatch(db, batch, report),
    });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    await breakOffBatch(db, batch, cause).catch(() => {}); // the first fault is the one to tell
    throw error;
  }
}

/** `longstrip seed`: publishes the demo catalogue; changes nothing where it is published already. */
export function runSeed(site: CommandSite, options: { json?: true }): Promise<void> {
  return site.withImportPlace(async (db) => {
    const outcome = await seedDemo({ db, site, print: announce });
    if (options.json) console.log(JSON.stringify({ seeded: outcome === 'seeded' }));
    else console.log(outcome === 'seeded' ? 'The demo catalogue is in place.' : 'The demo catalogue is there already.');
  });
}

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

/** `longstrip book hide|show`. */
export function runBookVisibility(site: CommandSite, given: { id: string; hidden: boolean }): Promise<void> {
  const id = z.safeParse(givenUuid, given.id);
  if (!id.success) throw new OperatorError(`${JSON.stringify(given.id)} is not the UUID of a book.`);
  return site.withDatabase(async (db) => {
    const addresses = given.hidden ? await listPublicAddresses(db, site, id.data) : [];
    const found = await withTransaction(db, (tx) => changeVisibility(tx, { id: id.data, hidden: given.hidden }));
    if (!found) throw new OperatorError(`There is no book ${id.data}.`);
    console.log(`Book ${id.data} is ${given.hidden ? 'hidden from readers' : 'shown to readers'}.`);
    printPurges(addresses, (line) => console.log(line));
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
