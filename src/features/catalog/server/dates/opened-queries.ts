import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { editionsOfNewChapter, type NewChapter, newChapterFields } from '../books/chapter-queries.ts';
import { freeChapters } from '../books/queries.ts';

/** A chapter that was for members, with the moment since which it is free for good. */
export interface OpenedChapter extends NewChapter {
  openedAt: Date;
}

/**
 * The chapters of some books that were opened by their own date or by the end of their early access, the last opened
 * first. A chapter that a free window had open at that moment does not count.
 */
export async function listOpenedChapters(
  db: Db,
  wanted: { bookIds: readonly string[]; language: Language; now: Date; limit: number },
): Promise<OpenedChapter[]> {
  if (wanted.bookIds.length === 0) return [];
  const { rows } = await db.query<OpenedChapter>(
    {
      name: 'catalog-opened-chapters',
      text: `
        with opened as (
          select own.* from books b cross join lateral (
            select c.id, c.free_at as at from published_chapters c
            where c.book_id = b.id and c.free_at <= $3 and c.free_at > c.published_since
              and (c.access = 'members' or ${freeChapters} < c.number)
              and (c.access = 'members' or not exists (
                select from windows w where (w.book_id is null or w.book_id = b.id)
                  and w.from_at < c.free_at and w.to_at >= c.free_at))
            order by c.free_at desc, c.id limit $4) own
          where b.id = any($2::uuid[]) and not b.hidden
          union all
          select ended.* from books b
          cross join lateral (select make_interval(hours => 24 * b.early_access_days) as lasting) early
          cross join lateral (
            select c.id, c.published_since + early.lasting as at from published_chapters c
            where c.book_id = b.id and c.free_at is null and c.access = 'rule'
              and ${freeChapters} < c.number and c.published_since <= $3::timestamptz - early.lasting
              and not exists (
                select from windows w where (w.book_id is null or w.book_id = b.id)
                  and w.from_at < c.published_since + early.lasting and w.to_at >= c.published_since + early.lasting)
            order by c.published_since desc, c.id limit $4) ended
          where b.id = any($2::uuid[]) and not b.hidden and b.early_access_days > 0),
        page as (select * from opened order by at desc, id limit $4)
        select page.at as "openedAt", ${newChapterFields}
        from page join published_chapters c on c.id = page.id join books b on b.id = c.book_id ${editionsOfNewChapter}
        order by page.at desc, c.number desc, c.id`,
    },
    [wanted.language, wanted.bookIds, wanted.now, wanted.limit],
  );
  return rows;
}
