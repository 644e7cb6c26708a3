import { type Heading, readHeading } from '../../names/headings.ts';
import type { Setting, TextLine } from '../../text/plain-text.ts';

/** A heading and its lines, with the lines of the title below it. */
export type Mark = Heading & { at: number; end: number; printed: string };

export type Body = { lines: TextLine[]; setting: Setting };

export const mostChapters = 20_000;
/** Includes a list of contents at the front and numbered lists within; more lines than this only look like headings. */
export const mostCandidates = 3 * mostChapters;

export const endsSentence = /[。！？…；：.!?;:؟؛~～][”’」』）)»"'\]*_]*$|[”’」』）)»"]$/u;

/** Every line that reads like a heading and stands where a heading may stand. */
export function findCandidates({ lines, setting }: Body): Mark[] {
  const marks: Mark[] = [];
  for (const [at, line] of lines.entries()) {
    const heading = line.text === '' ? null : readHeading(line.text);
    if (!heading) continue;
    const before = lines[at - 1];
    const isBelowMark = marks.at(-1)?.at === at - 1;
    const isClearBefore = !before || before.text === '' || isBelowMark;
    const isClearAfter = (lines[at + 1]?.text ?? '') === '';
    if (!mayStand(heading, line, { before, isClearBefore, isClearAfter, setting })) continue;
    marks.push({ ...heading, at, end: at + 1, printed: withoutBrackets(line.text) });
    if (marks.length > mostCandidates) return [];
  }
  return inChain(withoutSetIn(marks, lines));
}

function withoutBrackets(text: string): string {
  return /^[【《[(（].*[】》\])）]$/u.test(text) ? text.slice(1, -1).trim() : text;
}

type Place = { before: TextLine | undefined; isClearBefore: boolean; isClearAfter: boolean; setting: Setting };

function mayStand(heading: Heading, line: TextLine, place: Place): boolean {
  const { before, isClearBefore, isClearAfter, setting } = place;
  // A sentence broken across lines may put the words of a heading at the start of a line.
  if (!isClearBefore && (setting.width > 0 || (before && before.text.length > 12 && !endsSentence.test(before.text))))
    return false;
  if (/[,，;；、]$/u.test(line.text)) return false;
  switch (heading.kind) {
    case 'keyword':
    case 'section':
      if (heading.isGlued)
        return (
          !/[，。！？；：,;…“”"]/u.test(heading.title) && heading.title.length <= 40 && startsLikeTitle(heading.title)
        );
      return !(/。$/u.test(line.text) || (/[.]$/.test(heading.title) && heading.title.length > 100));
    case 'volume':
    case 'named':
      return !/[。]$/u.test(line.text) && (isClearBefore || isClearAfter || setting.width === 0);
    case 'roman':
    case 'digits':
      return isClearBefore && isClearAfter;
    case 'listed':
      return (
        (isClearBefore || setting.mode === 'lines') && heading.title.length <= 60 && !/[.。!！?？:：]$/u.test(line.text)
      );
  }
}

export function startsLikeTitle(title: string): boolean {
  return /^[\p{Lu}\p{Lo}\p{N}"«“]/u.test(title);
}

/** Where headings begin at the margin, an indented line is a paragraph. */
function withoutSetIn(marks: Mark[], lines: readonly TextLine[]): Mark[] {
  const isSetIn = (mark: Mark) => (lines[mark.at]?.indent ?? 0) > 0;
  const atMargin = marks.filter((mark) => !isSetIn(mark) && mark.kind === 'keyword').length;
  return atMargin >= 2 ? marks.filter((mark) => mark.kind !== 'keyword' || !isSetIn(mark)) : marks;
}

/** A line whose only sign of a heading is its number must continue the count, or it is part of a sentence. */
function inChain(marks: Mark[]): Mark[] {
  let last = 0;
  return marks.filter((mark) => {
    if (mark.kind !== 'keyword') return true;
    const number = Number(mark.number ?? 0);
    if (mark.isGlued && number !== 1 && (number <= last || number > last + 3)) return false;
    last = number;
    return true;
  });
}
