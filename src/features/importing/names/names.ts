import { type Language, languages } from '../../../shared/languages.ts';
import { cutDescription } from '../../../shared/text.ts';
import { fromWords } from './number-words.ts';
import { canonicalNumber, fromHan, fromRoman, hanNumeralSigns, plainDigits, printedNumber } from './numerals.ts';

/** The facts in the name of a folder or file about its chapter or volume. */
export type NameFacts = {
  /** The printed number, plain digits without leading zeros ('10.5' occurs); null when there is none. */
  number: string | null;
  /** The rest of the name as a title; empty when the name is a number only. */
  title: string;
};

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'accent' });

/** Sorts `ch 2` before `ch 10`; names that differ only in case or form still have a fixed order. */
export function compareNatural(a: string, b: string): number {
  return collator.compare(sortable(a), sortable(b)) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Sorts paths folder by folder, and files without what names their type: `03/1.jpg` before `03.5/1.jpg`. */
export function comparePaths(a: string, b: string): number {
  const [left, right] = [stepsOf(a), stepsOf(b)];
  for (const [at, step] of left.entries()) {
    const other = right[at];
    if (other === undefined) break;
    const order = collator.compare(sortable(step), sortable(other));
    if (order !== 0) return order;
  }
  return left.length - right.length || compareNatural(a, b);
}

function stepsOf(path: string): string[] {
  return withoutExtension(path).split('/');
}

const hanNumeral = '[〇○零一二三四五六七八九十百千两廿卅]{1,9}';
/** Numerals that count: behind 第, before what they count, behind 番外 and the like, in brackets or alone. */
const hanInName = new RegExp(
  `(?<=第)${hanNumeral}|${hanNumeral}(?=[页頁张張枚話话回章卷巻集节節期季幕夜篇編编册冊])|(?<=番外[编編篇]?|外[传傳伝]|特[别別典][编編篇]?|之|[(（【\\[]|^|[\\s_-])${hanNumeral}(?=$|[)）】\\]\\s._-])`,
  'gu',
);

function sortable(name: string): string {
  const plain = plainDigits(name.normalize('NFKC'));
  return /[〇○零一二三四五六七八九十百千]/u.test(plain) ? plain.replace(hanInName, fromHan) : plain;
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
const words = `(?:${chapterWords.join('|')})[\\s._-]*`;
const number = '\\d{1,6}(?:\\.\\d{1,3})?';
const fraction = '\\d{0,6}[¼½¾⅓⅔]';
const wordAndNumber = new RegExp(`^(?:${words})?(?:#\\s*)?(${fraction}|${number})(?![\\d\\p{L}])`, 'iu');
/** Only after a word: '1-2' alone may be anything. */
const wordAndSpan = new RegExp(`^${words}(?:#\\s*)?(${number}\\s*[-–—~～]\\s*${number})(?![\\d\\p{L}])`, 'iu');
const wordAndNumeral = new RegExp(
  `^(?:${chapterWords.filter((word) => word !== 'no').join('|')})[\\s._-]+([\\p{L}\\p{M}]{1,20}(?:[\\s-][\\p{L}\\p{M}]{1,16}){0,2})(?=$|[\\s._:：,，~–—-])`,
  'iu',
);
const hanDigits = `(?:\\d{1,6}\\.\\d{1,3}|[\\d${hanNumeralSigns}]{1,9})`;
const hanNumber = new RegExp(
  `^(?:第\\s*(${hanDigits})(?:\\s*[-–—~～至到]\\s*第?\\s*(${hanDigits}))?\\s*[章回话話节節卷集部册冊]|卷\\s*(?:之|第)?\\s*(${hanDigits})(?!\\p{L}))`,
  'u',
);
const hashNumber = /(?:^|\s)#\s*(\d{1,6}(?:\.\d{1,3})?)/u;
const numberAtEnd = /[\s_-](\d{1,6}(?:\.\d{1,3})?)$/u;
const date = /^\d{4}([-._])\d{1,2}\1\d{1,2}(?!\d)/;

/** The name of a file is shorter; the name of a chapter in an EPUB may have any length. */
const longestName = 1000;

/** Reads `012 - The storm` as chapter 12, 'The storm'; `ep01_Potion-of-Flight` as chapter 1, 'Potion of Flight'. */
export function readName(name: string): NameFacts {
  const { number, before, behind } = readParts(name);
  return { number, title: behind || before };
}

/** The number of a name with the words on both sides; `printed` as it stands there: '10.10'. */
export type NameParts = { number: string | null; printed: string | null; before: string; behind: string };

export function readParts(name: string): NameParts {
  const given = cutDescription(name.trim(), longestName);
  const text = plainDigits(given);
  const counted = (number: string | null, printed: string, length: number): NameParts => {
    return { number, printed, before: '', behind: titleOf(given.slice(length)) };
  };
  const han = hanNumber.exec(text);
  if (han) {
    const from = han[1] ?? han[3] ?? '';
    return counted(hanSpan(from, han[2]), from, han[0].length);
  }
  // Dates sort by their names, and a year is not the number of a chapter.
  const day = date.exec(text)?.[0];
  if (day) return { number: null, printed: null, before: '', behind: titleOf(given.slice(day.length)) || given };
  const span = wordAndSpan.exec(text);
  const spanNumber = span?.[1] ? printedNumber(span[1]) : null;
  if (span?.[1] && spanNumber) return counted(spanNumber, span[1], span[0].length);
  const leading = wordAndNumber.exec(text);
  if (leading?.[1]) return counted(printedNumber(leading[1]), leading[1], leading[0].length);
  return inWords(given) ?? atItsEnd(given, text);
}

function atItsEnd(given: string, text: string): NameParts {
  for (const pattern of [hashNumber, numberAtEnd]) {
    const found = pattern.exec(text);
    if (!found?.[1]) continue;
    const before = titleOf(given.slice(0, found.index));
    const behind = titleOf(given.slice(found.index + found[0].length));
    return { number: canonicalNumber(found[1]), printed: found[1], before, behind };
  }
  return { number: null, printed: null, before: '', behind: titleOf(given) };
}

function hanSpan(from: string, to: string | undefined): string {
  return (to && printedNumber(`${fromHan(from)}-${fromHan(to)}`)) || (canonicalNumber(fromHan(from)) ?? from);
}

/** 'Chapter IV', 'Part Two - The storm': takes as many words after the first as together make a number. */
function inWords(given: string): NameParts | null {
  const found = wordAndNumeral.exec(given);
  if (!found?.[1]) return null;
  const start = found[0].length - found[1].length;
  for (let numeral = found[1]; ; numeral = numeral.replace(/[\s-][^\s-]*$/u, '')) {
    const value = wordNumber(numeral);
    if (value !== null) {
      const behind = titleOf(given.slice(start + numeral.length));
      return { number: String(value), printed: numeral, before: '', behind };
    }
    if (!/[\s-]/.test(numeral)) return null;
  }
}

/** A single C, D, L or M is more likely a letter that counts parts, and 'Mix' is a word. */
function wordNumber(text: string): number | null {
  const isRoman = /^(?:[IVXLCDM]{2,12}|[IVX])$/.test(text) || /^(?:[ivxl]{2,8}|[ivx])$/.test(text);
  return (isRoman ? fromRoman(text) : null) ?? fromWords(text);
}

const slugEndings = ['cn', ...languages.map((language) => language.slice(0, 2))];
const slugLanguage = new RegExp(`^[^\\s]*[\\p{L}\\d]{3}[-_](${slugEndings.join('|')})$`, 'u');
const languageInBrackets = /[([（]\s*([a-z]{2}(?:[-_][a-z]{2,4})?)\s*[)\]）]$/i;

/** The code at the end of a name: 'The storm (fr)', or of a slug 'the-storm-fr'; in a slug only the site's own. */
export function codeAtEnd(name: string): string | null {
  return languageInBrackets.exec(name)?.[1] ?? slugLanguage.exec(name)?.[1] ?? null;
}

const languageSuffix = /\s*[([（]\s*(?:[a-z]{2}|[a-z]{2}[-_][a-z]{2,4})\s*[)\]）]\s*$/i;

/** Makes a name readable: separators around it go, and a slug's hyphens and underscores become spaces. */
export function titleOf(name: string): string {
  const bare = withoutEdges(cutDescription(name, longestName).replace(languageSuffix, ''));
  if (/\s/.test(bare) || !/[_-]/.test(bare)) return bare;
  const words = bare.replace(/[_-]+/g, ' ').trim();
  // A slug has lost its capitals; a capital at the start makes it a title again.
  return words === words.toLowerCase() ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

/** Cuts single characters from both ends: a pattern would start again at each character of a long row. */
function withoutEdges(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && /[\s._:：,，、~–—-]/u.test(text.charAt(from))) from += 1;
  while (to > from && /[\s._~–—-]/u.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** A book's name without the language at its end: the language is not part of the title. */
export function titleOfBook(name: string): string {
  return titleOf(slugLanguage.test(name) ? name.slice(0, -3) : name);
}

/** A key for names that mean the same chapter: case, separators and marks do not matter. */
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

/** Other names for each language, in names of folders and in metadata. */
const languageNames: Record<Language, readonly string[]> = {
  'zh-cn': ['zh', 'cn', 'chi', 'zho', 'chinese', '中文', '简体中文'],
  'en-us': ['en', 'eng', 'us', 'gb', 'english'],
  'fr-fr': ['fr', 'fra', 'fre', 'french', 'français'],
  'es-es': ['es', 'spa', 'mx', 'spanish', 'español'],
  'ar-sa': ['ar', 'ara', 'arabic', 'العربية'],
};
const languageAliases = new Map(
  languages.flatMap((language) => languageNames[language].map((name) => [name, language] as const)),
);

/** The site's language that a folder's name or a metadata field names, or null. */
export function languageNamed(name: string): Language | null {
  const plain = name.normalize('NFC').trim().toLowerCase().replaceAll('_', '-');
  const whole = languageAliases.get(plain);
  if (whole) return whole;
  const [prefix = '', ...rest] = plain.split('-');
  // A region or script after a known code, as in zh-Hans-CN; 'en-route' is not a language.
  const isTag = rest.length > 0 && rest.every((part) => /^([a-z]{2}|\d{3}|hans|hant|latn|arab)$/.test(part));
  return isTag && /^[a-z]{2,3}$/.test(prefix) ? (languageAliases.get(prefix) ?? null) : null;
}
