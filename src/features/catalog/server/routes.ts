import { createMemo } from '../../../server/database/memo.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { Platform } from '../../../server/http/platform.ts';
import { catalogCalls } from '../contract.ts';
import { listsAdult } from '../rules.ts';
import { countTags } from './books/queries.ts';
import { type CoversOf, findBookWithChapters, findChapters, listRecommendedBooks } from './catalog.ts';
import type { Dates } from './dates/openings.ts';
import { findRhythm } from './dates/rhythm.ts';
import {
  coversFor,
  presentBook,
  presentChapter,
  presentDetail,
  presentRecommended,
  presentSuggested,
} from './present.ts';
import { createFilteredSearches, type FilteredFound, isListOrder, orderOf } from './search/filtered-search.ts';
import { filtersOf, isOfTag } from './search/filters.ts';
import { createBookSearches } from './search/search.ts';
import { createSearchTurns } from './search/search-turns.ts';
import { suggest } from './search/suggest.ts';

/**
 * Tags are counted again after this time; more seldom where counting takes a second: their order hardly changes in a
 * minute.
 */
const tagsForMs = 3000;
const manyTags = 100_000;
const manyTagsForMs = 60_000;

export interface CatalogDeps extends Platform {
  dates: Dates;
  coversOf: CoversOf;
}

/** The catalogue's public calls (spec: catalog.md#calls). */
export function mountCatalog({ api, config, db, clock, dates, setting, coversOf, metrics }: CatalogDeps): void {
  const turns = createSearchTurns(db);
  const searches = createBookSearches({ db, clock, changedAt: dates.changedAt, turns });
  metrics.watchSearches(turns.use);
  const lists = (query: { adult: boolean }) => listsAdult(config.adultBooks, query);
  const tags = createMemo<{ tag: string; books: number }[]>({
    keepMs: tagsForMs,
    keepMsOf: (counted) => (counted.reduce((sum, { books }) => sum + books, 0) > manyTags ? manyTagsForMs : tagsForMs),
    limit: 2,
    now: () => clock().getTime(),
    changedAt: dates.changedAt,
  });

  const listTags = async (adult: boolean) =>
    (await tags.get(String(adult), () => countTags(db, { adult }))).map(({ tag }) => tag);
  const filteredSearches = createFilteredSearches({ clock, changedAt: dates.changedAt, turns, listTags });

  api.add(catalogCalls.searchBooks, async ({ query }) => {
    const filters = filtersOf(query);
    const orderBy = orderOf(query);
    const asked = {
      language: query.language,
      q: query.q || null,
      adult: lists(query),
      page: query.page,
      pageSize: query.page_size,
    };
    // A list without other filters than a tag has ways of its own, which are faster.
    const isPlain = !query.facets && isListOrder(orderBy) && isOfTag(filters);
    const { books, total, isCapped, facets }: FilteredFound = isPlain
      ? await searches.find({ ...asked, orderBy, tag: filters.tags[0] ?? null })
      : await filteredSearches.find({ ...asked, orderBy, filters, facets: query.facets });
    const covers = await coversFor(coversOf, books);
    return {
      result: books.length === 0 ? null : books.map((book) => presentBook(book, { covers, dates })),
      total,
      ...(isCapped === undefined ? {} : { total_capped: isCapped }),
      ...(facets && { facets }),
    };
  });

  api.add(catalogCalls.suggest, async ({ query }) => {
    const adult = lists(query);
    const { q, language } = query;
    const found = await suggest(turns, { q, language, adult, tags: q === '' ? [] : await listTags(adult) });
    return { result: presentSuggested(found, { language, covers: await coversFor(coversOf, found.books) }) };
  });

  api.add(catalogCalls.listTags, async ({ query }) => ({ result: await listTags(lists(query)) }));

  api.add(catalogCalls.listRecommended, async ({ query }) => {
    const books = await listRecommendedBooks(db, { language: query.language, adult: lists(query) });
    const covers = await coversFor(coversOf, books);
    return { result: books.map((book) => presentRecommended(book, { covers, dates })) };
  });

  api.add(catalogCalls.listChapters, async ({ params }) => {
    const found = await findBookWithChapters(db, params);
    if (!found) throw notFound('book_not_found', 'There is no such book');
    if (found.chapters.length === 0 && params.page > 0) return { result: null };
    const [covers, rhythm] = await Promise.all([
      coversFor(coversOf, [found.book, ...found.chapters]),
      findRhythm(db, { book: found.book, timeZone: setting('time_zone'), now: dates.now() }),
    ]);
    return { result: presentDetail({ ...found, rhythm }, { covers, dates }) };
  });

  api.add(catalogCalls.findChapters, async ({ params, query }) => {
    const found = await findChapters(db, { ...params, ...query });
    if (!found) throw notFound('book_not_found', 'There is no such book');
    const covers = await coversFor(coversOf, found);
    const { bookId } = params;
    return { result: found.map((chapter) => presentChapter({ ...chapter, bookId }, { covers, dates })) };
  });
}
