import { type Answer, Json, Refusal, Violation } from './answers.ts';
import { openBook } from './book-calls.ts';
import { type Asked, type Call, type Ground, requireEdition } from './calls.ts';
import { storedMoment } from './conditions.ts';
import { progressionType, writeProgression } from './manifest.ts';
import { countBooks, countRead, progressIn, progressInNovel, readOnTo } from './progress.ts';
import { numbersOfBooks } from './shapes.ts';
import { markChapters, moveTo } from './writing.ts';

/** What a reader has read: told and asked for in Komga's ways (spec: doors.md#reading-progress-of-the-komga-shape). */
export function progressCalls(ground: Ground & { now: () => Date }): Call[] {
  const { db, listing, now } = ground;

  async function requireOwn(asked: Asked) {
    const opened = await openBook(ground, asked);
    const { bookId, kind, number } = opened.chapter;
    const reading = await listing.readingOf(asked.reader, bookId);
    // A novel's pages are its chapters.
    const [numbers, count, known] =
      kind === 'novel'
        ? [opened.chapter.numbers, opened.chapter.numbers.length, progressInNovel(opened.chapter.numbers, reading)]
        : [[number], opened.pages.length, progressIn({ number, pages: opened.pages }, reading)];
    return { ...opened, bookId, numbers, count, known, reading, userId: asked.reader.userId, now: now() };
  }

  async function requireSeries(asked: Asked) {
    const { bookId, kind, numbers } = await requireEdition(ground, asked);
    const reading = await listing.readingOf(asked.reader, bookId);
    return { bookId, kind, numbers, reading, userId: asked.reader.userId, now: now() };
  }

  async function noteProgress(asked: Asked): Promise<Answer> {
    const { page, completed } = readBody(asked.body);
    const own = await requireOwn(asked);
    const { count } = own;
    if (page !== null && (page < 1 || page > count)) throw new Violation('page', `must be from 1 to ${count}`);
    const isEnd = completed ?? page === count;
    if (page !== null) await moveTo(db, { ...own, page, isEnd });
    if (completed || (isEnd && own.chapter.kind === 'novel')) {
      const reading = await listing.readingOf(asked.reader, own.bookId);
      await markChapters(db, { ...own, reading, isRead: true });
    }
    return null;
  }

  async function noteProgression(asked: Asked): Promise<Answer> {
    const own = await requireOwn(asked);
    const { known, count } = own;
    const { position, modified } = readProgression(asked.body, own.chapter.kind === 'novel' ? count : null);
    const at = new Date(Math.min(modified.getTime(), own.now.getTime()));
    if (known && at < known.at) throw new Refusal(409, 'There is a newer one');
    if (position < 1 || position > count) throw new Refusal(400, 'There is no such position');
    await moveTo(db, { ...own, at, page: position, isEnd: position === count });
    return null;
  }

  const markAll = (isRead: boolean) => async (asked: Asked) => {
    await markChapters(db, { ...(await requireSeries(asked)), isRead });
    return null;
  };

  /** Who moves the place has to know where it is. */
  const readOrSync = ['read', 'sync'] as const;
  const tachiyomi = '/api/v2/series/*/read-progress/tachiyomi';
  return [
    { method: 'PATCH', path: '/api/v1/books/*/read-progress', answer: noteProgress },
    {
      method: 'DELETE',
      path: '/api/v1/books/*/read-progress',
      async answer(asked) {
        const own = await requireOwn(asked);
        await markChapters(db, { ...own, isRead: false });
        return null;
      },
    },
    {
      method: 'GET',
      path: '/api/v1/books/*/progression',
      scopes: readOrSync,
      async answer(asked) {
        const own = await requireOwn(asked);
        return own.known && new Json(writeProgression({ ...own, base: asked.base }, own.known), progressionType);
      },
    },
    { method: 'PUT', path: '/api/v1/books/*/progression', answer: noteProgression },
    { method: 'POST', path: '/api/v1/series/*/read-progress', answer: markAll(true) },
    { method: 'DELETE', path: '/api/v1/series/*/read-progress', answer: markAll(false) },
    {
      method: 'GET',
      path: tachiyomi,
      scopes: readOrSync,
      async answer(asked) {
        const series = await requireSeries(asked);
        const counts = countBooks(series, series.reading);
        const numbers = numbersOfBooks(series);
        return new Json({
          booksCount: numbers.length,
          booksReadCount: counts.read,
          booksUnreadCount: numbers.length - counts.read - counts.begun,
          booksInProgressCount: counts.begun,
          lastReadContinuousNumberSort: series.kind === 'novel' ? counts.read : readOnTo(numbers, series.reading),
          maxNumberSort: numbers.at(-1) ?? 0,
        });
      },
    },
    {
      method: 'PUT',
      path: tachiyomi,
      async answer(asked) {
        const { lastBookNumberSortRead: last } = Object(asked.body) as Record<string, unknown>; // an object, whatever it is
        if (typeof last !== 'number') throw new Violation('lastBookNumberSortRead', 'must be a number');
        const own = await requireSeries(asked);
        const { reading } = own;
        const isRead = (number: number) => countRead([number], reading).read > 0;
        const isMeant = (number: number) => (own.kind === 'novel' ? last >= 1 : number <= last);
        const numbers = own.numbers.filter((number) => isMeant(number) && !isRead(number));
        await markChapters(db, { ...own, numbers, isRead: true });
        return null;
      },
    },
  ];
}

/** A page counts from 1; without `completed: true` there must be one. */
function readBody(body: unknown): { page: number | null; completed: boolean | null } {
  const { page = null, completed = null } = Object(body) as Record<string, unknown>; // an object, whatever it is
  if (page !== null && !Number.isInteger(page)) throw new Violation('page', 'must be a whole number');
  if (completed !== null && typeof completed !== 'boolean') throw new Violation('completed', 'must be true or false');
  if (page === null && completed !== true) throw new Violation('page', 'must be given unless the book is completed');
  return { page: page as number | null, completed }; // a whole number, as was looked at
}

/** `chapters`: of a novel, whose positions are its chapters, by their document or their share of the whole. */
function readProgression(body: unknown, chapters: number | null): { position: number; modified: Date } {
  const { modified, locator } = Object(body) as Record<string, unknown>; // an object, whatever it is
  const { href, locations } = Object(locator) as Record<string, unknown>; // as above
  const { position: given, totalProgression: total } = Object(locations) as Record<string, unknown>; // as above
  const document = chapters === null ? undefined : /(?:^|\/)c(\d{1,7})\.xhtml(?:#|$)/.exec(String(href))?.[1];
  const share = chapters !== null && typeof total === 'number' && total >= 0 && total <= 1 ? total * chapters : null;
  const position =
    document !== undefined ? Number(document) : share !== null ? Math.min(chapters ?? 0, Math.floor(share) + 1) : given;
  const at = storedMoment(new Date(typeof modified === 'string' ? modified : Number.NaN), 'modified must be a time');
  if (typeof position !== 'number' || !Number.isInteger(position))
    throw new Refusal(400, 'position must be a whole number');
  return { position, modified: at };
}
