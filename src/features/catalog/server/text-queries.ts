import type { Db } from '../../../server/db.ts';
import type { Language } from '../../../shared/languages.ts';

/** A chapter of a novel, in the language that its reader would get. */
export interface ChapterWithText {
  id: string;
  number: number;
  language: Language;
  publicFreeChapters: number | null;
}

/** The chapters of a visible novel that have a text, in their order; none for a comic. Null: there is no such book. */
export async function listChaptersWithText(
  db: Db,
  wanted: { bookId: string; language: Language },
): Promise<ChapterWithText[] | null> {
  const { rows } = await db.query<ChapterWithText & { id: string | null }>(
    {
      name: 'catalog-chapters-with-text',
      text: `
        select c.id, c.number, c.language, b.public_free_chapters as "publicFreeChapters"
        from books b
        left join lateral (
          select chapters.id, number, t.language from chapters
          cross join lateral (
            select ce.language, ce.blocks from chapter_editions ce where ce.chapter_id = chapters.id and ce.has_content
            order by array_position(array[$1::text, 'en-us', b.original_language], ce.language), ce.language limit 1) t
          where book_id = b.id and t.blocks is not null) c on true
        where b.id = $2 and not b.hidden
        order by c.number`,
    },
    [wanted.language, wanted.bookId],
  );
  return rows.length === 0 ? null : rows.filter(({ id }) => id !== null);
}

/** Letters as the search compares them, the same as `foldForSearch` of src/shared/search-text.ts. */
const folded = (text: string) => `
  regexp_replace(
    replace(replace(replace(replace(replace(
      lower(translate(
        regexp_replace(normalize(${text}, NFKD),
          '[\\u0300-\\u036f\\u0483-\\u0489\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dd\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u3099\\u309a\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufe00-\\ufe0f\\ufeff]',
          '', 'g'),
        'أإآٱىة', 'اااايه')),
      'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'ø', 'o'), 'ł', 'l'),
    '\\s+', ' ', 'g')`;

export interface TextHit {
  chapterId: string;
  chapterNumber: number;
  title: string;
  /** Of the block among those stored. */
  index: number;
  text: string;
}

/** Blocks in which the folded words stand, in reading order, and how many there are, counted up to `most`. */
export async function findInTexts(
  db: Db,
  wanted: {
    chapters: readonly Pick<ChapterWithText, 'id' | 'language'>[];
    words: string;
    most: number;
    limit: number;
    offset: number;
  },
): Promise<{ hits: TextHit[]; total: number }> {
  const { rows } = await db.query<TextHit & { total: string }>(
    {
      name: 'catalog-find-in-texts',
      text: `
        with hits as materialized (
          select asked.place, j.place as block, t.text
          from unnest($1::uuid[], $2::text[]) with ordinality as asked(id, language, place)
          join chapter_editions ce on ce.chapter_id = asked.id and ce.language = asked.language
          cross join lateral jsonb_array_elements(ce.blocks) with ordinality as j(block, place)
          cross join lateral (
            select string_agg(
              case inline->>'type' when 'ruby' then inline->>'base' when 'br' then chr(10) else inline->>'text' end,
              '' order by at) as text
            from jsonb_array_elements(coalesce(j.block->'inlines', '[]')) with ordinality as i(inline, at)) t
          where ${folded('t.text')} like $3
          order by asked.place, j.place limit $4)
        select c.id as "chapterId", c.number as "chapterNumber", coalesce(ce.title, '') as title,
          (hits.block - 1)::int as index, hits.text, (select count(*) from hits) as total
        from hits
        join unnest($1::uuid[], $2::text[]) with ordinality as asked(id, language, place) on asked.place = hits.place
        join chapters c on c.id = asked.id
        join chapter_editions ce on ce.chapter_id = asked.id and ce.language = asked.language
        order by hits.place, hits.block limit $5 offset $6`,
    },
    [
      wanted.chapters.map(({ id }) => id),
      wanted.chapters.map(({ language }) => language),
      `%${wanted.words.replace(/[\\%_]/g, '\\$&')}%`,
      wanted.most,
      wanted.limit,
      wanted.offset,
    ],
  );
  return { hits: rows.map(({ total: _, ...hit }) => hit), total: Number(rows[0]?.total ?? 0) };
}
