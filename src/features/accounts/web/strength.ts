export const strengths = ['weak', 'fair', 'good', 'strong'] as const;
export type Strength = (typeof strengths)[number];

/** The least bits of each strength above the first. */
const leastBits = [36, 52, 74];
/** The characters of a kind, as many as somebody who guesses would try for each. */
const kinds: [pattern: RegExp, count: number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[!-/:-@[-`{-~ ]/, 33],
  [/[^ -~]/, 200],
];

/**
 * How hard a password is to guess, by its length and kinds of characters. What repeats or counts on adds nothing, and a
 * common password, or the user's name, is weak even with digits and signs around it.
 */
export function strengthOf(password: string, known: { username: string; common: ReadonlySet<string> }): Strength {
  const lower = password.toLowerCase();
  const username = known.username.toLowerCase();
  const isKnown = (text: string) => known.common.has(text) || (username !== '' && text === username);
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (isKnown(lower) || (isKnown(bare) && lower.length - bare.length < 6)) return 'weak';
  const choices = kinds.reduce((sum, [pattern, count]) => sum + (pattern.test(password) ? count : 0), 1);
  const bits = surprisesIn(password) * Math.log2(choices);
  const passed = leastBits.filter((least) => bits >= least).length;
  return strengths[passed] ?? 'weak';
}

/** The characters that neither repeat the one before nor go on counting as in 'abc' or '321', nor repeat all before. */
function surprisesIn(password: string): number {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  const surprises = codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1).length;
  return Math.min(surprises, 2 * new Set(codes).size);
}
