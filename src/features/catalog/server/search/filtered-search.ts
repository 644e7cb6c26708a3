import type { Db } from '../../../../server/database/db.ts';
import { createMemo } from '../../../../server/database/memo.ts';
import type { Language } from '../../../../shared/languages.ts';
import { searchRuns, searchWords } from '../../../../shared/search-text.ts';
import type { Facets, OrderBy, SortBy } from '../../contract.ts';
import type { BookInList } from '../books/queries.ts';
import { listBooksById } from '../books/queries.ts';
import { countTraits, findRelevant, listLeft, listMeant, mostResults, type Relevant } from './filter-queries.ts';
import { type Counted, countFacets, type Filters, fits, type SearchOrder } from './filters.ts';
import type { SearchDeps } from './search.ts';
import { tagKey } from './search-keys.ts';
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

/** Searches with filters, facets, or an order that lists do not have. `listTags` has those in use. */
export function createFilteredSearches({
  clock,
  changedAt,
  turns,
  listTags,
}: Omit<SearchDeps, 'db'> & { listTags(adult: boolean): Promise<readonly string[]> }) {
  const counts = createMemo<Counted>({
    keepMs: countedForMs,
    keepMsOf: ({ traits }) => (sumOf(traits) > many ? manyForMs : countedForMs),
    limit: mostKept,
    now: () => clock().getTime(),
    changedAt,
  });

  async function findIn({ tx, goOn }: Turn, search: FilteredSearch): Promise<FilteredFound> {
    const { adult, filters, orderBy, page, pageSize, language } = search;
    const way = exactWayOf(search);
    const ways =
      way && orderBy === 'relevance' ? await waysOf(tx, { search, way, listTags: () => listTags(adult) }) : null;
    await goOn();
    const from = { adult, filters };
    const asked = { offset: page * pageSize, limit: pageSize };
    let relevant: Relevant | null = null;
    const counted = await counts.get(JSON.stringify([from, ways ?? way]), async () => {
      if (!ways) return countTraits(tx, { ...from, way });
      relevant = await findRelevant(tx, { ...from, ...asked, ways, isCounted: true });
      return { traits: relevant.traits, tags: relevant.tags };
    });
    const found = sumOf(counted.traits.filter(({ traits }) => fits(traits, filters)));
    const most = way ? mostResults : Number.POSITIVE_INFINITY;
    const total = Math.min(found, most);
    const limit = Math.min(pageSize, total - asked.offset);
    await goOn();
    async function listPage(): Promise<BookInList[]> {
      if (!ways) return listLeft(tx, { ...from, ...asked, limit, way, language, orderBy });
      relevant ??= await findRelevant(tx, { ...from, ...asked, ways, isCounted: false });
      return listBooksById(tx, { bookIds: relevant.page.slice(0, limit), language });
    }
    return {
      books: limit <= 0 ? [] : await listPage(),
      total,
      ...(search.q === null ? {} : { isCapped: found > most }),
      ...(search.facets && { facets: countFacets(counted, { filters, most }) }),
    };
  }

  return {
    // Without words too: a rare filter may have to look at every book.
    find: (search: FilteredSearch): Promise<FilteredFound> => turns.inTurn((turn) => findIn(turn, search)),
  };
}

/** The words of a search as they were typed, with the tags that are wanted; null: it has none. */
function exactWayOf({ q, filters }: FilteredSearch): Way | null {
  return q === null || searchWords(q).length === 0 ? null : ofTags(filters, exactWay(q));
}

function ofTags({ tags }: Filters, way: Way): Way {
  return { ...way, keys: [...way.keys, ...tags.map(tagKey)] };
}

/** All ways to read the words. Typos are looked for only where relevance puts them last. */
async function waysOf(
  tx: Db,
  {
    search: { q, filters },
    way,
    listTags,
  }: { search: FilteredSearch; way: Way; listTags(): Promise<readonly string[]> },
): Promise<Way[]> {
  const typed = q ?? '';
  const mistyped = searchRuns(typed).filter(mayBeMistyped);
  const meant = mistyped.length === 0 ? [] : await listMeant(tx, mistyped.flatMap(variantsOf));
  const tags = meant.length === 0 ? [] : await listTags();
  const others = mistypedWays(typed, { meant: (word) => (mayBeMistyped(word) ? meant : []), tags });
  return [way, ...[wholeNameWay(typed), ...others].map((each) => ofTags(filters, each))];
}
