import type { Words } from '../types.ts';

/** Joins sayings language by language. */
export function join(parts: readonly Words[], between: string): Words {
  const of = (language: keyof Words): string => parts.map((part) => part[language]).join(between);
  return {
    'zh-cn': of('zh-cn'),
    'en-us': of('en-us'),
    'fr-fr': of('fr-fr'),
    'es-es': of('es-es'),
    'ar-sa': of('ar-sa'),
  };
}

/** Sentences one after the other, as each language sets them: Chinese leaves no space. */
export function joinSentences(...parts: readonly Words[]): Words {
  const spaced = join(parts, ' ');
  return { ...spaced, 'zh-cn': parts.map((part) => part['zh-cn']).join('') };
}
