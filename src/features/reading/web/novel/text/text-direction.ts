type Direction = 'ltr' | 'rtl';

/** Hebrew, Arabic, Syriac, Thaana, N’Ko, and their older forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const letter = /\p{L}/gu;
/** A text clearly has the other direction if at most this share of its letters has the usual one. */
const fewOfOurs = 0.2;

/**
 * The direction of a paragraph, where it is not the usual one of its text: when nearly all of its letters run the other
 * way. E.g. an English quote in an Arabic novel turns round; an Arabic paragraph that begins with a Latin name does
 * not, nor does a line of dots. Undefined is the usual direction.
 */
export function otherDirection(text: string, usual: Direction): Direction | undefined {
  if (usual === 'ltr' && !rightToLeft.test(text)) return undefined;
  let all = 0;
  let ours = 0;
  for (const [one] of text.matchAll(letter)) {
    all += 1;
    if (rightToLeft.test(one) === (usual === 'rtl')) ours += 1;
  }
  if (all === 0 || ours > all * fewOfOurs) return undefined;
  return usual === 'ltr' ? 'rtl' : 'ltr';
}
