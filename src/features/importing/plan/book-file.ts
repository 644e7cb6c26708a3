import type { Language } from '../../../shared/languages.ts';
import type { TextBlock } from '../text/block-writer.ts';
import type { BookFields } from './metadata.ts';

/** One chapter of a file that is a whole book, in the file's own order. */
export type BookPart = {
  title: string;
  /** The printed number, plain digits; a later import recognises the chapter by it, before its title. */
  number: string | null;
  /** The heading of its volume. Numbers and titles may repeat from volume to volume. */
  volume: string | null;
};

/** The outline of a file that is a whole book (EPUB, or a text with headings), without its content. */
export type BookOutline = {
  kind: 'comic' | 'novel';
  /** The same facts as in book.yaml; if both name a fact, book.yaml counts. */
  fields: Omit<BookFields, 'id' | 'kind' | 'originalLanguage' | 'textLanguage'> & {
    title?: string;
    introduction?: string;
  };
  language: Language | null;
  /** The tag of a language that the site does not have; `language` is then the nearest edition. */
  textLanguage: string | null;
  /** Some of its text, to recognise the language where nothing names it. */
  opening: string;
  parts: BookPart[];
};

/** A picture within a book's file, or beside it, as a file of its own. */
export type PartPicture = { name: string; path: string; shownAs: string; sourceHash?: string; fault?: string };

/** A block of a part's text; a picture in it is still a file. */
export type PartBlock = TextBlock | { type: 'img'; picture: PartPicture; alt: string };

/** The content of one part: a novel's text, or a comic's pages in their order. */
export type PartContent =
  | { type: 'blocks'; blocks: PartBlock[] }
  | { type: 'pages'; pages: { key: string; picture: PartPicture }[] };

/** An opened file that is a whole book: its outline, and each part's content by its index in the outline. */
export type OpenBook = {
  outline: BookOutline;
  /** Things that are left out with a fault, by their names within the file. */
  faults: { name: string; cause: string }[];
  /** Remarks that are no faults. */
  notes: string[];
  cover: PartPicture | null;
  part(index: number): PartContent;
  /** Removes the unpacked files; then the pictures are gone too. */
  release(): Promise<void>;
};

export type OpenedBook = { state: 'done'; result: OpenBook } | { state: 'refused'; cause: string };
