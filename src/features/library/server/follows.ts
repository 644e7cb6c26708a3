import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { limitReached, notFound } from '../../../server/http/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { wordsIn } from '../../../shared/text-language.ts';
import type { Cover } from '../../../shared/wire.ts';
import {
  type CoversOf,
  describePlaces,
  listChaptersAt,
  listNewChapters,
  type NewChapter,
  presentBooks,
} from '../../catalog/server/catalog.ts';
import { accessOf, type Dates, presentAccess } from '../../catalog/server/dates/openings.ts';
import type { Followed, Update } from '../contract.ts';
import { mostFollows } from '../limits.ts';
import { newestUnread } from '../shelf.ts';
import { type Page, pageFrom, partOf } from './pages.ts';
import { presentPlace } from './place-rows.ts';
import { insertFollow, listFollowedIds, listFollowRows, lockLibrary } from './queries.ts';
import { readingsIn } from './readings.ts';

interface Follower {
  userId: string;
  language: Language;
}

/** A page of the books that a user follows, the last followed first. Hidden books are left out, and stay followed. */
export async function listFollows(
  db: Db,
  asked: Follower & { page: number; coversOf: CoversOf; dates: Dates },
): Promise<Page<Followed>> {
  const { userId, page, ...shown } = asked;
  return pageFrom(await listFollowRows(db, userId, partOf(page)), async (rows) => {
    const notifies = new Map(rows.map(({ bookId, notify }) => [bookId, notify]));
    const books = await presentBooks(db, { bookIds: [...notifies.keys()], ...shown });
    return books.map((book) => ({ ...book, notify: notifies.get(book.book_uuid) === true }));
  });
}

/** Follows a book; once more changes only `notify`, where it is given. Rejects with AppError where readers see no such book, or the user follows too many. */
export async function followBook(
  pool: DbPool,
  given: { userId: string; bookId: string; notify: boolean | undefined },
): Promise<void> {
  const { visibleBooks } = await describePlaces(pool, { bookIds: [given.bookId], chapterIds: [] });
  if (!visibleBooks.has(given.bookId)) throw notFound('book_not_found', 'There is no such book');
  const isFollowed = await withTransaction(pool, async (tx) => {
    await lockLibrary(tx, given.userId);
    return insertFollow(tx, { ...given, most: mostFollows });
  });
  if (!isFollowed) throw limitReached();
}

/**
 * Only this many of the newest chapters are listed; after a longer absence a reader looks into the books themselves.
 */
const mostUpdates = 1000;

/**
 * One page of the new chapters of the books that a user follows, newest first; where `perBook` is set, the newest unread
 * one of each book.
 */
export async function listUpdates(
  db: Db,
  asked: Follower & { perBook: boolean; page: number; pageSize: number; coversOf: CoversOf; dates: Dates },
): Promise<{ result: Update[]; has_more: boolean }> {
  const { userId, language, page, pageSize, coversOf } = asked;
  const offset = page * pageSize;
  const left = Math.min(pageSize, mostUpdates - offset);
  if (left <= 0) return { result: [], has_more: false };
  const bookIds = await listFollowedIds(db, userId);
  const part = { language, limit: left + 1, offset };
  const found = asked.perBook
    ? await listChaptersAt(db, { places: await newestUnreadIn(db, { userId, bookIds }), ...part })
    : await listNewChapters(db, { bookIds, ...part });
  const shown = found.slice(0, left);
  const covers = await coversOf(imagesOf(shown));
  const hasMore = found.length > left && offset + left < mostUpdates;
  return { result: shown.map((chapter) => presentUpdate(chapter, { covers, dates: asked.dates })), has_more: hasMore };
}

async function newestUnreadIn(
  db: Db,
  asked: { userId: string; bookIds: readonly string[] },
): Promise<{ bookId: string; number: number }[]> {
  return [...(await readingsIn(db, asked))].flatMap(([bookId, { book, place, marks }]) => {
    const furthest = place && presentPlace(place, book).furthest;
    const isBegun = furthest !== null && furthest.index + furthest.fraction > 0;
    const begunTo = furthest === null ? 0 : furthest.chapter_number - (isBegun ? 0 : 1);
    const number = newestUnread(book.chapterCount, { begunTo, marks: marks ?? [] });
    return number === null ? [] : [{ bookId, number }];
  });
}

function imagesOf(chapters: readonly NewChapter[]): string[] {
  const ids = chapters.flatMap(({ coverImageId, bookCoverImageId }) => [coverImageId, bookCoverImageId]);
  return [...new Set(ids.filter((id) => id !== null))];
}

function presentUpdate(chapter: NewChapter, { covers, dates }: { covers: Map<string, Cover>; dates: Dates }): Update {
  const access = accessOf(dates, chapter);
  const coverOf = (imageId: string | null) => (imageId === null ? null : (covers.get(imageId) ?? null));
  return {
    chapter_uuid: chapter.id,
    chapter_number: chapter.number,
    title: chapter.title,
    created_at: chapter.createdAt.toISOString(),
    published_at: chapter.publishedAt.toISOString(),
    access: presentAccess(access),
    language: chapter.language,
    ...wordsIn(chapter.textLanguage),
    cover_image: coverOf(chapter.coverImageId)?.src ?? null,
    season: chapter.season,
    label: chapter.label,
    book_uuid: chapter.bookId,
    book_title: chapter.bookTitle,
    book_language: chapter.bookLanguage,
    ...(chapter.bookTextLanguage === null ? {} : { book_text_language: chapter.bookTextLanguage }),
    kind: chapter.kind,
    cover: coverOf(chapter.bookCoverImageId),
    is_free: access.state === 'free',
  };
}
