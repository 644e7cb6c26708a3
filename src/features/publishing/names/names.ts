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
  return (
    collator.compare(plainDigits(a.normalize('NFKC')), plainDigits(b.normalize('NFKC'))) || (a < b ? -1 : a > b ? 1 : 0)
  );
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
const numberAtEnd = /[\s_-](\d{1,6})$/u;
const date = /^\d{4}([-._])\d{1,2}\1\d{1,2}(?!\d)/;

/** The name of a file is shorter; the name of a chapter in an EPUB may have any length. */
const longestName = 1000;

/** Reads `012 - The storm` as chapter 12, 'The storm'; `ep01_Potion-of-Flight` as chapter 1, 'Potion of Flight'. */
export function readName(name: string): NameFacts {
  const given = cutDescription(name.trim(), longestName);
  const text = plainDigits(given);
  const rest = (length: number) => titleOf(given.slice(length));
  const han = hanNumber.exec(text);
  if (han) return { number: hanSpan(han[1] ?? han[3] ?? '', han[2]), title: rest(han[0].length) };
  // Dates sort by their names, and a year is not the number of a chapter.
  const day = date.exec(text)?.[0];
  if (day) return { number: null, title: rest(day.length) || given };
  const span = wordAndSpan.exec(text);
  const spanNumber = span?.[1] ? printedNumber(span[1]) : null;
  if (span && spanNumber) return { number: spanNumber, title: rest(span[0].length) };
  const leading = wordAndNumber.exec(text);
  if (leading?.[1]) return { number: printedNumber(leading[1]), title: rest(leading[0].length) };
  return inWords(given) ?? atItsEnd(given, text);
}

function atItsEnd(given: string, text: string): NameFacts {
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

function hanSpan(from: string, to: string | undefined): string {
  return (to && printedNumber(`${fromHan(from)}-${fromHan(to)}`)) || (canonicalNumber(fromHan(from)) ?? from);
}

/** 'Chapter IV', 'Part Two - The storm': takes as many words after the first as together make a number. */
function inWords(given: string): NameFacts | null {
  const found = wordAndNumeral.exec(given);
  if (!found?.[1]) return null;
  const start = found[0].length - found[1].length;
  for (let numeral = found[1]; ; numeral = numeral.replace(/[\s-][^\s-]*$/u, '')) {
    const value = wordNumber(numeral);
    if (value !== null) return { number: String(value), title: titleOf(given.slice(start + numeral.length)) };
    if (!/[\s-]/.test(numeral)) return null;
  }
}

/** A single C, D, L or M is more likely a letter that counts parts, and 'Mix' is a word. */
function wordNumber(text: string): number | null {
  const isRoman = /^(?:[IVXLCDM]{2,12}|[IVX])$/.test(text) || /^(?:[ivxl]{2,8}|[ivx])$/.test(text);
  return (isRoman ? fromRoman(text) : null) ?? fromWords(text);
}

const firstNames =
  /^(?:prologue|preface|foreword|introduction|avant-propos|pr[ée]face|pr[óo]logo|prefacio|introducci[óo]n|楔子|序章?|序幕|序言|序曲|自序|代序|前言|引子|引言|导读|مقدمة|المقدمة|تمهيد|توطئة)(?![\p{L}\p{M}])/iu;
const lastNames =
  /^(?:epilogue|afterword|postscript|conclusion|appendix|épilogue|postface|annexe|ep[íi]logo|conclusi[óo]n|ap[ée]ndice|尾声|尾聲|终章|終章|跋|后记|後記|结语|大结局|番外|附录|附錄|外传|外傳|خاتمة|الخاتمة|ملحق)(?![\p{L}\p{M}])/iu;

/** The position of a part without a number, by its name: a prologue comes first, an appendix last. */
export function placeByName(name: string): 'first' | 'last' | null {
  const bare = withoutEdges(name);
  return firstNames.test(bare) ? 'first' : lastNames.test(bare) ? 'last' : null;
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
