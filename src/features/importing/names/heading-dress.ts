/** Signs that people set before a heading or around it; a comma or a point may follow: '☆、第一章', '=== 3 ==='. */
const ornament = '[\\p{So}\\p{Sm}\\p{Sk}\\p{Mn}#*§※•‣◦·・…_†‡¶\\-–—―‐/\\\\\\u200b-\\u200f\\u2060＊＃＿－／❧☙]';
const opening = '[【〖〔［「『《〈«‹“„"\\[{(（｛<＜]';
const front = new RegExp(`^(?:(?:${ornament}|${opening})+[\\s、,，.．:：]*)+`, 'u');
/** The signs that speech may begin with, too. */
const speechOnly = /^[-–—―‐「『«‹“„"\s\u200b-\u200f]+$/u;
const quoted = /^[«‹“„"\s]+$/u;

const closing: Record<string, string> = {
  ...{
    '【': '】',
    '〖': '〗',
    '〔': '〕',
    '［': '］',
    '「': '」',
    '『': '』',
    '《': '》',
    '〈': '〉',
    '«': '»',
    '‹': '›',
  },
  ...{ '“': '”', '„': '“', '"': '"', '[': ']', '{': '}', '(': ')', '（': '）', '｛': '｝', '<': '>', '＜': '＞' },
  ...{ '▶': '◀', '►': '◄', '→': '←', '/': '\\', '\\': '/' },
};

/** The words of a line without the signs around them, those signs, and whether speech may begin so. */
export type Undressed = { text: string; sign: string; maySpeak: boolean };

/** Takes the signs before a line away, and their counterparts; null where a line has none, or nothing else. */
export function undress(line: string): Undressed | null {
  const signs = front.exec(line.slice(0, longestDress))?.[0] ?? '';
  if (signs === '') return null;
  let text = line.slice(signs.length);
  const counterparts = new Set([...signs].map((sign) => closing[sign] ?? sign));
  let end = text.length;
  while (end > 0 && (counterparts.has(text.charAt(end - 1)) || /\s/u.test(text.charAt(end - 1)))) end -= 1;
  const isEnclosed = text.slice(end).trim() !== '';
  text = text.slice(0, end);
  // '【第一章】夜渡' and '[Chapter 1] Night' enclose the number alone.
  for (const sign of signs) {
    const close = closing[sign];
    if (close !== undefined) text = text.replace(close, ' ');
  }
  text = text.trim();
  return text === ''
    ? null
    : { text, sign: signs.trim(), maySpeak: quoted.test(signs) || (speechOnly.test(signs) && !isEnclosed) };
}

const longestDress = 40;
