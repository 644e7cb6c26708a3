import type { BookOutline, OpenedBook } from './book-file.ts';
import type { BookFields, ChapterFields, ComicInfo } from './metadata.ts';

type Place = { name: string; path: string };

/** An image that cannot be read is still a page. */
export type ImageFile = Place & { type: 'image'; fault?: string };
export type ArchiveFile = Place & {
  type: 'archive';
  comicInfo: ComicInfo | null;
  /** The title that a PDF gives itself. */
  title?: string;
  fault?: never;
};
export type TextFile = Place & {
  type: 'text';
  /** Its encoding, where the operator names one. */
  encoding?: string;
  /** Its beginning, to recognise its language. */
  opening: string;
  /** The text's name for itself: the title in its front matter, else its first heading. */
  heading: string | null;
  /** The pictures of its book's folder that the text shows, by their addresses in the text. */
  pictures: ReadonlyMap<string, ImageFile>;
  /** Its place in a list of contents among the files. */
  listedAt?: number;
  fault?: never;
};
/** A file that is a whole book. */
export type BookFile = Place & {
  type: 'book';
  outline: BookOutline;
  open(): Promise<OpenedBook>;
  fault?: never;
};
/** A file that cannot be read keeps its position, so that its published content stays. */
export type UnreadFile<Type extends 'archive' | 'text' | 'book'> = Place & {
  type: Type;
  fault: string;
  listedAt?: number;
};

/** A file to import. Its bytes decide what it is; for a text, its name decides the kind. */
export type SourceFile =
  | ImageFile
  | (ArchiveFile | UnreadFile<'archive'>)
  | (TextFile | UnreadFile<'text'>)
  | (BookFile | UnreadFile<'book'>);

export type SourceFolder = {
  name: string;
  path: string;
  /** The names of chapters by their numbers, from a list of contents among the texts. */
  contents?: ReadonlyMap<string, string>;
  files: SourceFile[];
  folders: SourceFolder[];
  /** Something in it could not be read: a folder, or a link that is not followed. */
  hasUnread?: true;
  book?: BookFields;
  /** It has a book.yaml that does not say which book it is. */
  isUnknownBook?: true;
  chapter?: ChapterFields;
  /** It has a chapter.yaml that does not say the chapter's title. */
  isUnknownChapter?: true;
  comicInfo?: ComicInfo;
};

/** A thing that was left out, and why. */
export type Fault = { path: string; cause: string };

const coverWords =
  'cover|couverture|couv|portada|cubierta|car[áa]tula|capa|titelbild|umschlag|copertina|обложка|okładka|obálka|omslag|omslagsbild|voorkant|kapak|sampul|bìa|غلاف|الغلاف|封面|封皮|表紙|표지|カバー|folder|poster|thumb|thumbnail';
const coverName = new RegExp(
  `^(?:(?:front|book|series|comic|manga)[ _-]?)?(?:${coverWords})(?:[ _-]?(?:front|image|art|large|small|full|图|圖))?\\.[a-z0-9]{1,5}$`,
  'iu',
);

/** Whether a picture is a cover by the names that people and programs give it. */
export function isCoverName(name: string): boolean {
  return coverName.test(name.normalize('NFC'));
}

/** The first cover of several; pictures that other programs put beside a book (`folder`, `poster`) come last. */
export function firstCover<Picture extends { name: string }>(pictures: readonly Picture[]): Picture | null {
  const covers = pictures.filter(({ name }) => isCoverName(name));
  const isOther = ({ name }: Picture) => /^(?:folder|poster|thumb)/i.test(name);
  return (
    covers.find((cover) => /^cover\./i.test(cover.name)) ?? covers.find((each) => !isOther(each)) ?? covers[0] ?? null
  );
}

/** Metadata of other programs and accompanying papers: neither content nor faults. A picture is always content. */
export function isCompanionName(name: string): boolean {
  return /\.(nfo|jsonl?|xml|opf|sfv|md5|sha1|sha256|url|webloc|css|ini|log|ya?ml|toml)$|^(readme|licen[cs]e|copying)(\.(txt|md|markdown|html?|rst|rtf|pdf))?$/i.test(
    name,
  );
}

/** In a novel such a file may be a page of the book; beside pictures it is only an accompanying note. */
export function isCreditsName(name: string): boolean {
  return /^(credits|notice)(\.(txt|md|markdown|html?))?$/i.test(name);
}

/** Folders whose sub-folders hold a book.yaml each are a shelf of books. */
export function isShelf(folder: SourceFolder): boolean {
  return !folder.book && folder.folders.some((child) => child.book);
}

/** A file that is a whole book, or that would be one if it could be read. */
export function isBookFile(file: SourceFile): file is BookFile | UnreadFile<'book'> {
  return file.type === 'book';
}

export function holdsContent(folder: SourceFolder): boolean {
  return folder.files.length > 0 || folder.folders.some(holdsContent);
}

/** Whether a file below that may be a chapter could not be read: its published content then stays. */
export function holdsUnread(folder: SourceFolder): boolean {
  return (
    folder.hasUnread === true ||
    folder.isUnknownChapter === true ||
    folder.files.some((file) => file.fault !== undefined && file.type !== 'image') ||
    folder.folders.some(holdsUnread)
  );
}
