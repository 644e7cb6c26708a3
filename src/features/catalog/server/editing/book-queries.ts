import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { BookRating, Downloads } from '../../rules.ts';
import { type BookPatch, type Crop, plainFields } from '../../studio-contract.ts';

/** A book as its editors see it. */
export interface EditedBook {
  id: string;
  kind: 'comic' | 'novel';
  originalLanguage: Language;
  author: string;
  status: 'ongoing' | 'finished' | 'hiatus';
  rating: BookRating | null;
  layout: 'strip' | 'pages';
  readingDirection: 'ltr' | 'rtl';
  licence: string;
  attribution: string;
  tags: string[];
  aliases: string[];
  hiddenByOperator: boolean;
  hidden: boolean;
  publicFreeChapters: number | null;
  /** The site's number. */
  defaultFreeChapters: number;
  earlyAccessDays: number | null;
  showSchedule: boolean;
  preview: 'none' | 'blur' | 'words' | null;
  downloads: Downloads | null;
  edited: string[];
  editions: {
    language: Language;
    title: string;
    introduction: string;
    coverImageId: string | null;
    /** Of a cover made by hand: the whole picture, and the part of it that the cover shows; null for other covers. */
    wholeCoverId: string | null;
    crop: Crop | null;
  }[];
}

/** A book that is not in the trash; `isLocked`: nobody else changes it until the transaction ends. */
export async function findEditedBook(db: Db, id: string, { isLocked = false } = {}): Promise<EditedBook | null> {
  const { rows } = await db.query<EditedBook>(
    `select id, kind, original_language as "originalLanguage", author, status, rating, layout,
       reading_direction as "readingDirection", licence, attribution, tags, aliases,
       hidden_by_operator as "hiddenByOperator", hidden, public_free_chapters as "publicFreeChapters",
       site_free_chapters() as "defaultFreeChapters",
       early_access_days as "earlyAccessDays", show_schedule as "showSchedule", preview, downloads, edited,
       (select coalesce(jsonb_agg(jsonb_build_object('language', language, 'title', title, 'introduction', introduction,
          'coverImageId', cover_image_id, 'wholeCoverId', whole_cover_id, 'crop', cover_crop)
          order by language), '[]') from editions where book_id = books.id) as editions
     from books where id = $1 and deleted_at is null ${isLocked ? 'for no key update' : ''}`,
    [id],
  );
  return rows[0] ?? null;
}

/** The columns of `books` that PATCH sets by their own names. */
const plainColumns = plainFields satisfies readonly (keyof BookPatch)[];
type PlainColumn = (typeof plainColumns)[number];

export const isPlainColumn = (name: string): name is PlainColumn => plainColumns.some((column) => column === name);

export async function updateBook(
  tx: Db,
  id: string,
  given: { columns: Partial<Record<PlainColumn | 'hidden_by_operator', unknown>>; edited: readonly string[] },
): Promise<void> {
  const names = Object.keys(given.columns);
  const values = Object.values(given.columns);
  const sets = names.map((name, index) => `${name} = $${index + 3}`);
  await tx.query(`update books set ${['edited = $2', ...sets].join(', ')} where id = $1`, [
    id,
    given.edited,
    ...values,
  ]);
}

export async function insertBook(
  tx: Db,
  given: { kind: string; originalLanguage: Language; titles: readonly { language: string; title: string }[] },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `with made as (select gen_random_uuid() as id)
     insert into books (id, source_key, kind, original_language, made_by_hand, hidden, layout)
     select id, 'studio:' || id, $1, $2, true, true, 'strip' from made returning id`,
    [given.kind, given.originalLanguage],
  );
  const [made] = rows;
  if (!made) throw new Error('The book was not made');
  for (const { language, title } of given.titles) await putTitle(tx, { bookId: made.id, language, title });
  return made.id;
}

export async function putTitle(
  tx: Db,
  { bookId, language, title }: { bookId: string; language: string; title: string },
): Promise<void> {
  await tx.query(
    `insert into editions (book_id, language, title) values ($1, $2, $3)
     on conflict (book_id, language) do update set title = excluded.title`,
    [bookId, language, title],
  );
}

export async function setIntroduction(
  tx: Db,
  { bookId, language, text }: { bookId: string; language: string; text: string },
): Promise<void> {
  await tx.query('update editions set introduction = $3 where book_id = $1 and language = $2', [
    bookId,
    language,
    text,
  ]);
}

export async function deleteEdition(tx: Db, bookId: string, language: string): Promise<void> {
  await tx.query('delete from editions where book_id = $1 and language = $2', [bookId, language]);
}

/** The languages in which some chapter of the book has content, those in the trash too. */
export async function listFilledLanguages(db: Db, bookId: string): Promise<Language[]> {
  const { rows } = await db.query<{ language: Language }>(
    `select distinct e.language from chapters c join chapter_editions e on e.chapter_id = c.id
     where c.book_id = $1 and e.has_content`,
    [bookId],
  );
  return rows.map(({ language }) => language);
}

/** Whether the book has chapters, those in the trash too. */
export async function hasChapters(db: Db, bookId: string): Promise<boolean> {
  const { rows } = await db.query('select from chapters where book_id = $1 limit 1', [bookId]);
  return rows.length > 0;
}

/** Makes a cover of a language by hand; nulls take it away. */
export async function setCover(
  tx: Db,
  given: {
    bookId: string;
    language: Language;
    imageId: string | null;
    wholeId: string | null;
    crop: Crop | null;
  },
): Promise<void> {
  await tx.query(
    `update editions set cover_image_id = $3, whole_cover_id = $4, cover_crop = $5
     where book_id = $1 and language = $2`,
    [given.bookId, given.language, given.imageId, given.wholeId, given.crop && JSON.stringify(given.crop)],
  );
}
