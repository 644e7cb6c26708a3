/** Letters that Unicode does not decompose and many keyboards lack: readers search cœur as coeur. */
const plainLetters: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l' };

/**
 * Text as the search compares it: case, width, accents and Arabic vowel marks do not matter. Both the stored text and
 * the search go through this function.
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
 * script, so that 小辣椒comic finds both. Text without letters is searched unchanged.
 */
export function searchWords(q: string): string[] {
  const folded = foldForSearch(q);
  return [...new Set(folded.match(runs) ?? (folded === '' ? [] : [folded]))];
}

const foldedCharacters = new Map<string, string>();

function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  // The fold trims, but a space between two words must stay one character.
  const folded = /\s/.test(character) ? ' ' : foldForSearch(character);
  if (foldedCharacters.size < 10_000) foldedCharacters.set(character, folded);
  return folded;
}

export interface Found {
  start: number;
  end: number;
}

/** The places of the words in a text, compared as the search compares; at most `most`, without overlap. */
export function findFolded(text: string, q: string, most = Number.POSITIVE_INFINITY): Found[] {
  const wanted = foldForSearch(q);
  if (wanted === '') return [];
  let folded = '';
  /** For each folded character, the index of its original character. */
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    const part = foldCharacter(character);
    if (part !== ' ' || !folded.endsWith(' ')) {
      folded += part;
      for (let unit = 0; unit < part.length; unit += 1) origins.push(at);
    }
    at += character.length;
  }
  const found: Found[] = [];
  for (let from = folded.indexOf(wanted); from >= 0 && found.length < most; ) {
    const after = from + wanted.length;
    // Marks that the fold removes belong to the letter before them.
    found.push({ start: origins[from] ?? 0, end: origins[after] ?? at });
    from = folded.indexOf(wanted, after);
  }
  return found;
}
