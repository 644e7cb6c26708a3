import type { DbPool } from '../../../src/server/database/db.ts';

/** Windows that all lie ahead and do not overlap: every second one of the site, the others of a hundred books. */
export async function openWindows(db: DbPool, windows: number): Promise<void> {
  await db.query(
    `insert into windows (book_id, from_at, to_at)
     select case when n % 2 = 0 then b.id end, now() + n * interval '1 hour',
       now() + n * interval '1 hour' + interval '30 minutes'
     from generate_series(1, $1::int) n
     left join (select id, row_number() over (order by id) as at from books limit 100) b on b.at = 1 + n % 100`,
    [windows],
  );
}

/** Gives that many books, one each, a chapter that comes within a month. */
export async function scheduleChapters(db: DbPool, chapters: number): Promise<void> {
  await db.query(
    `with made as (
       insert into chapters (book_id, number, place, source_key, created_at, published_at)
       select id, null, 1000, 'scheduled', now(), now() + interval '1 day' + random() * interval '30 days'
       from books order by id limit $1
       returning id, book_id, published_at),
     edition as (
       insert into chapter_editions (chapter_id, language, title, has_content, published_at, is_published)
       select id, 'zh-cn', 'It comes', true, published_at, false from made)
     update books b set next_change_at = made.published_at from made where b.id = made.book_id`,
    [chapters],
  );
  await db.query('analyze');
}
