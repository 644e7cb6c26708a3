import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { replacePages } from '../imports/write-queries.ts';

/** A page with its images from top to bottom. */
export interface HandPage {
  sourceKey: string;
  imageIds: string[];
}

/** A chapter in a language, with what its pages decide. */
export interface PagedEdition {
  chapterId: string;
  bookId: string;
  title: string;
  kind: 'comic' | 'novel';
  /** Whether the chapter has a title in this language. */
  isThere: boolean;
  isText: boolean;
  hasContent: boolean;
  coverImageId: string | null;
  pages: HandPage[];
}

/** A chapter that is not in the trash, in a language. */
export async function findPagedEdition(
  db: Db,
  asked: { chapterId: string; language: Language },
): Promise<PagedEdition | null> {
  const { rows } = await db.query<PagedEdition>(
    `select c.id as "chapterId", c.book_id as "bookId", b.kind, e.chapter_id is not null as "isThere",
       coalesce(e.title, (select title from chapter_editions where chapter_id = c.id
         order by language <> b.original_language, language limit 1), '') as title,
       e.blocks is not null as "isText", coalesce(e.has_content, false) as "hasContent",
       e.cover_image_id as "coverImageId",
       (select coalesce(jsonb_agg(jsonb_build_object('sourceKey', key, 'imageIds', ids) order by page), '[]')
        from (select page, min(source_key) as key, jsonb_agg(image_id order by position) as ids
              from pages where chapter_id = c.id and language = $2 group by page) as paged) as pages
     from chapters c join books b on b.id = c.book_id
     left join chapter_editions e on e.chapter_id = c.id and e.language = $2
     where c.id = $1 and c.deleted_at is null and b.deleted_at is null`,
    [asked.chapterId, asked.language],
  );
  return rows[0] ?? null;
}

/** Makes these the pages of a chapter's edition, and notes that they were made by hand. */
export async function putPages(
  tx: Db,
  given: {
    chapterId: string;
    language: Language;
    pages: readonly HandPage[];
    coverImageId: string | null;
    keepsPreview: boolean;
    readingSeconds: number | null;
  },
): Promise<void> {
  const { chapterId, language, pages } = given;
  const edition = { chapter_id: chapterId, language };
  const rows = pages
    .flatMap(({ sourceKey, imageIds }, page) => imageIds.map((imageId) => ({ sourceKey, imageId, page })))
    .map(({ sourceKey, imageId, page }, position) => {
      return { ...edition, position, page, image_id: imageId, source_key: sourceKey };
    });
  await replacePages(tx, [edition], rows);
  await tx.query(
    `update chapter_editions set has_content = $3, cover_image_id = $4, reading_seconds = $5,
       preview_image_id = case when $6 then preview_image_id end,
       published_at = case when has_content then published_at end
     where chapter_id = $1 and language = $2`,
    [chapterId, language, pages.length > 0, given.coverImageId, given.readingSeconds, given.keepsPreview],
  );
  await tx.query(
    `update chapters set version = version + 1,
       edited = array(select distinct unnest(edited || ('pages.' || $2::text)) order by 1) where id = $1`,
    [chapterId, language],
  );
}

/** The first image of a page of a book; null: there is no such page. */
export async function findPageImage(
  db: Db,
  asked: { bookId: string; chapterId: string; language: Language; page: number },
): Promise<string | null> {
  const { rows } = await db.query<{ imageId: string }>(
    `select p.image_id as "imageId" from pages p join chapters c on c.id = p.chapter_id
     where c.book_id = $1 and c.deleted_at is null and p.chapter_id = $2 and p.language = $3 and p.page = $4 - 1
     order by p.position limit 1`,
    [asked.bookId, asked.chapterId, asked.language, asked.page],
  );
  return rows[0]?.imageId ?? null;
}

/** A page with its chapter's edition, and its images from top to bottom. */
export interface FirstPage {
  chapterId: string;
  language: Language;
  page: number;
  imageIds: string[];
}

const firstChapters = 3;
const mostFirstPages = 60;

/** The pages of a book's first chapters, each in a language, else in the original, else in any. */
export async function listFirstPages(
  db: Db,
  { bookId, language }: { bookId: string; language: Language },
): Promise<FirstPage[]> {
  const { rows } = await db.query<FirstPage>(
    `select c.id as "chapterId", e.language, p.page + 1 as page, p.ids as "imageIds"
     from (select c.id, coalesce(c.place, c.number) as place, b.original_language from chapters c
       join books b on b.id = c.book_id
       where c.book_id = $1 and c.deleted_at is null and exists (select from pages p where p.chapter_id = c.id)
       order by place limit ${firstChapters}) c
     cross join lateral (
       select e.language from chapter_editions e where e.chapter_id = c.id and exists (
         select from pages p where p.chapter_id = c.id and p.language = e.language)
       order by array_position(array[$2, c.original_language], e.language) nulls last, e.language limit 1) e
     cross join lateral (
       select page, jsonb_agg(image_id order by position) as ids from pages p
       where p.chapter_id = c.id and p.language = e.language group by page) p
     order by c.place, p.page limit ${mostFirstPages}`,
    [bookId, language],
  );
  return rows;
}

export interface Present {
  userId: string;
  username: string;
  since: Date;
}

const PRESENT = '40 seconds';

/** Those who have the book open, the longest there first. */
export async function listPresent(db: Db, bookId: string): Promise<Present[]> {
  const { rows } = await db.query<Present>(
    `select user_id as "userId", username, since from book_presence
     where book_id = $1 and seen_at > now() - interval '${PRESENT}' order by since, user_id`,
    [bookId],
  );
  return rows;
}

/** Notes that somebody has the book open, and forgets those who have left long ago. */
export async function notePresent(tx: Db, given: { bookId: string; userId: string; username: string }): Promise<void> {
  await tx.query(
    `delete from book_presence where ctid in (
       select ctid from book_presence where seen_at < now() - interval '1 hour' for update skip locked)`,
  );
  await tx.query(
    `insert into book_presence (book_id, user_id, username) values ($1, $2, $3)
     on conflict (book_id, user_id) do update set username = excluded.username, seen_at = now(),
       since = case when book_presence.seen_at > now() - interval '${PRESENT}' then book_presence.since else now() end`,
    [given.bookId, given.userId, given.username],
  );
}

export async function deletePresent(db: Db, given: { bookId: string; userId: string }): Promise<void> {
  await db.query('delete from book_presence where book_id = $1 and user_id = $2', [given.bookId, given.userId]);
}
