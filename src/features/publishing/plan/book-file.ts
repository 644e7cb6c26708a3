import type { Language } from '../../../shared/languages.ts';
import type { TextBlock } from '../text/block-writer.ts';
import type { BookFields } from './metadata.ts';

/** One chapter of a file that is a whole book, in the file's own order. */
export type BookPart = {
  title: string;
  /** The printed number, plain digits; what a later import recognises the chapter by, before its title. */
  number: string | null;
  /** The heading of the volume it stands in. Numbers and titles may repeat from volume to volume. */
  volume: string | null;
};

/** What a file that is a whole book (EPUB, or a text with headings) holds, without its content. */
export type BookOutline = {
  kind: 'comic' | 'novel';
  /** The same facts as book.yaml's, which win over these. */
  fields: Omit<BookFields, 'id' | 'kind' | 'originalLanguage'> & { title?: string; introduction?: string };
  language: Language | null;
  /** Some of its text, to tell the language by where nothing names it. */
  opening: string;
  parts: BookPart[];
};

/** A picture within a book's file, or beside it, as a file of its own. */
export type PartPicture = { name: string; path: string; shownAs: string; sourceHash?: string; fault?: string };

/** A block of a part's text; a picture in it is still a file. */
export type PartBlock = TextBlock | { type: 'img'; picture: PartPicture; alt: string };

/** What is read in one part: a novel's text, or a comic's pages in their order. */
export type PartContent =
  | { type: 'blocks'; blocks: PartBlock[] }
  | { type: 'pages'; pages: { key: string; picture: PartPicture }[] };

/** A file that is a whole book, opened: what it holds, and each part's content by its place in the outline. */
export type OpenBook = {
  outline: BookOutline;
  /** What was named and left out, by what it is called within the file. */
  faults: { name: string; cause: string }[];
  /** Only worth a mention. */
  notes: string[];
  cover: PartPicture | null;
  part(index: number): PartContent;
  /** Removes what was unpacked; pictures are gone then. */
  release(): Promise<void>;
};

export type OpenedBook = { state: 'done'; result: OpenBook } | { state: 'refused'; cause: string };
