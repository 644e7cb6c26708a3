import { fromRoman, readNumeral } from './numerals.ts';

/**
 * The kinds of headings in a novel. `keyword`: 第三章, Chapter 3, الفصل الثالث; `section`: 第三节, chapters where nothing
 * greater is; `volume`: 第一卷, Book One; `named`: a prologue, an appendix; `roman` and `digits`: a number alone on its
 * line; `listed`: '3. The storm'.
 */
export type HeadingKind = 'keyword' | 'section' | 'volume' | 'named' | 'roman' | 'digits' | 'listed';

export type Heading = {
  kind: HeadingKind;
  /** The printed number as plain digits; null where there is none. */
  number: string | null;
  /** The words after the number; empty where the heading is a number only. */
  title: string;
  /** A volume's heading on the same line as the chapter's. */
  volume?: string;
  /** Whether the title follows the number with no sign between them, as words in a sentence do. */
  isGlued: boolean;
};

const longestHeading = 160;
const separators = '\\s\u3000:：·•.．、,，—–\\-_|/';
const hanNumerals = '[\\d０-９〇零一二三四五六七八九十百千万两廿卅]{1,12}';
const hanVolume = new RegExp(
  `^[【《\\[(（]?(?:正文\\s*)?(第\\s*${hanNumerals}\\s*[卷部册冊集篇编編幕季]|卷(?:之|第)?${hanNumerals}|[上中下终終]\\s*[卷部册冊篇])(?=[${separators}】》\\])）]|$|第)`,
  'u',
);
const hanChapter = new RegExp(
  `^[【《\\[(（]?(?:正文\\s*)?第\\s*([\\d０-９]{1,6}[.．][\\d０-９]{1,3}|${hanNumerals})\\s*(章|回|话|話|折|节|節|集|夜|出|讲|講|篇|则|則)[】》\\])）]?([${separators}]*)(.*?)[】》\\])）]?$`,
  'u',
);
const hanNamed =
  /^[【《[(（]?(?:(楔子|序|序章|序幕|序言|序曲|自序|代序|前言|引子|引言|导读|尾声|尾聲|终章|終章|跋|后记|後記|结语|完本感言|大结局|最终章|最終章|末章)|(?:番外|附录|附錄|外传|外傳|外篇|特别篇|楔子|序章|序|尾声|后记)(?:[\d０-９〇零一二三四五六七八九十百]{1,4})?[\s\u3000:：·.、—-]+\S.{0,40}|(?:番外|附录|附錄)[\d０-９〇零一二三四五六七八九十百]{0,4})[】》\])）]?$/u;

const chapterWord =
  'chapter|chapitre|cap[ií]tulo|chap\\.?|cap\\.|episode|épisode|episodio|letter|lettre|carta|stave|canto|scene|الفصل|فصل|الباب|باب|الحلقة|المقالة';
const volumeWord = 'book|part|volume|vol\\.|tome|tomo|livre|libro|parte|partie|section|الجزء|الكتاب|القسم|المجلد';
const latinHeading = new RegExp(
  `^[-–—_*#\\s"«“]*(?:the\\s+)?(?:(${chapterWord})|(${volumeWord}))(?:\\s+(?:the|la|le|el)\\s+|\\s+(?:n[o°º]\\.?\\s*)?)((?:(?!--)[\\p{L}\\p{M}\\p{Nd}.'-]){1,20}(?:(?:\\s+|-(?!-))[\\p{L}\\p{M}]{1,16}){0,2}?)(?:(?=\\s*\\[\\d{1,3}\\])\\s*\\[\\d{1,3}\\])?[_*"»”]*(?:(\\s*[.:：—–-]+\\s*|\\s*$)(.*)|$)`,
  'iu',
);
/** 'PREMIÈRE PARTIE', 'THE FIRST BOOK'. */
const ordinalVolume = new RegExp(
  `^(?:the\\s+|la\\s+|le\\s+|el\\s+)?([\\p{L}\\p{M}]{4,14})\\s+(${volumeWord}|chapter|chapitre)\\.?$`,
  'iu',
);
const namedHeading =
  /^(?:prologue|epilogue|preface|foreword|afterword|introduction|conclusion|postscript|interlude|appendix(?:\s+[A-Z\d]{1,4})?|pr[ée]face|avant-propos|épilogue|postface|annexe|pr[óo]logo|ep[íi]logo|prefacio|introducci[óo]n|conclusi[óo]n|ap[ée]ndice|dedicatoria|مقدمة|المقدمة|تمهيد|توطئة|خاتمة|الخاتمة|ملحق|كلمة أخيرة)(?:\s*[.:—–-]\s*(\S.{0,80}))?\.?$/iu;
const last = /\s(?:the\s+)?(?:last|final|derni[èe]re?|[úu]ltim[oa]|ال[أا]خيرة?)\.?$/iu;
const romanAlone = /^[-–—.\s]{0,4}([ivxlcdm]{1,12})[-–—.\s]{0,4}(?:\[\d{1,3}\])?\.?$/i;
const digitsAlone = /^[-–—.\s]{0,4}(\d{1,4})[-–—.\s]{0,4}$/;
const listed = /^(\d{1,4}|[IVXLC]{1,8})\s{0,2}[.)、．]\s{0,4}(\p{L}.{0,100})$/u;
const listedHan = /^(?:(\d{1,4})[\s、．.]+|([一二三四五六七八九十百]{1,6})[、．.]\s*)(\p{Script=Han}.{0,40})$/u;

/** Reads a line as a heading by its words alone; the caller checks whether a heading may stand there. */
export function readHeading(line: string): Heading | null {
  if (line === '' || line.length > longestHeading) return null;
  return readHan(line) ?? readLatin(line) ?? readBare(line);
}

function readHan(line: string): Heading | null {
  if (line.length > 60) return null;
  if (hanNamed.test(line)) return { kind: 'named', number: null, title: unwrapped(line), isGlued: false };
  const volume = hanVolume.exec(line);
  const rest = volume ? line.slice(volume[0].length).replace(/^[】》\])）\s\u3000:：·.、—-]+/u, '') : line;
  // '第一卷 风起 第三章 夜雨': the volume's own name stands between the two numbers.
  const inner = volume
    ? rest.search(/第\s*[\d.．０-９〇零一二三四五六七八九十百千万两廿卅]{1,12}\s*[章回话話节節]/u)
    : 0;
  const chapter = hanChapter.exec(rest.slice(Math.max(0, inner)));
  if (chapter?.[1] && chapter[2]) {
    const [, numeral, unit, between = '', title = ''] = chapter;
    const isSection = /[节節篇集出讲講则則夜折]/u.test(unit);
    const isGlued = between === '' && title !== '';
    if (isGlued && (!/[章回话話]/u.test(unit) || /^[合见數数说後后来家]/u.test(title))) return null;
    const kind = isSection ? 'section' : 'keyword';
    const found: Heading = { kind, number: readNumeral(numeral), title: title.trim(), isGlued };
    return volume ? { ...found, volume: unwrapped(`${volume[0]} ${rest.slice(0, Math.max(0, inner))}`) } : found;
  }
  if (!volume?.[1]) return null;
  const number = readNumeral(volume[1].replace(/[^\d０-９〇零一二三四五六七八九十百千万两廿卅]/gu, ''));
  return { kind: 'volume', number, title: rest, isGlued: false };
}

function unwrapped(text: string): string {
  return text
    .replace(/^[【《[(（]\s*/u, '')
    .replace(/\s*[】》\])）]$/u, '')
    .trim();
}

function readLatin(line: string): Heading | null {
  const named = namedHeading.exec(line);
  if (named) return { kind: 'named', number: null, title: line.replace(/\.$/, ''), isGlued: false };
  const ordinal = ordinalVolume.exec(line);
  const ordinalNumber = ordinal?.[1] ? readNumeral(ordinal[1]) : null;
  if (ordinal?.[2] && ordinalNumber)
    return { kind: /^chap/i.test(ordinal[2]) ? 'keyword' : 'volume', number: ordinalNumber, title: '', isGlued: false };
  const found = latinHeading.exec(line);
  if (!found?.[3]) return null;
  const kind = found[1] ? 'keyword' : 'volume';
  const whole = readNumeral(found[3].replace(/[.'-]+$/, ''));
  if (whole !== null) return { kind, number: whole, title: (found[5] ?? '').trim(), isGlued: false };
  if (last.test(line) && !found[5]) return { kind, number: null, title: '', isGlued: false };
  // 'Chapter 5 The storm': the title follows without a sign.
  const [first = '', ...words] = line.slice(line.indexOf(found[3])).split(/\s+/);
  const number = readNumeral(first.replace(/[.:,]+$/, ''));
  if (number === null || words.length === 0) return null;
  return { kind, number, title: words.join(' '), isGlued: true };
}

function readBare(line: string): Heading | null {
  const roman = romanAlone.exec(line)?.[1];
  const value = roman === undefined || roman !== roman.toUpperCase() ? null : fromRoman(roman);
  if (value !== null) return { kind: 'roman', number: String(value), title: '', isGlued: false };
  const digits = digitsAlone.exec(line.normalize('NFKC'))?.[1];
  if (digits) return { kind: 'digits', number: readNumeral(digits), title: '', isGlued: false };
  const item = listed.exec(line) ?? listedHan.exec(line);
  const number = readNumeral(item?.[1] ?? item?.[2] ?? '');
  if (!item || number === null) return null;
  return { kind: 'listed', number, title: (item.at(-1) ?? '').trim(), isGlued: false };
}

/** Whether a name says only which chapter it is: '012', 'Chapter 3', '第三回'. */
export function isBareHeading(name: string): boolean {
  const heading = readHeading(name.trim());
  return name.trim() === '' || (heading !== null && heading.kind !== 'named' && heading.title === '');
}

const listMark = /^(?:[-*+•]\s+|\|\s*)/;

/** The chapters in a list of contents, as printed and by their numbers; empty where there is no such list. */
export function readContents(text: string): Map<string, string> {
  const titles = new Map<string, string>();
  for (const line of text.slice(0, 200_000).split(/\r\n|\n|\r/)) {
    const printed = line.trim().replace(listMark, '').trim();
    // Titles of old novels are long; their beginning is enough to recognise a heading.
    const heading = printed.length <= 600 ? readHeading(printed.slice(0, longestHeading)) : null;
    if (heading?.kind !== 'keyword' || heading.number === null || heading.title === '' || heading.isGlued) continue;
    if (!titles.has(heading.number)) titles.set(heading.number, printed);
  }
  return titles.size >= 3 ? titles : new Map();
}
