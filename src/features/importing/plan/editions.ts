import { type Language, languages } from '../../../shared/languages.ts';
import { languageOfScript, languageOfText } from '../names/language-of-text.ts';
import { withoutNoise } from '../names/name-noise.ts';
import { titleOfBook } from '../names/names.ts';
import { languageAtEnd, type TextLanguage } from '../names/text-languages.ts';
import { type Item, outlinesOf, readItems, type Unit, unitsOf } from './folder-items.ts';
import { sortItems } from './item-order.ts';
import { isOtherLanguage, languageFolders } from './language-folders.ts';
import { localizedLanguages } from './metadata.ts';
import type { LanguageRule } from './rules.ts';
import type { Fault, SourceFolder } from './source.ts';

export type Editions = {
  lists: Map<Language, Item[]>;
  original: Language;
  /** The tags of editions whose words are in a language that the site does not have. */
  tags: ReadonlyMap<Language, string>;
  /** Only the text itself, or its title, told the language. */
  isGuessed: boolean;
  /** The rules that told the languages of editions, where names or texts did. */
  languageBy: ReadonlyMap<Language, LanguageRule>;
};

/** Lists the chapters in a book's folder by language, and says which language is the original. */
export function readEditions(folder: SourceFolder, faults: Fault[]): Editions {
  const lists = new Map<Language, Item[]>();
  const tags = new Map<Language, string>();
  const editionFolders = languageFolders(folder);
  const books = namesOf(folder);
  if (editionFolders.length === 0) {
    const items = readItems(folder, faults, { hasLoose: true, books });
    const named = namedLanguage(folder, items);
    const sample = named ? '' : sampleOf(folder, unitsOf(items));
    const guessed = named ? null : languageOfText(sample);
    const { edition, tag } = named ?? guessed ?? { edition: 'en-us' as const, tag: null };
    if (tag !== null) tags.set(edition, tag);
    const by = languageOfScript(sample) ? ('script' as const) : (named?.by ?? null);
    const languageBy = new Map(by ? [[edition, by]] : []);
    return { lists: new Map([[edition, items]]), original: edition, tags, isGuessed: guessed !== null, languageBy };
  }
  for (const { edition, tag, child } of editionFolders) {
    if (lists.has(edition)) {
      faults.push({ path: child.path, cause: `a second folder for ${edition}` });
      continue;
    }
    lists.set(edition, readItems(child, faults, { hasLoose: true, looseIn: 'language_folder', books }));
    if (tag !== null) tags.set(edition, tag);
  }
  const original = originalOf(folder, lists);
  const isLanguageFolder = new Set(editionFolders.map(({ child }) => child));
  const remaining = folder.folders.filter((child) => !isLanguageFolder.has(child));
  for (const { path } of remaining.filter(isOtherLanguage))
    faults.push({ path, cause: 'a language that the site does not have' });
  const beside = { ...folder, folders: remaining.filter((child) => !isOtherLanguage(child)) };
  const others = readItems(beside, faults, { hasLoose: false, books });
  const both = [...(lists.get(original) ?? []), ...others];
  // A book's own file has an order; other items are sorted.
  const isOrdered = outlinesOf(unitsOf(both)).length > 0;
  if (others.length > 0) lists.set(original, isOrdered ? both : sortItems(both));
  return { lists, original, tags, isGuessed: false, languageBy: new Map() };
}

/** The names that its chapters' names may begin with. */
function namesOf({ name, book }: SourceFolder): string[] {
  const titles = typeof book?.title === 'object' ? Object.values(book.title) : [book?.title ?? ''];
  return [name, titleOfBook(withoutNoise(name).text.trim()), ...titles].filter((each) => each !== '');
}

/** Where there are several languages and nothing names the original, the site's fallback language is the original. */
const languagesByPreference: Language[] = ['en-us', ...languages.filter((language) => language !== 'en-us')];

/** An original language that the site does not have names an edition only where there is such an edition. */
function originalOf({ book }: SourceFolder, lists: ReadonlyMap<Language, unknown>): Language {
  const named = book?.originalLanguage;
  if (named && (book.textLanguage === undefined || lists.has(named))) return named;
  return languagesByPreference.find((language) => lists.has(language)) ?? 'en-us';
}

/** The language of a folder without language folders; null where nothing names it. */
function namedLanguage(folder: SourceFolder, items: Item[]): (TextLanguage & { by?: LanguageRule }) | null {
  const units = items.flatMap((item) => unitsOf([item]));
  const { book } = folder;
  const info = units.find((unit) => unit.comicInfo?.language)?.comicInfo;
  const outline = outlinesOf(units).find(({ language }) => language);
  if (book?.originalLanguage) return { edition: book.originalLanguage, tag: book.textLanguage ?? null };
  if (info?.language) return { edition: info.language, tag: info.textLanguage };
  if (outline?.language) return { edition: outline.language, tag: outline.textLanguage };
  const titled = localizedLanguages(book?.title);
  if (titled.length === 1 && titled[0]) return { edition: titled[0], tag: null };
  const atEnd = languageAtEnd(folder.name);
  return atEnd && { ...atEnd, by: 'language_in_name' };
}

function sampleOf(folder: SourceFolder, units: Unit[]): string {
  const title = typeof folder.book?.title === 'string' ? folder.book.title : '';
  const openings = units.flatMap((unit) => (unit.content.type === 'texts' ? unit.content.files : []));
  const sample =
    openings.flatMap((file) => (file.fault === undefined ? file.opening : [])).find(Boolean) ??
    outlinesOf(units).find((outline) => outline.opening)?.opening;
  return sample ?? [title, folder.name, ...units.map((unit) => unit.title)].join(' ');
}
