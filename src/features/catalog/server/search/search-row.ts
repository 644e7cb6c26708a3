import { createHash } from 'node:crypto';
import type { Language } from '../../../../shared/languages.ts';
import { searchRuns } from '../../../../shared/search-text.ts';
import { namesOfTag } from '../../../../shared/tags.ts';
import { displayText } from '../../../../shared/text.ts';
import { namePrefixes, searchKeys } from './search-keys.ts';
import { searchTextOf } from './search-text.ts';
import { isCorrected, variantsOf } from './typos.ts';

/** What a book is found by. */
export interface SearchFacts {
  author: string;
  aliases: readonly string[];
  tags: readonly string[];
  editions: readonly { language: Language; title: string; introduction: string }[];
}

/** The fields by which matches are ranked, the best first: a line for each name, with the words between spaces. */
export const rankedFields = ['titles', 'aliases', 'author', 'tags', 'introductions'] as const;

export interface SearchRow {
  text: string;
  keys: string;
  names: Record<(typeof rankedFields)[number], string>;
  /** The words of its names, each by all that may be typed for it. */
  words: { variant: string; word: string }[];
}

/** Everything that searches store of a book: its words are those that readers see, and so type. */
export function searchRowOf(stored: SearchFacts): SearchRow {
  const book = shownFacts(stored);
  const text = searchTextOf(book);
  const fields: Record<(typeof rankedFields)[number], readonly string[]> = {
    titles: book.editions.map(({ title }) => title),
    aliases: book.aliases,
    author: [book.author],
    tags: book.tags.flatMap(namesOfTag),
    introductions: book.editions.map(({ introduction }) => introduction),
  };
  const runsOf = (names: readonly string[]) => names.map(searchRuns).filter((runs) => runs.length > 0);
  const [titles, author] = [runsOf([...fields.titles, ...fields.aliases]), runsOf(fields.author)];
  const words = [...titles, ...author, ...runsOf(fields.tags)].flat();
  return {
    text,
    keys: [
      searchKeys({ text, tags: book.tags }),
      ...new Set([
        ...titles.map(wholeNameKey),
        ...titles.flat().flatMap((word) => namePrefixes(word, '^')),
        ...author.flat().flatMap((word) => namePrefixes(word, '@')),
      ]),
    ].join(' '),
    // The keys are those of the table.
    names: Object.fromEntries(
      rankedFields.map((field) => [field, linesOf(runsOf(fields[field]))]),
    ) as SearchRow['names'],
    words: [...new Set(words)]
      .filter(isCorrected)
      .flatMap((word) => variantsOf(word).map((variant) => ({ variant, word }))),
  };
}

/** The key of a title or an alias that has these words and no others. */
export function wholeNameKey(words: readonly string[]): string {
  return `=${createHash('md5').update(words.join(' ')).digest('hex')}`;
}

function shownFacts({ author, aliases, tags, editions }: SearchFacts): SearchFacts {
  return {
    author: displayText(author),
    aliases: aliases.map(displayText),
    tags,
    editions: editions.map(({ language, title, introduction }) => ({
      language,
      title: displayText(title),
      introduction: displayText(introduction),
    })),
  };
}

function linesOf(names: readonly (readonly string[])[]): string {
  return names.length === 0 ? '' : `\n${names.map((words) => ` ${words.join(' ')} \n`).join('')}`;
}
