import type { BookPart } from '../../plan/book-file.ts';
import type { HtmlBlock } from '../../text/block-writer.ts';
import type { Place } from '../../text/paths.ts';

/** A document of the spine as typed blocks; the pictures' addresses are paths in the archive. */
export type SpineText = {
  path: string;
  blocks: HtmlBlock[];
  anchors: ReadonlyMap<string, number>;
  types: readonly string[];
  title: string;
  linkedShare: number;
  isLinear: boolean;
  /** Where its links lead to, each with the index of its block. */
  links: readonly { place: Place; at: number }[];
};

/** A place whose kind the landmarks or the guide names. */
export type NamedPlace = { type: string; place: Place };

export type EpubChapter = BookPart & { blocks: HtmlBlock[] };

/** A chapter with the places of its first block and of the block behind its last one. */
export type Ranged = { chapter: EpubChapter; from: number; to: number };

/** All blocks in their order, and the place where each document begins. */
export type Flow = {
  blocks: HtmlBlock[];
  starts: Map<string, number>;
  texts: Map<string, SpineText>;
  from: number;
  to: number;
};

/** In characters; a longer title is a joke. */
export const longestTitle = 300;
