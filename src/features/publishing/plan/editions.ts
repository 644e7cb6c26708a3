import { type Language, languages } from '../../../shared/languages.ts';
import { isOtherLanguage, languageAtEnd, languageNamed, languageOfScript } from '../names/names.ts';
import { type Item, outlinesOf, readItems, unitsOf } from './folder-items.ts';
import { sortItems } from './item-order.ts';
import { localizedLanguages } from './metadata.ts';
import type { Fault, SourceFolder } from './source.ts';

/** Lists the chapters in a book's folder by language, and says which language is the original. */
export function readEditions(
  folder: SourceFolder,
  faults: Fault[],
): { lists: Map<Language, Item[]>; original: Language } {
  const lists = new Map<Language, Item[]>();
  const languageFolders = folder.folders.flatMap((child) => {
    const language = child.chapter ? null : languageNamed(child.name);
    return language ? [{ language, child }] : [];
  });
  if (languageFolders.length === 0) {
    const items = readItems(folder, faults, { hasLoose: true });
    const original = singleLanguage(folder, items);
    return { lists: new Map([[original, items]]), original };
  }
  for (const { language, child } of languageFolders) {
    if (lists.has(language)) faults.push({ path: child.path, cause: `a second folder for ${language}` });
    else lists.set(language, readItems(child, faults, { hasLoose: true }));
  }
  const original =
    folder.book?.originalLanguage ?? languagesByPreference.find((language) => lists.has(language)) ?? 'en-us';
  const isLanguageFolder = new Set(languageFolders.map(({ child }) => child));
  const isOther = (child: SourceFolder) => !child.chapter && isOtherLanguage(child.name);
  const remaining = folder.folders.filter((child) => !isLanguageFolder.has(child));
  for (const { path } of remaining.filter(isOther))
    faults.push({ path, cause: 'a language that the site does not have' });
  const beside = { ...folder, folders: remaining.filter((child) => !isOther(child)) };
  const others = readItems(beside, faults, { hasLoose: false });
  const both = [...(lists.get(original) ?? []), ...others];
  // A book's own file has an order; other items are sorted.
  const isOrdered = outlinesOf(unitsOf(both)).length > 0;
  if (others.length > 0) lists.set(original, isOrdered ? both : sortItems(both));
  return { lists, original };
}

/** Where there are several languages and nothing names the original, the site's fallback language is the original. */
const languagesByPreference: Language[] = ['en-us', ...languages.filter((language) => language !== 'en-us')];

function singleLanguage(folder: SourceFolder, items: Item[]): Language {
  const units = items.flatMap((item) => unitsOf([item]));
  const named =
    folder.book?.originalLanguage ??
    units.find((unit) => unit.comicInfo?.language)?.comicInfo?.language ??
    outlinesOf(units).find((outline) => outline.language)?.language;
  if (named) return named;
  const titled = localizedLanguages(folder.book?.title);
  if (titled.length === 1 && titled[0]) return titled[0];
  const ending = languageAtEnd(folder.name);
  if (ending) return ending;
  const title = typeof folder.book?.title === 'string' ? folder.book.title : '';
  const openings = units.flatMap((unit) => (unit.content.type === 'texts' ? unit.content.files : []));
  const sample =
    openings.flatMap((file) => (file.fault === undefined ? file.opening : [])).find(Boolean) ??
    outlinesOf(units).find((outline) => outline.opening)?.opening;
  return languageOfScript(sample ?? [title, folder.name, ...units.map((unit) => unit.title)].join(' ')) ?? 'en-us';
}
