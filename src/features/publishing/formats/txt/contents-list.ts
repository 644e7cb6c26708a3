import { nameKey } from '../../names/names.ts';
import { emptyLine, type TextLine } from '../../text/plain-text.ts';
import type { Mark } from './heading-candidates.ts';

/** The amount of text between two headings, as far as it matters. */
export function charactersBetween(lines: readonly TextLine[], a: Mark, b: Mark): number {
  const [first, second] = a.at < b.at ? [a, b] : [b, a];
  let characters = 0;
  for (let at = first.end; at < second.at && characters < 1000; at += 1) characters += lines[at]?.text.length ?? 0;
  return characters;
}

/** Less than this below a heading does not count as its text. */
export const emptyBelow = 30;

/**
 * Headings close together that occur again elsewhere in the text are a list of contents. A list at the front is
 * blanked; the text ends where a list at its end begins.
 */
export function withoutContents(marks: Mark[], lines: TextLine[]): { candidates: Mark[]; end: number } {
  const key = (mark: Mark) => (mark.number === null ? `t:${nameKey(mark.title)}` : `${mark.kind}:${mark.number}`);
  const times = new Map<string, number>();
  for (const mark of marks) times.set(key(mark), (times.get(key(mark)) ?? 0) + 1);
  const isList = (run: readonly Mark[]) =>
    run.length >= 3 && run.filter((mark) => (times.get(key(mark)) ?? 0) > 1).length >= run.length * 0.6;
  let candidates = marks;
  const first = runFrom(marks, lines);
  if (isList(first)) {
    const again = resumed(first, key);
    candidates = [...again, ...marks.slice(first.length)];
    const until = again[0]?.at ?? first.at(-1)?.end ?? 0;
    for (let at = first[0]?.at ?? 0; at < until; at += 1) lines[at] = emptyLine;
  }
  const last = runBefore(candidates, lines);
  if (last.length === candidates.length || !isList(last)) return { candidates, end: lines.length };
  return { candidates: candidates.slice(0, -last.length), end: last[0]?.at ?? lines.length };
}

/** The marks with hardly a line between them: titles may have a second line. */
function runFrom(marks: readonly Mark[], lines: readonly TextLine[]): Mark[] {
  let to = 0;
  while (marks[to + 1] && isClose(lines, marks[to], marks[to + 1])) to += 1;
  return marks.slice(0, to + 1);
}

function runBefore(marks: readonly Mark[], lines: readonly TextLine[]): Mark[] {
  let from = marks.length - 1;
  while (from > 0 && isClose(lines, marks[from - 1], marks[from])) from -= 1;
  return marks.slice(Math.max(0, from));
}

function isClose(lines: readonly TextLine[], a: Mark | undefined, b: Mark | undefined): boolean {
  return a !== undefined && b !== undefined && charactersBetween(lines, a, b) < emptyBelow * 4;
}

/** A list of contents may run into the first heading: the second occurrence of a mark in the run is a real heading. */
function resumed(run: readonly Mark[], key: (mark: Mark) => string): Mark[] {
  const seen = new Set<string>();
  const again = run.findIndex((mark) => {
    const isSeen = seen.has(key(mark));
    seen.add(key(mark));
    return isSeen;
  });
  return again < 0 ? [] : run.slice(again);
}
