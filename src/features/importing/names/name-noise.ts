import { crossedAt, markAt } from './name-signs.ts';
import { languageNamed } from './names.ts';
import { plainDigits } from './numerals.ts';
import { sidePlaceOf } from './side-names.ts';

const bracketed = /[([{（［【〔〖]([^()[\]{}（）［］【】〔〕〖〗]*)[)\]}）］】〕〗]/gu;
const year = /^(?:1[89]|20)\d\d(?:\s?[-–./]\s?\d{1,4}){0,2}$/;
const count = /^(?:of|de|sur|von|di|из|من|共|全)\s*\d{1,4}\s?[册冊卷巻话話]?$/iu;
const release =
  /^(?:digital|c2c|web-?rip|web|scans?|scan[- ]?lations?|scanned|hq|lq|hd|sd|uhd|fixed|raws?|colou?r(?:ed|ized|s)?|full colou?r|b&w|completed?|full|fin|fix|no ?ads|un?censored|decensored|official|tankobon|viz|kobo|kindle|ebook|rip|f\d?|v\d|\d{3,4}(?:p|px)|hybrid|retail|remastered|omnibus edition|couleurs?|num[ée]rique|completo|completa|digitale|komplett|farbig|цвет|完|完[结結]|全|全彩|彩色|高清|[汉漢]化|中文|繁[体體]|简体|电子版|電子版|dl版|无修正|無修正|连载中?|連載中?|カラー版|デジタル版|완|완결|컬러)$/iu;
const groupWords = /(?:汉化|漢化|字幕|翻译|翻譯|scans?|scanlations?|team|-empire)/iu;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/giu;
/** The sum that a downloader puts behind a name to tell two of one name apart: 'Chapter 5_a1b2c3'. */
const hashAtEnd = /_(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{6}$/iu;

/**
 * Blanks what names carry beside the name itself, so that each sign keeps its place: groups, years, the words of releases,
 * languages, ids. Brackets around a number, or around an epilogue and the like, go in `text`, and what is in them stays.
 */
export function withoutNoise(name: string): { text: string; shown: string } {
  return { text: blanked(name, (inner) => ` ${inner.slice(1, -1)} `), shown: blanked(name, (inner) => inner) };
}

function blanked(name: string, opened: (whole: string) => string): string {
  const bare = name.replace(uuid, blank).replace(hashAtEnd, blank);
  const outside = bare.replace(bracketed, '');
  const isAllInBrackets = !/[\p{L}\p{N}]/u.test(outside);
  const hasNumber = /\d/.test(plainDigits(outside));
  let isBehindNoise = false;
  let isBehindWords = false;
  let last = 0;
  return bare.replace(bracketed, (whole: string, inner: string, at: number) => {
    isBehindWords ||= /[\p{L}\p{N}]/u.test(bare.slice(last, at));
    last = at + whole.length;
    const text = inner.trim();
    const isRound = /^[(（]/u.test(whole);
    if (isCount(text) || sidePlaceOf(text) !== null) return opened(whole);
    if (/^\d{1,4}(?:\.\d{1,3})?$/.test(plainDigits(text)) && !year.test(text))
      return isRound && hasNumber ? blank(whole) : opened(whole);
    if (isNoise(text)) {
      isBehindNoise ||= isBehindWords;
      return blank(whole);
    }
    if (isAllInBrackets) return opened(whole);
    const isGlued = /^\p{Script=Latin}/u.test(bare.slice(last));
    return !isRound || groupWords.test(text) || (!isGlued && (isBehindNoise || !isBehindWords)) ? blank(whole) : whole;
  });
}

function isNoise(text: string): boolean {
  if (text === '' || year.test(text) || count.test(text) || release.test(text)) return true;
  return isId(text) || languageNamed(text) !== null || /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i.test(text);
}

/** Letters and digits without a word: '[aBcD1234]', '[0f3a9c1e]', '[1234567]', '[id-55]'. */
function isId(text: string): boolean {
  if (/^(?:id|mal|md|al)[-_:]?\d+$/i.test(text) || /^\d{6,}$/.test(text)) return true;
  return /^(?=\S*\d)(?=\S*[a-z])[a-z\d_-]{6,}$/i.test(text);
}

function isCount(text: string): boolean {
  const plain = plainDigits(text);
  const mark = markAt(plain, 0) ?? crossedAt(plain, 0)?.[1];
  if (mark && !/[^\s]/.test(plain.slice(mark.end))) return true;
  // 'S2 Ep. 1' in one pair of brackets.
  const next = mark ? plain.slice(mark.end).search(/\S/) : -1;
  return mark != null && next >= 0 && markAt(plain, mark.end + next) !== null;
}

const blank = (text: string) => ' '.repeat(text.length);
