/** Letters that Unicode does not decompose and many keyboards lack: readers search cœur as coeur. */
const plainLetters: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l' };

/**
 * Text as the catalogue's search compares it: case, width, accents and Arabic vowel marks do not matter. Both the stored
 * text and the search go through this function.
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
 * The words of a text, folded, in their order: runs of letters and digits, cut where Chinese, Japanese or Korean meets
 * another script.
 */
export function searchRuns(text: string): string[] {
  return foldForSearch(text).match(runs) ?? [];
}

/** The words of a search, each once: 小辣椒comic finds both. Text without letters is searched unchanged. */
export function searchWords(q: string): string[] {
  const folded = foldForSearch(q);
  return [...new Set(folded.match(runs) ?? (folded === '' ? [] : [folded]))];
}

/** Signs that books print in many ways, by the one that a keyboard has. */
const typedSigns: readonly [printed: string, typed: string][] = [
  // All quotation marks and apostrophes are alike, with what is printed for them: primes, accents, letters.
  ['"‘’‚‛‹›“”„‟′″‵‶`´ʹʻʼʽʾʿˈ՚׳״ꞌ「」『』〝〞〟﹁﹂﹃﹄＂', "'"],
  ['‐‑‒–—―−⸺⸻﹘﹣⁓', '-'],
  ['〜∼', '~'],
  ['⋯︙', '…'],
  ['、،', ','],
  ['。۔', '.'],
  ['؛', ';'],
  ['؟', '?'],
  ['٪', '%'],
  ['・•‧∙⋅᛫', '·'],
  ['【〔', '['],
  ['】〕', ']'],
  ...Array.from({ length: 10 }, (_, digit): [string, string] => [
    String.fromCodePoint(0x660 + digit, 0x6f0 + digit), // Arabic and Persian
    String(digit),
  ]),
];
const typedFor = new Map(typedSigns.flatMap(([printed, typed]) => [...printed].map((sign) => [sign, typed] as const)));
const printedSign = new RegExp(`[${[...typedFor.keys()].join('')}]`, 'gu');
const asTyped = (text: string) => text.replace(printedSign, (sign) => typedFor.get(sign) ?? sign);

/** Signs that are printed once or several times, and spaces that only some languages print. */
const leftOut = [
  / +(?= )/g,
  /-+(?=-)/g,
  /(?<=\.) (?=\.)/g,
  /\.+(?=\.\.)/g,
  / (?=[;:!?])/g,
  // Within « », as the French write; »these« have none.
  /(?<=(?<![^ (])«) /g,
  / (?=»(?![\p{L}\p{N}]))/gu,
];
const guillemets = /[«»]/g;

/**
 * A passage as the search in a text compares it: as `foldForSearch` does, and printed signs are those that a keyboard
 * has. Dashes and dots count once however many stand together.
 */
export function foldPassage(text: string): string {
  let folded = foldForSearch(asTyped(text));
  for (const pattern of leftOut) folded = folded.replace(pattern, '');
  return folded.replace(guillemets, "'");
}

const foldedCharacters = new Map<string, string>();

function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  // The fold trims, but a space between two words must stay one character.
  const folded = /\s/.test(character) ? ' ' : foldForSearch(asTyped(character));
  if (foldedCharacters.size < 10_000) foldedCharacters.set(character, folded);
  return folded;
}

export interface Found {
  start: number;
  end: number;
}

/** A text as `foldPassage` folds it, with the place in the text of each of its characters. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = '';
  let places: number[] = [];
  let at = 0;
  for (const character of text) {
    const part = foldCharacter(character);
    folded += part;
    for (let unit = 0; unit < part.length; unit += 1) places.push(at);
    at += character.length;
  }
  for (const pattern of leftOut) {
    const isLeftOut = new Set<number>();
    for (const { index, 0: signs } of folded.matchAll(pattern))
      for (let unit = 0; unit < signs.length; unit += 1) isLeftOut.add(index + unit);
    if (isLeftOut.size === 0) continue;
    folded = folded.replace(pattern, '');
    places = places.filter((_, place) => !isLeftOut.has(place));
  }
  return { folded: folded.replace(guillemets, "'"), places };
}

/** The places of the words in a text, compared as `foldPassage` compares; at most `most`, without overlap. */
export function findFolded(text: string, q: string, most = Number.POSITIVE_INFINITY): Found[] {
  const wanted = foldPassage(q);
  if (wanted === '') return [];
  const { folded, places } = foldWithPlaces(text);
  const found: Found[] = [];
  for (let from = folded.indexOf(wanted); from >= 0 && found.length < most; ) {
    const after = from + wanted.length;
    const start = places[from] ?? 0;
    // Marks that the fold removes belong to the letter before them, and a space that it drops to nothing.
    const end = start + text.slice(start, places[after] ?? text.length).trimEnd().length;
    found.push({ start, end });
    from = folded.indexOf(wanted, after);
  }
  return found;
}
