import type { Clock } from '../../../server/clock.ts';
import type { DbPool } from '../../../server/db.ts';
import { notFound } from '../../../server/errors.ts';
import { createMemo } from '../../../server/memo.ts';
import type { Metrics } from '../../../server/metrics.ts';
import type { PublicApi } from '../../../server/public-api.ts';
import {
  calendarAnswer,
  calendarQuery,
  chaptersAnswer,
  chaptersParams,
  recommendationAnswer,
  recommendationQuery,
  searchAnswer,
  searchQuery,
  tagsAnswer,
} from '../contract.ts';
import { countTags } from './books/queries.ts';
import { type CoversOf, findBookWithChapters, listRecommendedBooks } from './catalog.ts';
import { coversFor, presentBook, presentDetail, presentRecommended } from './present.ts';
import { listCalendar } from './release/calendar.ts';
import type { Dates } from './release/openings.ts';
import { findRhythm } from './release/rhythm.ts';
import { createBookSearches } from './search/search.ts';

/** The tags are counted again after so long; where that takes a second, what a minute brings changes nothing in their order. */
const tagsForMs = 3000;
const manyTags = 100_000;
const manyTagsForMs = 60_000;

interface CatalogDeps {
  api: PublicApi;
  db: DbPool;
  clock: Clock;
  dates: Dates;
  /** The zone in whose days a book's cadence is counted. */
  timeZone: string;
  coversOf: CoversOf;
  metrics: Pick<Metrics, 'watchSearches'>;
}

/** The catalogue's public calls (spec: catalog.md#calls). */
export function mountCatalog({ api, db, clock, dates, timeZone, coversOf, metrics }: CatalogDeps): void {
  const searches = createBookSearches(db, clock, dates.changedAt);
  metrics.watchSearches(searches.use);
  const tags = createMemo<{ tag: string; books: number }[]>({
    keepMs: tagsForMs,
    keepMsOf: (counted) => (counted.reduce((sum, { books }) => sum + books, 0) > manyTags ? manyTagsForMs : tagsForMs),
    limit: 1,
    now: () => clock().getTime(),
    changedAt: dates.changedAt,
  });

  api.add({
    path: '/comics/book/search',
    summary: 'Books, by tag and words, in an order: the newest first, or the highest first',
    description:
      'Every word of `q` must occur in a title, an author, a tag or an introduction, in any of the five languages. ' +
      '`result` is null when the page is empty. A search with `q` reaches 10,000 books: where there are more, ' +
      '`total_capped` is true.',
    query: searchQuery,
    answer: searchAnswer,
    async answerTo({ query }) {
      const { books, total, isCapped } = await searches.find({
        language: query.language,
        tag: query.tag || null,
        q: query.q || null,
        orderBy: query.order_by,
        page: query.page,
        pageSize: query.page_size,
      });
      const covers = await coversFor(coversOf, books);
      return {
        result: books.length === 0 ? null : books.map((book) => presentBook(book, { covers, dates })),
        total,
        ...(isCapped === undefined ? {} : { total_capped: isCapped }),
      };
    },
  });

  api.add({
    path: '/reader/book/tags',
    summary: 'The tags in use, most used first',
    answer: tagsAnswer,
    answerTo: async () => ({ result: (await tags.get('', () => countTags(db))).map(({ tag }) => tag) }),
  });

  api.add({
    path: '/comics/book/recommendation/list',
    summary: 'Recommended books, then popular ones',
    query: recommendationQuery,
    answer: recommendationAnswer,
    async answerTo({ query }) {
      const books = await listRecommendedBooks(db, query.language);
      const covers = await coversFor(coversOf, books);
      return { result: books.map((book) => presentRecommended(book, { covers, dates })) };
    },
  });

  api.add({
    path: '/comics/chapters/:bookId/:language/:direction/:page/:pageSize',
    summary: 'A book with one page of its chapters',
    description: '`result` is null past the last page.',
    params: chaptersParams,
    answer: chaptersAnswer,
    failures: [404],
    async answerTo({ params }) {
      const found = await findBookWithChapters(db, params);
      if (!found) throw notFound('book_not_found', 'There is no such book');
      if (found.chapters.length === 0 && params.page > 0) return { result: null };
      const [covers, rhythm] = await Promise.all([
        coversFor(coversOf, [found.book, ...found.chapters]),
        findRhythm(db, { book: found.book, timeZone, now: dates.now() }),
      ]);
      return { result: presentDetail({ ...found, rhythm }, { covers, dates }) };
    },
  });

  api.add({
    path: '/comics/calendar',
    summary: 'What comes next: new chapters, and chapters that open to all',
    description:
      'Of books that tell it, at most 500, the nearest first. `from` is now by default, `to` 30 days after it; there are ' +
      'at most 62 days between them. Of a chapter that is not published yet only the number is told.',
    query: calendarQuery,
    answer: calendarAnswer,
    failures: [404],
    answerTo: async ({ query }) => ({ result: await listCalendar(db, { ...query, dates }) }),
  });
}
