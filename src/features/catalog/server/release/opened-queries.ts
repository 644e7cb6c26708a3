import type { Db } from '../../../../server/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { defaultFreeChapters } from '../../rules.ts';
import { editionsOfNewChapter, type NewChapter, newChapterFields } from '../queries.ts';

/** A chapter that was for members, with the moment since which it is free for good. */
export interface OpenedChapter extends NewChapter {
  openedAt: Date;
}

/**
 * The chapters of some books that their own date, or the end of their early access, has opened; the last opened come
 * first. A chapter that a window had open at that moment is none of them.
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
          select c.id, c.book_id, c.access, c.free_at as at from books b join published_chapters c on c.book_id = b.id
          where b.id = any($2::uuid[]) and not b.hidden and c.free_at <= $3 and c.free_at > c.published_since
            and (c.access = 'members' or c.number > coalesce(b.public_free_chapters, $5))
          union all
          select c.id, c.book_id, c.access, ended.at from books b join published_chapters c on c.book_id = b.id
          cross join lateral (
            select c.published_since + make_interval(hours => 24 * b.early_access_days) as at) ended
          where b.id = any($2::uuid[]) and not b.hidden and b.early_access_days > 0 and c.free_at is null
            and c.access = 'rule' and c.number > coalesce(b.public_free_chapters, $5) and ended.at <= $3),
        page as (
          select * from opened where access = 'members' or not exists (
            select from windows w where (w.book_id is null or w.book_id = opened.book_id)
              and w.from_at < opened.at and w.to_at >= opened.at)
          order by at desc, id limit $4)
        select page.at as "openedAt", ${newChapterFields}
        from page join published_chapters c on c.id = page.id join books b on b.id = c.book_id ${editionsOfNewChapter}
        order by page.at desc, c.number desc, c.id`,
    },
    [wanted.language, wanted.bookIds, wanted.now, wanted.limit, defaultFreeChapters],
  );
  return rows;
}
