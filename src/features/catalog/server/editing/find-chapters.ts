import type { Db } from '../../../../server/database/db.ts';
import { latinDigits } from '../../../../shared/digits.ts';
import type { Language } from '../../../../shared/languages.ts';
import { foldForSearch, searchWords } from '../../../../shared/search-text.ts';
import { keysToFind } from '../search/search-keys.ts';
import { type FoundChapter, selectChaptersByName } from './find-chapters-queries.ts';

/** The chapters of books that the beginning of `q` names, by its last word: their number, or a word of their title. */
export async function findChapters(
  db: Db,
  { q, language }: { q: string; language: Language },
): Promise<FoundChapter[]> {
  const named = readName(q);
  if (!named) return [];
  const { keys } = keysToFind({ words: [named.book], tag: null });
  return selectChaptersByName(db, { ...named, keys, language });
}

interface Name {
  /** Folded as the search folds. */
  book: string;
  number: number | null;
  word: string;
}

/** Null: it names no more than a book. */
function readName(given: string): Name | null {
  const q = latinDigits(given);
  const words = searchWords(q.replace(/(\d)\s*[章回话話集]$/u, '$1'));
  const word = words.at(-1);
  if (words.length < 2 || word === undefined) return null;
  const folded = foldForSearch(q);
  const book = folded
    .slice(0, folded.lastIndexOf(word))
    .replace(/[\s#第]+$/u, '')
    .trim();
  if (book === '') return null;
  return { book, number: /^\d{1,6}$/.test(word) ? Number(word) : null, word };
}
