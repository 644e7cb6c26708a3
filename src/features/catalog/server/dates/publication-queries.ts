import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';

export type PublicationState = 'draft' | 'scheduled' | 'published';

export interface PublicationFilter {
  /** Chapters published from this moment on; drafts have none. */
  from: Date | null;
  /** Chapters published before this moment. */
  to: Date | null;
  bookId: string | null;
  state: PublicationState | null;
  language: Language | null;
  limit: number;
  offset: number;
}

/** A chapter in a language; each row also has the total of all pages, and the database's clock. */
export interface PublicationKey {
  bookId: string;
  chapterId: string;
  language: Language;
  total: number;
  now: Date;
}

export async function selectPublications(db: Db, filter: PublicationFilter): Promise<PublicationKey[]> {
  const { rows } = await db.query<PublicationKey>(
    `with dated as (
       select c.book_id, c.id, e.language, coalesce(c.place, c.number) as place,
         case when e.published_at = '-infinity' then c.created_at else e.published_at end as at
       from chapters c join chapter_editions e on e.chapter_id = c.id and e.has_content
       join books b on b.id = c.book_id and b.deleted_at is null
       where c.deleted_at is null and ($1::uuid is null or c.book_id = $1) and ($2::text is null or e.language = $2))
     select book_id as "bookId", id as "chapterId", language, count(*) over () as total, now() as now from dated
     where ($3::timestamptz is null or at >= $3) and ($4::timestamptz is null or at < $4)
       and ($5::text is null or $5 = case when at is null then 'draft' when at > now() then 'scheduled' else 'published' end)
     order by at, place, id, language limit $6 offset $7`,
    [filter.bookId, filter.language, filter.from, filter.to, filter.state, filter.limit, filter.offset],
  );
  return rows;
}
