import { joinLines } from '../../../../shared/line-joining.ts';
import { type Body, type Mark, startsLikeTitle } from './heading-candidates.ts';

/** Adds the title on the lines below a bare number; `listed` are lines that the list of contents names. */
export function withTitles(marks: readonly Mark[], body: Body, listed: ReadonlySet<number>): Mark[] {
  const limitOf = (index: number) => marks[index + 1]?.at ?? body.lines.length;
  const bare = marks.map((mark, index) => isBare(mark) && shortBelow(body, mark.end, limitOf(index)));
  const bareCount = marks.filter(isBare).length;
  // Where nearly every chapter opens with a short line, it is a title even with a full stop.
  const areTitled = bareCount >= fewestTitled && bare.filter(Boolean).length >= bareCount * 0.8;
  return marks.map((mark, index) => {
    if (!isBare(mark)) return mark;
    const isSure = (areTitled && bare[index]) || false;
    const title = titleBelow(body, { from: mark.end, limit: limitOf(index), listed, isSure });
    if (!title) return { ...mark, printed: mark.printed.replace(/\s*\[\d{1,3}\]\.?$|(?<=\p{L})\.$/u, '') };
    const number = mark.printed.replace(/\s*\[\d{1,3}\]/, '');
    const sign = /[\p{Script=Han}]/u.test(mark.printed) ? '\u3000' : /[.:]$/.test(number) ? ' ' : '. ';
    return { ...mark, title: title.text, end: title.end, printed: `${number}${sign}${title.text}` };
  });
}

const fewestTitled = 5;

function isBare(mark: Mark): boolean {
  return mark.title === '' && mark.kind !== 'named';
}

/** Whether the first thing below is a short line by itself that is no speech. */
function shortBelow({ lines }: Body, from: number, limit: number): boolean {
  let at = from;
  while (at < limit && at < from + 3 && lines[at]?.text === '') at += 1;
  const text = lines[at]?.text ?? '';
  const isAlone = at > from && (lines[at + 1]?.text ?? '') === '' && at + 1 < limit;
  return isAlone && text !== '' && text.length <= 70 && startsLikeTitle(text) && !/^["«“]|[!?"”»,;:]$/u.test(text);
}

type Below = { from: number; limit: number; listed: ReadonlySet<number>; isSure: boolean };

function titleBelow(
  { lines, setting }: Body,
  { from, limit, listed, isSure }: Below,
): { text: string; end: number } | null {
  let at = from;
  while (at < limit && at < from + 3 && lines[at]?.text === '') at += 1;
  let end = at;
  while (end < limit && end < at + 5 && lines[end]?.text !== '' && (setting.mode !== 'lines' || end === at)) end += 1;
  const group = lines.slice(at, end).map((line) => line.text);
  if (group.length === 0 || group.length > 4 || (end >= limit && limit < lines.length)) return null;
  const text = joinLines(group);
  // The text's own list of contents names this line.
  if ((listed.has(at) || isSure) && text.length <= 300) return { text: text.replace(/(?<=\p{L})\.$/u, ''), end };
  const isCapitals = /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
  if (isCapitals && text.length <= 300) return { text, end };
  const isHan = /\p{Script=Han}/u.test(text);
  const isPlain = !/[.。!！?？:：;；,，…»”"』」—-]$/u.test(text) && !/^[«“"「『—–-]/u.test(text);
  const isTitle = isPlain && group.length <= 2 && text.length <= (isHan ? 25 : 90) && (isHan || startsLikeTitle(text));
  return isTitle && (isHan || (lines[end]?.text ?? '') === '') ? { text, end } : null;
}
