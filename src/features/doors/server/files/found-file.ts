import type { Language } from '../../../../shared/languages.ts';
import type { ReadMembers } from './stored-zip.ts';

/** A file that may be taken along, before anything of it is made. */
export interface FoundFile {
  kind: 'open';
  bookId: string;
  language: Language;
  /** Its name, without the ending. */
  title: string;
  /** Also the ending of its name. */
  form: 'cbz' | 'epub';
  /** Its chapters in their order. */
  chapterIds: readonly string[];
  /** Two files of one key have the same bytes. */
  key: string;
  parts(): AsyncIterable<ReadMembers>;
}

/** `refused`: its text or pages are not open to who asks. */
export type Found = FoundFile | { kind: 'refused'; bookId: string } | { kind: 'unknown' };
