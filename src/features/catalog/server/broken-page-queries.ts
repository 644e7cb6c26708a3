import type { Db } from '../../../server/db.ts';

/** The pictures that one page of a chapter is made of, from top to bottom; `page` counts from 1. */
export async function listPicturesOfPage(
  db: Db,
  { chapterId, language, page }: { chapterId: string; language: string; page: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select image_id as id from pages where chapter_id = $1 and language = $2 and page = $3 order by position',
    [chapterId, language, page - 1],
  );
  return rows.map(({ id }) => id);
}

/** The chapters of these ids with their titles and their books', in the book's own language where there is one. */
export async function listNamedChapters(
  db: Db,
  chapterIds: readonly string[],
): Promise<{ chapterId: string; bookId: string; bookTitle: string; number: number | null; title: string }[]> {
  const { rows } = await db.query<{
    chapterId: string;
    bookId: string;
    bookTitle: string;
    number: number | null;
    title: string;
  }>(
    `select distinct on (c.id) c.id as "chapterId", c.book_id as "bookId", b.title as "bookTitle", c.number,
       coalesce(e.title, '') as title
     from chapters c
     join books k on k.id = c.book_id
     join editions b on b.book_id = c.book_id
     left join chapter_editions e on e.chapter_id = c.id and e.language = b.language
     where c.id = any($1::uuid[])
     order by c.id, e.chapter_id is null, b.language = k.original_language desc, b.language`,
    [chapterIds],
  );
  return rows;
}
