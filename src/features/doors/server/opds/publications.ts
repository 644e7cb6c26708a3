import type { Config } from '../../../../server/config/config.ts';
import type { Db } from '../../../../server/database/db.ts';
import { type Language, languageTags } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import { printedName } from '../../../../shared/printed-name.ts';
import { displayText } from '../../../../shared/text.ts';
import type { AccessFacts } from '../../../catalog/access.ts';
import {
  type BookFacts,
  type ChapterInList,
  countPages,
  listBooksTold,
  listChaptersWithText,
  type NewChapter,
} from '../../../catalog/server/catalog.ts';
import { accessOf, type Dates, presentOpenings } from '../../../catalog/server/dates/openings.ts';
import type { Progress } from '../../../library/contract.ts';
import { listProgressIn } from '../../../library/server/places.ts';
import type { JpegCover } from '../../../media/rules.ts';
import { isMember } from '../../../reading/rules.ts';
import { type FileLink, linkTo, listTakeable } from '../given/links.ts';
import { isOpenTo } from '../keys/open-to.ts';
import type { DoorText, TextIn } from '../keys/words.ts';
import type { DoorPages } from '../pages/pages.ts';
import { pageOfPoint } from '../pages/tiles.ts';
import type { Addresses, Asked } from './asked.ts';
import type { Acquisition, CoverFiles, Publication, Stream } from './model.ts';

export interface PublicationDeps {
  db: Db;
  dates: Dates;
  publicUrl: string;
  textIn: TextIn;
  pages: Pick<DoorPages, 'open'>;
  jpegCoversOf(imageIds: readonly string[]): Promise<Map<string, JpegCover>>;
  config: Pick<Config, 'downloads'>;
}

/** A chapter with what its entry says of its book. */
export type ListedChapter = ChapterInList &
  Pick<NewChapter, 'bookId' | 'bookTitle' | 'bookCoverImageId' | 'author' | 'kind'>;

type ForWhom = Pick<Asked, 'viewer' | 'language' | 'filters'> & { addresses: Addresses };

/** The id of a book or a chapter in one language, kept for ever. */
export function urnOf(uuid: string, language: string): string {
  return `urn:uuid:${uuid}:${language}`;
}

/** The covers of these pictures, with whole addresses: the first of those asked for that is there. */
export async function findCovers(
  { jpegCoversOf, publicUrl }: Pick<PublicationDeps, 'jpegCoversOf' | 'publicUrl'>,
  imageIds: readonly (string | null)[],
): Promise<(...imageIds: (string | null)[]) => CoverFiles | null> {
  const found = await jpegCoversOf([...new Set(imageIds.filter((id) => id !== null))]);
  const whole = ({ src, ...size }: JpegCover['large']) => ({ ...size, href: new URL(src, publicUrl).href });
  return (...ids) => {
    const cover = ids.map((id) => (id === null ? undefined : found.get(id))).find((each) => each !== undefined);
    return cover ? { large: whole(cover.large), small: whole(cover.small) } : null;
  };
}

/** The entries of chapters, in their order. What their reader may not read has no address but that of its page. */
export async function presentChapters(
  deps: PublicationDeps,
  chapters: readonly ListedChapter[],
  { withBook, ...whom }: ForWhom & { withBook: boolean },
): Promise<Publication[]> {
  const { db, dates, textIn, config } = deps;
  const { viewer, addresses, language, filters } = whom;
  const open = chapters.filter((chapter) => isOpenTo(dates, chapter, viewer));
  const bookIds = [...new Set(open.map(({ bookId }) => bookId))];
  const [covers, counts, takeable, places] = await Promise.all([
    findCovers(
      deps,
      chapters.flatMap(({ coverImageId, bookCoverImageId }) => [coverImageId, bookCoverImageId]),
    ),
    countPages(
      db,
      open.filter(({ kind }) => kind === 'comic'),
    ),
    listTakeable(db, { bookIds, usual: config.downloads, isMember: isMember(viewer) }),
    viewer ? listProgressIn(db, { userId: viewer.userId, bookIds }) : [],
  ]);
  const text = textIn(language);
  return Promise.all(
    chapters.map(async (chapter): Promise<Publication> => {
      const { id, bookId, number } = chapter;
      const title = titleOf(chapter, text);
      const bookTitle = displayText(chapter.bookTitle);
      const place = places.find(({ chapter_uuid }) => chapter_uuid === id);
      const page = addresses.page(paths.chapter({ bookUuid: bookId, chapterUuid: id, number }));
      return {
        kind: 'publication',
        id: urnOf(id, chapter.language),
        title: withBook ? text.t('library.atom.ofBook', { book: bookTitle, title }) : title,
        updatedAt: chapter.updatedAt,
        publishedAt: chapter.publishedAt,
        author: displayText(chapter.author),
        summary: '',
        language: chapter.textLanguage ?? languageTags[chapter.language],
        isComic: chapter.kind === 'comic',
        page,
        covers: covers(chapter.coverImageId, chapter.bookCoverImageId),
        series: { title: bookTitle, position: number, href: addresses.feed(`books/${bookId}`, { in: filters.in }) },
        acquisitions: acquisitionsOf({
          page,
          text,
          isOpen: open.includes(chapter),
          isFree: accessOf(dates, chapter, viewer?.now).state === 'free',
          file:
            chapter.kind === 'comic' && takeable.has(bookId)
              ? linkTo({ form: 'cbz', id, language: chapter.language, title })
              : null,
          publicUrl: deps.publicUrl,
        }),
        stream: await streamOf(deps, { chapter, count: counts.get(id) ?? 0, place, viewer }),
      };
    }),
  );
}

/** The entry of a novel: the whole book so far. `chapters` are its first ones. */
export async function presentNovel(
  deps: PublicationDeps,
  { book, chapters }: { book: BookFacts; chapters: readonly ChapterInList[] },
  whom: ForWhom,
): Promise<Publication> {
  const { db, dates, textIn, config, publicUrl } = deps;
  const { viewer, addresses, language } = whom;
  const title = displayText(book.title);
  const page = addresses.page(paths.book(book.id));
  const isOpenIn = (some: readonly AccessFacts[]) =>
    some.some((chapter) => isOpenTo(dates, { ...chapter, bookId: book.id }, viewer));
  const isOpen =
    isOpenIn(chapters) ||
    isOpenIn((await listChaptersWithText(db, { bookId: book.id, language: book.language })) ?? []);
  const [told, takeable, covers] = await Promise.all([
    listBooksTold(db, { bookIds: [book.id], language: book.language }),
    isOpen ? listTakeable(db, { bookIds: [book.id], usual: config.downloads, isMember: isMember(viewer) }) : new Set(),
    findCovers(deps, [book.coverImageId]),
  ]);
  return {
    kind: 'publication',
    id: urnOf(book.id, book.language),
    title,
    updatedAt: told[0]?.updatedAt ?? book.updatedAt,
    publishedAt: chapters[0]?.publishedAt ?? book.updatedAt,
    author: displayText(book.author),
    summary: displayText(book.introduction),
    language: book.textLanguage ?? languageTags[book.language],
    isComic: false,
    page,
    covers: covers(book.coverImageId),
    series: null,
    acquisitions: acquisitionsOf({
      ...{ page, publicUrl, isOpen, text: textIn(language) },
      // Who is no member is given the free chapters alone.
      isFree:
        !isMember(viewer) ||
        (!book.isLocked && !(book.windowOpens && presentOpenings(dates, book).free_until === null)),
      file: takeable.has(book.id) ? linkTo({ form: 'epub', id: book.id, language: book.language, title }) : null,
    }),
    stream: null,
  };
}

function titleOf({ title, ...printed }: ChapterInList, text: DoorText): string {
  return displayText(title).trim() || printedName(text, printed);
}

/** The ways to a thing: its file where it may be taken along, else its page. */
function acquisitionsOf(of: {
  page: string;
  text: DoorText;
  isOpen: boolean;
  isFree: boolean;
  file: FileLink | null;
  publicUrl: string;
}): Acquisition[] {
  const { page, text, isOpen, isFree, file, publicUrl } = of;
  if (!isOpen) return [{ way: 'subscribe', href: page, type: 'text/html', title: text.t('reading.membersOnly') }];
  const way = isFree ? 'open-access' : 'acquisition';
  return [file ? { way, href: publicUrl + file.path, type: file.type } : { way, href: page, type: 'text/html' }];
}

async function streamOf(
  { publicUrl, pages }: PublicationDeps,
  of: { chapter: ListedChapter; count: number; place: Progress | undefined; viewer: Asked['viewer'] },
): Promise<Stream | null> {
  const { chapter, count, place, viewer } = of;
  if (count === 0) return null;
  const { id: chapterId, language } = chapter;
  return {
    template: `${publicUrl}/opds/pages/${chapterId}/${language}/{pageNumber}.jpg?w={maxWidth}`,
    count,
    manifest: manifestAddress(publicUrl, { chapterId, language }),
    lastRead: place ? await findLastRead(place) : null,
  };

  async function findLastRead({ position, updated_at }: Progress): Promise<Stream['lastRead']> {
    const opened = await pages.open({ chapterId, language, reader: viewer });
    const page = opened.kind === 'open' ? pageOfPoint(opened.pages, position) : null;
    return page === null ? null : { page: page + 1, at: new Date(updated_at) };
  }
}

export function manifestAddress(
  publicUrl: string,
  { chapterId, language }: { chapterId: string; language: Language },
): string {
  return `${publicUrl}/opds/v2/manifest/${chapterId}/${language}`;
}
