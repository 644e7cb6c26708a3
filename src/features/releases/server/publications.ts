import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import type { Cover } from '../../../shared/wire.ts';
import { conflictsOf, findDisorder } from '../../catalog/server/dates/order.ts';
import {
  type ChapterByDate,
  type ChapterFilter,
  type Conflict,
  type DatedBook,
  type DatedChapter,
  etagOf,
  listChaptersByDate,
  listPublications,
  type PublicationFilter,
  type PublicationState,
  presentConflict,
  readDatedBook,
  stateOf,
} from '../../catalog/server/dates/publication.ts';

/** A row of the studio's list: a chapter in a language. */
export interface PublicationRow {
  book_uuid: string;
  book_title: string;
  chapter_uuid: string;
  place: number;
  number: number | null;
  language: Language;
  title: string;
  state: PublicationState;
  published_at: string | null;
  access: 'rule' | 'free' | 'members';
  free_at: string | null;
  etag: string;
  conflicts: Conflict[];
}

/** The rows of these chapters of one book, a row for each language, with what is in the way of each chapter today. */
export async function rowsOf(db: Db, chapters: readonly DatedChapter[], now: Date): Promise<PublicationRow[]> {
  const [first] = chapters;
  if (!first) return [];
  return presentRows(chapters, await readDatedBook(db, first.bookId), now);
}

function presentRows(
  chapters: readonly DatedChapter[],
  { title: bookTitle, chapters: all }: DatedBook,
  now: Date,
): PublicationRow[] {
  // One check of the whole book first: most books have no conflict.
  const isInDisorder = new Set(findDisorder(all, now).map(({ id }) => id));
  return chapters.flatMap((chapter) => {
    const conflicts = isInDisorder.has(chapter.id) ? conflictsOf(all, chapter, now).map(presentConflict) : [];
    return chapter.editions.map(
      ({ language, title, publishedAt }): PublicationRow => ({
        book_uuid: chapter.bookId,
        book_title: bookTitle,
        chapter_uuid: chapter.id,
        place: chapter.place,
        number: chapter.number,
        language,
        title,
        state: stateOf(publishedAt, now),
        published_at: publishedAt?.toISOString() ?? null,
        access: chapter.access,
        free_at: chapter.freeAt?.toISOString() ?? null,
        etag: etagOf(chapter),
        conflicts,
      }),
    );
  });
}

/** Chapters in each language by the date of their publication, drafts last, a page of them; and how many there are. */
export async function readPublications(
  db: Db,
  filter: PublicationFilter,
): Promise<{ result: PublicationRow[]; total: number }> {
  const rows = await listPublications(db, filter);
  const found = new Map<string, PublicationRow>();
  for (const bookId of new Set(rows.map((row) => row.bookId))) {
    const wanted = new Set(rows.flatMap((row) => (row.bookId === bookId ? row.chapterId : [])));
    const book = await readDatedBook(db, bookId);
    const chapters = book.chapters.filter(({ id }) => wanted.has(id));
    for (const row of presentRows(chapters, book, rows[0]?.now ?? new Date()))
      found.set(`${row.chapter_uuid} ${row.language}`, row);
  }
  // Beyond the last page there is no row that carries the total.
  if (rows.length === 0 && filter.offset > 0)
    return { result: [], total: (await readPublications(db, { ...filter, offset: 0, limit: 1 })).total };
  return {
    result: rows.flatMap(({ chapterId, language }) => found.get(`${chapterId} ${language}`) ?? []),
    total: rows[0]?.total ?? 0,
  };
}

/** Chapters by the date of their publication, drafts last, a page of them; and how many there are. */
export async function readChaptersByDate(
  db: Db,
  filter: ChapterFilter,
): Promise<{ rows: ChapterByDate[]; total: number }> {
  const rows = await listChaptersByDate(db, filter);
  if (rows.length > 0 || filter.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  // Beyond the last page there is no row that carries the total.
  const first = await listChaptersByDate(db, { ...filter, offset: 0, limit: 1 });
  return { rows, total: first[0]?.total ?? 0 };
}

/** `covers` are by their ids. */
export function presentChapter(row: ChapterByDate, covers: ReadonlyMap<string, Cover>) {
  const dateOf = (text: string | null) => (text === null ? null : new Date(text));
  return {
    book_uuid: row.bookId,
    book_title: row.bookTitle,
    book_original_title: row.originalTitle === row.bookTitle ? null : row.originalTitle,
    chapter_uuid: row.chapterId,
    place: row.place,
    number: row.number,
    title: row.title,
    cover: covers.get(row.coverImageId ?? '') ?? null,
    published_at: row.publishedAt?.toISOString() ?? null,
    access: row.access,
    free_at: row.freeAt?.toISOString() ?? null,
    etag: etagOf(row),
    editions: row.editions.map(({ language, publishedAt }) => ({
      language,
      state: stateOf(dateOf(publishedAt), row.now),
      published_at: dateOf(publishedAt)?.toISOString() ?? null,
    })),
  };
}
