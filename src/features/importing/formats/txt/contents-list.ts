import { readHeading } from '../../names/headings.ts';
import { nameKey } from '../../names/names.ts';
import { emptyLine, type TextLine } from '../../text/plain-text.ts';
import type { Mark } from './heading-candidates.ts';
import { contentsHeading } from './title-page.ts';

/** The characters between two headings, counted up to about 1000. */
export function charactersBetween(lines: readonly TextLine[], a: Mark, b: Mark): number {
  const [first, second] = a.at < b.at ? [a, b] : [b, a];
  let characters = 0;
  for (let at = first.end; at < second.at && characters < 1000; at += 1) characters += lines[at]?.text.length ?? 0;
  return characters;
}

/** Less than this below a heading does not count as its text. */
export const emptyBelow = 30;

/** A list of contents: its lines as printed, and the place where it stood. */
export type Contents = { at: number; entries: string[] };

/** The lines from one place to before another. */
export type Range = { from: number; to: number };

/**
 * Finds the text's lists of contents and blanks their lines: one under its own heading, or headings close together that
 * occur again elsewhere. The text ends where a list at its end begins.
 */
export function withoutContents(
  marks: readonly Mark[],
  lines: TextLine[],
): { candidates: Mark[]; end: number; contents: Contents | null; lists: Range[] } {
  const trailing = trailingList(lines, marks);
  const headed = trailing ? null : headedList(lines);
  const lists: Range[] = headed ? [headed] : [];
  let contents: Contents | null = null;
  let candidates = [...marks];
  if (trailing) {
    contents = { at: trailing.from, entries: entriesIn(lines.slice(trailing.from + 1)) };
    const before = candidates.filter((mark) => mark.at < trailing.from);
    return { candidates: before, end: trailing.from, contents, lists: [trailing] };
  }
  if (headed) {
    contents = { at: headed.from, entries: entriesIn(lines.slice(headed.from + 1, headed.to)) };
    blank(lines, headed);
    candidates = candidates.filter((mark) => mark.at < headed.from || mark.at >= headed.to);
  }
  const times = timesOf(candidates);
  for (const run of runsOf(candidates, lines)) {
    const isEdge = run[0] === candidates[0] || run.at(-1) === candidates.at(-1);
    if (!isList(run, { times, least: isEdge ? 3 : 6 })) continue;
    const again = resumed(run);
    const isLast = run.at(-1) === candidates.at(-1) && again.length === 0 && run.length < candidates.length;
    const from = run[0]?.at ?? 0;
    const listed = again.length > 0 ? run.slice(0, -again.length) : run;
    contents ??= { at: from, entries: listed.map((mark) => mark.printed) };
    for (const [key, count] of timesOf(listed)) times.set(key, (times.get(key) ?? count) - count);
    const gone = new Set(listed);
    candidates = candidates.filter((mark) => !gone.has(mark));
    const to = isLast ? lines.length : (again[0]?.at ?? run.at(-1)?.end ?? 0);
    lists.push({ from, to });
    if (isLast) return { candidates, end: from, contents, lists };
    blank(lines, { from, to });
  }
  return { candidates, end: lines.length, contents, lists };
}

function blank(lines: TextLine[], { from, to }: Range): void {
  for (let at = from; at < to; at += 1) lines[at] = emptyLine;
}

const longestList = 5000;

/**
 * The lines from the word "Contents" to where the first entries come again: there the book begins. Null where none
 * comes again.
 */
function headedList(lines: readonly TextLine[]): Range | null {
  const from = lines.findIndex((line) => contentsHeading.test(line.text.slice(0, 60)));
  if (from < 0) return null;
  const filled: number[] = [];
  for (let at = from + 1; at < lines.length && filled.length < 8; at += 1)
    if (lines[at]?.text !== '' && !isListHead(lines[at]?.text ?? '')) filled.push(at);
  for (const entry of filled.slice(0, 5))
    for (const key of entryKeys(lines[entry]?.text ?? '')) {
      const to = comesAgain(lines, { key, from: entry + 1 });
      if (to !== null) return { from, to: endOfList(lines, { from, to }) };
    }
  return null;
}

/** A list of contents at the end, under its own heading: nearly all headings below it also stand above it. */
function trailingList(lines: readonly TextLine[], marks: readonly Mark[]): Range | null {
  const from = lines.findLastIndex((line) => contentsHeading.test(line.text.slice(0, 60)));
  const below = marks.filter((mark) => mark.at > from);
  if (from < lines.length / 2 || below.length < 3) return null;
  const above = timesOf(marks.slice(0, -below.length));
  const known = below.filter((mark) => above.has(keyOf(mark)) || above.has(titleKeyOf(mark) ?? ''));
  const isDense = lines.length - from < below.length * 12;
  return isDense && known.length >= below.length * 0.8 ? { from, to: lines.length } : null;
}

/** The next line with this key, behind two others at least: a title in two lines is no list. */
function comesAgain(lines: readonly TextLine[], { key, from }: { key: string; from: number }): number | null {
  let passed = 0;
  let hasGaps = false;
  for (let at = from; at < lines.length && passed < longestList; at += 1) {
    const text = lines[at]?.text ?? '';
    hasGaps ||= text === '';
    if (text === '' || text.length > 300) continue;
    passed += 1;
    // An entry may run over two lines; the second is no heading.
    const isClear = !hasGaps || lines[at - 1]?.text === '';
    if (passed > 2 && isClear && lineKeys(text).includes(key)) return at;
  }
  return null;
}

/** In characters: so much text without an entry that comes again is a dedication or a preface behind the list. */
const longestUnknown = 1500;

/** The list ends behind its last entry that comes again in the book; a preface may follow before the first chapter. */
function endOfList(lines: readonly TextLine[], { from, to }: Range): number {
  const index = indexOf(lines, to);
  let end = from + 1;
  let unknown = 0;
  for (let at = from + 1; at < to && unknown < longestUnknown; at += 1) {
    const text = lines[at]?.text ?? '';
    unknown += at < end ? 0 : text.length;
    if (text === '' || text.length > 300 || !entryKeys(text).some((key) => index.has(key))) continue;
    end = at + 1;
    while (end < to && lines[end]?.text !== '') end += 1;
    unknown = 0;
  }
  return end;
}

const mostPlaces = 30;
/** More than any book has lines that a heading might be. */
const mostIndexed = 100_000;

/** The lines of the body by what they are recognised by. */
export function indexOf(lines: readonly TextLine[], from: number): Map<string, number[]> {
  const index = new Map<string, number[]>();
  const hasGaps = lines.slice(from, from + 1000).filter((line) => line.text === '').length > 50;
  let indexed = 0;
  for (let at = from; at < lines.length && indexed < mostIndexed; at += 1) {
    const text = lines[at]?.text ?? '';
    // A heading stands above or below an empty line, or in a text that has none.
    const isWithin = (lines[at - 1]?.text ?? '') !== '' && (lines[at + 1]?.text ?? '') !== '' && hasGaps;
    if (text === '' || text.length > 300 || isWithin) continue;
    indexed += 1;
    for (const key of lineKeys(text)) {
      const places = index.get(key);
      if (!places) index.set(key, [at]);
      else if (places.length < mostPlaces) places.push(at);
    }
  }
  return index;
}

/** 'Chapter … Page' above the columns of a list. */
function isListHead(text: string): boolean {
  return /^(?:chapter|chap\.|page|pages?|seite|pag\.?|p[áa]gs?\.?|\s)+$/iu.test(text.slice(0, 60));
}

/** The entries of a list, without page numbers and what follows: a list of pictures is another one. */
function entriesIn(lines: readonly TextLine[]): string[] {
  const entries: string[] = [];
  for (const { text } of lines) {
    if (/^(?:list of |liste des )?(?:illustrations|plates|maps|figures)\.?$/i.test(text.slice(0, 60))) break;
    if (text !== '' && text.length <= 300 && !isListHead(text)) entries.push(withoutPage(text));
  }
  return entries.slice(0, longestList);
}

function withoutPage(text: string): string {
  return text.replace(/(?:[\s.·…_]{2,}|\t)(?:\d{1,4}|[ivxlc]{1,7})\.?$/u, '');
}

/** The keys that an entry may be recognised by in the body, the surest first. */
export function entryKeys(entry: string): string[] {
  const bare = withoutPage(entry);
  const keys = [`t:${nameKey(bare)}`];
  const unpaged = bare.replace(/\s\d{1,4}$/, '');
  if (unpaged !== bare) keys.push(`t:${nameKey(unpaged)}`);
  return [...keys, ...headingKeys(bare.slice(0, 160))].filter((key) => key !== 't:');
}

/** The keys that a line of the body is recognised by. */
export function lineKeys(text: string): string[] {
  return [`t:${nameKey(text)}`, ...(text.length <= 160 ? headingKeys(text) : [])];
}

/** The keys of a heading: by the words of its title, and by its kind and number. */
function headingKeys(text: string): string[] {
  const heading = readHeading(text);
  const title = nameKey(heading?.title ?? '');
  const keys = title.length >= 4 && /\p{L}/u.test(title) ? [`t:${title}`] : [];
  return heading?.number == null
    ? keys
    : [...keys, `n:${heading.kind === 'volume' ? heading.word : heading.kind}:${heading.number}`];
}

/** A title is known again under a number of another kind. */
function titleKeyOf(mark: Mark): string | null {
  const title = nameKey(mark.title);
  return title.length >= 4 && /\p{L}/u.test(title) ? `title:${title}` : null;
}

function keyOf(mark: Mark): string {
  return mark.number === null ? `t:${nameKey(mark.title)}` : `${mark.kind}:${mark.number}`;
}

function timesOf(marks: readonly Mark[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const mark of marks)
    for (const key of [keyOf(mark), titleKeyOf(mark)]) if (key !== null) times.set(key, (times.get(key) ?? 0) + 1);
  return times;
}

type Known = { times: ReadonlyMap<string, number>; least: number };

function isList(given: readonly Mark[], { times, least }: Known): boolean {
  const run = given.slice(0, longestList);
  const comesAgain = (key: string | null) => key !== null && (times.get(key) ?? 0) > 1;
  const known = run.filter((mark) => comesAgain(keyOf(mark)) || comesAgain(titleKeyOf(mark)));
  // 'Part Two', 'Fourth Book' and 'Chapter One' below each other open one chapter.
  const kinds = new Map<string, number>();
  for (const { kind } of run) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const ofOneKind = Math.max(...kinds.values());
  return ofOneKind >= least && known.length >= run.length * 0.6;
}

/** The marks in groups with hardly a line between them: titles may have a second line. */
function runsOf(marks: readonly Mark[], lines: readonly TextLine[]): Mark[][] {
  const runs: Mark[][] = [];
  for (const mark of marks) {
    const run = runs.at(-1);
    if (run && isClose(lines, run.at(-1), mark)) run.push(mark);
    else runs.push([mark]);
  }
  return runs;
}

function isClose(lines: readonly TextLine[], a: Mark | undefined, b: Mark | undefined): boolean {
  return a !== undefined && b !== undefined && charactersBetween(lines, a, b) < emptyBelow * 4;
}

/** A list of contents may run into the first heading: the second occurrence of a mark in the run is a real heading. */
function resumed(run: readonly Mark[]): Mark[] {
  const seen = new Set<string>();
  const again = run.findIndex((mark) => {
    const keys = [keyOf(mark), titleKeyOf(mark)].filter((key) => key !== null);
    const isSeen = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isSeen;
  });
  return again < 0 ? [] : run.slice(again);
}
