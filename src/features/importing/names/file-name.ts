import { withoutNoise } from './name-noise.ts';
import { type CountedUnit, crossedAt, type Mark, markAt, unitOrder } from './name-signs.ts';
import { nameKey, readParts, titleOf } from './names.ts';
import { canonicalNumber, plainDigits } from './numerals.ts';
import { type SidePlace, sidePlaceOf } from './side-names.ts';

/** The facts in the name of a file or folder: which part of which book it is, and how that is called. */
export type FileName = {
  /** The number of the smallest counted part, in plain digits without leading zeros; null: none, or a side chapter. */
  number: string | null;
  /** The number as printed: '10.10'. */
  printed: string | null;
  unit: CountedUnit;
  /** The numbers of the larger parts that it belongs to. */
  season: string | null;
  volume: string | null;
  /** The number of the file, where a chapter has several: 'Chapter 3 (Part 2)', '第3话（下）'. */
  piece: number;
  side: SidePlace | null;
  /** The words behind the number. */
  title: string;
  /** The words before the number: the book's name, a group, or a title. */
  before: string;
  /** The name without its book's name, groups, years and ids; empty where nothing else is left. */
  label: string;
};

const longestName = 300;
const between = /[\s._:：,，、;；~～–—\-()[\]（）【】]/u;

/** Reads a name as programs and people write it; `books` are the names that its book is known by. */
export function readFileName(name: string, books: readonly string[] = []): FileName {
  const given = name.normalize('NFC').trim();
  if (given.length > longestName) return plainName(given);
  const noiseless = withoutNoise(given);
  const bare = withoutBook(noiseless.text, books).trimEnd();
  const text = plainDigits(bare);
  const start = skipSigns(text, 0);
  const side = sidePlaceOf(text.slice(start));
  const chain = side && markAt(text, start) === null ? null : findChain(text, start);
  if (chain) return counted(bare, noiseless.shown, chain);
  if (side) return sideName(bare, start, side);
  const plain = plainName(bare);
  const last = lastPiece(text);
  const lastSide = last > start ? sidePlaceOf(text.slice(last)) : null;
  // '12 - Extra' has its number before it.
  const isNumbered = plain.number !== null && plain.before === '';
  return lastSide && !isNumbered ? sideName(bare, last, lastSide) : plain;
}

const none = { number: null, printed: null, season: null, volume: null, piece: 0, side: null } as const;

function sideName(bare: string, start: number, side: SidePlace): FileName {
  const title = words(bare.slice(start));
  return { ...none, unit: 'chapter', side, title, before: '', label: title };
}

/** Without a word for what is counted: '012 - The storm', 'The storm 12'. */
function plainName(bare: string): FileName {
  const { number, printed, before, behind } = partsAround(bare) ?? readParts(bare);
  const label = words(before === '' ? bare : bare.trim().slice(bare.trim().lastIndexOf(printed ?? '')));
  return { ...none, unit: 'chapter', number, printed, before: words(before), title: words(behind), label };
}

const numberWithin = /[\s_-](\d{1,5}(?:\.\d{1,3})?)(?:(?=\s+[-–—]\s+\S)|\s+(?:of|de|sur|von|di|из|من)\s+\d{1,4}$)/u;

/** 'River Song - 08 - The storm', 'Moon Cat 1 of 3'; a number at the beginning comes before these. */
function partsAround(bare: string): ReturnType<typeof readParts> | null {
  const found = numberWithin.exec(plainDigits(bare));
  if (!found?.[1] || !/\p{L}/u.test(bare.slice(0, found.index))) return null;
  const plain = readParts(bare);
  if (plain.number !== null && plain.before === '') return null;
  const before = titleOf(bare.slice(0, found.index));
  const behind = titleOf(bare.slice(found.index + found[0].length));
  return { number: canonicalNumber(found[1]), printed: found[1], before, behind };
}

type Chain = { start: number; end: number; marks: Mark[] };

/**
 * The marks that belong together: 'Vol. 2 Ch. 5', 'S01E02', '第二季 第3话'. A number at the very beginning counts before
 * any of them, unless words follow it at once, as in '100 Bullets Chapter 5'.
 */
function findChain(text: string, start: number): Chain | null {
  const leading = /^#?\d{1,6}(?:\.\d{1,3})?(?![\d\p{L}])/u.exec(text.slice(start))?.[0];
  const isCounted = leading !== undefined && markAt(text, start) === null && crossedAt(text, start) === null;
  if (isCounted && !/^\s+(?![\s\d])\p{L}/u.test(text.slice(start + leading.length))) return null;
  if (/^\d{4}([-._])\d{1,2}\1\d{1,2}(?!\d)/.test(text.slice(start))) return null;
  const chains: Chain[] = [];
  for (let at = start; at < text.length; at += 1) {
    if (at > start && !isBoundary(text, at)) continue;
    const chain = chainAt(text, at);
    if (!chain) continue;
    chains.push(chain);
    at = Math.max(at, chain.end - 1);
  }
  const [first] = chains;
  if (!first || hasChapter(first)) return isCounted && first ? strongOnly(first) : (first ?? null);
  const later = chains.find((chain) => hasChapter(chain) && chain.marks.every(({ isWeak }) => !isWeak));
  if (!later) return isCounted ? null : first;
  // 'Season 2 - The Return - Episode 5'
  const larger = first.marks.filter((mark) => later.marks.every(({ unit }) => unitOrder[unit] > unitOrder[mark.unit]));
  return { ...later, marks: [...(first.start === start ? larger : []), ...later.marks] };
}

function strongOnly(chain: Chain): Chain | null {
  return chain.marks.some(({ isWeak }) => isWeak) ? null : chain;
}

function hasChapter({ marks }: Chain): boolean {
  return marks.some(({ unit }) => unit === 'chapter');
}

function isBoundary(text: string, at: number): boolean {
  const [before, here] = [text.charAt(at - 1), text.charAt(at)];
  if (/[第卷제]/u.test(here)) return true;
  return !/[\p{L}\p{M}\p{N}]/u.test(before) && !between.test(here);
}

const bareNumber = /(\d{1,5}(?:\.\d{1,3})?)(?=\s*$|\s*[-–—_:：]|\s+(?![\d\s]))/uy;

function chainAt(text: string, at: number): Chain | null {
  const crossed = crossedAt(text, at);
  if (crossed) return { start: at, end: crossed[1].end, marks: crossed };
  let marks: Mark[] = [];
  let start = at;
  let end = at;
  for (let next = at; ; next = skipSigns(text, end)) {
    const mark = markAt(text, next) ?? (marks.length > 0 ? numberAt(text, next, marks) : null);
    if (!mark) break;
    const joined: Mark[] | null = joinedWith(marks, mark);
    if (!joined || isInTitle(text, marks, mark)) break;
    if (joined.length === 1) start = next;
    marks = joined;
    end = mark.end;
  }
  return marks.length > 0 ? { start, end, marks } : null;
}

/** A number alone, right behind that of a season or volume, is the chapter's: 'S2 05', 'v03 - 012'. */
function numberAt(text: string, at: number, marks: readonly Mark[]): Mark | null {
  if (marks.some(({ unit }) => unit === 'chapter')) return null;
  bareNumber.lastIndex = at;
  const printed = bareNumber.exec(text)?.[1];
  if (printed === undefined) return null;
  const behind = text.slice(bareNumber.lastIndex);
  // 'Vol. 3 - 12 Monkeys' is a title; '012' is none.
  if (!printed.startsWith('0') && /^\s+\p{L}/u.test(behind)) return null;
  const number = readParts(printed).number ?? printed;
  return { unit: 'chapter', number, printed, isWeak: false, end: bareNumber.lastIndex };
}

/** '第1话 第二季开播' tells of a season in its title; 'Ep. 5 (S2)' is of one. */
function isInTitle(text: string, marks: readonly Mark[], mark: Mark): boolean {
  const last = marks.at(-1);
  return (
    last !== undefined &&
    !last.isWeak &&
    unitOrder[mark.unit] < unitOrder[last.unit] &&
    /^\s*\p{L}/u.test(text.slice(mark.end))
  );
}

/** The marks with one more; null where the new one does not belong to them. */
function joinedWith(marks: readonly Mark[], mark: Mark): Mark[] | null {
  const last = marks.at(-1);
  if (!last) return [mark];
  // 'Kaiju No. 8 v01': what came before belongs to the name of the book.
  if (last.isWeak && !mark.isWeak) return [mark];
  if (marks.some(({ unit }) => unit === mark.unit)) return null;
  return [...marks, mark];
}

function skipSigns(text: string, at: number): number {
  let next = at;
  while (next < text.length && between.test(text.charAt(next))) next += 1;
  return next;
}

const pieces: Record<string, number> = { 上: 1, 前: 1, 中: 2, 下: 3, 后: 3, 後: 3 };

function counted(bare: string, shown: string, { start, end, marks }: Chain): FileName {
  const of = (unit: CountedUnit) => marks.find((mark) => mark.unit === unit);
  const rest = bare.slice(end);
  // 'Rain (Part 2)' keeps its brackets; those of '(S2 Ep. 1)' are around the number.
  const title = words(isBalanced(shown.slice(end)) ? shown.slice(end) : rest);
  const chapter = of('chapter');
  const [volume, season] = [of('volume')?.number ?? null, of('season')?.number ?? null];
  const larger = { season, volume: chapter && volume === '0' ? null : volume };
  const label = words(bare.slice(start));
  const before = words(bare.slice(0, start));
  const side = chapter ? null : sidePlaceOf(title);
  if (side) return { ...none, ...larger, unit: 'chapter', side, title, before: '', label };
  const smallest = marks.reduce((least, mark) => (unitOrder[mark.unit] > unitOrder[least.unit] ? mark : least));
  const part = of('part');
  const isPiece = chapter && part && marks.indexOf(part) > marks.indexOf(chapter);
  const found = /^[\s_-]*[（(]?([上中下前后後])[编編篇]?[)）]?/u.exec(rest)?.[1];
  const piece = isPiece ? Number.parseFloat(part.number) : found && isAlone(rest, found) ? (pieces[found] ?? 0) : 0;
  const { number, printed, unit } = smallest;
  return { number, printed, unit, ...larger, piece, side: null, title, before, label };
}

function words(text: string): string {
  return titleOf(text).replace(/\s+/g, ' ');
}

function isBalanced(text: string): boolean {
  return text.replace(/[^(（[【]/gu, '').length === text.replace(/[^)）\]】]/gu, '').length;
}

function isAlone(rest: string, sign: string): boolean {
  return !/^[\p{L}]/u.test(rest.slice(rest.indexOf(sign) + 1).replace(/^[编編篇]/u, ''));
}

/** Where the words behind the last sign begin: 'River Song - Epilogue', 'Group_Extra'. */
function lastPiece(text: string): number {
  const found = /^.*(?:_|\s[-–—:]\s)/u.exec(text)?.[0];
  return found === undefined ? -1 : skipSigns(text, found.length);
}

/** Blanks the book's name at the beginning, where something else follows it. */
function withoutBook(text: string, books: readonly string[]): string {
  const start = skipSigns(text, 0);
  const ends = books.flatMap((book) => bookEnd(text, start, nameKey(book)) ?? []);
  const end = Math.max(...ends, 0);
  return ' '.repeat(end) + text.slice(end);
}

function bookEnd(text: string, start: number, key: string): number | null {
  if (key === '') return null;
  const furthest = Math.min(text.length, start + key.length * 3 + 20);
  for (let end = start + 1; end <= furthest; end += 1) {
    if (nameKey(text.slice(start, end)) !== key) continue;
    const rest = text.slice(end);
    const isWhole = !(/[\p{L}\p{N}]$/u.test(text.slice(start, end)) && /^[\p{L}\p{N}]/u.test(rest));
    if (!isWhole && !/^[第卷제\p{Script=Han}]/u.test(rest)) continue;
    const next = skipSigns(text, end);
    if (next >= text.length) return null;
    // A book that is called by a number is not the number of a chapter: '20 - The storm' in '20'.
    const isCounted = markAt(text, next) !== null || /^\d/.test(text.slice(next));
    return /\p{L}/u.test(key) || isCounted ? end : null;
  }
  return null;
}
