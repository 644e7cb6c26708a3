import type { Turn } from './swipe.ts';

/** What the reader's frame may ask of the chapter in it: the next or previous image of a strip, or page of a book. */
export interface ContentHandle {
  move(turn: Turn): void;
}
