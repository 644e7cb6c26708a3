import { type Answer, Json, notFound, Refusal, Violation } from './answers.ts';
import { requireBook } from './book-calls.ts';
import { type Asked, type Call, type Ground, requireId } from './calls.ts';
import { progressionType, writeProgression } from './manifest.ts';
import { countRead, progressIn, readOnTo } from './progress.ts';
import { markChapters, moveTo } from './writing.ts';

/** What a reader has read: told and asked for in Komga's ways (spec: doors.md#reading-progress-of-the-komga-shape). */
export function progressCalls(ground: Ground & { now: () => Date }): Call[] {
  const { db, listing, now } = ground;

  async function requireOwn(asked: Asked) {
    const opened = await requireBook(ground, asked);
    const { bookId } = opened.chapter;
    const reading = await listing.readingOf(asked.reader, bookId);
    return { ...opened, bookId, reading, userId: asked.reader.userId, now: now() };
  }

  async function requireSeries(asked: Asked) {
    const edition = await listing.findEdition(asked.reader, requireId(asked));
    if (!edition) throw notFound();
    const { bookId, numbers } = edition;
    const reading = await listing.readingOf(asked.reader, bookId);
    return { bookId, numbers, reading, userId: asked.reader.userId, now: now() };
  }

  async function noteProgress(asked: Asked): Promise<Answer> {
    const { page, completed } = readBody(asked.body);
    const own = await requireOwn(asked);
    const count = own.pages.length;
    if (page !== null && (page < 1 || page > count)) throw new Violation('page', `must be from 1 to ${count}`);
    if (page !== null) {
      const isEnd = completed ?? page === count;
      await moveTo(db, { ...own, page, isEnd });
    }
    if (completed) {
      const reading = await listing.readingOf(asked.reader, own.bookId);
      await markChapters(db, { ...own, reading, numbers: [own.chapter.number], isRead: true });
    }
    return null;
  }

  async function noteProgression(asked: Asked): Promise<Answer> {
    const { position, modified } = readProgression(asked.body);
    const own = await requireOwn(asked);
    const known = progressIn({ number: own.chapter.number, pages: own.pages }, own.reading);
    const at = new Date(Math.min(modified.getTime(), own.now.getTime()));
    if (known && at < known.at) throw new Refusal(409, 'There is a newer one');
    if (position < 1 || position > own.pages.length) throw new Refusal(400, 'There is no such position');
    await moveTo(db, { ...own, at, page: position, isEnd: position === own.pages.length });
    return null;
  }

  const markAll = (isRead: boolean) => async (asked: Asked) => {
    await markChapters(db, { ...(await requireSeries(asked)), isRead });
    return null;
  };

  const tachiyomi = '/api/v2/series/*/read-progress/tachiyomi';
  return [
    { method: 'PATCH', path: '/api/v1/books/*/read-progress', answer: noteProgress },
    {
      method: 'DELETE',
      path: '/api/v1/books/*/read-progress',
      async answer(asked) {
        const own = await requireOwn(asked);
        await markChapters(db, { ...own, numbers: [own.chapter.number], isRead: false });
        return null;
      },
    },
    {
      method: 'GET',
      path: '/api/v1/books/*/progression',
      async answer(asked) {
        const own = await requireOwn(asked);
        const known = progressIn({ number: own.chapter.number, pages: own.pages }, own.reading);
        return known && new Json(writeProgression({ ...own, base: asked.base }, known), progressionType);
      },
    },
    { method: 'PUT', path: '/api/v1/books/*/progression', answer: noteProgression },
    { method: 'POST', path: '/api/v1/series/*/read-progress', answer: markAll(true) },
    { method: 'DELETE', path: '/api/v1/series/*/read-progress', answer: markAll(false) },
    {
      method: 'GET',
      path: tachiyomi,
      async answer(asked) {
        const { numbers, reading } = await requireSeries(asked);
        const counts = countRead(numbers, reading);
        return new Json({
          booksCount: numbers.length,
          booksReadCount: counts.read,
          booksUnreadCount: numbers.length - counts.read - counts.begun,
          booksInProgressCount: counts.begun,
          lastReadContinuousNumberSort: readOnTo(numbers, reading),
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
        const numbers = own.numbers.filter((number) => number <= last && !isRead(number));
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

function readProgression(body: unknown): { position: number; modified: Date } {
  const { modified, locator } = Object(body) as Record<string, unknown>; // an object, whatever it is
  const { locations } = Object(locator) as Record<string, unknown>; // as above
  const { position } = Object(locations) as Record<string, unknown>; // as above
  const at = new Date(typeof modified === 'string' ? modified : Number.NaN);
  if (Number.isNaN(at.getTime())) throw new Refusal(400, 'modified must be a time');
  if (typeof position !== 'number' || !Number.isInteger(position))
    throw new Refusal(400, 'position must be a whole number');
  return { position, modified: at };
}
