import { isRule, joinLines } from '../../../../shared/line-joining.ts';
import { charactersBetween, emptyBelow } from './contents-list.ts';
import { type Body, bareSign, type Mark } from './heading-candidates.ts';

/** A heading that empty lines set apart, and how many stand above it. */
export type ApartMark = Mark & { gap: number };

const fewest = 3;
const longest = { lines: 3, characters: 160 };
const leastShare = 0.7;
/** In characters. */
const shortestPart = 500;

/**
 * Lines with more empty lines around them than paragraphs have, whatever they look like, if most such groups are short.
 */
export function apartMarks({ lines, setting }: Body): ApartMark[] {
  // Where paragraphs stand apart here and there, too, as in a play, headings stand farther apart.
  return widths.map((least) => marksApart({ lines, setting }, least)).find((marks) => marks.length > 0) ?? [];
}

/** In empty lines. */
const widths = [2, 3] as const;

function marksApart({ lines, setting }: Body, least: number): ApartMark[] {
  const groups = groupsOf(lines.map((line) => line.text));
  const wide = groups.filter((group) => group.gap >= least);
  if (groups.length - wide.length < groups.length * leastShare) return [];
  const end = endOf(lines);
  const short = wide.flatMap(({ at, end, gap }): ApartMark[] => {
    if (end - at > (setting.width > 0 ? longest.lines : 1)) return [];
    const text = joinLines(lines.slice(at, end).map((line) => line.text));
    return text.length <= longest.characters && startsLikeHeading(text, gap)
      ? [{ ...bareSign(text, at), end, gap }]
      : [];
  });
  const below = (index: number, mark: Mark) => charactersBetween(lines, mark, short[index + 1] ?? end);
  // The lines of a title page stand apart, too: they have no text below them, or an epigraph.
  const first = short.findIndex((mark, index) => below(index, mark) > shortestPart);
  const marks = short.filter((mark, index) => index >= first && below(index, mark) > emptyBelow);
  return marks.length >= fewest && short.length >= wide.length * leastShare ? marks : [];
}

function endOf(lines: Body['lines']): Mark {
  return bareSign('', lines.length);
}

type Group = { at: number; end: number; gap: number };

/** Groups of lines without an empty line between them; the first group counts as standing apart. */
function groupsOf(texts: readonly string[]): Group[] {
  const groups: Group[] = [];
  let gap = 2;
  for (const [at, text] of texts.entries()) {
    const open = groups.at(-1);
    if (text === '') gap += 1;
    else if (open && open.end === at) open.end = at + 1;
    else groups.push({ at, end: at + 1, gap });
    if (text !== '') gap = 0;
  }
  return groups;
}

function startsLikeHeading(text: string, gap: number): boolean {
  if (!/^[\p{Lu}\p{Lo}\p{N}«“„"‘¿¡(]/u.test(text) || /[,;，；]$/u.test(text) || isRule(text)) return false;
  // 'FAUST: …' speaks, but not far from the others.
  return gap > 2 || !/[:：](?:\s|$)/u.test(text);
}

const mostAlike = 0.9;
/** In characters: less than this below a line is a letter or a verse within a chapter. */
const shortestBeside = 1000;
const longestSentence = 60;

/**
 * The headings that a reading lacks although they stand as far apart as its own, e.g. a chapter without a number. None
 * where its own do not stand apart.
 */
export function besideApart(marks: readonly Mark[], body: Body): Mark[] {
  const apart = marksApart(body, widths[0]);
  const gaps = new Map(apart.map((mark) => [mark.at, mark.gap]));
  const known = marks.flatMap(({ at }) => gaps.get(at) ?? []).sort((a, b) => a - b);
  if (known.length < 2 || known.length < marks.length * mostAlike) return [];
  const usual = known[Math.floor(known.length / 4)] ?? 0;
  const lastLine = (mark: Mark) => body.lines[mark.end - 1]?.text ?? '';
  const isSentence = (mark: Mark) => /[.!?…][»”"]?$/u.test(lastLine(mark));
  const areSentences = marks.filter(isSentence).length * 2 > marks.length;
  const taken = new Set(marks.flatMap(({ at, end }) => Array.from({ length: end - at }, (_, index) => at + index)));
  const all = [...marks, ...apart.filter(({ at }) => !taken.has(at))].sort((a, b) => a.at - b.at);
  const own = new Set(marks);
  // A sentence is a paragraph, unless the other headings end like one, too.
  const isSaid = (mark: Mark) => isSentence(mark) && (!areSentences || mark.printed.length > longestSentence);
  return all.filter((mark, index) => {
    if (own.has(mark) || (gaps.get(mark.at) ?? 0) < usual || isSaid(mark)) return false;
    return charactersBetween(body.lines, mark, all[index + 1] ?? endOf(body.lines)) >= shortestBeside;
  });
}
