import type { Language } from '../../shared/languages.ts';
import { cutDescription } from '../../shared/text.ts';

/** What a folder's or file's name says of a chapter or volume. */
export type NameFacts = {
  /** The printed number, plain digits without leading zeros ('10.5' occurs); null when there is none. */
  number: string | null;
  /** What is left as a title; empty when the name is a number only. */
  title: string;
};

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'accent' });

/** `ch 2` before `ch 10`; names that differ only in case or form still have one order. */
export function compareNatural(a: string, b: string): number {
  return (
    collator.compare(plainDigits(a.normalize('NFKC')), plainDigits(b.normalize('NFKC'))) || (a < b ? -1 : a > b ? 1 : 0)
  );
}

const digitZeros = [0x660, 0x6f0, 0x966, 0xff10];

/** Arabic-Indic, Persian, Devanagari and full-width digits as ASCII, each in its place. */
function plainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (digitZeros.findLast((zero) => zero <= code) ?? code));
  });
}

const chapterWords = [
  'episode',
  'episodio',
  'épisode',
  'ep',
  'chapter',
  'chapitre',
  'chap',
  'ch',
  'capítulo',
  'capitulo',
  'cap',
  'volume',
  'volumen',
  'vol',
  'tome',
  'part',
  'parte',
  'partie',
  'season',
  'book',
  'issue',
  'no',
  'الفصل',
  'الحلقة',
  'الجزء',
];
const wordAndNumber = new RegExp(
  `^(?:(?:${chapterWords.join('|')})[\\s._-]*)?(?:#\\s*)?(\\d{1,6}(?:\\.\\d{1,3})?)(?![\\d\\p{L}])`,
  'iu',
);
const hanNumber = /^第\s*([\d〇零一二三四五六七八九十百千两]{1,9})\s*[章回话話节節卷集部]/u;
const hashNumber = /(?:^|\s)#\s*(\d{1,6}(?:\.\d{1,3})?)/u;
const numberAtEnd = /[\s_-](\d{1,6})$/u;

/** A file's name is shorter; what an EPUB calls a chapter may be of any length. */
const longestName = 1000;

/** `012 - The storm` is chapter 12, 'The storm'; `ep01_Potion-of-Flight` chapter 1, 'Potion of Flight'. */
export function readName(name: string): NameFacts {
  const given = cutDescription(name.trim(), longestName);
  const text = plainDigits(given);
  const han = hanNumber.exec(text);
  if (han?.[1]) return { number: canonicalNumber(fromHan(han[1])), title: titleOf(given.slice(han[0].length)) };
  const leading = wordAndNumber.exec(text);
  if (leading?.[1]) return { number: canonicalNumber(leading[1]), title: titleOf(given.slice(leading[0].length)) };
  const hash = hashNumber.exec(text);
  if (hash?.[1])
    return {
      number: canonicalNumber(hash[1]),
      title: titleOf(given.slice(hash.index + hash[0].length)) || titleOf(given.slice(0, hash.index)),
    };
  const trailing = numberAtEnd.exec(text);
  if (trailing?.[1]) return { number: canonicalNumber(trailing[1]), title: titleOf(given.slice(0, trailing.index)) };
  return { number: null, title: titleOf(given) };
}

/** A number as two sources compare it: '007' and '7' are one. Null for what is no plain number. */
export function canonicalNumber(text: string): string | null {
  const plain = plainDigits(text).trim();
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(plain)) return null;
  return plain.replace(/^0+(?=\d)/, '').replace(/\.0*$|(\.\d*?)0+$/, '$1');
}

/** A Chinese numeral as plain digits: 五十三, 一〇八 and 廿一 are all read. */
export function fromHan(text: string): string {
  if (/^\d+$/.test(text)) return text;
  const digits = '〇一二三四五六七八九';
  const units: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };
  let total = 0;
  let pending = 0;
  let isPositional = true;
  const written = text.replaceAll('零', '〇').replaceAll('两', '二').replaceAll('廿', '二十').replaceAll('卅', '三十');
  for (const character of written) {
    const unit = units[character];
    if (unit) {
      total += (pending || 1) * unit;
      pending = 0;
      isPositional = false;
    } else if (character === '万') {
      total = (total + pending || 1) * 10_000;
      pending = 0;
      isPositional = false;
    } else pending = (isPositional ? pending * 10 : 0) + Math.max(0, digits.indexOf(character));
  }
  return String(total + pending);
}

const languageSuffix = /\s*[([（]\s*(?:[a-z]{2}|[a-z]{2}[-_][a-z]{2,4})\s*[)\]）]\s*$/i;

/** A name made readable: separators around it go, and a slug's hyphens and underscores become spaces. */
export function titleOf(name: string): string {
  const bare = withoutEdges(cutDescription(name, longestName).replace(languageSuffix, ''));
  if (/\s/.test(bare) || !/[_-]/.test(bare)) return bare;
  const words = bare.replace(/[_-]+/g, ' ').trim();
  // A slug has lost its capitals; one at the start makes it a title again.
  return words === words.toLowerCase() ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

/** From both ends by single characters: a pattern would look again from each of a long row's places. */
function withoutEdges(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && /[\s._:：,，、~–—-]/u.test(text.charAt(from))) from += 1;
  while (to > from && /[\s._~–—-]/u.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Names compared as the same chapter's: case, separators and marks do not matter. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export function withoutExtension(name: string): string {
  return name.replace(/\.[a-z0-9]{1,8}$/i, '');
}

const languageAliases = new Map<string, Language>(
  Object.entries<Language>({
    cn: 'zh-cn',
    zh: 'zh-cn',
    chi: 'zh-cn',
    zho: 'zh-cn',
    chinese: 'zh-cn',
    en: 'en-us',
    eng: 'en-us',
    english: 'en-us',
    us: 'en-us',
    uk: 'en-us',
    gb: 'en-us',
    fr: 'fr-fr',
    fra: 'fr-fr',
    fre: 'fr-fr',
    french: 'fr-fr',
    français: 'fr-fr',
    es: 'es-es',
    spa: 'es-es',
    mx: 'es-es',
    spanish: 'es-es',
    español: 'es-es',
    ar: 'ar-sa',
    ara: 'ar-sa',
    arabic: 'ar-sa',
    中文: 'zh-cn',
    简体中文: 'zh-cn',
    العربية: 'ar-sa',
  }),
);

/** The site's language that a folder's name or a metadata field means, or null. */
export function languageNamed(name: string): Language | null {
  const plain = name.normalize('NFC').trim().toLowerCase().replaceAll('_', '-');
  const whole = languageAliases.get(plain);
  if (whole) return whole;
  const [prefix = '', ...rest] = plain.split('-');
  // A region or script behind a known code, as in zh-Hans-CN; 'en-route' is no language.
  const isTag = rest.length > 0 && rest.every((part) => /^([a-z]{2}|\d{3}|hans|hant|latn|arab)$/.test(part));
  return isTag && /^[a-z]{2,3}$/.test(prefix) ? (languageAliases.get(prefix) ?? null) : null;
}

/** The language that a text's script tells: Han zh-cn, Arabic ar-sa; null where it tells none. */
export function languageOfScript(text: string): Language | null {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const other = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  // A Han character is about a word, a Latin one a fifth of it.
  if (han > 0 && han * 5 >= Math.max(arabic, other)) return 'zh-cn';
  if (arabic > other) return 'ar-sa';
  return null;
}
