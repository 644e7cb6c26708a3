/** A block of a text; only its words matter here. */
interface Worded {
  type: string;
  inlines?: readonly Inline[];
}
type Inline = { type: 'br' } | { type: 'ruby'; base: string } | { type: string; text?: string };

const secondsPerPage = 10;
const wordsPerMinute = 240;
const signsPerMinute = 400;

/** Signs of which each is read for itself: Chinese characters, and kana between them. */
const sign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu;

/** How long a chapter takes most people (spec: reading.md#paywall): a text by its words, a comic by its pages. */
export function readingSeconds({
  blocks,
  pages,
}: {
  /** Null: a comic. */
  blocks: readonly Worded[] | null;
  pages: readonly { page: number }[];
}): number {
  if (blocks === null) return secondsPerPage * new Set(pages.map(({ page }) => page)).size;
  let signs = 0;
  let words = 0;
  for (const block of blocks) {
    const text = textOf(block);
    signs += text.match(sign)?.length ?? 0;
    words += text.replace(sign, ' ').match(word)?.length ?? 0;
  }
  return Math.round((words / wordsPerMinute + signs / signsPerMinute) * 60);
}

function textOf({ inlines = [] }: Worded): string {
  return inlines
    .map((inline) => ('base' in inline ? inline.base : 'text' in inline ? (inline.text ?? '') : ' '))
    .join('');
}
