import { isLanguage, type Language, languages } from '../../../../shared/languages.ts';

type Kind = 'comic' | 'novel';

/** A book or a chapter in one language: a series or a book of the Komga shape. */
export interface Edition {
  id: string;
  language: Language;
}

/** The id of an edition: one text, without a slash. */
export function writeId({ id, language }: Edition): string {
  return `${id}-${language}`;
}

/** Null: no such id. */
export function readId(text: string): Edition | null {
  const [, id, language] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([a-z]{2}-[a-z]{2})$/.exec(text) ?? [];
  return id !== undefined && isLanguage(language) ? { id, language } : null;
}

/** A novel is the only book of its series: its id is neither the series' nor one of a chapter. */
export const writeNovelId = (novel: Edition): string => `${writeId(novel)}-epub`;

/** Null: no such id. */
export function readNovelId(text: string): Edition | null {
  return text.endsWith('-epub') ? readId(text.slice(0, -'-epub'.length)) : null;
}

/** A library is a language and a kind. Its id has no hyphen: Aidoku cuts it there. */
export function writeLibrary(language: Language, kind: Kind): string {
  return language.replace('-', '') + kind;
}

export function readLibrary(id: string): { language: Language; kind: Kind } | null {
  const kind = (['comic', 'novel'] as const).find((each) => id.endsWith(each));
  const language = languages.find((each) => kind && writeLibrary(each, kind) === id);
  return kind && language ? { language, kind } : null;
}
