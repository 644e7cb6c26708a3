import type { BookOutline, OpenedBook } from './book-file.ts';
import type { BookFields, ChapterFields, ComicInfo } from './metadata.ts';

type Place = { name: string; path: string };

/** One that cannot be read is a page all the same. */
export type ImageFile = Place & { type: 'image'; fault?: string };
export type ArchiveFile = Place & { type: 'archive'; comicInfo: ComicInfo | null; fault?: never };
export type TextFile = Place & {
  type: 'text';
  /** To tell its language by. */
  opening: string;
  /** What it calls itself: in its front matter, else by the heading it opens with. */
  heading: string | null;
  /** The pictures of its book that it shows, by the addresses it has for them. */
  pictures: ReadonlyMap<string, ImageFile>;
  fault?: never;
};
/** A file that is a whole book. */
export type BookFile = Place & {
  type: 'book';
  outline: BookOutline;
  open(): Promise<OpenedBook>;
  fault?: never;
};
/** A file that cannot be read has its place all the same, so that what was published of it stays. */
export type UnreadFile<Type extends 'archive' | 'text' | 'book'> = Place & { type: Type; fault: string };

/** A file worth looking at; what it is was told by its bytes, a text's kind by its name. */
export type SourceFile =
  | ImageFile
  | (ArchiveFile | UnreadFile<'archive'>)
  | (TextFile | UnreadFile<'text'>)
  | (BookFile | UnreadFile<'book'>);

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

/** In a novel this may be a page of thanks; beside pictures it is a paper that comes along. */
export function isCreditsName(name: string): boolean {
  return /^(credits|notice)(\.(txt|md|markdown|html?))?$/i.test(name);
}

/** Folders whose sub-folders hold a book.yaml each are a shelf of books. */
export function isShelf(folder: SourceFolder): boolean {
  return !folder.book && folder.folders.some((child) => child.book);
}

/** A file that is a whole book, or one that would be, could it be read. */
export function isBookFile(file: SourceFile): file is BookFile | UnreadFile<'book'> {
  return file.type === 'book';
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
