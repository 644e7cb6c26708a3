/** To what stands before, or to what comes next. */
export type Turn = 'previous' | 'next';

/** A place within a chapter, as a reader's progress has it (spec: library.md#places). */
export interface Position {
  /** The index of the original page, or of the block of text. */
  index: number;
  /** How far into it: 0 to 1 of its height, or of its characters. */
  fraction: number;
  /** Words to find a block again where the text has changed; at most 80 characters. */
  quote?: string | undefined;
}

/** The operations that the reader's frame may ask of the chapter that it stands around. */
export interface ContentHandle {
  /** To the next or previous image, or page. */
  move: (turn: Turn) => void;
  /** Where the reader is; null while nothing is laid out. */
  position: () => Position | null;
  /** Goes to a place, and stays there while the layout changes, until the reader moves on. */
  goTo: (position: Position, options?: { behavior?: ScrollBehavior }) => void;
}
