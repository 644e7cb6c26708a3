import type { HeadingKind } from '../../names/headings.ts';
import { isRule, joinLines } from '../../text/line-joining.ts';
import type { Setting, TextLine } from '../../text/plain-text.ts';
import { charactersBetween, emptyBelow } from './contents-list.ts';
import {
  type Body,
  endsSentence,
  type Mark,
  mostCandidates,
  mostChapters,
  startsLikeTitle,
} from './heading-candidates.ts';

/** The marks that the text is cut at: the strongest kind of mark that divides the whole text. */
export function findMarks(body: Body, candidates: readonly Mark[]): Mark[] {
  const of = (...kinds: HeadingKind[]) => candidates.filter((mark) => kinds.includes(mark.kind));
  const counted = (kind: HeadingKind) => counting(of(kind, 'volume', 'named'), kind);
  const roman = atLeast(2, 'roman', counted('roman'));
  const listed = roomy(body, atLeast(3, 'listed', counted('listed')));
  // Under headings such as 'I. A SCANDAL IN BOHEMIA', numerals alone may only divide the text below them.
  const choices = [
    atLeast(1, 'keyword', of('keyword', 'volume', 'named')),
    atLeast(2, 'section', of('section', 'volume', 'named')),
    listed.length > roman.length ? listed : roman,
    atLeast(2, 'volume', of('volume', 'named')),
    boldMarks(body.lines),
    roomy(body, atLeast(3, 'digits', counted('digits'))),
    listed,
    atLeast(2, 'named', of('named')),
    roomy(body, shortMarks(body)),
  ];
  for (const chosen of choices) {
    if (chosen.length === 0 || chosen.length > mostChapters) continue;
    const marks = withTitles(chosen, body);
    if (isMostlyFull(marks, body.lines)) return marks;
  }
  return [];
}

function atLeast(count: number, kind: HeadingKind, marks: Mark[]): Mark[] {
  return marks.filter((mark) => mark.kind === kind).length >= count ? marks : [];
}

/** Bare numbers are headings as long as they count on from 1; each volume may begin again. */
function counting(marks: readonly Mark[], kind: HeadingKind): Mark[] {
  let last = 0;
  const kept = marks.filter((mark) => {
    if (mark.kind !== kind) return true;
    const number = Number(mark.number);
    if (number !== 1 && (number <= last || number > last + 2)) return false;
    if (number === 1 && last === 1) return false;
    last = number;
    return true;
  });
  return kept;
}

const roomyCharacters = 1500;

/** Weak signs count only where they are as far apart as chapters are. */
function roomy({ lines }: Body, marks: Mark[]): Mark[] {
  if (marks.length === 0) return [];
  const characters = lines.slice(marks[0]?.at).reduce((sum, line) => sum + line.text.length, 0);
  return characters / marks.length >= roomyCharacters ? marks : [];
}

/** Lines that are wholly bold; a line that comes again and again is a running title. */
function boldMarks(lines: readonly TextLine[]): Mark[] {
  const bold = lines.flatMap((line, at) => (line.isBold && line.text.length <= 120 ? [{ line, at }] : []));
  const times = new Map<string, number>();
  for (const { line } of bold) times.set(line.text, (times.get(line.text) ?? 0) + 1);
  return bold.filter(({ line }) => (times.get(line.text) ?? 0) < 3).map(({ line, at }) => bareMark(line.text, at));
}

function bareMark(text: string, at: number): Mark {
  return { kind: 'named', number: null, title: text, isGlued: false, at, end: at + 1, printed: text };
}

/** Short lines by themselves that do not end a sentence: the last resort for a text without other signs of headings. */
function shortMarks({ lines, setting }: Body): Mark[] {
  const found: Mark[] = [];
  let isTitlePage = true;
  let previous = '';
  for (const [at, line] of lines.entries()) {
    if (line.text === '') continue;
    const isAlone = (lines[at - 1]?.text ?? '') === '' && (lines[at + 1]?.text ?? '') === '';
    const mayFollow = isTitlePage || endsSentence.test(previous.slice(-20)) || isRule(previous);
    const next = lines[at + 2]?.text ?? '';
    const leads = isTitlePage || next.length > 60 || endsSentence.test(next);
    if (isAlone && mayFollow && leads && isTitleLike(line, lines, { at, setting })) found.push(bareMark(line.text, at));
    if (found.length > mostCandidates) return [];
    isTitlePage &&= line.text.length <= 60;
    previous = line.text;
  }
  // Several in a row are a title page, or verses: the last line of a title page is the first heading.
  const follows = (mark: Mark, before: Mark | undefined) => before && charactersBetween(lines, before, mark) === 0;
  return found.filter((mark, index) => {
    const next = found[index + 1];
    return !(next && follows(next, mark)) && !(index > 3 && follows(mark, found[index - 1]));
  });
}

function isTitleLike(line: TextLine, lines: readonly TextLine[], place: { at: number; setting: Setting }): boolean {
  const { text } = line;
  const bare = text.replace(/(?<=\S\s)[«“"][^«»“”"]{1,30}[»”"]$/u, 'x');
  if (text.length > 50 || isRule(text) || /[.。!！?？;；,，،؛…»”"』」-]$/u.test(bare) || /[:：]/u.test(text))
    return false;
  if (!/^[\p{L}\p{N}«“"¿¡]/u.test(text)) return false;
  if (/\p{Script=Latin}/u.test(text)) {
    const isSetApart = (lines[place.at - 1]?.text ?? '') === '' && (lines[place.at - 2]?.text ?? '') === '';
    return /^\P{Ll}+$/u.test(text) ? text.length > 2 : isSetApart && /^[\p{Lu}\p{N}«“"¿¡]/u.test(text);
  }
  return line.indent === 0 && text.length <= 40;
}

/** Adds the title on the lines below a bare number. */
function withTitles(marks: readonly Mark[], body: Body): Mark[] {
  return marks.map((mark, index) => {
    if (mark.title !== '' || mark.kind === 'named') return mark;
    const title = titleBelow(body, mark.end, marks[index + 1]?.at ?? body.lines.length);
    if (!title) return { ...mark, printed: mark.printed.replace(/\s*\[\d{1,3}\]\.?$|(?<=\p{L})\.$/u, '') };
    const number = mark.printed.replace(/\s*\[\d{1,3}\]/, '');
    const sign = /[\p{Script=Han}]/u.test(mark.printed) ? '\u3000' : /[.:]$/.test(number) ? ' ' : '. ';
    return { ...mark, title: title.text, end: title.end, printed: `${number}${sign}${title.text}` };
  });
}

function titleBelow({ lines, setting }: Body, from: number, limit: number): { text: string; end: number } | null {
  let at = from;
  while (at < limit && at < from + 3 && lines[at]?.text === '') at += 1;
  let end = at;
  while (end < limit && end < at + 5 && lines[end]?.text !== '' && (setting.mode !== 'lines' || end === at)) end += 1;
  const group = lines.slice(at, end).map((line) => line.text);
  if (group.length === 0 || group.length > 4 || (end >= limit && limit < lines.length)) return null;
  const text = joinLines(group);
  const isCapitals = /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
  if (isCapitals && text.length <= 300) return { text, end };
  const isHan = /\p{Script=Han}/u.test(text);
  const isPlain = !/[.。!！?？:：;；,，…»”"』」—-]$/u.test(text) && !/^[«“"「『—–-]/u.test(text);
  const isTitle = isPlain && group.length <= 2 && text.length <= (isHan ? 25 : 90) && (isHan || startsLikeTitle(text));
  return isTitle && (isHan || (lines[end]?.text ?? '') === '') ? { text, end } : null;
}

/** Marks with no text below them were not headings; a mark that names its kind needs little text. */
function isMostlyFull(marks: readonly Mark[], lines: readonly TextLine[]): boolean {
  const chapters = marks.filter((mark) => mark.kind !== 'volume' || marks.every((other) => other.kind === 'volume'));
  const full = marks.filter((mark, index) => {
    const next = marks[index + 1] ?? { ...mark, at: lines.length, end: lines.length };
    const saysSo = mark.kind === 'keyword' || mark.kind === 'section';
    return charactersBetween(lines, mark, next) > (saysSo ? 0 : emptyBelow);
  });
  return full.length * 2 >= chapters.length;
}
