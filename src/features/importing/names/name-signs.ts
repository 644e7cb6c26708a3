import { fromWords } from './number-words.ts';
import { canonicalNumber, fromHan, fromRoman, printedNumber } from './numerals.ts';

/** The parts that a number in a name counts, from the largest to the smallest. */
export type CountedUnit = 'season' | 'volume' | 'part' | 'chapter';

/** `printed` is the number as it stands there: '10.10' is another one than '10.1'. */
export type Mark = { unit: CountedUnit; number: string; printed: string; isWeak: boolean; end: number };

export const unitOrder: Record<CountedUnit, number> = { season: 0, volume: 1, part: 2, chapter: 3 };

/** The words before or behind a number, in the languages of the site and beyond. */
const words: Record<CountedUnit, string> = {
  season:
    'seasons?|saison|temporada|staffel|stagione|seizoen|säsong|sæson|sesong|kausi|sezon|sezona|évad|сезон|الموسم|موسم|シーズン|시즌',
  volume:
    'volumes?|volumen|vols?|tome|tomo|tomos|tom|band|bd|livre|libro|livro|book|buch|omnibus|tpb|svazek|kötet|cilt|том|книга|المجلد|مجلد|الكتاب|كتاب',
  part: 'parte|partie|part|pt|teil|arc|часть|الجزء|جزء',
  chapter:
    'chapters?|chapitre|chap|chp|ch|cap[íi]tulos?|cap|capitolo|kapitel|kapittel|kap|hoofdstuk|rozdział|kapitola|fejezet|bölüm|chương|bab|глава|розділ|الفصل|فصل|الحلقة|حلقة|episodes?|episodios?|épisodes?|episódio|eps?|folge|odcinek|серия|эпизод|issue|número|numero',
};
/** These stand in the names of books as well: 'Kaiju No. 8'. */
const weakWords = 'no|nr|n[º°]|№|#';

const digits = '\\d{1,6}(?:\\.\\d{1,3})?';
const fraction = '\\d{0,6}[¼½¾⅓⅔]';
const han = '[\\d〇○零一二三四五六七八九十百千两廿卅]{1,9}';
const span = `${digits}\\s?[-–—~～]\\s?${digits}`;
/** Another mark may follow at once, as in S01E02. */
const ends =
  '(?!\\d|(?!(?:e|ep|c|ch)\\.?\\d)[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Arabic}\\p{Script=Greek}])';
const ordinal = '(?:st|nd|rd|th|ª|º|°|er|ère|re|nde?|e|ème|-?(?:я|й|е))';
const version = '(?:v\\d)?';
const ofMany = '(?:\\s*(?:of|de|sur|von|di|из|من|/)\\s*\\d{1,4}(?![\\d\\p{L}]))?';
const anyWord = (['season', 'volume', 'part', 'chapter'] as const)
  .map((unit) => `(?<${unit}>${words[unit]})`)
  .join('|');

const flags = 'iuy';
const wordFirst = new RegExp(
  `(?:${anyWord}|(?<weak>${weakWords}))[\\s._-]*#?\\s*(?<number>${fraction}|${span}${ends}|${digits})(?<letter>[a-e](?![\\p{L}\\d]))?${version}${ordinal}?${ends}${ofMany}`,
  flags,
);
const wordAndNumeral = new RegExp(
  `(?:${anyWord})[\\s._-]+(?<numeral>[\\p{L}\\p{M}]{1,20}(?:[\\s-][\\p{L}\\p{M}]{1,16}){0,2})(?=$|[\\s._:：,，~–—-])`,
  flags,
);
const standsAlone = '(?=\\s*(?:$|[-–—:：_,(\\[]|\\d{1,4}\\.?\\s+\\p{L}|\\p{L}{1,12}[\\s.]*\\d))';
const numberFirst = new RegExp(
  `(?:(?<number>${digits})(?:${ordinal}|\\.)?|(?<numeral>[\\p{L}\\p{M}]{2,20}))\\s+(?:${anyWord})(?!\\p{L})${standsAlone}`,
  flags,
);
/** S2, v01, T3, c012, e05; a single letter counts only with its number right behind it. */
const letterFirst = new RegExp(
  `(?:(?<season>s)|(?<volume>[vt])|(?<chapter>[ce]))(?<number>${digits})${version}${ends}`,
  flags,
);
const crossed = /(?<season>\d{1,2})x(?<chapter>\d{2,3})(?![\d\p{L}])/iuy;

const unitOfHan: Record<string, CountedUnit> = {
  ...Object.fromEntries([...'季期기'].map((sign) => [sign, 'season' as const])),
  ...Object.fromEntries([...'卷巻册冊권'].map((sign) => [sign, 'volume' as const])),
  ...Object.fromEntries([...'部篇編编부편'].map((sign) => [sign, 'part' as const])),
};
const hanUnits = '季期卷巻册冊部篇編编章回话話节節集夜幕';
const hanFirst = new RegExp(
  `第\\s*(?<number>\\d{1,6}\\.\\d{1,3}|${han})(?:\\s*[-–—~～至到]\\s*第?\\s*(?<to>\\d{1,6}\\.\\d{1,3}|${han}))?\\s*(?<sign>シーズン|[${hanUnits}])`,
  'uy',
);
const hanVolume = new RegExp(`卷\\s*(?:之|第)?\\s*(?<number>${han})(?!\\p{L})`, 'uy');
const koreanFirst = /제\s*(?<number>\d{1,6}(?:\.\d{1,3})?)\s*(?<sign>[화회장권부편기])/uy;
const signBehind = new RegExp(
  `(?<number>\\d{1,6}(?:\\.\\d{1,3})?|${han}(?=[话話章回卷巻季集](?!\\p{L})))\\s?(?<sign>[季卷巻册冊章回话話集화회장권기])(?!\\p{Script=Latin})`,
  'uy',
);

/** Reads the mark that stands at a place of a name, such as 'Vol. 2', 'S2', '第3话', 'Second Season'; null for none. */
export function markAt(text: string, at: number): Mark | null {
  return hanMarkAt(text, at) ?? digitMarkAt(text, at) ?? numeralMarkAt(text, at);
}

/** The two marks of '2x05': the fifth chapter of the second season. */
export function crossedAt(text: string, at: number): [Mark, Mark] | null {
  const groups = exec(crossed, text, at)?.groups;
  if (!groups?.season || !groups.chapter) return null;
  const end = crossed.lastIndex;
  const mark = (unit: CountedUnit, printed: string): Mark => ({
    ...{ unit, number: String(Number(printed)), printed, isWeak: false, end },
  });
  return [mark('season', groups.season), mark('chapter', groups.chapter)];
}

function exec(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function hanMarkAt(text: string, at: number): Mark | null {
  const first = exec(hanFirst, text, at);
  if (first?.groups?.number) return hanSign(first.groups, hanFirst.lastIndex);
  const volume = exec(hanVolume, text, at);
  if (volume?.groups?.number) return hanSign({ ...volume.groups, sign: '卷' }, hanVolume.lastIndex);
  const korean = exec(koreanFirst, text, at);
  if (korean?.groups) return hanSign(korean.groups, koreanFirst.lastIndex);
  const behind = exec(signBehind, text, at);
  return behind?.groups ? hanSign(behind.groups, signBehind.lastIndex) : null;
}

function hanSign({ number = '', to, sign = '' }: Record<string, string>, end: number): Mark {
  const from = fromHan(number);
  const value = (to && printedNumber(`${from}-${fromHan(to)}`)) || (canonicalNumber(from) ?? number);
  const unit = sign === 'シーズン' ? 'season' : (unitOfHan[sign] ?? 'chapter');
  return { unit, number: value, printed: from, isWeak: false, end };
}

function digitMarkAt(text: string, at: number): Mark | null {
  for (const pattern of [wordFirst, letterFirst]) {
    const found = exec(pattern, text, at);
    const groups = found?.groups;
    const given = groups?.number;
    const number = given === undefined ? null : printedNumber(given);
    if (!found || !groups || given === undefined || number === null) continue;
    // 'Volume 2 - 07' is the seventh chapter of the second volume.
    const [first = ''] = unitOf(groups) === 'chapter' ? [] : given.split(/(?=\s[-–—~～]\s)/u, 1);
    if (first !== '' && first !== given) {
      const end = at + found[0].indexOf(given) + first.length;
      return { unit: unitOf(groups), number: printedNumber(first) ?? first, printed: first, isWeak: false, end };
    }
    const isWeak = groups.weak !== undefined;
    const letter = groups.letter?.toLowerCase() ?? '';
    const printed = `${given}${letter}`;
    return { unit: unitOf(groups), number: `${number}${letter}`, printed, isWeak, end: pattern.lastIndex };
  }
  return null;
}

function numeralMarkAt(text: string, at: number): Mark | null {
  const first = exec(numberFirst, text, at)?.groups;
  if (first) {
    const value = first.number ? canonicalNumber(first.number) : (fromWords(first.numeral ?? '')?.toString() ?? null);
    if (value !== null)
      return { unit: unitOf(first), number: value, printed: value, isWeak: false, end: numberFirst.lastIndex };
  }
  const found = exec(wordAndNumeral, text, at);
  const given = found?.groups?.numeral;
  if (!found?.groups || !given) return null;
  const start = at + found[0].length - given.length;
  // As many words after the first as together make a number.
  for (let numeral = given; ; numeral = numeral.replace(/[\s-][^\s-]*$/u, '')) {
    const value = wordNumber(numeral);
    const end = start + numeral.length;
    if (value !== null)
      return { unit: unitOf(found.groups), number: `${value}`, printed: `${value}`, isWeak: false, end };
    if (!/[\s-]/.test(numeral)) return null;
  }
}

function unitOf(groups: Record<string, string | undefined>): CountedUnit {
  return (['season', 'volume', 'part'] as const).find((unit) => groups[unit] !== undefined) ?? 'chapter';
}

/** A single C, D, L or M is more likely a letter that counts parts, and 'Mix' is a word. */
function wordNumber(text: string): number | null {
  const isRoman = /^(?:[IVXLCDM]{2,12}|[IVX])$/.test(text) || /^(?:[ivxl]{2,8}|[ivx])$/.test(text);
  return (isRoman ? fromRoman(text) : null) ?? fromWords(text);
}
