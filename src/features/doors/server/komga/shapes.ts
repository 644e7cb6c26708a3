import { STATUS_CODES } from 'node:http';
import { languageTags } from '../../../../shared/languages.ts';
import { tagName } from '../../../../shared/tags.ts';
import { displayText } from '../../../../shared/text.ts';
import type { BookRating } from '../../../catalog/rules.ts';
import type { ListedChapter, ListedEdition } from '../../../catalog/server/search/edition-queries.ts';
import { epubType } from '../../epub.ts';
import { writeId, writeLibrary, writeNovelId } from './ids.ts';

/**
 * The answers of Komga's API as its clients decode them: every field, and null where there is nothing, since the strict
 * ones know no absent field (spec: doors.md#the-komga-shape).
 */

/** Without fractions of seconds, which some clients do not read. */
export const writeTime = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`;
export const writeDay = (moment: Date) => moment.toISOString().slice(0, 10);

const units = ['B', 'KiB', 'MiB', 'GiB'];

/** A number of bytes for people, such as `1.5 MiB`. */
export function writeSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${units[power]}`;
}

/** `<name>Lock: false` for each: nothing is edited from here. */
function unlocked<Name extends string>(...names: Name[]): Record<`${Name}Lock`, false> {
  return Object.fromEntries(names.map((name) => [`${name}Lock`, false])) as Record<`${Name}Lock`, false>; // the keys are made of the names
}

const statuses = { ongoing: 'ONGOING', finished: 'ENDED', hiatus: 'HIATUS' } as const;

/** From which age a rating is meant, as readers of these apps choose it. */
export const ages: Record<BookRating, number> = { teen: 13, mature: 16, adult: 18 };

const directionOf = ({ layout, readingDirection }: Pick<ListedEdition, 'layout' | 'readingDirection'>) =>
  layout === 'strip' ? 'WEBTOON' : readingDirection === 'rtl' ? 'RIGHT_TO_LEFT' : 'LEFT_TO_RIGHT';

const authorsOf = (author: string) => (author === '' ? [] : [{ name: displayText(author), role: 'writer' }]);

/** How many of a series' books its reader has read, and begun. */
export interface ReadCounts {
  read: number;
  begun: number;
}

/** The numbers of an edition's books: a novel's one book is the first. */
export function numbersOfBooks({ kind, numbers }: { kind: 'comic' | 'novel'; numbers: readonly number[] }) {
  return kind === 'novel' ? numbers.slice(0, 1).map(() => 1) : numbers;
}

export function presentEdition(edition: ListedEdition, { counts, url }: { counts: ReadCounts; url: string }) {
  const { language, title, rating, tags } = edition;
  const created = writeTime(edition.firstPublishedAt ?? edition.createdAt);
  const lastModified = writeTime(edition.updatedAt);
  const shown = displayText(title);
  const isNovel = edition.kind === 'novel';
  const booksCount = numbersOfBooks(edition).length;
  const summary = displayText(edition.introduction);
  return {
    id: writeId({ id: edition.bookId, language }),
    libraryId: writeLibrary(language, edition.kind),
    name: shown,
    url: '',
    created,
    lastModified,
    fileLastModified: lastModified,
    booksCount,
    booksReadCount: counts.read,
    booksInProgressCount: counts.begun,
    booksUnreadCount: booksCount - counts.read - counts.begun,
    metadata: {
      status: statuses[edition.status],
      title: shown,
      titleSort: shown,
      summary,
      readingDirection: isNovel ? 'LEFT_TO_RIGHT' : directionOf(edition),
      publisher: '',
      ageRating: rating && ages[rating],
      language: edition.textLanguage ?? languageTags[language].slice(0, 2),
      genres: tags.map((tag) => tagName(tag, language)),
      tags: [],
      totalBookCount: edition.status !== 'finished' ? null : isNovel ? 1 : edition.chapterCount,
      sharingLabels: [],
      links: [{ label: 'Longstrip', url }],
      alternateTitles: edition.aliases.map((alias) => ({ label: '', title: displayText(alias) })),
      ...unlocked('status', 'title', 'titleSort', 'summary', 'readingDirection', 'publisher', 'ageRating', 'language'),
      ...unlocked('genres', 'tags', 'totalBookCount', 'sharingLabels', 'links', 'alternateTitles'),
      created,
      lastModified,
    },
    booksMetadata: {
      authors: authorsOf(edition.author),
      tags: [],
      releaseDate: edition.firstPublishedAt && writeDay(edition.firstPublishedAt),
      summary: '',
      summaryNumber: '',
      created,
      lastModified,
    },
    deleted: false,
    oneshot: false,
  };
}

/** Where a reader is in a chapter; pages count from 1. */
export interface ReadProgress {
  page: number;
  completed: boolean;
  at: Date;
}

interface BesideBook {
  pagesCount: number;
  bytes: number;
  progress: ReadProgress | null;
}

export function presentChapter(chapter: ListedChapter, { pagesCount, bytes, progress }: BesideBook) {
  const { bookId, language, publishedAt } = chapter;
  const isNovel = chapter.kind === 'novel';
  const number = isNovel ? 1 : chapter.number;
  const printed = (isNovel ? null : chapter.label) ?? String(number);
  const title = displayText(isNovel ? chapter.bookTitle : chapter.title) || printed;
  const created = writeTime(publishedAt);
  const changed = chapter.changedAt && chapter.changedAt > publishedAt ? chapter.changedAt : publishedAt;
  const lastModified = writeTime(changed);
  return {
    id: isNovel ? writeNovelId({ id: bookId, language }) : writeId({ id: chapter.chapterId, language }),
    seriesId: writeId({ id: bookId, language }),
    seriesTitle: displayText(chapter.bookTitle),
    libraryId: writeLibrary(language, chapter.kind),
    name: title,
    // The file's name, by its last part.
    url: `${title.replaceAll('/', '-')}.${isNovel ? 'epub' : 'cbz'}`,
    number,
    created,
    lastModified,
    fileLastModified: lastModified,
    sizeBytes: bytes,
    size: writeSize(bytes),
    media: {
      status: 'READY',
      mediaType: isNovel ? epubType : 'application/zip',
      pagesCount,
      comment: '',
      mediaProfile: isNovel ? 'EPUB' : 'DIVINA',
      epubDivinaCompatible: false,
      epubIsKepub: false,
    },
    metadata: {
      title,
      summary: '',
      number: printed,
      numberSort: number,
      releaseDate: writeDay(publishedAt),
      authors: authorsOf(chapter.author),
      tags: [],
      isbn: '',
      links: [],
      ...unlocked('title', 'summary', 'number', 'numberSort', 'releaseDate', 'authors', 'tags', 'isbn', 'links'),
      created,
      lastModified,
    },
    readProgress: progress && {
      page: progress.page,
      completed: progress.completed,
      readDate: writeTime(progress.at),
      created: writeTime(progress.at),
      lastModified: writeTime(progress.at),
      deviceId: '',
      deviceName: 'Longstrip',
    },
    deleted: false,
    fileHash: '',
    oneshot: false,
  };
}

/** A page of a book; pages count from 1 here. */
export function presentPage(given: { index: number; width: number; height: number; bytes: number }) {
  const { index, width, height, bytes } = given;
  const number = index + 1;
  return {
    number,
    fileName: `${String(number).padStart(4, '0')}.webp`,
    mediaType: 'image/webp',
    width,
    height,
    sizeBytes: bytes,
    size: writeSize(bytes),
  };
}

const librarySwitches = [
  ...['importComicInfoBook', 'importComicInfoSeries', 'importComicInfoCollection', 'importComicInfoReadList'],
  ...['importComicInfoSeriesAppendVolume', 'importEpubBook', 'importEpubSeries', 'importMylarSeries'],
  ...['importLocalArtwork', 'importBarcodeIsbn', 'scanForceModifiedTime', 'scanOnStartup', 'scanCbx', 'scanPdf'],
  ...['scanEpub', 'repairExtensions', 'convertToCbz', 'emptyTrashAfterScan', 'hashFiles', 'hashPages', 'hashKoreader'],
  ...['analyzeDimensions', 'unavailable'],
];

export function presentLibrary({ id, name }: { id: string; name: string }) {
  return {
    id,
    name,
    root: '',
    ...Object.fromEntries(librarySwitches.map((each) => [each, false])),
    scanInterval: 'DISABLED',
    scanDirectoryExclusions: [],
    seriesCover: 'FIRST',
    oneshotsDirectory: null,
  };
}

/** What somebody may do here: nothing of the server, and files only where some book gives them. */
export function presentUser(user: { id: string; name: string; mayDownload: boolean }) {
  return {
    id: user.id,
    email: user.name,
    roles: ['USER', 'PAGE_STREAMING', ...(user.mayDownload ? ['FILE_DOWNLOAD'] : [])],
    sharedAllLibraries: true,
    sharedLibrariesIds: [],
    labelsAllow: [],
    labelsExclude: [],
    ageRestriction: null,
  };
}

/** A page of a list, as asked for. */
export interface Paging {
  page: number;
  size: number;
  /** The whole list in one answer. */
  unpaged: boolean;
  isSorted: boolean;
}

export function presentList<Item>(content: readonly Item[], total: number, { page, size, unpaged, isSorted }: Paging) {
  const sort = { sorted: isSorted, unsorted: !isSorted, empty: !isSorted };
  const totalPages = unpaged ? 1 : Math.ceil(total / size);
  const number = unpaged ? 0 : page;
  const pageSize = unpaged ? Math.max(1, content.length) : size;
  return {
    content,
    pageable: { sort, offset: number * pageSize, pageNumber: number, pageSize, paged: !unpaged, unpaged },
    sort,
    totalElements: total,
    totalPages,
    last: number + 1 >= totalPages,
    first: number === 0,
    number,
    numberOfElements: content.length,
    size: pageSize,
    empty: content.length === 0,
  };
}

/** An error as Spring writes it, which the clients show. */
export function presentError(given: { status: number; message: string; path: string; at: Date }) {
  const { status, message, path, at } = given;
  return { timestamp: writeTime(at), status, error: STATUS_CODES[status], message, path };
}
