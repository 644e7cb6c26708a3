/** The five languages of the site (spec: site.md#languages); the order is that of the language selector. */
export const languages = ['zh-cn', 'en-us', 'fr-fr', 'es-es', 'ar-sa'] as const;

export type Language = (typeof languages)[number];

/** All languages in the order of a book: its original, then as the site has them. */
export const originalFirst = (original: Language): Language[] => [
  original,
  ...languages.filter((language) => language !== original),
];

export const defaultLanguage: Language = 'en-us';

/** Each language's own name for itself. */
export const languageNames: Record<Language, string> = {
  'zh-cn': '简体中文',
  'en-us': 'English',
  'fr-fr': 'Français',
  'es-es': 'Español',
  'ar-sa': 'العربية',
};

/** BCP 47 tags, for `lang` attributes and `Intl`. */
export const languageTags: Record<Language, string> = {
  'zh-cn': 'zh-CN',
  'en-us': 'en-US',
  'fr-fr': 'fr-FR',
  'es-es': 'es-ES',
  'ar-sa': 'ar-SA',
};

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

export type Script = 'latin' | 'chinese' | 'arabic' | 'other';

/** The script that each language is written in. */
export const scripts: Record<Language, Script> = {
  'zh-cn': 'chinese',
  'en-us': 'latin',
  'fr-fr': 'latin',
  'es-es': 'latin',
  'ar-sa': 'arabic',
};

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return scripts[language] === 'arabic' ? 'rtl' : 'ltr';
}

/** The site's language for one tag of a browser (spec: site.md#page-language); null when none of ours fits. */
export function languageOfTag(tag: string): Language | null {
  const prefix = tag.toLowerCase().split('-')[0];
  return languages.find((language) => language.split('-')[0] === prefix) ?? null;
}

/** The site's language for a browser's preferences, most wanted first; en-us when none fits. */
export function languageOfBrowser(tags: readonly string[]): Language {
  return (tags[0] === undefined ? null : languageOfTag(tags[0])) ?? defaultLanguage;
}
