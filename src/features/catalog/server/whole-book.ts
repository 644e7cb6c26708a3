import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import type { StoredBlock } from './imports/imported.ts';
import type { BookRow } from './imports/queries.ts';
import {
  findWholeBook,
  findWholeText,
  listWholeChapters,
  listWholeEditions,
  listWholePages,
  type WholeChapter,
  type WholeEdition,
} from './whole-book-queries.ts';

export type { WholeChapter, WholeChapterEdition, WholeEdition } from './whole-book-queries.ts';

/** All that its publisher has told of a book, drafts too, but its pages and texts. */
export interface WholeBook {
  book: BookRow;
  editions: WholeEdition[];
  chapters: WholeChapter[];
}

/** A book for whoever runs the site; null where there is none, or where it is in the trash. */
export async function readWholeBook(db: Db, bookId: string): Promise<WholeBook | null> {
  const book = await findWholeBook(db, bookId);
  if (!book) return null;
  return { book, editions: await listWholeEditions(db, bookId), chapters: await listWholeChapters(db, bookId) };
}

/** The pages of a comic's chapter in their order, each with the images of its tiles and the name of its file. */
export async function readWholePages(
  db: Db,
  of: { chapterId: string; language: Language },
): Promise<{ name: string; imageIds: string[] }[]> {
  const pages = new Map<string, string[]>();
  for (const { imageId, name } of await listWholePages(db, of)) pages.set(name, [...(pages.get(name) ?? []), imageId]);
  return [...pages].map(([name, imageIds]) => ({ name, imageIds }));
}

/** A novel's text; empty where there is none. */
export async function readWholeText(db: Db, of: { chapterId: string; language: Language }): Promise<StoredBlock[]> {
  // Only `writeImport` writes them, and it accepts no other shape.
  return ((await findWholeText(db, of)) as StoredBlock[] | null) ?? [];
}
