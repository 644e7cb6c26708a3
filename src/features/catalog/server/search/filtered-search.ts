import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { searchWords } from '../../../../shared/search-text.ts';
import type { Facets, OrderBy, SortBy } from '../../contract.ts';
import type { BookInList } from '../books/queries.ts';
import { listBooksById } from '../books/queries.ts';
import { type FilteredBook, listToFilter } from './filter-queries.ts';
import { countFacets, type Filters, fits } from './filters.ts';
import type { SearchDeps } from './search.ts';
import { keysToFind } from './search-keys.ts';
import { patternFor } from './search-queries.ts';

/** How results are sorted: as lists are, by first publication, or by how well they match. */
export type SearchOrder = OrderBy | 'newest' | 'relevance';

const orderOfSort: Readonly<Record<SortBy, SearchOrder>> = {
  updated: 'updated_at',
  popular: 'popularity',
  newest: 'newest',
  chapters: 'chapters',
  rating: 'popularity', // as long as readers give no stars
  relevance: 'relevance',
};

/** Whether lists have this order too. */
export function isListOrder(order: SearchOrder): order is OrderBy {
  return order !== 'newest' && order !== 'relevance';
}

/** The order that is asked for: `sort` wins, and without words all books are equally relevant. */
export function orderOf(query: { sort?: SortBy | undefined; order_by: OrderBy; q?: string | undefined }): SearchOrder {
  const order = query.sort ? orderOfSort[query.sort] : query.order_by;
  return order === 'relevance' && searchWords(query.q ?? '').length === 0 ? 'popularity' : order;
}

export interface FilteredSearch {
  language: Language;
  adult: boolean;
  /** As the reader wrote it; null or empty: all books. */
  q: string | null;
  filters: Filters;
  facets: boolean;
  orderBy: SearchOrder;
  page: number;
  pageSize: number;
}

export interface FilteredFound {
  books: BookInList[];
  total: number;
  isCapped?: boolean;
  facets?: Facets;
}

/** A search reaches so many results (spec: catalog.md#search). */
const mostResults = 10_000;

const keyOf: Readonly<Record<SearchOrder, (book: FilteredBook) => number>> = {
  updated_at: ({ updatedAt }) => updatedAt.getTime(),
  popularity: ({ popularity }) => popularity,
  relevance: ({ popularity }) => popularity,
  chapters: ({ chapterCount }) => chapterCount,
  newest: ({ firstPublishedAt }) => firstPublishedAt?.getTime() ?? 0,
};

/** Searches with filters, facets, or an order that lists do not have. */
export function createFilteredSearches({
  db,
  turns,
  isInWindow,
}: SearchDeps & { isInWindow(bookId: string): boolean }) {
  async function findIn(tx: Db, search: FilteredSearch, words: readonly string[]): Promise<FilteredFound> {
    const { adult, filters, orderBy, page, pageSize, language } = search;
    const { keys, unproven } = keysToFind({ words, tag: null });
    const matching = words.length === 0 ? null : { keys, unproven: unproven.map(patternFor), adult };
    const all = (await listToFilter(tx, { adult, matching, most: 1_000_000 })).map((book) => ({
      book,
      traits: { ...book, isFree: !book.isLocked && (!book.windowOpens || isInWindow(book.id)) },
      count: 1,
    }));
    const found = all.filter(({ traits }) => fits(traits, filters)).map(({ book }) => book);
    const key = keyOf[orderBy];
    found.sort((a, b) => key(b) - key(a) || (a.id < b.id ? -1 : 1));
    const isCapped = matching !== null && found.length > mostResults;
    const total = isCapped ? mostResults : found.length;
    const ids = found.slice(page * pageSize, Math.min((page + 1) * pageSize, total)).map(({ id }) => id);
    return {
      books: ids.length === 0 ? [] : await listBooksById(tx, { bookIds: ids, language }),
      total,
      ...(search.q === null ? {} : { isCapped }),
      ...(search.facets && {
        facets: countFacets(all, { filters, most: matching ? mostResults : Number.POSITIVE_INFINITY }),
      }),
    };
  }

  return {
    find(search: FilteredSearch): Promise<FilteredFound> {
      const words = searchWords(search.q ?? '');
      return words.length > 0 ? turns.inTurn(({ tx }) => findIn(tx, search, words)) : findIn(db, search, words);
    },
  };
}
