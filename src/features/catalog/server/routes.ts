import type { Clock } from '../../../server/clock.ts';
import type { DbPool } from '../../../server/db.ts';
import { notFound } from '../../../server/errors.ts';
import type { Metrics } from '../../../server/metrics.ts';
import type { PublicApi } from '../../../server/public-api.ts';
import {
  chaptersAnswer,
  chaptersParams,
  recommendationAnswer,
  recommendationQuery,
  searchAnswer,
  searchQuery,
  tagsAnswer,
} from '../contract.ts';
import { type CoversOf, findBookWithChapters, listRecommendedBooks, listTagsInUse } from './catalog.ts';
import { coversFor, presentBook, presentDetail, presentRecommended } from './present.ts';
import type { Dates } from './release/openings.ts';
import { createBookSearches } from './search.ts';

interface CatalogDeps {
  api: PublicApi;
  db: DbPool;
  clock: Clock;
  dates: Dates;
  coversOf: CoversOf;
  metrics: Pick<Metrics, 'watchSearches'>;
}

/** The catalogue's public calls (spec: catalog.md#calls). */
export function mountCatalog({ api, db, clock, dates, coversOf, metrics }: CatalogDeps): void {
  const searches = createBookSearches(db, clock);
  metrics.watchSearches(searches.use);

  api.add({
    path: '/comics/book/search',
    summary: 'Books, by tag and words, newest or most popular first',
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
    answerTo: async () => ({ result: await listTagsInUse(db) }),
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
      const covers = await coversFor(coversOf, [found.book, ...found.chapters]);
      return { result: presentDetail(found.book, found.chapters, { covers, dates }) };
    },
  });
}
