import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { ChapterEditionRow } from '../imports/queries.ts';

/** The chapters of a book that have a text in one of these languages (null: in any), in their order. */
export async function listTextChapters(
  db: Db,
  { bookId, languages }: { bookId: string; languages: readonly Language[] | null },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select c.id from chapters c where c.book_id = $1 and c.deleted_at is null and exists (
       select from chapter_editions e where e.chapter_id = c.id and e.blocks is not null
         and ($2::text[] is null or e.language = any($2)))
     order by coalesce(c.place, c.number)`,
    [bookId, languages],
  );
  return rows.map(({ id }) => id);
}

/** The texts of chapters, in their order, and whether each was written by hand. */
export async function listTexts(
  db: Db,
  { chapterIds, languages }: { chapterIds: readonly string[]; languages: readonly Language[] | null },
): Promise<{ row: ChapterEditionRow; isByHand: boolean }[]> {
  const { rows } = await db.query<ChapterEditionRow & { isByHand: boolean }>(
    `select e.chapter_id, e.language, e.title, e.cover_image_id, e.has_content, e.blocks,
       case when e.published_at = '-infinity' then c.created_at else e.published_at end as published_at,
       e.first_published_at, e.preview_image_id, e.reading_seconds,
       'text.' || e.language = any(c.edited) as "isByHand"
     from unnest($1::uuid[]) with ordinality as asked(id, at) join chapters c on c.id = asked.id
     join chapter_editions e on e.chapter_id = c.id
     where e.blocks is not null and ($2::text[] is null or e.language = any($2)) order by asked.at, e.language`,
    [chapterIds, languages],
  );
  return rows.map(({ isByHand, ...row }) => ({ row, isByHand }));
}

/** Notes that these texts were written by hand, and by whom. */
export async function signTexts(
  tx: Db,
  given: {
    texts: readonly { chapter_id: string; language: Language }[];
    user: { uuid: string; username: string } | null;
  },
): Promise<void> {
  const { user } = given;
  const values = [given.texts.map(({ chapter_id }) => chapter_id), given.texts.map(({ language }) => language)];
  await tx.query(
    `update text_versions v set made_by = 'studio', user_id = $3, username = $4
     from unnest($1::uuid[], $2::text[]) as given(id, language)
     where v.chapter_id = given.id and v.language = given.language and v.blocks is null`,
    [...values, user?.uuid ?? null, user?.username ?? null],
  );
  await tx.query(
    `update chapters c set version = version + 1, edited = array(
       select distinct unnest(c.edited || array_agg) order by 1)
     from (select id, array_agg('text.' || language) from unnest($1::uuid[], $2::text[]) as given(id, language) group by id) texts
     where c.id = texts.id`,
    values,
  );
}
