import type { Db } from '../../../../server/database/db.ts';
import { invalidField, notFound } from '../../../../server/http/errors.ts';
import type { Language } from '../../../../shared/languages.ts';
import { type DatedChapter, listBooksOfChapters } from './dates-queries.ts';
import { dateOfChapter, differingDates, numbersToCome, planTogether } from './order.ts';
import { type By, chapterEmpty, openBook, outOfOrder, requireNear, writeDates } from './publication.ts';
import { readMoment } from './settle-queries.ts';

const mostChapters = 1000;

/** The wish to publish chapters of a book one after another. */
export interface Sequence extends By {
  /** Named chapters of one book, or all its drafts. */
  of: { chapterIds: readonly string[] } | { bookId: string };
  start: Date;
  /** So many moments from one on, in their order. */
  momentsFrom: (from: Date, count: number) => readonly Date[];
  chaptersAtOnce: number;
  /** Absent: all languages in which each chapter has content. */
  languages?: readonly Language[] | undefined;
  isSilent: boolean;
  /** Nothing is written: only the dates are told. */
  isDryRun: boolean;
}

export interface SequenceDate {
  chapter: DatedChapter;
  /** The one that it has once it is published. */
  number: number;
  languages: readonly Language[];
  publishedAt: Date;
  /** Some of these languages are published now. */
  isPublished: boolean;
}

/**
 * Sets when chapters of a book are published, in the caller's transaction; returns them in the book's order. Rejects with
 * 404; with 400 for chapters of several books, for too many, and for a moment too far ahead; with 409 where one has no
 * content, or others are in the way.
 */
export async function setSequence(tx: Db, given: Sequence): Promise<SequenceDate[]> {
  requireNear('start', given.start, await readMoment(tx));
  const bookId = 'bookId' in given.of ? given.of.bookId : await bookOf(tx, given.of.chapterIds);
  const { chapters, now } = await openBook(tx, bookId);
  const named = namedOf(chapters, given.of);
  const from = new Date(Math.max(given.start.getTime(), now.getTime()));
  const dates = given.momentsFrom(from, Math.ceil(named.length / given.chaptersAtOnce));
  const last = dates.at(-1);
  if (last) requireNear('start', last, now);
  const rows = named.map((chapter, index) => {
    const languages = given.languages ?? chapter.editions.map(({ language }) => language);
    const isPublished = chapter.editions.some(
      ({ language, publishedAt: at }) => languages.includes(language) && at !== null && at <= now,
    );
    return { chapter, languages, isPublished, publishedAt: dates[Math.floor(index / given.chaptersAtOnce)] ?? from };
  });
  const empty = rows.filter(({ chapter, languages }) => !hasContent(chapter, languages));
  if (empty.length > 0) throw chapterEmpty(empty.map(({ chapter }) => chapter));
  const { by, isSilent } = given;
  const wishes = rows.map(({ chapter, languages, publishedAt }) => ({
    ...{ by, languages, publishedAt, isSilent },
    chapterId: chapter.id,
  }));
  const planned = planTogether(chapters, wishes, now);
  if ('conflicts' in planned) throw outOfOrder(planned.conflicts);
  const { after } = planned;
  if (!given.isDryRun) await writeDates(tx, { by, bookId, chapters, dates: differingDates(after, chapters) });
  const numbers = numbersToCome(after, new Set(rows.map(({ chapter }) => chapter.id)), now);
  return rows.map((row) => ({ ...row, number: numbers.get(row.chapter.id) ?? 0 }));
}

/** The book of chapters; rejects with 404 where one is not there, with 400 where they are of several. */
async function bookOf(tx: Db, chapterIds: readonly string[]): Promise<string> {
  const wanted = new Set(chapterIds);
  const found = await listBooksOfChapters(tx, [...wanted]);
  const [first] = found;
  if (!first || found.length < wanted.size) throw notFound('chapter_not_found', 'There is no such chapter');
  if (found.some(({ bookId }) => bookId !== first.bookId)) throw invalidField('chapters', 'They are of several books');
  return first.bookId;
}

function namedOf(chapters: readonly DatedChapter[], of: Sequence['of']): DatedChapter[] {
  if ('chapterIds' in of) {
    const wanted = new Set(of.chapterIds);
    const named = chapters.filter(({ id }) => wanted.has(id));
    // One may have gone before the book was locked.
    if (named.length < wanted.size) throw notFound('chapter_not_found', 'There is no such chapter');
    return named;
  }
  const drafts = chapters.filter(({ editions }) => dateOfChapter(editions) === null);
  if (drafts.length > mostChapters) throw invalidField('book_uuid', `It has more than ${mostChapters} drafts`);
  return drafts;
}

function hasContent({ editions }: DatedChapter, languages: readonly Language[]): boolean {
  return (
    languages.length > 0 && languages.every((language) => editions.some((edition) => edition.language === language))
  );
}
