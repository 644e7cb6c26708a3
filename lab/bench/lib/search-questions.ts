/**
 * More pages than the shared cache holds, requested in a fixed order, so that each is a miss: 50 tags, 40 pages, five
 * languages.
 */
const languages = ['zh-cn', 'en-us', 'fr-fr', 'es-es', 'ar-sa'] as const;

export function question(n: number) {
  const tag = `tag${n % 50}`;
  const page = Math.floor(n / 50) % 40;
  const language = languages[Math.floor(n / 2000) % 5] ?? 'en-us';
  return { tag, page, language };
}
