import { isOfSite, languageOfFolder, type TextLanguage } from '../names/text-languages.ts';
import { holdsContent, isCoverName, type SourceFolder } from './source.ts';

type LanguageFolder = TextLanguage & { child: SourceFolder };

/**
 * The folders of a book that hold its editions. Folders of languages that the site does not have are editions only
 * where the book has nothing else: 'it' or 'no' may be a chapter's name.
 */
export function languageFolders(folder: SourceFolder): LanguageFolder[] {
  const children = folder.folders.filter((child) => !child.chapter);
  const own = children.flatMap((child): LanguageFolder[] => {
    const language = languageOfFolder(child.name);
    return language && isOfSite(language) ? [{ ...language, child }] : [];
  });
  if (own.length > 0) return own;
  const content = folder.folders.filter(holdsContent);
  const named = children.flatMap((child): LanguageFolder[] => {
    const language = content.includes(child) ? languageOfFolder(child.name) : null;
    return language ? [{ ...language, child }] : [];
  });
  const isOnly = named.length === content.length && folder.files.every(({ name }) => isCoverName(name));
  return isOnly ? named : [];
}

/** Whether a folder is named after a language that the site does not have. */
export function isOtherLanguage(child: SourceFolder): boolean {
  const language = child.chapter ? null : languageOfFolder(child.name);
  return language !== null && !isOfSite(language);
}
