import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';

/** A file that a user took along: whose chapters are in it, in which order. */
export interface GivenFile {
  bookId: string;
  form: 'cbz' | 'epub';
  language: Language;
  chapterIds: readonly string[];
}

/** Notes a file by KOReader's name for it, 32 hexadecimal digits. */
export async function insertGiven(db: Db, file: GivenFile & { digest: string }): Promise<void> {
  await db.query(
    {
      name: 'doors-insert-given',
      text: `insert into given_files (digest, form, book_id, language, chapter_ids)
             values (decode($1, 'hex'), $2, $3, $4, $5)
             on conflict (digest) do nothing`,
    },
    [file.digest, file.form, file.bookId, file.language, file.chapterIds],
  );
}

/** The file of this name; null: no user took such a file along. */
export async function findGiven(db: Db, digest: string): Promise<GivenFile | null> {
  const { rows } = await db.query<GivenFile>(
    {
      name: 'doors-find-given',
      text: `select form, book_id as "bookId", language, chapter_ids as "chapterIds" from given_files
             where digest = decode($1, 'hex')`,
    },
    [digest],
  );
  return rows[0] ?? null;
}
