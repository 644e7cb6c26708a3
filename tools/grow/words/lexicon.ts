import type { Draw } from '../chance.ts';

/** What books of one language are made of. Each list begins with what is common and ends with what is rare. */
export interface Lexicon {
  title(draw: Draw): string;
  author(draw: Draw): string;
  sentence(draw: Draw): string;
  chapter(number: number, draw: Draw): string;
  /** Between sentences. */
  space: string;
}
