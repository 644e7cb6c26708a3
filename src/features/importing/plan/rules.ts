import type { ChapterContent, Unit } from './folder-items.ts';

/** The rule that decides what a file becomes; these are the words of the report as JSON. */
export type Rule =
  | 'book_yaml'
  | 'chapter_yaml'
  | 'comic_info'
  | 'cover_name'
  | 'epub'
  | 'language_folder'
  | 'language_in_name'
  | 'name'
  | 'number_in_name'
  | 'place'
  | 'script'
  | 'text_headings'
  | 'volume_folder';

/** The rules that tell a language where no folder does: the name of the file or folder, and the letters of the text. */
export type LanguageRule = Extract<Rule, 'language_in_name' | 'script'>;

/**
 * The rule that made a unit a chapter. If that was only its name or place, the rule that told its language is more
 * useful.
 */
export function ruleOf(unit: Unit, languageBy: LanguageRule | undefined): Rule {
  const rule = chapterRuleOf(unit);
  return rule === 'name' || rule === 'place' ? (languageBy ?? rule) : rule;
}

function chapterRuleOf({ content, chapter, comicInfo, number, name, looseIn }: Unit): Rule {
  if (content.type === 'part')
    return /\.(?:txt|text|md|markdown|x?html?)$/i.test(content.file.name) ? 'text_headings' : 'epub';
  if (chapter.title !== undefined) return 'chapter_yaml';
  if (comicInfo && (comicInfo.number !== null || comicInfo.title !== null)) return 'comic_info';
  if (name === '') return looseIn ?? 'place';
  return number === null ? 'name' : 'number_in_name';
}

/** The file or folder that a chapter's content comes from; null where it has none. */
export function originOf(content: ChapterContent | null): string | null {
  if (content === null) return null;
  if (content.type === 'archive' || content.type === 'part') return content.file.path;
  const [first, ...others] = content.type === 'images' ? content.images : content.files;
  if (!first) return null;
  return others.length === 0 && content.type === 'texts'
    ? first.path
    : first.path.slice(0, first.path.lastIndexOf('/'));
}
