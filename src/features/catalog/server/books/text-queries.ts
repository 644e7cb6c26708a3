import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { AccessFacts } from '../../access.ts';
import { accessFields } from './chapter-queries.ts';

/** A chapter of a novel, in the language that its reader would get. */
export interface ChapterWithText extends AccessFacts {
  id: string;
  language: Language;
  season: number | null;
  label: string | null;
  /** The bytes of its stored, compressed text. */
  size: number;
  /** Changes with every change of the chapter's title or text. */
  revision: string;
}

/**
 * The chapters of a visible novel that have a text, in their order, each in the language that its reader would get;
 * none for a comic. Null: there is no such book.
 */
export async function listChaptersWithText(
  db: Db,
  wanted: { bookId: string; language: Language },
): Promise<ChapterWithText[] | null> {
  const { rows } = await db.query<ChapterWithText & { id: string | null }>(
    {
      name: 'catalog-chapters-with-text',
      text: `
        select c.id, c.number, c.season, c.label, c.language, c.size, c.revision, ${accessFields}
        from books b
        left join lateral (
          select chapters.*, t.language, t.size, t.revision from published_chapters chapters
          cross join lateral (
            select ce.language, pg_column_size(ce.blocks) as size, stored.xmin::text as revision
            from published_editions ce join chapter_editions stored using (chapter_id, language)
            where ce.chapter_id = chapters.id and ce.has_content
            order by array_position(array[$1::text, 'en-us', b.original_language], ce.language), ce.language limit 1) t
          where book_id = b.id and t.size is not null) c on true
        where b.id = $2 and not b.hidden
        order by c.number`,
    },
    [wanted.language, wanted.bookId],
  );
  return rows.length === 0 ? null : rows.filter(({ id }) => id !== null);
}

/** A block by its index in a chapter. */
export interface BlockPlace extends Pick<ChapterWithText, 'id' | 'language'> {
  index: number;
}

export interface ChapterText {
  chapterId: string;
  title: string;
  /** The stored form. */
  blocks: unknown;
}

/** The texts of these chapters. */
export async function listTextsOf(
  db: Db,
  chapters: readonly Pick<ChapterWithText, 'id' | 'language'>[],
): Promise<ChapterText[]> {
  const { rows } = await db.query<ChapterText>(
    {
      name: 'catalog-texts-of',
      text: `
        select chapter_id as "chapterId", coalesce(title, '') as title, blocks
        from unnest($1::uuid[], $2::text[]) as asked(id, language)
        join published_editions ce on ce.chapter_id = asked.id and ce.language = asked.language
        where blocks is not null`,
    },
    [chapters.map(({ id }) => id), chapters.map(({ language }) => language)],
  );
  return rows;
}

/** One block of each of these chapters, in the order asked; null where there is none any more. */
export async function listBlocksAt(db: Db, places: readonly BlockPlace[]): Promise<unknown[]> {
  const { rows } = await db.query<{ block: unknown }>(
    {
      name: 'catalog-blocks-at',
      text: `
        select ce.blocks -> asked.index as block
        from unnest($1::uuid[], $2::text[], $3::int[]) with ordinality as asked(id, language, index, place)
        left join published_editions ce on ce.chapter_id = asked.id and ce.language = asked.language
        order by asked.place`,
    },
    [places.map(({ id }) => id), places.map(({ language }) => language), places.map(({ index }) => index)],
  );
  return rows.map(({ block }) => block);
}
