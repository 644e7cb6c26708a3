import { isContent, lengthOf, wordsOf } from '../../text/block-words.ts';
import type { HtmlBlock } from '../../text/block-writer.ts';
import type { MarkedNovel } from '../../text/novel.ts';
import { emptyLine, type TextLine } from '../../text/plain-text.ts';
import type { Mark } from '../txt/heading-candidates.ts';
import { judgeHeadings, type Verdict } from '../txt/judge.ts';

type Chapters = MarkedNovel['chapters'];

/** Only numbers that run are a sign as sure as a marked heading. */
const fewestNumbers = 3;
/** In characters; a shorter text before the first heading is a title page. */
const shortestForeword = 200;

/** Cuts Markdown or HTML whose headings are paragraphs like all others, as a plain text; null where no numbers run. */
export function cutUnmarked(blocks: readonly HtmlBlock[]): { chapters: Chapters; verdict: Verdict } | null {
  const lines = blocks.flatMap((block): TextLine[] => [{ ...emptyLine, text: wordsOf(block) }, emptyLine]);
  const verdict = judgeHeadings({ lines, setting: { mode: 'blocks', width: 0 } });
  if (verdict.marks.filter(({ number }) => number !== null).length < fewestNumbers) return null;
  // A list of contents is left out: its lines are blank now.
  const between = (from: number, to: number) =>
    blocks
      .slice(from / 2, to / 2)
      .filter((block, at) => !('inlines' in block) || wordsOf(block) === '' || lines[from + 2 * at]?.text !== '');
  const foreword = between(0, verdict.marks[0]?.at ?? 0);
  const chapters = chaptersOf(verdict.marks, (mark, next) => between(evenEnd(mark), next?.at ?? lines.length));
  const opening = { title: '', heading: '', number: null, blocks: foreword };
  return { chapters: lengthOf(foreword) < shortestForeword ? chapters : [opening, ...chapters], verdict };
}

/** A mark ends behind its block. */
function evenEnd({ end }: Mark): number {
  return end + (end % 2);
}

function chaptersOf(marks: readonly Mark[], bodyOf: (mark: Mark, next: Mark | undefined) => HtmlBlock[]): Chapters {
  const chapters: Chapters = [];
  let above: string[] = [];
  for (const [index, mark] of marks.entries()) {
    const blocks = bodyOf(mark, marks[index + 1]);
    if (!blocks.some(isContent)) above.push(mark.printed);
    else {
      const opens = above.length > 0 ? { opens: above.join(' · ') } : {};
      const number = mark.kind === 'volume' ? null : mark.number;
      chapters.push({ title: mark.title, heading: mark.printed, number, blocks, ...opens });
      above = [];
    }
  }
  return chapters;
}
