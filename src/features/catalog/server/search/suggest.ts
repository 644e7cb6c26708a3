import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { searchRuns } from '../../../../shared/search-text.ts';
import { namesOfTag } from '../../../../shared/tags.ts';
import { type BookInList, listBooksById } from '../books/queries.ts';
import { listMeant } from './filter-queries.ts';
import { isIdeographic, keysOfPrefix } from './search-keys.ts';
import { patternFor } from './search-queries.ts';
import type { SearchTurns, Turn } from './search-turns.ts';
import { type Beginning, countBeginnings, listAuthors, listBeginning, listBeginningMet } from './suggest-queries.ts';
import { isOneTypo, mayBeMistyped, variantsOf } from './typos.ts';

export interface Suggested {
  books: BookInList[];
  authors: string[];
  /** As they are stored. */
  tags: string[];
}

interface Asked {
  q: string;
  language: Language;
  adult: boolean;
  /** The tags in use. */
  tags: readonly string[];
}

const mostSuggested = 8;
/** Where more books begin so, the most popular ones are walked: the first eight are near. */
const often = 2000;

/** What a reader may mean who has typed `q`: books first, then authors and tags. */
export async function suggest(turns: SearchTurns, asked: Asked): Promise<Suggested> {
  if (searchRuns(asked.q).length === 0) return { books: [], authors: [], tags: [] };
  return turns.inTurn((turn) => suggestIn(turn, asked));
}

async function suggestIn({ tx, goOn }: Turn, { q, language, adult, tags }: Asked): Promise<Suggested> {
  const typed = searchRuns(q);
  const bookIds: string[] = [];
  const authors: string[] = [];
  const tagsMeant: string[] = [];
  for (const words of await readingsOf(tx, typed)) {
    const limit = mostSuggested;
    const ofTitles = { ...beginningOf(words, '^'), adult, limit };
    await goOn();
    const isOften = (await countBeginnings(tx, { keys: ofTitles.keys, adult, most: often })) === often;
    bookIds.push(...(await (isOften ? listBeginningMet : listBeginning)(tx, ofTitles)));
    await goOn();
    authors.push(...(await listAuthors(tx, { ...beginningOf(words, '@'), adult, limit })));
    tagsMeant.push(...tags.filter((tag) => namesOfTag(tag).some((name) => begins(name, words))));
  }
  const first = <T>(all: readonly T[], room: number) => [...new Set(all)].slice(0, Math.max(0, room));
  const books = first(bookIds, mostSuggested);
  const shownAuthors = first(authors, mostSuggested - books.length);
  return {
    books: books.length === 0 ? [] : await listBooksById(tx, { bookIds: books, language }),
    authors: shownAuthors,
    tags: first(tagsMeant, mostSuggested - books.length - shownAuthors.length),
  };
}

const mostReadings = 4;

/** The words as they were typed, then with one of them put right. */
async function readingsOf(tx: Db, typed: readonly string[]): Promise<(readonly string[])[]> {
  const mistyped = typed.filter(mayBeMistyped);
  const meant = mistyped.length === 0 ? [] : await listMeant(tx, mistyped.flatMap(variantsOf));
  const corrected = typed.flatMap((word, at) =>
    meant.filter((other) => isOneTypo(word, other)).map((other) => typed.with(at, other)),
  );
  return [typed, ...corrected].slice(0, mostReadings);
}

function beginningOf(words: readonly string[], sign: '^' | '@'): Beginning {
  return {
    keys: [...new Set(words.flatMap((word) => keysOfPrefix(word, sign)))],
    begins: words.map((word) => patternFor(isIdeographic(word) ? word : ` ${word}`)),
    starts: patternFor(`\n ${words.join(' ')}`),
  };
}

function begins(name: string, words: readonly string[]): boolean {
  const known = ` ${searchRuns(name).join(' ')}`;
  return words.every((word) => known.includes(isIdeographic(word) ? word : ` ${word}`));
}
