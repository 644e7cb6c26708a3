import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';

/** The titles of these books in a language, else in their own; hidden books too. */
export async function listTitles(
  db: Db,
  asked: { bookIds: readonly string[]; language: Language },
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ bookId: string; title: string }>(
    `select distinct on (b.id) b.id as "bookId", e.title from books b join editions e on e.book_id = b.id
     where b.id = any($1::uuid[])
     order by b.id, e.language = $2 desc, e.language = 'en-us' desc, e.language = b.original_language desc`,
    [asked.bookIds, asked.language],
  );
  return new Map(rows.map(({ bookId, title }) => [bookId, title]));
}

/** The published chapters of a book in reading order, with their titles in a language; null: there is no such book. */
export async function listNumberedChapters(
  db: Db,
  asked: { bookId: string; language: Language },
): Promise<{ id: string; number: number; title: string }[] | null> {
  const { rows } = await db.query<{ id: string | null; number: number; title: string | null }>(
    `select distinct on (c.number) c.id, c.number, e.title
     from books b left join published_chapters c on c.book_id = b.id
     left join chapter_editions e on e.chapter_id = c.id
     where b.id = $1
     order by c.number, e.language = $2 desc nulls last, e.language = 'en-us' desc, e.language = b.original_language desc`,
    [asked.bookId, asked.language],
  );
  if (rows.length === 0) return null;
  return rows.flatMap(({ id, number, title }) => (id === null ? [] : [{ id, number, title: title ?? '' }]));
}
