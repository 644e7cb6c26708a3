import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import type { BookRow } from './imports/queries.ts';

/** A book that is not in the trash. */
export async function findWholeBook(db: Db, bookId: string): Promise<BookRow | null> {
  const { rows } = await db.query<BookRow>(
    `select id, source_key, kind, original_language, author, status, layout, reading_direction, licence, attribution,
       public_free_chapters, early_access_days, show_schedule, preview, downloads, recommended, tags, rating, aliases,
       alias_languages
     from books where id = $1 and deleted_at is null`,
    [bookId],
  );
  return rows[0] ?? null;
}

export interface WholeEdition {
  language: Language;
  title: string;
  introduction: string;
  coverImageId: string | null;
  /** The cover shows a part of its picture. */
  isCropped: boolean;
  textLanguage: string | null;
}

export async function listWholeEditions(db: Db, bookId: string): Promise<WholeEdition[]> {
  const { rows } = await db.query<WholeEdition>(
    `select language, title, introduction, cover_image_id as "coverImageId", cover_crop is not null as "isCropped",
       text_language as "textLanguage"
     from editions where book_id = $1 order by language`,
    [bookId],
  );
  return rows;
}

export interface WholeChapter {
  id: string;
  createdAt: Date;
  /** Whether the publisher has given that date. */
  hasOwnDate: boolean;
  access: 'rule' | 'free' | 'members';
  freeAt: Date | null;
  season: number | null;
  label: string | null;
  editions: WholeChapterEdition[];
}

export interface WholeChapterEdition {
  language: Language;
  title: string;
  coverImageId: string | null;
  hasContent: boolean;
  /** Null: a draft. */
  publishedAt: Date | null;
}

/** The chapters of a book in their order, drafts among them, without those in the trash. */
export async function listWholeChapters(db: Db, bookId: string): Promise<WholeChapter[]> {
  type Row = Omit<WholeChapter, 'editions'> & {
    editions: (Omit<WholeChapterEdition, 'publishedAt'> & { publishedAt: string | null })[];
  };
  const { rows } = await db.query<Row>(
    `select c.id, c.created_at as "createdAt", c.has_own_date as "hasOwnDate", c.access, c.free_at as "freeAt", c.season,
       c.label, (select coalesce(jsonb_agg(jsonb_build_object('language', e.language, 'title', coalesce(e.title, ''),
           'coverImageId', e.cover_image_id, 'hasContent', e.has_content, 'publishedAt',
           case when e.published_at = '-infinity' then c.created_at else e.published_at end) order by e.language), '[]')
         from chapter_editions e where e.chapter_id = c.id) as editions
     from chapters c where c.book_id = $1 and c.gone_key is null and c.deleted_at is null
     order by coalesce(c.place, c.number)`,
    [bookId],
  );
  return rows.map((row) => ({
    ...row,
    editions: row.editions.map((edition) => ({
      ...edition,
      publishedAt: edition.publishedAt === null ? null : new Date(edition.publishedAt),
    })),
  }));
}

/** The pictures of a comic's chapter in one language, from top to bottom, each with the name of its page's file. */
export async function listWholePages(
  db: Db,
  of: { chapterId: string; language: Language },
): Promise<{ imageId: string; name: string }[]> {
  const { rows } = await db.query<{ imageId: string; name: string }>(
    `select image_id as "imageId", source_key as name from pages
     where chapter_id = $1 and language = $2 order by position`,
    [of.chapterId, of.language],
  );
  return rows;
}

/** A novel's stored text, a draft's too. */
export async function findWholeText(db: Db, of: { chapterId: string; language: Language }): Promise<unknown> {
  const { rows } = await db.query<{ blocks: unknown }>(
    'select blocks from chapter_editions where chapter_id = $1 and language = $2',
    [of.chapterId, of.language],
  );
  return rows[0]?.blocks ?? null;
}
