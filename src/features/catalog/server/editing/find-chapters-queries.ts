import type { Db } from '../../../../server/database/db.ts';
import { defaultLanguage, type Language } from '../../../../shared/languages.ts';

export interface FoundChapter {
  id: string;
  bookId: string;
  bookTitle: string;
  place: number;
  title: string;
  coverImageId: string | null;
}

/** So many books are looked through at most: the most popular of those that a text names. */
const mostBooks = 20;
const mostChapters = 20;

/** Chapters at a place or of a printed number, or with a word in a title, in the books of that text; drafts too. */
export async function selectChaptersByName(
  db: Db,
  asked: { book: string; keys: readonly string[]; number: number | null; word: string; language: Language },
): Promise<FoundChapter[]> {
  const { rows } = await db.query<FoundChapter>(
    `with found as (
       select b.id, b.original_language, row_number() over (order by b.popularity desc, b.id) as rank from books b
       where b.deleted_at is null and b.id in (
         select s.book_id from book_searches s
         where not s.hidden and split_keys(s.keys) collate "C" @> $2::text[] and position($1 in s.text) > 0
         union all select s.book_id from book_searches s where s.hidden and position($1 in s.text) > 0)
       order by rank limit ${mostBooks}),
     named as (
       select c.id, c.book_id, coalesce(c.place, c.number) as place, found.original_language, found.rank
       from found join chapters c on c.book_id = found.id and c.deleted_at is null
       where case when $3::int is not null then coalesce(c.place, c.number) = $3 or c.label = $4
         else exists (select from chapter_editions e where e.chapter_id = c.id and position($4 in lower(e.title)) > 0) end
       order by found.rank, place limit ${mostChapters})
     select named.id, named.book_id as "bookId", named.place, coalesce(chapter.title, '') as title,
       coalesce(book.title, '') as "bookTitle", cover.cover_image_id as "coverImageId"
     from named
     left join lateral (select e.title from chapter_editions e where e.chapter_id = named.id
       order by array_position(array[$5, $6, original_language], e.language) nulls last limit 1) chapter on true
     left join lateral (select e.title from editions e where e.book_id = named.book_id
       order by array_position(array[$5, $6, original_language], e.language) nulls last limit 1) book on true
     left join lateral (select e.cover_image_id from editions e
       where e.book_id = named.book_id and e.cover_image_id is not null
       order by array_position(array[$5, $6, original_language], e.language) nulls last limit 1) cover on true
     order by rank, place`,
    [asked.book, asked.keys, asked.number, asked.word, asked.language, defaultLanguage],
  );
  return rows;
}
