import type { Language } from '../../../shared/languages.ts';
import { cutDescription } from '../../../shared/text.ts';
import { parseHtml } from '../html.ts';
import { storedTags } from '../metadata.ts';
import { languageNamed } from '../names.ts';
import type { BookOutline } from '../outline.ts';
import { longestTitle, wordsOf } from './chapters.ts';
import type { Creator, EpubPackage } from './package.ts';

const longestTag = 40;
const longestIntroduction = 5000;
const longestRights = 300;

/** What a package says of its book, in our words. */
export function bookFacts(
  book: EpubPackage,
  kind: 'comic' | 'novel',
): { fields: BookOutline['fields']; language: Language | null } {
  const language = book.languages.map(languageNamed).find((named) => named !== null) ?? null;
  const title = cutDescription(book.title, longestTitle);
  const author = cutDescription(authorsOf(book.creators, kind).join(', '), longestTitle);
  const introduction = plainDescription(book.description);
  const licence = licenceOf(book);
  const direction = directionOf(book, { kind, language });
  const tags = storedTags(book.subjects.filter((tag) => tag.length <= longestTag && !tag.includes('--'))).slice(0, 10);
  return {
    language,
    fields: {
      ...(title ? { title } : {}),
      ...(author ? { author } : {}),
      ...(introduction ? { introduction } : {}),
      ...(tags.length > 0 ? { tags } : {}),
      ...(licence ? { licence } : {}),
      ...(licence.startsWith('CC BY') && author
        ? { attribution: [author, book.publisher].filter(Boolean).join(', ') }
        : {}),
      ...(direction ? { readingDirection: direction } : {}),
      ...(kind === 'comic' ? { layout: book.layout === 'roll' ? 'strip' : 'pages' } : {}),
    },
  };
}

/** Who wrote it, and of a comic also who drew it; translators and editors are not its authors. */
function authorsOf(creators: readonly Creator[], kind: 'comic' | 'novel'): string[] {
  const roles = kind === 'comic' ? /^(aut|ill|art|cre|)$/i : /^(aut|cre|)$/i;
  const authors = creators.filter((creator) => roles.test(creator.role));
  return [...new Set((authors.length > 0 ? authors : creators).map((creator) => creator.name))];
}

function plainDescription(description: string): string {
  return cutDescription(parseHtml(description).map(wordsOf).filter(Boolean).join('\n\n'), longestIntroduction);
}

/** A comic turns as its spine does. A novel's lines do: Chinese in columns from the right is set in lines here. */
function directionOf(
  book: EpubPackage,
  facts: { kind: 'comic' | 'novel'; language: Language | null },
): 'ltr' | 'rtl' | null {
  if (facts.kind === 'comic') return book.direction;
  return facts.language === 'ar-sa' ? 'rtl' : null;
}

/** From the least to the most that a licence asks: where two are named, the stricter one counts. */
const strictness = ['CC0', 'CC BY', 'CC BY-SA', 'CC BY-ND', 'CC BY-NC', 'CC BY-NC-SA', 'CC BY-NC-ND'];

function licenceOf(book: Pick<EpubPackage, 'rights' | 'licenceLink'>): string {
  const found = [licenceInLink(book.licenceLink), licenceInLink(book.rights), licenceInWords(book.rights)].filter(
    Boolean,
  );
  const rank = (licence: string) => strictness.indexOf(licence.replace(/ \d.*$/, ''));
  const strictest = found.sort((a, b) => rank(b) - rank(a) || b.length - a.length)[0];
  return (
    strictest ?? (book.rights.length <= longestRights ? book.rights : `${book.rights.slice(0, longestRights - 1)}…`)
  );
}

function licenceInLink(text: string): string {
  const match = /creativecommons\.org\/(?:licenses\/([a-z-]+)|publicdomain\/zero)\/(\d\.\d)/i.exec(text);
  if (!match) return '';
  return match[1] ? `CC ${match[1].toUpperCase()} ${match[2]}` : `CC0 ${match[2]}`;
}

function licenceInWords(text: string): string {
  const match = /\bCC[ -]?(0|BY(?:-NC)?(?:-SA|-ND)?)(?:[ -]?(\d\.\d))?/i.exec(text);
  if (!match?.[1]) return '';
  const name = match[1] === '0' ? 'CC0' : `CC ${match[1].toUpperCase()}`;
  return match[2] ? `${name} ${match[2]}` : name;
}
