/** Letters that Unicode takes for letters of their own, and many keyboards lack: cœur is looked for as coeur. */
const plainLetters: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l' };

/**
 * Text as the search compares it: case, width, accents and Arabic vowel marks do not matter.
 * Both what is stored and what is asked for go through this one function.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}|\p{Cf}|\u0640/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .toLowerCase()
    .replace(/[œæßøł]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

const ideographs = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
const runs = new RegExp(`[${ideographs}]+|(?:(?![${ideographs}])[\\p{L}\\p{N}])+`, 'gu');

/**
 * The words of a search, folded: runs of letters and digits, cut where Chinese, Japanese or Korean meets another
 * script, so that 小辣椒comic finds both. Text without letters is looked for as it stands.
 */
export function searchWords(q: string): string[] {
  const folded = foldForSearch(q);
  return [...new Set(folded.match(runs) ?? (folded === '' ? [] : [folded]))];
}
