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
