import type { Draw } from '../chance.ts';

/** The words for books of one language. Each list goes from common to rare words. */
export interface Lexicon {
  title(draw: Draw): string;
  author(draw: Draw): string;
  sentence(draw: Draw): string;
  chapter(number: number, draw: Draw): string;
  /** Between sentences. */
  space: string;
}
