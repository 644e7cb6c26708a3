import type { Language } from '../../../../shared/languages.ts';
import type { AccessOverride } from '../../access.ts';
import type { BookRating, Downloads } from '../../rules.ts';
import type { StoredBlock } from '../../text/blocks.ts';

export type { StoredBlock } from '../../text/blocks.ts';

export type ImportedChapterEdition = {
  language: Language;
  title: string;
  /** Absent: stays as it was. */
  coverImageId?: string;
  /** The unreadable view of the first page. */
  previewImageId?: string;
  /** A comic's pages in reading order, each with the images of its tiles. */
  pages?: ImportedPage[];
  /** Pages that the source has but that could not be read this time: their published images stay. */
  unreadablePages?: string[];
  blocks?: StoredBlock[];
  /** Its own date of publication; absent: that of its chapter. */
  publishedAt?: Date | 'draft' | 'unclear';
  /** The edition exists and could not be read this time: its published content and title stay. */
  isUnread?: true;
  /** Part of the text could not be read: a published text stays; without one, this text is used. */
  isPartial?: true;
};

export type ImportedPage = {
  sourceKey: string;
  imageIds: string[];
  /** The source of its images, in the words of `ImportOptions.sourcesOf`. */
  source?: string;
};

export type ImportedChapter = {
  /** A path of volumes and the chapter; each step is a number with a name, or a name; see known-keys.ts. */
  sourceKey: string;
  /** Absent: stays as it was; for a new chapter the moment of the import. */
  createdAt?: Date;
  /** Absent: stays; a new chapter opens at once, or with the one before it. `unclear`: stays; a new chapter is a draft. */
  publishedAt?: Date | 'draft' | 'unclear';
  access?: AccessOverride;
  freeAt?: Date | null;
  season?: number | null;
  /**
   * What its print calls it, such as '10.5'. Absent: `printedNumber` where that differs from its number, else the label
   * stays.
   */
  label?: string | null;
  printedNumber?: string;
  editions: ImportedChapterEdition[];
};

/** The content of a book that is written in one step. An absent property stays as it was. */
export interface Aliases {
  all: readonly string[];
  byLanguage: Partial<Record<Language, readonly string[]>>;
}

export type ImportedBook = {
  sourceKey: string;
  /** Keys that an earlier import may have used for the same book. */
  formerKeys?: string[];
  kind: 'comic' | 'novel';
  originalLanguage?: Language;
  /** For a new book that names no original language. */
  likelyLanguage: Language;
  author?: string;
  /** Other names, with their languages where these are told. */
  aliases?: Aliases;
  status?: 'ongoing' | 'finished' | 'hiatus';
  rating?: BookRating | null;
  /** For a book that has a less strict one. */
  leastRating?: BookRating | null;
  layout?: 'strip' | 'pages';
  /** For a new book that names no layout; strip, where absent. */
  likelyLayout?: 'strip' | 'pages';
  readingDirection?: 'ltr' | 'rtl';
  /** For a new book that names no direction; ltr, where absent. */
  likelyDirection?: 'ltr' | 'rtl';
  licence?: string;
  attribution?: string;
  publicFreeChapters?: number | null;
  earlyAccessDays?: number | null;
  showSchedule?: boolean;
  preview?: 'none' | 'blur' | 'words' | null;
  downloads?: Downloads | null;
  recommended?: boolean;
  tags?: string[];
  editions: {
    language: Language;
    title: string;
    introduction?: string;
    /**
     * The tag of the edition's words where `language` is only the nearest one that the site has; null: they are in
     * `language`.
     */
    textLanguage?: string | null;
    coverImageId?: string;
    /**
     * A cover made from a page, for an edition without one: the whole page, or a small picture where members only may
     * see it.
     */
    substituteCover?: { whole?: string; small?: string };
  }[];
  /** Covers that were made from pages: if the book shows one, the new substitute replaces it. */
  coversOfPages?: string[];
  /** A new chapter without content in any language is left out. */
  chapters: ImportedChapter[];
};

export type ImportOptions = {
  now: Date;
  /** Nothing is written; the result says what would be. */
  dryRun?: boolean;
  /** New chapters, and new editions of published ones, become drafts. */
  asDrafts?: boolean;
  /** Followers are told nothing of what it publishes, at once or at a moment. */
  isSilent?: boolean;
  /** Removes what the import does not contain: chapters and editions of the book, pages of its chapters. */
  prune?: { chapters: boolean; pages: boolean };
  /** Removing more than half of a book is wanted. Without it, it is refused. */
  mayPruneMost?: boolean;
  /**
   * Finds the source of each image by the image's id: the file that it was made from. Without it, each image is its
   * own.
   */
  sourcesOf?: (imageIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The batch of the import: the book's former state is kept for an undo, and removed things go to the trash. */
  batch?: string;
  /**
   * Books that this batch had brought in before its undo. The book with the import's key comes back out of the trash.
   * Chapters that the undo took away come back under their ids, with likes and readers' places.
   */
  undone?: readonly string[];
  /** The ids that new chapters get, by their keys. */
  formerIds?: ReadonlyMap<string, string>;
  /** The book comes out of the trash: what the undo has taken back is dated as a new one is. */
  comesBack?: boolean;
  /** Refuses a book of the same name with other content, and recognises a renamed one by its content. */
  checkContent?: {
    /** A book of the same name is this book, whatever it holds. */
    isSameBook: boolean;
    /** It may be a published book under a new name. */
    mayBeRenamed: boolean;
    /** Books that this import has written already: no other book of it can be one of these under a new name. */
    taken: ReadonlySet<string>;
  };
};

export type ImportResult = {
  bookId: string;
  state: 'created' | 'updated' | 'unchanged';
  chapters: { added: number; changed: number; removed: number; total: number };
  /** Pages that were removed from chapters that stay. */
  pagesRemoved: number;
  /** The title under which the book was known, where only its content told that it is the same. */
  formerTitle: string | null;
  /** The facts of the book that change. */
  changes: FieldChange[];
  /**
   * All chapters in the readers' order, titled in the original language, else in the first language that has a title.
   */
  order: ImportedPlace[];
  removed: RemovedChapter[];
  /** The given facts of the book that are not taken, since they were edited by hand: `titles.fr-fr`, `order` … */
  kept: string[];
  /** Dates and overrides among the files that contradict the book, and were left out. */
  contradictions: Contradiction[];
  /** Why an import that is no dry run would be refused. */
  refusal: Refusal | null;
};

/** `other_content`: a book of that name holds other things; `prunes_most`: more than half of a book would go. */
export type Refusal = { reason: 'other_content' | 'prunes_most'; message: string };

/** A fact, as `titles.zh-cn` or `tags`, with its value before and after; null: there was or will be none. */
export type FieldChange = { field: string; from: FactValue; to: FactValue };
export type FactValue = string | number | boolean | null | readonly string[];

export type ImportedPlace = {
  /** The published chapter's id; null for a new one. */
  chapterId: string | null;
  /** The key of the given chapter; null where the files do not have the chapter, which stays. */
  givenKey: string | null;
  /** The key by which a later import knows the chapter. */
  sourceKey: string;
  number: number;
  /** The number before; null for a new chapter. */
  from: number | null;
  title: string;
  languages: Language[];
  /** The keys of its pages in the readers' order, by the languages that the files have. */
  pageKeys: ReadonlyMap<Language, readonly string[]>;
  state: 'added' | 'changed' | 'unchanged';
  changes: FieldChange[];
  contents: ContentChange[];
  /** The given facts of the chapter that are not taken, since they were edited by hand: `titles.fr-fr`, `pages.fr-fr` … */
  kept: string[];
};

/** The change of a chapter's content in one language. */
export type ContentChange = {
  language: Language;
  /** Pages by the names of their files. */
  pages: { added: string[]; replaced: string[]; removed: string[] };
  /** Paragraphs of a text, and the beginnings of those that go and of those that come. */
  text: { added: number; removed: number; before: string; after: string } | null;
};

export type RemovedChapter = { chapterId: string; number: number; title: string; languages: Language[]; pages: number };

/** A date or an override among the files that contradicts the book; it is left out. */
export interface Contradiction {
  chapter: string;
  cause: string;
}
