import { directionOf, type Language } from '../../../../shared/languages.ts';
import { cutDescription } from '../../../../shared/text.ts';
import { findLanguage, type TextLanguage } from '../../names/text-languages.ts';
import type { BookOutline } from '../../plan/book-file.ts';
import { attributionFor, licenceIn } from '../../plan/licence.ts';
import { storedTags } from '../../plan/metadata.ts';
import { wordsOf } from '../../text/block-words.ts';
import { parseHtml } from '../../text/html.ts';
import type { Creator, EpubPackage } from './package.ts';
import { longestTitle } from './spine.ts';

const longestTag = 40;
const longestIntroduction = 5000;
const longestRights = 300;

/** The facts that a package states about its book, in our words. */
export function bookFacts(
  book: EpubPackage,
  kind: 'comic' | 'novel',
): Pick<BookOutline, 'fields' | 'language' | 'textLanguage'> {
  const { edition: language, tag } = languageOf(book.languages) ?? { edition: null, tag: null };
  const title = cutDescription(book.title, longestTitle);
  const author = cutDescription(authorsOf(book.creators, kind).join(', '), longestTitle);
  const introduction = plainDescription(book.description);
  const licence = licenceOf(book);
  const direction = pagesTurn(book, { kind, language });
  const tags = storedTags(book.subjects.filter((tag) => tag.length <= longestTag && !tag.includes('--'))).slice(0, 10);
  return {
    language,
    textLanguage: tag,
    fields: {
      ...(title ? { title } : {}),
      ...(author ? { author } : {}),
      ...(introduction ? { introduction } : {}),
      ...(tags.length > 0 ? { tags } : {}),
      ...(licence ? { licence } : {}),
      ...attributionFor(licence, { author, publisher: book.publisher }),
      ...(direction ? { readingDirection: direction } : {}),
      ...(kind === 'comic' ? { layout: book.isScrolled ? 'strip' : 'pages' } : {}),
    },
  };
}

/** The first language that the site has, else the first that there is. */
function languageOf(given: readonly string[]): TextLanguage | null {
  const told = given.flatMap((name) => findLanguage(name) ?? []);
  return told.find(({ tag }) => tag === null) ?? told[0] ?? null;
}

/** The writers, and for a comic also the artists; translators and editors are not authors here. */
function authorsOf(creators: readonly Creator[], kind: 'comic' | 'novel'): string[] {
  const roles = kind === 'comic' ? /^(aut|ill|art|cre|)$/i : /^(aut|cre|)$/i;
  const authors = creators.filter((creator) => roles.test(creator.role));
  return [...new Set((authors.length > 0 ? authors : creators).map((creator) => creator.name))];
}

function plainDescription(description: string): string {
  return cutDescription(parseHtml(description).map(wordsOf).filter(Boolean).join('\n\n'), longestIntroduction);
}

/** A comic is read in its spine's direction. A novel is read in its language's: Chinese columns become rows here. */
function pagesTurn(
  book: EpubPackage,
  facts: { kind: 'comic' | 'novel'; language: Language | null },
): 'ltr' | 'rtl' | null {
  if (facts.kind === 'comic') return book.direction;
  return facts.language && directionOf(facts.language) === 'rtl' ? 'rtl' : null;
}

/** The rights of the book; where they name no licence that we know, their words are shown as they are. */
function licenceOf({ rights, licenceLink }: Pick<EpubPackage, 'rights' | 'licenceLink'>): string {
  const known = licenceIn([licenceLink, rights]);
  return known || (rights.length <= longestRights ? rights : `${rights.slice(0, longestRights - 1)}…`);
}
