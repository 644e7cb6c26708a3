import { isRule, joinLines } from '../../../../shared/line-joining.ts';
import { type Heading, readHeading } from '../../names/headings.ts';
import type { Setting, TextLine } from '../../text/plain-text.ts';

/** A heading and its lines, with the lines of the title below it. */
export type Mark = Heading & {
  at: number;
  end: number;
  printed: string;
  /** It stands where headings rarely do: it counts only if it continues the numbers, or is in the list of contents. */
  isDoubtful?: true;
  /**
   * It reads like a sentence, or stands in one: it counts only where it fills a gap, as 'chapter 4 was hard' between
   * clear headings of 3 and 5.
   */
  isFiller?: true;
  /** The chapter's first words, where they stand on the heading's line. */
  opening?: string;
};

export type Body = { lines: TextLine[]; setting: Setting };

/** A mark on a line whose words do not show that it is a heading. */
export function bareSign(text: string, at: number): Mark {
  return { kind: 'named', number: null, title: text, isGlued: false, at, end: at + 1, printed: text };
}

export const mostChapters = 20_000;
/** Includes a list of contents at the front and numbered lists within; more lines than this only look like headings. */
export const mostCandidates = 3 * mostChapters;

/** Also behind „…“ and »…«, as Germans and Slavs quote. */
export const endsSentence = /[。！？…；：.!?;:؟؛~～][”’“」』）)»«"'\]*_]*$|[”’“」』）)»«"]$/u;

/** Every line that reads like a heading, the doubtful ones too. */
export function findCandidates({ lines, setting }: Body): Mark[] {
  const marks: Mark[] = [];
  let fillers = 0;
  let lastClear: Mark | undefined;
  for (const [at, line] of lines.entries()) {
    const heading = line.text === '' ? null : readHeading(line.text);
    if (!heading) {
      const run = setting.width > 0 ? null : runIn(line.text, at);
      if (run && marks.length < mostCandidates) marks.push(run);
      continue;
    }
    const before = lines[at - 1];
    const isBelowMark = lastClear !== undefined && lastClear.end === at;
    const isClearBefore = !before || isGap(before.text) || isBelowMark;
    const isClearAfter = isGap(lines[at + 1]?.text ?? '');
    const standing = standingOf(heading, line, { before, isClearBefore, isClearAfter, setting });
    const whole = withOpening({ ...heading, at, end: at + 1, printed: heading.printed ?? withoutBrackets(line.text) });
    if (standing === 'none' && whole.opening === undefined) {
      const run = setting.width > 0 ? null : runIn(line.text, at);
      if (run) marks.push(run);
      else if (mayFill(whole) && fillers < mostChapters) {
        fillers += 1;
        marks.push({ ...whole, isDoubtful: true, isFiller: true });
      }
      continue;
    }
    const mark = whole.opening === undefined ? wrapped(whole, { lines, setting }) : whole;
    if (mark.opening === undefined && opensParagraph(mark, { lines, setting })) continue;
    if (standing === 'doubtful' || mark.opening !== undefined) marks.push({ ...mark, isDoubtful: true });
    else {
      marks.push(mark);
      lastClear = mark;
    }
    if (marks.length > mostCandidates) return [];
  }
  return inChain(withoutSetIn(marks, lines));
}

/** An empty line, or a row of signs above or below a heading. */
function isGap(text: string): boolean {
  return text === '' || isRule(text);
}

/** Whether a heading is clear by its words alone: only a number beside a word such as "chapter" is. */
function mayFill({ kind, number }: Heading): boolean {
  return (kind === 'keyword' || kind === 'section') && number !== null;
}

/** The words that a storyteller begins a chapter with. */
const storyteller = /[\s\u3000]((?:話說|话说|却說|卻說|却说|且說|且说)\S.*)$/u;

const longestHan = 60;
const hanNumber = /^第[^\s第章回话話]{1,12}[章回话話][\s\u3000:：]*/u;
/** A title of one part or of two of one length, and the first words: '靈根育孕源流出　心性修持大道生　詩曰：…'. */
const titleThenText = /^([^\s，。！？、：“”]{2,14})[\s\u3000]+(?:([^\s，。！？、：“”]{2,14})[\s\u3000]+)?(?=\S)/u;

/** A Chinese print may set a heading and the whole paragraph below it in one line. */
function runIn(text: string, at: number): Mark | null {
  const number = hanNumber.exec(text.slice(0, longestHan))?.[0];
  if (number === undefined) return null;
  const rest = text.slice(number.length);
  const told = storyteller.exec(rest.slice(0, longestHan));
  const [both = '', first = '', second] = titleThenText.exec(rest.slice(0, longestHan)) ?? [];
  const couplet = second === undefined || second.length === first.length ? both : first;
  const title = (told && !/[。！？]/u.test(rest.slice(0, told.index)) ? rest.slice(0, told.index) : couplet).trim();
  const heading = title === '' ? null : readHeading(`${number}${title}`);
  if (heading?.kind !== 'keyword') return null;
  const opening = rest.slice(rest.indexOf(title) + title.length).trim();
  if (!/[，。！？：、…]/u.test(opening)) return null;
  return { ...heading, at, end: at + 1, printed: `${number}${title}`, isDoubtful: true, opening };
}

/** A heading with its chapter's first words on its line: '第四回　風雨 話說那一夜…'. */
function withOpening(mark: Mark): Mark {
  const opening = mark.kind === 'keyword' ? storyteller.exec(mark.title)?.[1] : undefined;
  if (opening === undefined) return mark;
  const without = (text: string) => text.slice(0, text.length - opening.length).trim();
  return { ...mark, title: without(mark.title), printed: without(mark.printed), opening };
}

/** A full line that goes on in several lines is the beginning of a paragraph: 'BOOK I., CHAPTER I., tells of whales …'. */
function opensParagraph({ title, printed, end }: Mark, { lines, setting }: Body): boolean {
  if (setting.width === 0 || title === '' || printed.length < setting.width * 0.8) return false;
  return (lines[end]?.text ?? '') !== '' && (lines[end + 1]?.text ?? '') !== '';
}

const mostWrapped = { lines: 3, characters: 300 };

/** A heading whose title runs on in the lines below: broken at the width, or after a comma or a hyphen. */
function wrapped(mark: Mark, { lines, setting }: Body): Mark {
  const isTitled = mark.title !== '' && (mark.kind === 'keyword' || mark.kind === 'volume' || mark.kind === 'listed');
  if (!isTitled || setting.mode === 'lines') return mark;
  let end = mark.end;
  while (end < mark.end + mostWrapped.lines && (lines[end]?.text ?? '') !== '') end += 1;
  const rest = lines.slice(mark.end, end).map((line) => line.text);
  if (rest.length === 0 || (lines[end]?.text ?? '') !== '' || rest.some((text) => readHeading(text))) return mark;
  const goesOn =
    /[,;،—–-]$/u.test(mark.printed) ||
    /^\p{Ll}/u.test(rest[0] ?? '') ||
    (isInCapitals(mark.title) && rest.every(isInCapitals)) ||
    (setting.width > 0 && mark.printed.length > setting.width * 0.75);
  const title = joinLines([mark.title, ...rest]);
  if (!goesOn || title.length > mostWrapped.characters) return mark;
  return { ...mark, end, title, printed: joinLines([mark.printed, ...rest]) };
}

function withoutBrackets(text: string): string {
  return /^[【《[(（].*[】》\])）]$/u.test(text) ? text.slice(1, -1).trim() : text;
}

type Place = { before: TextLine | undefined; isClearBefore: boolean; isClearAfter: boolean; setting: Setting };

type Standing = 'clear' | 'doubtful' | 'none';

/** A sentence broken across lines may put the words of a heading at the start of a line. */
function standingOf(heading: Heading, line: TextLine, place: Place): Standing {
  const { before, isClearBefore, setting } = place;
  const isWithin =
    !isClearBefore && (setting.width > 0 || (before && before.text.length > 12 && !endsSentence.test(before.text)));
  const isWorded = heading.kind === 'keyword' || heading.kind === 'section' || heading.kind === 'volume';
  const isBare = heading.kind === 'roman' || heading.kind === 'digits';
  if (!isWorded && !isBare && (isWithin || /[,，;；、]$/u.test(line.text))) return 'none';
  const standing = standingByWords(heading, line, place);
  if (standing !== 'clear' || isBare) return standing;
  if (/[;；]$/u.test(line.text)) return 'none';
  if (/[,，、]$/u.test(line.text)) return isWithin ? 'none' : 'doubtful';
  if (!isWithin) return isMention(heading) ? 'doubtful' : 'clear';
  return isMention(heading) || !/^$|^[\p{Lu}\p{Lo}\p{N}"«“]/u.test(heading.title) ? 'none' : 'doubtful';
}

/** 'BOOK I., CHAPTER II' may be where a sentence points to. */
function isMention(heading: Heading): boolean {
  return heading.kind === 'volume' && readHeading(heading.title)?.number != null && /\.$/.test(heading.title);
}

function standingByWords(heading: Heading, line: TextLine, place: Place): Standing {
  const { isClearBefore, isClearAfter, setting } = place;
  const when = (isRight: boolean): Standing => (isRight ? 'clear' : 'none');
  switch (heading.kind) {
    case 'keyword':
    case 'section':
      if (heading.isGlued && hanVerb.test(heading.title)) return heading.title.length <= 12 ? 'doubtful' : 'none';
      if (heading.isGlued) return when(isTitleGlued(heading.title));
      return when(!(/。$/u.test(line.text) || (/[.]$/.test(heading.title) && heading.title.length > 100)));
    case 'volume':
      if (heading.isGlued && !isTitle(heading.title)) return 'doubtful';
      return when(!/[。]$/u.test(line.text) && (isClearBefore || isClearAfter || setting.width === 0));
    case 'named':
      // 'Schluss. He laps.' is speech.
      if (/^\p{L}+\.\s.*[.!?]$/u.test(line.text)) return 'doubtful';
      return when(!/[。]$/u.test(line.text) && (isClearBefore || isClearAfter || setting.width === 0));
    case 'roman':
    case 'digits':
      // A doubtful numeral counts only if it continues the numbers.
      if (isClearBefore && isClearAfter) return 'clear';
      return isClearBefore || isClearAfter || setting.width === 0 ? 'doubtful' : 'none';
    case 'listed':
      if (!isClearBefore && setting.mode !== 'lines') return 'none';
      // In capitals it is a title even with a full stop, and one that may stand between paragraphs.
      if (isInCapitals(heading.title) && heading.title.length <= longestCapitals)
        return isClearBefore && isClearAfter ? 'clear' : 'doubtful';
      // A sentence with a number before it, or a long line: a heading where it stands alone and continues the run.
      if (heading.title.length > 60 || /[.。:：!！?？…)”»“"]$/u.test(line.text))
        return isClearBefore && isClearAfter ? 'doubtful' : 'none';
      return 'clear';
  }
}

export const longestCapitals = 100;

export function isInCapitals(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** '第三章来自…' and '第二回合…' are sentences, mostly; 来信 is a title. */
const hanVerb = /^[合见見数數说說后後来來家]/u;

function isTitleGlued(title: string): boolean {
  if (/^\P{Ll}+$/u.test(title) && /\p{Lu}{2}/u.test(title)) return title.length <= 100;
  const isSentence = /[，。！？；：,;…“”"](?!$)|[。！？；：;…”"]$/u.test(title);
  return !isSentence && title.length <= 40 && startsLikeTitle(title);
}

function isTitle(title: string): boolean {
  return startsLikeTitle(title) && title.length <= 60 && !endsSentence.test(title);
}

export function startsLikeTitle(title: string): boolean {
  return /^[\p{Lu}\p{Lo}\p{N}"«“]/u.test(title);
}

/** Where headings begin at the margin, an indented line is a paragraph, unless it continues their run. */
function withoutSetIn(marks: Mark[], lines: readonly TextLine[]): Mark[] {
  const isSetIn = (mark: Mark) => (lines[mark.at]?.indent ?? 0) > 0;
  const atMargin = marks.filter((mark) => !isSetIn(mark) && mark.kind === 'keyword').length;
  if (atMargin < 2) return marks;
  return marks.map((mark) => (mark.kind === 'keyword' && isSetIn(mark) ? { ...mark, isDoubtful: true } : mark));
}

/** A line whose only sign of a heading is its number must continue the count, or it is part of a sentence. */
function inChain(marks: Mark[]): Mark[] {
  let last = 0;
  return marks.map((mark) => {
    if (mark.kind !== 'keyword' || mark.isDoubtful) return mark;
    const number = Number(mark.number ?? 0);
    if (mark.isGlued && number !== 1 && (number <= last || number > last + 3))
      return { ...mark, isDoubtful: true, isFiller: true };
    last = number;
    return mark;
  });
}
