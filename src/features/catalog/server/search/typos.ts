/** A word of so many letters is also found where one of them is wrong (spec: catalog.md#search). */
const shortestMistyped = 5;
/** What is meant may be a letter shorter. */
const shortestMeant = shortestMistyped - 1;

const ofLetters = /^(?!.*\p{Script=Han})\p{L}+$/u;
const isWord = (word: string, shortest: number) => ofLetters.test(word) && [...word].length >= shortest;

/** Whether a mistyped word may mean this word of a name. */
export function isCorrected(word: string): boolean {
  return isWord(word, shortestMeant);
}

/** Whether a typed word may be a mistyped one. */
export function mayBeMistyped(word: string): boolean {
  return isWord(word, shortestMistyped);
}

/** The word, and the word without each of its letters but the first: words that differ by one typo share one of these. */
export function variantsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set([word, ...letters.slice(1).map((_, at) => letters.toSpliced(at + 1, 1).join(''))])];
}

/** Whether one letter but the first is missing, too much or another one, or two neighbours are swapped. */
export function isOneTypo(typed: string, meant: string): boolean {
  const [a, b] = [[...typed], [...meant]];
  if (a[0] !== b[0] || typed === meant) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;
  const rest = (letters: string[], after: number) => letters.slice(from + after).join('');
  return (
    (a.length === b.length && rest(a, 1) === rest(b, 1)) ||
    (a.length === b.length + 1 && rest(a, 1) === rest(b, 0)) ||
    (a.length + 1 === b.length && rest(a, 0) === rest(b, 1)) ||
    (a.length === b.length && a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2))
  );
}
