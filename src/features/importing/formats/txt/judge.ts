import { readHeading } from '../../names/headings.ts';
import { nameKey } from '../../names/names.ts';
import { besideApart } from './apart-lines.ts';
import { type Contents, charactersBetween, emptyBelow, withoutContents } from './contents-list.ts';
import { placesOf } from './contents-places.ts';
import type { FindDeclaredHeading } from './declared-headings.ts';
import { type Body, bareSign, findCandidates, type Mark, mostChapters } from './heading-candidates.ts';
import { withTitles } from './heading-titles.ts';
import { holesOf, numberOf } from './number-run.ts';
import { type Reading, readingsOf } from './readings.ts';

/** The cut of a text, and why it is so. */
export type Verdict = {
  marks: Mark[];
  /** What the headings have in common, in words for a report; null where the text has none. */
  reading: string | null;
  reason: string;
  /** The text's own list of contents: how many of its entries stand in the text, and how many of these are headings. */
  contents: (Contents & { found: number; taken: number }) | null;
  /** Numbers that are missing in the run, as 'chapter 4' or '4 of BOOK I'. */
  holes: string[];
  /** All lines that read like headings, for the one who asks why. */
  candidates: Mark[];
  /** Whether a place stands in a list of contents. */
  listed(at: number): boolean;
  /** The other readings, with their scores. */
  others: { name: string; count: number; score: number }[];
};

type Judged = Reading & { score: number; holes: string[]; hits: number };

/**
 * Decides where a text is cut, once for all candidates. The reading wins that agrees best with the text's own list of
 * contents; without a list, the one whose numbers have the fewest holes and whose sign is the strongest. E.g. 'Chapter
 * 1' to 'Chapter 20' wins over the numbers 1, 4 and 7 on lines of their own. Blanks the list of contents, and shortens
 * the text by one at its end.
 */
export function judgeHeadings(body: Body, findDeclared?: FindDeclaredHeading): Verdict {
  const all = findCandidates(body);
  const { candidates, end, contents, lists } = withoutContents(all, body.lines);
  body.lines.length = end;
  const places = contents ? placesOf(contents, body.lines) : [];
  const listed = (at: number) => lists.some(({ from, to }) => from <= at && at < to);
  const listOf = (marks: readonly Mark[]) =>
    contents && { ...contents, found: places.length, taken: hitsOf(marks, places) };
  const facts = { candidates: all, listed };
  if (findDeclared) {
    const verdict = toldVerdict(body, findDeclared);
    return { ...facts, ...verdict, contents: listOf(verdict.marks) };
  }
  const judged = readingsOf(body, candidates).flatMap((reading) => judge(reading, body, places));
  const told = places.length >= 3 ? judge(contentsReading(places, { candidates, body }), body, places) : [];
  const sorted = [...judged, ...told].sort((a, b) => b.score - a.score);
  const chosen = sorted[0];
  const others = sorted
    .slice(1)
    .map(({ name, marks, score }) => ({ name, count: marks.length, score: Math.round(score) }));
  if (!chosen) {
    const reason = 'nothing reads like headings';
    return { ...facts, marks: [], contents: listOf([]), reading: null, reason, holes: [], others };
  }
  const marks = withoutEchoes(
    isTrusted(contents, places)
      ? withListed(chosen, places, { candidates, body })
      : [...chosen.marks, ...besideApart(chosen.marks, body)].sort((a, b) => a.at - b.at),
  );
  const reason = reasonOf(chosen, places);
  return { ...facts, marks, contents: listOf(marks), reading: chosen.name, reason, holes: chosen.holes, others };
}

/** The operator's own word, whatever else the text shows. */
function toldVerdict(
  body: Body,
  findDeclared: FindDeclaredHeading,
): Pick<Verdict, 'marks' | 'reading' | 'reason' | 'holes' | 'others'> {
  const marks = body.lines.flatMap((line, at): Mark[] => {
    const told = findDeclared(line.text);
    if (!told) return [];
    const { number, title, isPart } = told;
    const kind = isPart ? 'volume' : number === null ? 'named' : 'keyword';
    return [{ kind, number, title, isGlued: false, at, end: at + 1, printed: line.text }];
  });
  const { missing } = holesOf(marks, new Set(['keyword']));
  const reading = marks.length > 0 ? 'the headings of its book.yaml' : null;
  return { marks: marks.slice(0, mostChapters), reading, reason: 'book.yaml says so', holes: missing, others: [] };
}

function isTrusted(contents: Contents | null, places: readonly number[]): boolean {
  return contents !== null && places.length >= 3 && places.length >= contents.entries.length * 0.6;
}

function judge(reading: Reading, body: Body, places: readonly number[]): Judged[] {
  if (reading.marks.length > mostChapters) return [];
  const marks = withTitles(reading.marks, body, new Set(places));
  if (!isMostlyFull(marks, body)) return [];
  const { missing, runs } = holesOf(marks, reading.kinds);
  const counted = marks.filter((mark) => reading.kinds.has(mark.kind) && numberOf(mark) !== null).length;
  const whole = counted === 0 ? (reading.whole ?? 0.5) : counted / (counted + missing.length);
  const hits = hitsOf(marks, places);
  // A list may name only the parts: a reading of finer headings is not worse for that if these have numbers.
  const fine = reading.kinds.size > 0 ? 60 : (60 * hits) / Math.max(hits, marks.length);
  const told = places.length < 3 ? 0 : (60 * hits) / places.length - 60 + fine;
  // Parts and prefaces say nothing for the sign: a list of two 'chapters' in a letter has them around it, too.
  const own = reading.kinds.size === 0 ? marks : marks.filter((mark) => reading.kinds.has(mark.kind));
  const crowded = largestShare(own, body) > 0.6 ? 30 : 0;
  const score =
    reading.strength + 60 * whole * whole + 3 * Math.min(15, own.length) - crowded + told - Math.min(10, runs / 50);
  return [{ ...reading, marks, score, holes: missing, hits }];
}

/** How many of the lines that the list of contents names are headings in this reading. */
function hitsOf(marks: readonly Mark[], places: readonly number[]): number {
  let hits = 0;
  let index = 0;
  for (const at of places) {
    while (index < marks.length && (marks[index]?.end ?? 0) <= at) index += 1;
    if ((marks[index]?.at ?? Number.POSITIVE_INFINITY) <= at) hits += 1;
  }
  return hits;
}

function contentsReading(places: readonly number[], found: Found): Reading {
  const marks = marksAt(places, found);
  return { name: 'the lines that the list of contents names', marks, kinds: new Set(), strength: 50 };
}

type Found = { candidates: readonly Mark[]; body: Body };

function marksAt(places: readonly number[], { candidates, body }: Found): Mark[] {
  const byPlace = new Map(candidates.map((mark) => [mark.at, mark]));
  return places.map((at) => byPlace.get(at) ?? bareSign(body.lines[at]?.text ?? '', at));
}

/** The marks of the reading, with those that only the list of contents names, e.g. a preface. */
function withListed(chosen: Judged, places: readonly number[], found: Found): Mark[] {
  const { lines } = found.body;
  const taken = new Set(chosen.marks.flatMap((mark) => range(mark.at, mark.end)));
  const isAlone = (at: number) => (lines[at - 1]?.text ?? '') === '' && (lines[at + 1]?.text ?? '') === '';
  // 'Dr. Seward's Diary' may be the title of several chapters, and stand within others.
  const titles = new Set(chosen.marks.filter((mark) => mark.title !== '').map((mark) => nameKey(mark.title)));
  const missing = places.filter((at) => !taken.has(at) && isAlone(at) && !titles.has(nameKey(lines[at]?.text ?? '')));
  return [...chosen.marks, ...marksAt(missing, found)].sort((a, b) => a.at - b.at);
}

/** 'EXTRACTS' once more below 'EXTRACTS (supplied by a friend)' is within it. */
function withoutEchoes(marks: readonly Mark[]): Mark[] {
  return marks.filter(({ kind, printed }, index) => {
    const above = marks[index - 1];
    if (kind !== 'named' || above?.kind !== 'named' || readHeading(printed)?.kind !== 'named') return true;
    return !`${nameKey(above.printed)} `.startsWith(`${nameKey(printed)} `);
  });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** Marks with no text below them were not headings; a mark that names its kind needs little text. */
function isMostlyFull(marks: readonly Mark[], { lines }: Body): boolean {
  const chapters = marks.filter((mark) => mark.kind !== 'volume' || marks.every((other) => other.kind === 'volume'));
  const full = marks.filter((mark, index) => {
    const next = marks[index + 1] ?? { ...mark, at: lines.length, end: lines.length };
    const saysSo = mark.kind === 'keyword' || mark.kind === 'section';
    return charactersBetween(lines, mark, next) > (saysSo ? 0 : emptyBelow);
  });
  return full.length * 2 >= chapters.length;
}

const longText = 60_000;
/** In characters: chapters longer than this on the average are parts, or a list that stands in one of the chapters. */
const longestAverage = 90_000;

/** The share of the longest part; 0 for a text that is short anyway, 1 where all parts are too long. */
function largestShare(marks: readonly Mark[], { lines }: Body): number {
  const starts = new Set(marks.map((mark) => mark.at));
  let total = 0;
  let part = 0;
  let longest = 0;
  for (const [at, line] of lines.entries()) {
    if (starts.has(at)) part = 0;
    part += line.text.length;
    total += line.text.length;
    longest = Math.max(longest, part);
  }
  if (marks.length > 0 && total / marks.length > longestAverage) return 1;
  return total < longText ? 0 : longest / total;
}

function reasonOf({ hits, holes, kinds }: Judged, places: readonly number[]): string {
  const agrees =
    places.length >= 3 ? `it has ${hits} of the ${places.length} places that the list of contents names` : '';
  const runs =
    kinds.size === 0
      ? ''
      : holes.length === 0
        ? 'its numbers run without a hole'
        : 'its numbers run with the fewest holes';
  return [agrees, runs].filter(Boolean).join(', and ') || 'there is no stronger sign';
}
