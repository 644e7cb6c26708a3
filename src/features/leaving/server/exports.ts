import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { Db, DbPool } from '../../../server/database/db.ts';
import type { OwnData } from '../../../server/database/own-data.ts';
import type { Language } from '../../../shared/languages.ts';
import { describePlaces, listTitles } from '../../catalog/server/catalog.ts';
import { forEachUser } from './for-each-user.ts';
import { dropOldFiles, listWantedExports, noteFailedExport, updateExport } from './queries.ts';
import { readmeOf } from './readme.ts';

/**
 * Makes the exports that are wanted, and drops the files whose day is over. A run that is cut short is begun again. An
 * export that cannot be made holds no other up, and waits longer each time; the promise rejects at the end.
 */
export async function makeExports(
  db: DbPool,
  given: { own: readonly OwnData[]; siteName: string; signal?: AbortSignal },
): Promise<void> {
  await dropOldFiles(db);
  await forEachUser(
    await listWantedExports(db),
    async (wanted) => {
      try {
        await updateExport(db, wanted, await packExport(db, { ...wanted, ...given }));
      } catch (error) {
        await noteFailedExport(db, wanted);
        throw error;
      }
    },
    given.signal,
  );
}

async function packExport(
  db: DbPool,
  given: {
    userId: string;
    requestedAt: Date;
    language: Language;
    own: readonly OwnData[];
    siteName: string;
  },
): Promise<Buffer> {
  const { userId, language, own, siteName, requestedAt } = given;
  const told: Record<string, unknown> = {};
  for (const part of own) Object.assign(told, await part.tell(db, userId));
  const files = { ...told, books: await listNamedBooks(db, { told, language }) };
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, { mtime: requestedAt });
  add('README.txt', readmeOf({ language, siteName, at: requestedAt, files: Object.keys(files) }));
  for (const [name, value] of Object.entries(files)) add(`${name}.json`, `${JSON.stringify(value, null, 2)}\n`);
  zip.end();
  return buffer(zip.outputStream);
}

/** The titles of all books that the other files name, as far as readers can see them. */
async function listNamedBooks(db: Db, { told, language }: { told: unknown; language: Language }): Promise<object[]> {
  const ids = [...idsOfBooks(told)];
  const { books } = await describePlaces(db, { bookIds: ids, chapterIds: [] });
  const bookIds = ids.filter((id) => books.get(id)?.isVisible);
  const titles = await listTitles(db, { bookIds, language });
  return bookIds.map((id) => ({ book_uuid: id, title: titles.get(id) ?? null }));
}

function idsOfBooks(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null || value instanceof Date) return found;
  for (const [name, inner] of Object.entries(value))
    if (name === 'book_uuid' && typeof inner === 'string') found.add(inner);
    else idsOfBooks(inner, found);
  return found;
}
