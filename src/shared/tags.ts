import type { Language } from './languages.ts';

/** The genre labels as they are stored, with their names for readers (spec: catalog.md#tags). */
export const tagNames: Record<string, Record<Language, string>> = {
  历史穿越: {
    'zh-cn': '历史穿越',
    'en-us': 'Historical transmigration',
    'fr-fr': 'Voyage dans le passé',
    'es-es': 'Viaje al pasado',
    'ar-sa': 'انتقال عبر التاريخ',
  },
  古典武侠: {
    'zh-cn': '古典武侠',
    'en-us': 'Classical wuxia',
    'fr-fr': 'Wuxia classique',
    'es-es': 'Wuxia clásico',
    'ar-sa': 'ووشيا كلاسيكية',
  },
  未来科幻: {
    'zh-cn': '未来科幻',
    'en-us': 'Future science fiction',
    'fr-fr': 'Science-fiction',
    'es-es': 'Ciencia ficción',
    'ar-sa': 'خيال علمي',
  },
  玄幻奇幻: {
    'zh-cn': '玄幻奇幻',
    'en-us': 'Xuanhuan fantasy',
    'fr-fr': 'Fantasy xuanhuan',
    'es-es': 'Fantasía xuanhuan',
    'ar-sa': 'فانتازيا شرقية',
  },
  现代都市: {
    'zh-cn': '现代都市',
    'en-us': 'Modern urban',
    'fr-fr': 'Vie urbaine',
    'es-es': 'Vida urbana',
    'ar-sa': 'حياة المدينة',
  },
  都市言情: {
    'zh-cn': '都市言情',
    'en-us': 'Urban romance',
    'fr-fr': 'Romance urbaine',
    'es-es': 'Romance urbano',
    'ar-sa': 'رومانسية معاصرة',
  },
  古代言情: {
    'zh-cn': '古代言情',
    'en-us': 'Ancient romance',
    'fr-fr': 'Romance d’époque',
    'es-es': 'Romance de época',
    'ar-sa': 'رومانسية تاريخية',
  },
  末世: {
    'zh-cn': '末世',
    'en-us': 'Post-apocalyptic',
    'fr-fr': 'Post-apocalyptique',
    'es-es': 'Postapocalíptico',
    'ar-sa': 'ما بعد الكارثة',
  },
  架空历史: {
    'zh-cn': '架空历史',
    'en-us': 'Alternate history',
    'fr-fr': 'Uchronie',
    'es-es': 'Ucronía',
    'ar-sa': 'تاريخ بديل',
  },
  西方奇幻: {
    'zh-cn': '西方奇幻',
    'en-us': 'Western fantasy',
    'fr-fr': 'Fantasy occidentale',
    'es-es': 'Fantasía occidental',
    'ar-sa': 'فانتازيا غربية',
  },
  悬疑: { 'zh-cn': '悬疑', 'en-us': 'Mystery', 'fr-fr': 'Mystère', 'es-es': 'Misterio', 'ar-sa': 'غموض وإثارة' },
};

/** All names of a tag, the stored one first. */
export function namesOfTag(tag: string): string[] {
  return [...new Set([tag, ...Object.values(tagNames[tag] ?? {})])];
}

/** A tag in the reader's language; a tag without a translation stays as it is. */
export function tagName(tag: string, language: Language): string {
  return tagNames[tag]?.[language] ?? tag;
}

/** The stored form of a tag given in any of the five languages; an unknown tag stays as it is. */
export function storedTag(given: string): string {
  const wanted = given.trim().toLowerCase();
  const known = Object.entries(tagNames).find(([, names]) =>
    Object.values(names).some((name) => name.toLowerCase() === wanted),
  );
  return known?.[0] ?? given.trim();
}
