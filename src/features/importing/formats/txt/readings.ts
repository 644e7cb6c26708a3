import { isRule } from '../../../../shared/line-joining.ts';
import { undress } from '../../names/heading-dress.ts';
import type { HeadingKind } from '../../names/headings.ts';
import type { Setting, TextLine } from '../../text/plain-text.ts';
import { apartMarks } from './apart-lines.ts';
import { charactersBetween, emptyBelow } from './contents-list.ts';
import {
  type Body,
  bareSign,
  endsSentence,
  isInCapitals,
  longestCapitals,
  type Mark,
  mostCandidates,
  startsLikeTitle,
} from './heading-candidates.ts';
import { bestRun, type RunRules } from './number-run.ts';

/** One way to read the candidates: the lines that would be headings if this kind of sign made them. */
export type Reading = {
  /** Its name in a report. */
  name: string;
  marks: Mark[];
  /** The kinds of headings whose numbers must follow each other; empty where the reading has no numbers. */
  kinds: ReadonlySet<HeadingKind>;
  /** How much its sign says by itself, from 0 to 100. */
  strength: number;
  /** How complete the reading is, from 0 to 1, where no numbers can tell. */
  whole?: number;
};

const worded: RunRules = { longestStep: 60, restart: 3, keepsStrays: true };
const bare: RunRules = { longestStep: 4, restart: 12, keepsStrays: false };

/** All readings of a text, the strongest sign first; each has its fewest marks and stands as far apart as its sign asks. */
export function readingsOf(body: Body, candidates: readonly Mark[]): Reading[] {
  const beside = [...volumesOf(candidates), ...candidates.filter((mark) => mark.kind === 'named' && !mark.isDoubtful)];
  const numbered = (kind: HeadingKind | readonly HeadingKind[], least: number, rules: RunRules) => {
    const kinds = new Set([kind].flat());
    const own = candidates.filter((mark) => kinds.has(mark.kind));
    if (own.length < least) return [];
    const all = [...own, ...(kind === 'volume' ? beside.filter((mark) => mark.kind === 'named') : beside)];
    const marks = bestRun(all.sort(byPlace), kinds, rules);
    return marks.filter((mark) => kinds.has(mark.kind)).length >= least ? withoutNamedBelow(marks, body, kinds) : [];
  };
  const roman = unlessDoubtful(body, numbered('roman', 2, bare));
  const listed = roomy(body, numbered('listed', 3, bare));
  const count = (marks: readonly Mark[], kind: HeadingKind) => marks.filter((mark) => mark.kind === kind).length;
  const reading = (name: string, strength: number, marks: Mark[], ...kinds: HeadingKind[]): Reading => ({
    name,
    marks,
    kinds: new Set(kinds),
    strength,
  });
  const letters = letterMarks(body);
  const both = numbered(['keyword', 'listed'], 3, { ...worded, longestStep: 4, keepsStrays: false });
  const mixed = count(both, 'keyword') > 0 && count(both, 'listed') > 2 ? both : [];
  // Some chapters of a novel may have a title behind the number, and others none.
  const partly = roomy(body, numbered(['roman', 'listed'], 3, bare));
  const titled = count(partly, 'roman') > 0 && count(partly, 'listed') > 0 ? partly : [];
  const lettered = letters.length > 0 ? [...letters, ...beside.filter(isNamed)].sort(byPlace) : [];
  // Under headings such as 'I. A SCANDAL IN BOHEMIA', numerals alone may only divide the text below them.
  const isListed = count(listed, 'listed') > count(roman, 'roman');
  return [
    reading('a word and a number', 100, numbered('keyword', 1, worded), 'keyword'),
    reading('a number with a title, with or without a word', 75, mixed, 'keyword', 'listed'),
    reading('sections with a number', 80, numbered('section', 2, worded), 'section'),
    reading('Roman numerals alone', isListed ? 40 : 70, roman, 'roman'),
    reading('numbers with a title', isListed ? 70 : 42, listed, 'listed'),
    reading('Roman numerals or numbers, with a title or alone', 42, titled, 'roman', 'listed'),
    reading('parts with a number', 60, numbered('volume', 2, worded), 'volume'),
    reading('lines that are bold or marked as headings', 50, boldMarks(body.lines)),
    reading('lines behind a sign', 48, signMarks(body)),
    reading('numbers alone', 45, roomy(body, numbered('digits', 3, bare)), 'digits'),
    { ...reading('letters alone', 44, roomy(body, lettered)), whole: Math.min(1, letters.length / 20) },
    reading('names such as a preface', 30, atLeastTwo(beside.filter((mark) => mark.kind === 'named'))),
    reading('lines set apart by empty lines', 22, roomy(body, apartMarks(body))),
    reading('short lines by themselves', 20, roomy(body, shortMarks(body))),
  ].filter(({ marks }) => marks.length > 0);
}

/** Numerals within paragraphs must stand as far apart as chapters do. */
function unlessDoubtful(body: Body, marks: Mark[]): Mark[] {
  return marks.filter((mark) => mark.isDoubtful).length * 2 > marks.length ? roomy(body, marks) : marks;
}

function isNamed(mark: Mark): boolean {
  return mark.kind === 'named';
}

function byPlace(a: Mark, b: Mark): number {
  return a.at - b.at;
}

function atLeastTwo(marks: Mark[]): Mark[] {
  return marks.length >= 2 ? marks : [];
}

/**
 * The headings of parts above the chapters. Those with the same word are numbered among themselves; a mere mention is
 * none.
 */
export function volumesOf(candidates: readonly Mark[]): Mark[] {
  const byWord = new Map<string, Mark[]>();
  for (const mark of candidates) {
    if (mark.kind !== 'volume') continue;
    const word = mark.word ?? '';
    const known = byWord.get(word);
    if (known) known.push(mark);
    else byWord.set(word, [mark]);
  }
  return [...byWord.values()].flatMap((marks) => {
    const run = bestRun(marks, new Set(['volume']), worded);
    // 'VOL. XII' by itself counts the works of its author.
    const numbers = new Set(run.map((mark) => mark.number));
    return numbers.size === 1 && Number(run[0]?.number ?? 1) > 2 ? [] : run;
  });
}

/** An argument or a preface right below a chapter's heading belongs to that chapter. */
function withoutNamedBelow(marks: readonly Mark[], { lines }: Body, kinds: ReadonlySet<string>): Mark[] {
  return marks.filter((mark, index) => {
    const above = marks[index - 1];
    return !(mark.kind === 'named' && above && kinds.has(above.kind) && charactersBetween(lines, above, mark) === 0);
  });
}

const fewestLetters = 5;

/** Single capitals in the order of the alphabet, as a dictionary or an index of verses has them. */
function letterMarks({ lines }: Body): Mark[] {
  const found: Mark[] = [];
  for (const [at, line] of lines.entries()) {
    const letter = /^[-–—.\s]{0,4}(\p{Lu})[-–—.\s]{0,4}$/u.exec(line.text.slice(0, 12))?.[1];
    if (!letter || line.text.length > 8 || (lines[at - 1]?.text ?? '') !== '' || (lines[at + 1]?.text ?? '') !== '')
      continue;
    const last = found.at(-1)?.title ?? '';
    if (found.length === 0 ? !/[AАΑÀא]/u.test(letter) : letter.localeCompare(last, 'en') <= 0) continue;
    found.push({ ...bareSign(letter, at), printed: letter });
  }
  return found.length >= fewestLetters ? found : [];
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
  return bold.filter(({ line }) => (times.get(line.text) ?? 0) < 3).map(({ line, at }) => bareSign(line.text, at));
}

const fewestSigned = 3;

/** Short lines behind one sign, or between two, as in '☆、夜渡' and '=== Night ===': those of the commonest such sign. */
function signMarks(body: Body): Mark[] {
  const bySign = new Map<string, Mark[]>();
  for (const [at, line] of body.lines.entries()) {
    const dress = line.text.length <= 80 && isSigned.test(line.text) ? undress(line.text) : null;
    if (!dress || dress.maySpeak || !startsLikeTitle(dress.text) || hasSentence.test(dress.text)) continue;
    if (body.setting.mode !== 'lines' && ((body.lines[at - 1]?.text ?? '') !== '' || body.lines[at + 1]?.text))
      continue;
    const marks = bySign.get(dress.sign) ?? [];
    marks.push({ ...bareSign(dress.text, at), printed: dress.text });
    bySign.set(dress.sign, marks);
  }
  const groups = [...bySign.values()].map((marks) => roomy(body, marks)).sort((a, b) => b.length - a.length);
  const most = groups[0] ?? [];
  return most.length >= fewestSigned ? most : [];
}

const hasSentence = /[.!?:;。！？：；…](?:\s|$)|[,，"”»」』)]$/u;
const isSigned = /^[^\p{L}\p{N}]*[\p{So}\p{Sm}#*※§•◦【〖〔『]/u;

/** Short lines by themselves that do not end a sentence: the last resort for a text without other signs of headings. */
function shortMarks({ lines, setting }: Body): Mark[] {
  const found: Mark[] = [];
  let isTitlePage = true;
  let previous = '';
  for (const [at, line] of lines.entries()) {
    if (line.text === '') continue;
    const isShouted = isInCapitals(line.text);
    const mayFollow =
      isTitlePage ||
      endsSentence.test(previous.slice(-20)) ||
      isRule(previous) ||
      (isShouted && isInCapitals(previous));
    const next = lines.slice(at + 1, at + 6).find(({ text }) => text !== '')?.text ?? '';
    // The last line of a title page may be the first heading.
    const isFirst = isTitlePage && next.length > 60;
    const isAlone = (isFirst || (lines[at - 1]?.text ?? '') === '') && (lines[at + 1]?.text ?? '') === '';
    const leads = isTitlePage || next.length > 60 || endsSentence.test(next) || (isShouted && isInCapitals(next));
    if (isAlone && mayFollow && leads && isTitleLike(line, lines, { at, setting })) found.push(bareSign(line.text, at));
    if (found.length > mostCandidates) return [];
    isTitlePage &&= line.text.length <= 60;
    previous = line.text;
  }
  // Several in a row are a title page, or verses: the last line of a title page is the first heading.
  const follows = (mark: Mark, before: Mark | undefined) => before && charactersBetween(lines, before, mark) === 0;
  // Two in capitals are a part and its first chapter.
  const isPair = (at: number) => {
    const [above, first, second, below] = [found[at - 1], found[at], found[at + 1], found[at + 2]];
    if (!first || !second || follows(first, above) || (below && follows(below, second))) return false;
    return isInCapitals(first.printed) && isInCapitals(second.printed);
  };
  return found.filter((mark, index) => {
    const next = found[index + 1];
    const [isAbove, isBelow] = [next !== undefined && follows(next, mark), follows(mark, found[index - 1])];
    if (index > 3 && isAbove !== isBelow && isPair(isAbove ? index : index - 1)) return true;
    const isTitle = index === 0 && next !== undefined && charactersBetween(lines, mark, next) <= emptyBelow;
    return !isAbove && !isTitle && !(index > 3 && isBelow);
  });
}

function isTitleLike(line: TextLine, lines: readonly TextLine[], place: { at: number; setting: Setting }): boolean {
  const { text } = line;
  const bare = text.replace(/(?<=\S\s)[«“"][^«»“”"]{1,30}[»”"]$/u, 'x');
  if (
    text.length > (isInCapitals(text) ? longestCapitals : 50) ||
    isRule(text) ||
    /[.。!！?？;；,，،؛…»”"』」-]$/u.test(bare) ||
    /[:：]/u.test(text)
  )
    return false;
  if (!/^[\p{L}\p{N}«»“„"¿¡]/u.test(text)) return false;
  if (/\p{Script=Latin}/u.test(text)) {
    const isSetApart = (lines[place.at - 1]?.text ?? '') === '' && (lines[place.at - 2]?.text ?? '') === '';
    return /^\P{Ll}+$/u.test(text) ? text.length > 2 : isSetApart && /^[\p{Lu}\p{N}«“"¿¡]/u.test(text);
  }
  return line.indent === 0 && (text.length <= 40 || isInCapitals(text));
}
