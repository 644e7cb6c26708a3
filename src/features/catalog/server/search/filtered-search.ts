import type { Db } from '../../../../server/database/db.ts';
import { createMemo } from '../../../../server/database/memo.ts';
import type { Language } from '../../../../shared/languages.ts';
import { searchRuns, searchWords } from '../../../../shared/search-text.ts';
import type { Facets, OrderBy, SortBy } from '../../contract.ts';
import type { BookInList } from '../books/queries.ts';
import { listBooksById } from '../books/queries.ts';
import { countTraits, listLeft, listMeant, listRelevant, mostResults } from './filter-queries.ts';
import { type Counted, countFacets, type Filters, fits, type SearchOrder } from './filters.ts';
import type { SearchDeps } from './search.ts';
import { keysToFind } from './search-keys.ts';
import type { Turn } from './search-turns.ts';
import { mayBeMistyped, variantsOf } from './typos.ts';
import { exactWay, mistypedWays, type Way, wholeNameWay } from './ways.ts';

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

/** So long is the number of books with each of their traits kept; longer where counting took longer. */
const countedForMs = 3000;
const many = 15_000;
const manyForMs = 60_000;
const mostKept = 50;

const sumOf = (counted: Counted['traits']) => counted.reduce((sum, { count }) => sum + count, 0);

/** Searches with filters, facets, or an order that lists do not have. */
export function createFilteredSearches({ clock, changedAt, turns }: Omit<SearchDeps, 'db'>) {
  const counts = createMemo<Counted>({
    keepMs: countedForMs,
    keepMsOf: ({ traits }) => (sumOf(traits) > many ? manyForMs : countedForMs),
    limit: mostKept,
    now: () => clock().getTime(),
    changedAt,
  });

  async function findIn({ tx, goOn }: Turn, search: FilteredSearch): Promise<FilteredFound> {
    const { adult, filters, orderBy, page, pageSize, language } = search;
    const ways = await waysOf(tx, search);
    await goOn();
    const from = { adult, filters, ways };
    const counted = await counts.get(JSON.stringify(from), () => countTraits(tx, from));
    const found = sumOf(counted.traits.filter(({ traits }) => fits(traits, filters)));
    const most = ways ? mostResults : Number.POSITIVE_INFINITY;
    const total = Math.min(found, most);
    const isCapped = found > most;
    const offset = page * pageSize;
    const wanted = { ...from, language, offset, limit: Math.min(pageSize, total - offset) };
    await goOn();
    const books = wanted.limit <= 0 ? [] : await listPage(tx, { ...wanted, orderBy, isCapped });
    return {
      books,
      total,
      ...(search.q === null ? {} : { isCapped }),
      ...(search.facets && { facets: countFacets(counted, { filters, most }) }),
    };
  }

  return {
    // Without words too: a rare filter may have to look at every book.
    find: (search: FilteredSearch): Promise<FilteredFound> => turns.inTurn((turn) => findIn(turn, search)),
  };
}

/** The ways to read the words of a search; null: it has none. Typos are looked for only where relevance puts them last. */
async function waysOf(tx: Db, { q, orderBy, filters }: FilteredSearch): Promise<Way[] | null> {
  if (q === null || searchWords(q).length === 0) return null;
  const ofTags = filters.tags.flatMap((tag) => keysToFind({ words: [], tag }).keys);
  const ofTagged = (ways: Way[]) => ways.map((way) => ({ ...way, keys: [...way.keys, ...ofTags] }));
  if (orderBy !== 'relevance') return ofTagged([exactWay(q)]);
  const mistyped = searchRuns(q).filter(mayBeMistyped);
  const meant = mistyped.length === 0 ? [] : await listMeant(tx, mistyped.flatMap(variantsOf));
  return ofTagged([exactWay(q), wholeNameWay(q), ...mistypedWays(q, (word) => (mayBeMistyped(word) ? meant : []))]);
}

async function listPage(tx: Db, wanted: Parameters<typeof listLeft>[1] & { isCapped: boolean }): Promise<BookInList[]> {
  if (wanted.orderBy !== 'relevance' || wanted.ways === null) return listLeft(tx, wanted);
  const bookIds = await listRelevant(tx, { ...wanted, ways: wanted.ways });
  return listBooksById(tx, { bookIds, language: wanted.language });
}
