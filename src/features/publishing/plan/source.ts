import type { BookOutline } from './book-file.ts';
import type { BookFields, ChapterFields, ComicInfo } from './metadata.ts';

/** A file worth looking at; what it is was told by its bytes, a text's kind by its name. */
export type SourceFile = {
  name: string;
  path: string;
  type: 'image' | 'archive' | 'text' | 'epub';
  /** An archive's metadata; a text's opening, to tell its language; what a file holds that is a whole book. */
  comicInfo?: ComicInfo;
  opening?: string;
  /** What a text calls itself: in its front matter, else by the heading it opens with. */
  heading?: string;
  /** The pictures of its book that a text shows, by the addresses it has for them. */
  pictures?: ReadonlyMap<string, SourceFile>;
  outline?: BookOutline;
  /** Why it cannot be read: it has its place all the same, so that what was published of it stays. */
  fault?: string;
};

export type SourceFolder = {
  name: string;
  path: string;
  /** What a list of contents among its texts calls the chapters, by their numbers. */
  contents?: ReadonlyMap<string, string>;
  files: SourceFile[];
  folders: SourceFolder[];
  /** Something that lies in it could not be looked at: a folder, or a link that is not followed. */
  hasUnread?: true;
  book?: BookFields;
  /** Its book.yaml is there and does not tell which book it is. */
  isUnknownBook?: true;
  chapter?: ChapterFields;
  /** Its chapter.yaml is there and does not tell what the chapter is called. */
  isUnknownChapter?: true;
  comicInfo?: ComicInfo;
};

/** Something that was named and left out. */
export type Fault = { path: string; cause: string };

export function isCoverName(name: string): boolean {
  return /^cover\.[a-z0-9]{1,5}$/i.test(name);
}

/** Metadata of other programs and papers that come along: neither content nor faults. A picture is always content. */
export function isCompanionName(name: string): boolean {
  return /\.(nfo|jsonl?|xml|opf|sfv|md5|sha1|sha256|url|webloc|css|ini|log|ya?ml)$|^(readme|licen[cs]e|copying)(\.(txt|md|markdown|html?|rst|rtf|pdf))?$/i.test(
    name,
  );
}

/** What may be a novel's page of thanks, and beside pictures is a paper that comes along. */
export function isCreditsName(name: string): boolean {
  return /^(credits|notice)(\.(txt|md|markdown|html?))?$/i.test(name);
}

/** Folders whose sub-folders hold a book.yaml each are a shelf of books. */
export function isShelf(folder: SourceFolder): boolean {
  return !folder.book && folder.folders.some((child) => child.book);
}

/** A file that is a whole book, or one that would be, could it be read. */
export function isBookFile(file: SourceFile): boolean {
  return file.type === 'epub' || file.outline !== undefined;
}

export function holdsContent(folder: SourceFolder): boolean {
  return folder.files.length > 0 || folder.folders.some(holdsContent);
}

/** Whether something below could not be read that may be a chapter: what was published of it is not gone. */
export function holdsUnread(folder: SourceFolder): boolean {
  return (
    folder.hasUnread === true ||
    folder.isUnknownChapter === true ||
    folder.files.some((file) => file.fault !== undefined && file.type !== 'image') ||
    folder.folders.some(holdsUnread)
  );
}
