import type { Db, DbPool } from '../../../../server/database/db.ts';
import { createMemo } from '../../../../server/database/memo.ts';
import type { Clock } from '../../../../server/process/clock.ts';
import type { Language } from '../../../../shared/languages.ts';
import { searchWords } from '../../../../shared/search-text.ts';
import type { OrderBy } from '../../contract.ts';
import { type BookInList, countListed, listBooks, listBooksById } from '../books/queries.ts';
import { keysToFind } from './search-keys.ts';
import { type Count, type Counted, countFound, listFound, listMet, patternFor } from './search-queries.ts';
import type { SearchTurns, Turn } from './search-turns.ts';

export interface BookSearch {
  language: Language;
  tag: string | null;
  /** Books for adults too. */
  adult: boolean;
  /** As the reader wrote it; null or empty: all books. */
  q: string | null;
  orderBy: OrderBy;
  page: number;
  pageSize: number;
}

export interface BooksFound {
  books: BookInList[];
  total: number;
  /** For a search with words: whether there are more matches than a search reaches. */
  isCapped?: boolean;
}

/** A search reaches so many results (spec: catalog.md#search). */
const mostResults = 10_000;
/** Counting goes on up to this number, because until then one pass over all matches also gives the page. */
const mostCounted = 15_000;
const countedForMs = 3000;
/** A search with more matches than that keeps its count for longer. */
const oftenForMs = 60_000;
const mostCounts = 2000;
/** book_searches is divided into so many equal parts. */
const parts = 8;
/** The cost of a book that the walk passes, compared with a book that is found by its keys and sorted. */
const costOfMeeting = 20;

/**
 * A page that begins beyond this book waits in the queue of searches: PostgreSQL must pass all books before it, 10,000
 * in a millisecond, a million in as long as a search takes.
 */
const farFrom = 10_000;

interface Finding extends Turn {
  search: BookSearch;
  words: readonly string[];
}

export interface BookSearches {
  /** One page of the catalogue and the number of all matching books; a search with words, or a far page, waits for its turn. */
  find(search: BookSearch): Promise<BooksFound>;
}

export interface SearchDeps {
  db: DbPool;
  clock: Clock;
  changedAt: () => number;
  turns: SearchTurns;
}

/** Counts are cached for a few seconds, because a reader asks for many pages of one search. */
export function createBookSearches({ db, clock, changedAt, turns }: SearchDeps): BookSearches {
  const { inTurn } = turns;
  const memo = { keepMs: countedForMs, limit: mostCounts, now: () => clock().getTime(), changedAt };
  const totals = createMemo<number>(memo);
  const keepMsOf = ({ found }: Count) => (found > mostCounted ? oftenForMs : countedForMs);
  const counts = createMemo<Count>({ ...memo, keepMsOf });
  const totalOf = (from: Db, { tag, adult }: BookSearch) =>
    totals.get(JSON.stringify([tag, adult]), () => countListed(from, { tag, adult }));

  async function listPage(search: BookSearch): Promise<BooksFound> {
    const { page, pageSize } = search;
    const offset = page * pageSize;
    const books = await listBooks(db, { ...search, limit: pageSize, offset });
    const isLastPage = books.length > 0 && books.length < pageSize;
    const total = isLastPage ? offset + books.length : await totalOf(db, search);
    return { books, total, ...capOf(search) };
  }

  /** Does not walk the whole list for a page behind its end. */
  async function listFarPage({ tx, goOn }: Turn, search: BookSearch): Promise<BooksFound> {
    const { page, pageSize } = search;
    const offset = page * pageSize;
    const total = await totalOf(tx, search);
    await goOn();
    const books = offset < total ? await listBooks(tx, { ...search, limit: pageSize, offset }) : [];
    return { books, total, ...capOf(search) };
  }

  async function findIn({ tx, search, words, goOn }: Finding): Promise<BooksFound> {
    const { tag, adult, language, orderBy, page, pageSize } = search;
    const { keys, unproven } = keysToFind({ words, tag });
    const wanted = { keys, unproven: unproven.map(patternFor), adult };
    const offset = page * pageSize;
    let counted: Counted | null = null;
    const count = await counts.get(JSON.stringify([tag, adult, words]), async () => {
      counted = await countFound(tx, { ...wanted, orderBy, limit: pageSize, offset, most: mostCounted + 1 });
      return { found: counted.found, parts: counted.parts };
    });
    const isCapped = count.found > mostResults;
    const total = Math.min(count.found, mostResults);
    const limit = Math.min(pageSize, total - offset);
    if (limit <= 0) return { books: [], total, isCapped };
    const met = counted as Counted | null; // set by now, if nobody had counted before
    await goOn();
    if (met !== null && count.found <= mostCounted)
      return { books: await listBooksById(tx, { bookIds: met.page.slice(0, limit), language }), total, isCapped };
    const asked = { language, orderBy, limit, offset };
    const isMetOften =
      count.found > mostCounted &&
      isWalkShorter({
        count,
        ofBooks: await totalOf(tx, search),
        places: offset + limit,
      });
    await goOn();
    const books = isMetOften
      ? await listMet(tx, { ...asked, patterns: words.map(patternFor), tag, adult })
      : await listFound(tx, { ...asked, ...wanted });
    return { books, total, isCapped };
  }

  return {
    find(search) {
      const words = searchWords(search.q ?? '');
      if (words.length > 0) return inTurn((turn) => findIn({ ...turn, search, words }));
      const isFar = search.page * search.pageSize >= farFrom;
      return isFar ? inTurn((turn) => listFarPage(turn, search)) : listPage(search);
    },
  };
}

/** A list without words has no cap. Words that are empty are answered as a search below its cap. */
function capOf({ q }: BookSearch): { isCapped?: boolean } {
  return q === null ? {} : { isCapped: false };
}

/** The number of matching books; where counting stopped, an estimate by the parts that were searched. */
function estimateMatches({ found, parts: visited }: Count): number {
  return found > mostCounted ? (found * parts) / visited : found;
}

/** Whether walking the list to the page is faster than finding and sorting all matches. */
function isWalkShorter(facts: { count: Count; ofBooks: number; places: number }): boolean {
  const matches = estimateMatches(facts.count);
  const booksToMeet = (facts.places * facts.ofBooks) / matches;
  return booksToMeet * costOfMeeting < matches;
}
