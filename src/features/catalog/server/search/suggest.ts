import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { foldForSearch, searchWords } from '../../../../shared/search-text.ts';
import { tagNames } from '../../../../shared/tags.ts';
import { type BookInList, listBooksById } from '../books/queries.ts';
import { listNamedBooks } from './suggest-queries.ts';

export interface Suggested {
  books: BookInList[];
  authors: string[];
  /** As they are stored. */
  tags: string[];
}

const mostSuggested = 8;

/** What a reader may mean who has typed `q`. */
export async function suggest(
  db: Db,
  asked: { q: string; language: Language; adult: boolean; tags: readonly string[] },
): Promise<Suggested> {
  const words = searchWords(asked.q);
  const none: Suggested = { books: [], authors: [], tags: [] };
  if (words.length === 0) return none;
  const begins = (name: string) => {
    const known = ` ${searchWords(foldForSearch(name)).join(' ')}`;
    return words.every((word) => known.includes(` ${word}`));
  };
  const named = await listNamedBooks(db, { adult: asked.adult, most: 10_000 });
  const bookIds = named.filter(({ names }) => names.some(begins)).map(({ id }) => id);
  const authors = [...new Set(named.map(({ author }) => author))].filter((author) => author !== '' && begins(author));
  const tags = asked.tags.filter((tag) => [tag, ...Object.values(tagNames[tag] ?? {})].some(begins));
  const books = bookIds.slice(0, mostSuggested);
  const room = mostSuggested - books.length;
  return {
    books: books.length === 0 ? [] : await listBooksById(db, { bookIds: books, language: asked.language }),
    authors: authors.slice(0, room),
    tags: tags.slice(0, Math.max(0, room - authors.length)),
  };
}
