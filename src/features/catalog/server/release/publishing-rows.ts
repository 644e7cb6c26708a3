import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { type DatedChapter, listDatedChapters } from './dates-queries.ts';
import { conflictsOf, dateOfChapter, findDisorder } from './order.ts';
import { findTitle, type PublicationState, type PublishingFilter, selectPublishing } from './publishing-queries.ts';

/** A row of the studio's list: a chapter in a language. */
export interface PublishingRow {
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

interface Conflict {
  chapter_uuid: string;
  place: number;
  title: string;
  published_at: string | null;
}

export function stateOf(publishedAt: Date | null, now: Date): PublicationState {
  return publishedAt === null ? 'draft' : publishedAt > now ? 'scheduled' : 'published';
}

/** The version of a chapter, as If-Match names it. */
export function etagOf({ version }: { version: number }): string {
  return `"${version}"`;
}

export function presentConflict({ id, place, title, editions }: DatedChapter): Conflict {
  return { chapter_uuid: id, place, title, published_at: dateOfChapter(editions)?.toISOString() ?? null };
}

/** The rows of these chapters of one book, a row for each language, with what is in the way of each chapter today. */
export async function rowsOf(db: Db, chapters: readonly DatedChapter[], now: Date): Promise<PublishingRow[]> {
  const [first] = chapters;
  if (!first) return [];
  return presentRows(chapters, {
    all: await listDatedChapters(db, first.bookId),
    now,
    bookTitle: await findTitle(db, first.bookId),
  });
}

function presentRows(
  chapters: readonly DatedChapter[],
  { all, now, bookTitle }: { all: readonly DatedChapter[]; now: Date; bookTitle: string },
): PublishingRow[] {
  // One look at all, because most books are in order.
  const isInDisorder = new Set(findDisorder(all, now).map(({ id }) => id));
  return chapters.flatMap((chapter) => {
    const conflicts = isInDisorder.has(chapter.id) ? conflictsOf(all, chapter, now).map(presentConflict) : [];
    return chapter.editions.map(
      ({ language, title, publishedAt }): PublishingRow => ({
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
export async function listPublishing(
  db: Db,
  filter: PublishingFilter,
): Promise<{ result: PublishingRow[]; total: number }> {
  const rows = await selectPublishing(db, filter);
  const found = new Map<string, PublishingRow>();
  for (const bookId of new Set(rows.map((row) => row.bookId))) {
    const wanted = new Set(rows.flatMap((row) => (row.bookId === bookId ? row.chapterId : [])));
    const all = await listDatedChapters(db, bookId);
    const chapters = all.filter(({ id }) => wanted.has(id));
    const now = rows[0]?.now ?? new Date();
    for (const row of presentRows(chapters, { all, now, bookTitle: await findTitle(db, bookId) }))
      found.set(`${row.chapter_uuid} ${row.language}`, row);
  }
  // Past the last page the rows do not tell how many there are.
  if (rows.length === 0 && filter.offset > 0)
    return { result: [], total: (await listPublishing(db, { ...filter, offset: 0, limit: 1 })).total };
  return {
    result: rows.flatMap(({ chapterId, language }) => found.get(`${chapterId} ${language}`) ?? []),
    total: rows[0]?.total ?? 0,
  };
}
