import type { Db } from '../../../../server/database/db.ts';
import { isLanguage, languages } from '../../../../shared/languages.ts';
import { foldForSearch } from '../../../../shared/search-text.ts';
import type { Cover } from '../../../../shared/wire.ts';
import type { BookOrder, BookRow, NamedBook } from '../../studio-contract.ts';
import { keysToFind } from '../search/search-keys.ts';
import { type BookListFilter, type BookListRow, type NamedBookRow, selectBooks } from './book-list-queries.ts';
import { stateOf } from './books.ts';

/** The readers of a book in the last 28 days, and in the 28 days before them. */
export interface BookReaders {
  bookId: string;
  now: number;
  before: number;
}

/** Counts the readers of these books, or of all; a book without any may be left out. */
export type CountReaders = (bookIds: readonly string[] | 'all') => Promise<BookReaders[]>;

type Asked = Omit<BookListFilter, 'text' | 'keys' | 'direction' | 'figures'> & {
  q: string | undefined;
  direction: 'asc' | 'desc' | undefined;
};

/** By these the least comes first, unless a direction is asked for. */
const leastFirst: ReadonlySet<BookOrder> = new Set(['title', 'next_release']);

/** Books for their editors: all but those in the trash, a page of them, and how many there are. */
export async function listBooks(
  db: Db,
  { q, direction, ...asked }: Asked,
  countReaders: CountReaders,
): Promise<{ rows: (BookListRow & { readers: BookReaders | undefined })[]; total: number }> {
  const text = foldForSearch(q ?? '').trim();
  const isByReaders = asked.orderBy === 'readers_28d' || asked.orderBy === 'readers_trend';
  const ofAll = isByReaders ? await countReaders('all') : null;
  const filter = {
    ...{ ...asked, text, keys: keysToFind({ words: text === '' ? [] : [text], tag: null }).keys },
    direction: direction ?? (leastFirst.has(asked.orderBy) ? ('asc' as const) : ('desc' as const)),
    figures: (ofAll ?? []).flatMap((readers) => {
      const value = asked.orderBy === 'readers_trend' ? trendOf(readers) : readers.now;
      return value === null ? [] : [{ bookId: readers.bookId, value }];
    }),
  };
  const rows = await selectByFigures(db, filter);
  const readers = new Map(
    (ofAll ?? (await countReaders(rows.map(({ id }) => id)))).map((each) => [each.bookId, each] as const),
  );
  const shown = rows.map((row) => ({ ...row, readers: readers.get(row.id) }));
  if (rows.length > 0 || filter.offset === 0) return { rows: shown, total: rows[0]?.total ?? 0 };
  // Past the last page the rows do not tell how many there are.
  const first = await selectBooks(db, { ...filter, offset: 0, limit: 1 });
  return { rows: shown, total: first[0]?.total ?? 0 };
}

/** So many times the books up to the end of the page: filters leave some out. */
const sentOfPage = 10;

/**
 * A page of the list. Of many figures the greatest are sent first: if they fill the page, the others change nothing.
 */
async function selectByFigures(db: Db, filter: BookListFilter): Promise<BookListRow[]> {
  const { figures, limit, offset, direction } = filter;
  const most = sentOfPage * (offset + limit);
  if (direction === 'asc' || figures.length <= most) return await selectBooks(db, filter);
  const greatest = figures.toSorted((a, b) => b.value - a.value);
  // All books of the last value that is sent are sent: among themselves they are sorted otherwise.
  const least = greatest[most - 1]?.value ?? 0;
  const sent = greatest.filter(({ value }) => value >= least);
  const rows = await selectBooks(db, { ...filter, figures: sent });
  const isSent = new Set(sent.map(({ bookId }) => bookId));
  return rows.length === limit && rows.every(({ id }) => isSent.has(id)) ? rows : await selectBooks(db, filter);
}

/** By how many per cent the readers are more than before; null: there were none. */
function trendOf({ now, before }: BookReaders): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100);
}

/** A book as lists name it; `covers` are by their ids. */
export function presentNamedBook(row: NamedBookRow, covers: ReadonlyMap<string, Cover>): NamedBook {
  return {
    book_uuid: row.id,
    title: row.title,
    original_title: row.originalTitle === row.title ? null : row.originalTitle,
    cover: covers.get(row.coverImageId ?? '') ?? null,
  };
}

/** A row of the list of books; `covers` are by their ids. */
export function presentBookRow(
  row: BookListRow & { readers: BookReaders | undefined },
  covers: ReadonlyMap<string, Cover>,
): BookRow {
  const { published, scheduled, drafts, filled, readers } = row;
  const whole = filled[row.originalLanguage]?.chapters ?? 0;
  const lacking = languages.map((language) => [language, whole - (filled[language]?.besideOriginal ?? 0)] as const);
  return {
    ...presentNamedBook(row, covers),
    kind: row.kind,
    original_language: row.originalLanguage,
    languages: Object.keys(filled).filter(isLanguage).sort(),
    missing: Object.fromEntries(lacking.filter(([, chapters]) => chapters > 0)),
    chapters: published + scheduled + drafts,
    counts: { published, scheduled, drafts },
    next_release: row.nextRelease?.toISOString() ?? null,
    readers_28d: readers?.now ?? 0,
    readers_trend: readers ? trendOf(readers) : null,
    state: stateOf(row),
    updated_at: row.updatedAt.toISOString(),
  };
}
