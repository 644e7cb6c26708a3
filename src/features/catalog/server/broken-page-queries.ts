import type { Db } from '../../../server/database/db.ts';
import { defaultLanguage, type Language } from '../../../shared/languages.ts';

/** A page of a chapter in a language; `page` counts from 1. */
export interface PageOfEdition {
  chapterId: string;
  language: string;
  page: number;
}

/** The pictures of these pages, each from top to bottom; pages count from 1, and of one that is not there none comes. */
export async function listPicturesOfPages(
  db: Db,
  asked: readonly PageOfEdition[],
): Promise<(PageOfEdition & { imageId: string })[]> {
  const { rows } = await db.query<PageOfEdition & { imageId: string }>(
    `select p.chapter_id as "chapterId", p.language, asked.page, p.image_id as "imageId"
     from unnest($1::uuid[], $2::text[], $3::int[]) as asked(chapter_id, language, page)
     join pages p on p.chapter_id = asked.chapter_id and p.language = asked.language and p.page = asked.page - 1
     order by asked.chapter_id, asked.language, asked.page, p.position`,
    [asked.map(({ chapterId }) => chapterId), asked.map(({ language }) => language), asked.map(({ page }) => page)],
  );
  return rows;
}

/** The chapters of these ids with their titles and their books', in that language, else American English, else the book's own. */
export async function listNamedChapters(
  db: Db,
  { chapterIds, language }: { chapterIds: readonly string[]; language: Language },
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
     order by c.id, e.chapter_id is null, array_position(array[$2, $3, k.original_language], b.language) nulls last, b.language`,
    [chapterIds, language, defaultLanguage],
  );
  return rows;
}
