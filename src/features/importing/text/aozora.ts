import { emptyLine, type TextLine } from './plain-text.ts';

const dashes = /^-{20,}$/;
const signs = '【テキスト中に現れる記号について】';
const imprint = /^底本：/u;

const longestKey = 80;
const longestImprint = 80;

/**
 * Blanks the key to the signs at the front of a transcription by Aozora Bunko, and ends the text before its imprint. Null for
 * any other text.
 */
export function cutAozora(lines: readonly TextLine[]): TextLine[] | null {
  const at = lines.slice(0, longestKey).findIndex((line) => line.text === signs);
  if (at < 1 || !dashes.test(lines[at - 1]?.text ?? '')) return null;
  const last = lines.findIndex((line, index) => index > at && index < at + longestKey && dashes.test(line.text));
  if (last < 0) return null;
  const tail = Math.max(last, lines.length - longestImprint);
  const end = lines.findIndex((line, index) => index > tail && imprint.test(line.text.slice(0, 10)));
  const kept = end < 0 ? lines : lines.slice(0, end);
  return kept.map((line, index) => (index >= at - 1 && index <= last ? emptyLine : line));
}
