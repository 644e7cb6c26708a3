import type { Words } from '../types.ts';

/** One saying in the five languages, in the order of the site's own list. */
export function words(zh: string, en: string, fr: string, es: string, ar: string): Words {
  return { 'zh-cn': zh, 'en-us': en, 'fr-fr': fr, 'es-es': es, 'ar-sa': ar };
}

/** Joins sayings language by language. */
export function join(parts: readonly Words[], between: string): Words {
  const of = (language: keyof Words): string => parts.map((part) => part[language]).join(between);
  return words(of('zh-cn'), of('en-us'), of('fr-fr'), of('es-es'), of('ar-sa'));
}

/** Sentences one after the other, as each language sets them: Chinese leaves no space. */
export function joinSentences(...parts: readonly Words[]): Words {
  const spaced = join(parts, ' ');
  return { ...spaced, 'zh-cn': parts.map((part) => part['zh-cn']).join('') };
}
