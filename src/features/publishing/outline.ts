import type { Language } from '../../shared/languages.ts';
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
