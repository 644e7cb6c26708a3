import { undress } from './heading-dress.ts';
import { chapterWord, lastNumber, lastWord, namedWord, volumeWord } from './heading-words.ts';
import { fromRoman, hanNumeralSigns, latinRoman, plainDigits, readNumeral } from './numerals.ts';

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
  /** The word that names the kind, in lower case: 'chapter', 'livre', '卷'. */
  word?: string;
  /** Whether the title follows the number with no sign between them, as words in a sentence do. */
  isGlued: boolean;
  /** The line without the signs around it, where it has some. */
  printed?: string;
};

const longestHeading = 160;
const separators = '\\s\u3000:：·•.．、,，—–\\-_|/';
const hanNumerals = `(?:[\\d０-９${hanNumeralSigns}]{1,12}|[Ⅰ-ⅿ]{1,6}|[IVXLC]{1,8})`;
const hanVolume = new RegExp(
  `^[【《\\[(（]?(?:正文\\s*)?(第\\s*${hanNumerals}\\s*[卷部册冊集篇编編幕季]|卷(?:之|第)?${hanNumerals}|[上中下终終]\\s*[卷部册冊篇])(?=[${separators}】》\\])）]|$|第)`,
  'u',
);
const hanChapter = new RegExp(
  `^[【《\\[(（]?(?:正文\\s*)?第\\s*([\\d０-９]{1,6}[.．][\\d０-９]{1,3}|${hanNumerals})\\s*(章|回|话|話|折|节|節|集|夜|出|讲|講|篇|则|則)[】》\\])）]?([${separators}]*)(.*?)[】》\\])）]?$`,
  'u',
);
/** Without 第, only with a sign or nothing behind it: '三章　夜雨', '12話'. */
const hanUnordered = new RegExp(`^(${hanNumerals})\\s?(章|回|话|話)(?:([${separators}]+)(.*)|$)`, 'u');
const hanNamed =
  /^[【《[(（]?(?:(楔子|序|序章|序幕|序言|序曲|自序|代序|前言|引子|引言|导读|尾声|尾聲|终章|終章|跋|后记|後記|结语|完本感言|大结局|最终章|最終章|末章)|(?:番外|附录|附錄|外传|外傳|外篇|特别篇|楔子|序章|序|尾声|后记)(?:[\d０-９〇○零一二三四五六七八九十百]{1,4})?[\s\u3000:：·.、—-]+\S.{0,40}|(?:番外|附录|附錄)[\d０-９〇○零一二三四五六七八九十百]{0,4})[】》\])）]?$/u;

const wordSign = '[-–—_*#\\s"«“]*';
/** 'II.AN OMEN' is the number two: a title may follow its point at once. */
const numeral =
  '(?:(?!--)(?!\\.\\p{L}{2})[\\p{L}\\p{M}\\p{N}.º°\'׳״"΄ʹ-]){1,24}(?:(?:\\s+|-(?!-))[\\p{L}\\p{M}]{1,16}(?:-(?!-)[\\p{L}\\p{M}]{1,12})?){0,3}?';
/** 'chapter.001', 'Chapter-IV', 'Kapitel: 3', 'CHAPTER #3' and 'ch12'. */
const beforeNumber = '(?:\\s*[.:：_#№-]\\s*(?=\\p{Nd})|(?=\\p{Nd})|\\s+|(?<=\\.)|[._-](?=\\p{L}))';
const note = '(?:(?=\\s*\\[\\d{1,3}\\])\\s*\\[\\d{1,3}\\])?';
const behind = '[_*"»”]*(?:(\\s*[.:：—–)|~～·•،؛、-]+\\s*|,\\s+(?=[\\p{Lu}\\p{N}])|\\s*$)(.*)|$)';
const latinHeading = new RegExp(
  `^${wordSign}(?:the\\s+)?(?:(${chapterWord})|(${volumeWord}))(?:\\s+(?:the|la|le|el)\\s+|${beforeNumber}(?:n[°º]\\.?\\s*|no(?:\\.\\s*|\\s+))?)(${numeral})${note}${behind}`,
  'iu',
);
/** 'PREMIÈRE PARTIE', 'THE FIRST BOOK', 'Erstes Kapitel', '2. luku', 'I LUKU'. */
const numberFirst = new RegExp(
  `^${wordSign}(?:(?:the|la|le|el|das|der|die|il|o|a|het)\\s+)?((?:[\\p{L}\\p{M}\\p{N}º°]){1,26}(?:[\\s.:-]{1,2}[\\p{L}\\p{M}]{1,16}|[.:][º°])?)\\.?\\s+(?:(${chapterWord})|(${volumeWord}))${note}(?:(\\s*[.:：—–-]+\\s*|\\s*$)(.*)|$)`,
  'iu',
);
/** 'Chapter 5 The Storm': the title follows without a sign. */
const gluedHeading = new RegExp(
  `^${wordSign}(?:(${chapterWord})|(${volumeWord}))${beforeNumber}(\\p{Nd}{1,4}|[IVXLC]{1,8}|[Ⅰ-ⅿ]{1,6})\\.?\\s+(\\p{L}.*|["“«].*)$`,
  'iu',
);
/** 'Chapter 1.IV': the fourth chapter of the first book. */
const inBook = new RegExp(`^${wordSign}(${chapterWord})\\s+\\d{1,2}[.:-]\\s?([IVXLC]{1,8}|\\d{1,3})\\.?$`, 'iu');
const namedHeading = new RegExp(`^(?:${namedWord})(?:\\s*[.:—–-]\\s*(\\S.{0,80}))?\\.?$`, 'iu');
const romanAlone = /^[-–—.\s]{0,4}([ivxlcdmХІСМ]{1,12})[-–—.\s]{0,4}(?:\[\d{1,3}\])?\.?$/i;
const digitsAlone = /^[-–—.\s[(]{0,4}(\d{1,4})[-–—.\s\])]{0,4}$/;
/** Also '四の五': the fifth chapter of the fourth part. */
const hanAlone =
  /^[（(【［]?(?:[一二三四五六七八九十百]{1,5}の)?([一二三四五六七八九十百][〇○零一二三四五六七八九十百]{0,4})[）)】］]?$/u;
const koreanHeading = /^(?:제\s*)?(\d{1,4})\s*([장화회부편권절])(?:[\s.:·-]+(.*)|$)/u;
/** Also 'I -- Dawn', 'I.—Dawn', 'I: Dawn', '§1.- Dawn', '- I - Dawn', '-I- Dawn' and 'I. (Dawn.)'. */
const listed =
  /^(?:[-–—]\s?|§\s?)?(\d{1,4}|[IVXLC]{1,8})(?:\s{0,2}[.)、．:]\s{0,2}(?:-{1,3}|[—–])?|\s?(?:-{1,3}|[—–])\s?[:.]?)\s{0,4}([\p{L}«“„"‘¿¡(].{0,150})$/u;
const listedHan =
  /^(?:(\d{1,4})[\s、．.]+|([一二三四五六七八九十百][〇○零一二三四五六七八九十百]{0,5})[、．.]\s*)(\p{Script=Han}.{0,40})$/u;

/** Reads a line as a heading by its words alone; the caller checks whether a heading may stand there. */
export function readHeading(line: string): Heading | null {
  if (line === '' || line.length > longestHeading) return null;
  const plain = readPlain(line);
  const bare = undress(line);
  const within = bare && readPlain(bare.text);
  if (!within || (plain && (plain.kind !== within.kind || plain.number !== within.number))) return plain;
  const isWorded = within.kind === 'keyword' || within.kind === 'section' || within.kind === 'volume';
  // '-I-' and '§1.- Dawn' stay as printed; '— Introduction' and '「三」' may be speech.
  if (plain && !isWorded) return plain;
  return isWorded || !bare.maySpeak ? { ...within, printed: bare.text } : plain;
}

function readPlain(line: string): Heading | null {
  return readHan(line) ?? readKorean(line) ?? readLatin(line) ?? readBare(line) ?? readInBrackets(line);
}

/** '[Capitulum I.]' and '[Prologus]' are an editor's headings. */
function readInBrackets(line: string): Heading | null {
  const inner = /^\[([^[\]]+)\]\.?$/.exec(line)?.[1];
  const heading = inner === undefined ? null : readLatin(inner.trim());
  return heading?.number == null && (heading?.kind !== 'named' || /[.:—–-]\s/.test(line)) ? null : heading;
}

function readKorean(line: string): Heading | null {
  const found = koreanHeading.exec(plainDigits(line));
  const [, number, word = '', title = ''] = found ?? [];
  if (number === undefined) return null;
  const kind = /[부편권]/u.test(word) ? 'volume' : word === '절' ? 'section' : 'keyword';
  return { kind, word, number: String(Number(number)), title: title.trim(), isGlued: false };
}

const hanInner = new RegExp(`第\\s*[\\d.．０-９${hanNumeralSigns}]{1,12}\\s*[章回话話节節]`, 'u');

function readHan(line: string): Heading | null {
  if (line.length > 60) return null;
  if (hanNamed.test(line)) return { kind: 'named', number: null, title: unwrapped(line), isGlued: false };
  const volume = hanVolume.exec(line);
  const rest = volume ? line.slice(volume[0].length).replace(/^[】》\])）\s\u3000:：·.、—-]+/u, '') : line;
  // '第一卷 风起 第三章 夜雨': the volume's own name stands between the two numbers.
  const inner = volume ? rest.search(hanInner) : 0;
  const chapter = hanChapter.exec(rest.slice(Math.max(0, inner))) ?? hanUnordered.exec(rest);
  if (chapter?.[1] && chapter[2]) {
    const [, numeral, unit, between = '', title = ''] = chapter;
    const isSection = /[节節篇集出讲講则則夜折]/u.test(unit);
    const isGlued = between === '' && title !== '';
    if (isGlued && !/[章回话話]/u.test(unit)) return null;
    const kind = isSection ? 'section' : 'keyword';
    const found: Heading = { kind, word: unit, number: readNumeral(numeral), title: title.trim(), isGlued };
    return volume ? { ...found, volume: unwrapped(`${volume[0]} ${rest.slice(0, Math.max(0, inner))}`) } : found;
  }
  if (!volume?.[1]) return null;
  const number = readNumeral(volume[1].replace(/[第卷部册冊集篇编編幕季之上中下终終\s]/gu, ''));
  const word = /[卷部册冊集篇编編幕季]/u.exec(volume[1])?.[0] ?? '卷';
  return { kind: 'volume', word, number, title: rest, isGlued: false };
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
  return readInBook(line) ?? readNumberFirst(line) ?? readWordFirst(line) ?? readGlued(line);
}

function readNumberFirst(line: string): Heading | null {
  const found = numberFirst.exec(line);
  const number = found?.[1] ? readNumeral(found[1]) : null;
  const word = found?.[2] ?? found?.[3];
  if (!found || word === undefined || (number === null && !lastNumber.test(found[1] ?? ''))) return null;
  return { ...wordOf(found[2], word), number, title: (found[5] ?? '').trim(), isGlued: false };
}

function readWordFirst(line: string): Heading | null {
  const found = latinHeading.exec(line);
  const word = found?.[1] ?? found?.[2];
  if (!found?.[3] || word === undefined) return null;
  const kind = wordOf(found[1], word);
  const whole = readNumeral(found[3].replace(/[.'-]+$/, ''));
  if (whole !== null)
    return { ...kind, number: whole, title: (found[5] ?? '').trim(), isGlued: found[4]?.startsWith(',') ?? false };
  if (lastWord.test(line) && !found[5]) return { ...kind, number: null, title: '', isGlued: false };
  // 'Chapter 5 The storm': the title follows without a sign.
  const [first = '', ...words] = line.slice(line.indexOf(found[3])).split(/\s+/);
  const number = readNumeral(first.replace(/[.:,–—-]+$/, ''));
  if (number === null || words.length === 0) return null;
  return { ...kind, number, title: words.join(' '), isGlued: !/[.:–—-]$/.test(first) };
}

function readInBook(line: string): Heading | null {
  const [, word, numeral = ''] = inBook.exec(line) ?? [];
  const number = /[IVXLC]/.test(numeral) || /^\d+$/.test(numeral) ? readNumeral(numeral) : null;
  // 'Chapter 10.5' is one number.
  if (word === undefined || number === null || /\d\.\d+$/.test(line)) return null;
  return { kind: 'keyword', word: word.toLowerCase(), number, title: '', isGlued: false };
}

function readGlued(line: string): Heading | null {
  const found = gluedHeading.exec(line);
  const [, chapter, volume, numeral = '', title = ''] = found ?? [];
  const number = /^\p{N}|^[IVXLC]+$/u.test(numeral) ? readNumeral(numeral) : null;
  if (!found || number === null) return null;
  return { ...wordOf(chapter, chapter ?? volume ?? ''), number, title: title.trim(), isGlued: true };
}

function wordOf(chapter: string | undefined, word: string): Pick<Heading, 'kind' | 'word'> {
  return { kind: chapter === undefined ? 'volume' : 'keyword', word: word.toLowerCase() };
}

function readBare(given: string): Heading | null {
  const line = withPlainNumeral(given);
  const roman = romanAlone.exec(line)?.[1];
  const value = roman === undefined || roman !== roman.toUpperCase() ? null : fromRoman(latinRoman(roman));
  if (value !== null) return { kind: 'roman', number: String(value), title: '', isGlued: false };
  const digits = digitsAlone.exec(line.normalize('NFKC'))?.[1];
  const han = hanAlone.exec(line)?.[1];
  if (han) return { kind: 'digits', number: readNumeral(han), title: '', isGlued: false };
  if (digits) return { kind: 'digits', number: readNumeral(digits), title: '', isGlued: false };
  const item = listed.exec(line) ?? listedHan.exec(line);
  const number = readNumeral(item?.[1] ?? item?.[2] ?? '');
  if (!item || number === null) return null;
  return { kind: 'listed', number, title: (item.at(-1) ?? '').trim(), isGlued: false };
}

/** A numeral of another script, or in one sign, before the words: 'Ⅻ. Rain', '١٢ - …', '①夜渡' as 'XII. Rain' … */
function withPlainNumeral(line: string): string {
  const numeral = /^\P{L}{0,4}?([Ⅰ-ⅿ]{1,6}|[①-⒛]|[\p{Nd}]{1,4})(?!\p{N})/u.exec(line)?.[1];
  if (numeral === undefined || /^\d/.test(numeral)) return line;
  const plain = plainDigits(numeral.normalize('NFKC'));
  return line.replace(numeral, /^[①-⒛]/u.test(numeral) && !plain.endsWith('.') ? `${plain}. ` : plain).trim();
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
