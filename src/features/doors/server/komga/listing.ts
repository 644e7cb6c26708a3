import { createMemo } from '../../../../server/database/memo.ts';
import type { Platform } from '../../../../server/http/platform.ts';
import { type Language, languages } from '../../../../shared/languages.ts';
import { tagName } from '../../../../shared/tags.ts';
import type { Dates } from '../../../catalog/server/dates/openings.ts';
import {
  all,
  any,
  type ChapterOrder,
  type Condition,
  chapterFollows,
  chapterHasStatus,
  countChaptersOf,
  countEditions,
  type EditionAsker,
  type EditionOrder,
  editionHasStatus,
  editionIs,
  givesFilesTo,
  type ListedChapter,
  type ListedEdition,
  listChaptersOf,
  listEditions,
  listTraits,
  type ReadChapters,
  type ReadStatus,
} from '../../../catalog/server/search/edition-queries.ts';
import { type BookReading, listAllReadings, listReadings } from '../../../library/server/read-state.ts';
import type { DoorPages } from '../pages/pages.ts';
import type { Searched } from './conditions.ts';
import { type Edition, writeLibrary } from './ids.ts';
import { countBooks, progressIn, progressInNovel } from './progress.ts';
import type { Order } from './query.ts';
import { type Paging, presentChapter, presentEdition, presentList } from './shapes.ts';

export interface ListingDeps extends Pick<Platform, 'db' | 'clock'> {
  dates: Dates;
  pages: DoorPages;
  /** The address of a book's page at our site. */
  addressOf(edition: Edition): string;
}

/** A user who asks, and what they may see. */
export interface Reader extends EditionAsker {
  userId: string;
}

/** A list of books ends here, as a search does (spec: catalog.md#search): nobody turns further pages. */
const mostBooks = 10_000;
/** So long is the number of series kept; longer where counting took longer. */
const countedForMs = 3000;
const many = 15_000;
const manyForMs = 60_000;
const mostKept = 200;

const nothingRead: ReadChapters = { read: [], begun: [] };

/** The lists of series and books for one reader. */
export function createListing({ db, clock, dates, pages, addressOf }: ListingDeps) {
  const memo = { limit: mostKept, keepMs: countedForMs, now: () => clock().getTime(), changedAt: dates.changedAt };
  type Counts = Awaited<ReturnType<typeof countEditions>>;
  const sumOf = (counts: Counts) => counts.reduce((sum, { count }) => sum + count, 0);
  const counts = createMemo<Counts>({
    ...memo,
    keepMsOf: (counted) => (sumOf(counted) > many ? manyForMs : countedForMs),
  });
  const traits = createMemo<Awaited<ReturnType<typeof listTraits>>>({ ...memo, keepMs: manyForMs });

  /** What a question comes to, whenever it is asked. */
  function nameOf(condition: Condition, { isMember, adult }: EditionAsker): string {
    const values: unknown[] = [];
    const text = condition((value) => `$${values.push(value)}`);
    return JSON.stringify([isMember, adult, text, values]);
  }

  const countIn = (reader: Reader, condition: Condition) =>
    counts.get(nameOf(condition, reader), () => countEditions(db, { asker: reader, condition }));

  const traitsIn = (reader: Reader, condition: Condition) =>
    traits.get(nameOf(condition, reader), () => listTraits(db, { asker: reader, condition }));

  /** A search by this reader; what they have read is asked for where the search wants it. */
  function search(reader: Reader, of: Searched['of']) {
    let read: ReadChapters | null = null;
    let isWanted = false;
    const wanted = () => read ?? nothingRead;
    const searched: Searched = {
      of,
      now: reader.now,
      hasStatus(status: ReadStatus): Condition {
        isWanted = true;
        return (bind) => {
          const hasEdition = editionHasStatus(status, wanted(), reader);
          if (of === 'series') return hasEdition(bind);
          const hasChapter = all([editionIs.ofKind('comic'), chapterHasStatus(status, wanted())]);
          return any([hasChapter, all([editionIs.ofKind('novel'), hasEdition])])(bind);
        };
      },
    };
    return {
      searched,
      /** To be awaited before the condition is used. */
      async readState({ orderBy }: { orderBy: string }): Promise<ReadChapters> {
        if (!isWanted && orderBy !== 'read') return nothingRead;
        const readings = await listAllReadings(db, reader.userId);
        read = {
          read: readings.flatMap(({ bookId, read: stretches }) => stretches.map((each) => ({ bookId, ...each }))),
          begun: readings.flatMap(({ bookId, begun }) => begun.map(({ number, at }) => ({ bookId, number, at }))),
        };
        return read;
      },
    };
  }

  async function readingsIn(reader: Reader, bookIds: readonly string[]): Promise<Map<string, BookReading>> {
    const found = await listReadings(db, { userId: reader.userId, bookIds: [...new Set(bookIds)] });
    return new Map(found.map((reading) => [reading.bookId, reading]));
  }

  async function presentAllSeries(reader: Reader, editions: readonly ListedEdition[]) {
    const readings = await readingsIn(
      reader,
      editions.map(({ bookId }) => bookId),
    );
    return editions.map((edition) =>
      presentEdition(edition, {
        counts: countBooks(edition, readings.get(edition.bookId)),
        url: addressOf({ id: edition.bookId, language: edition.language }),
      }),
    );
  }

  async function presentAllBooks(reader: Reader, chapters: readonly ListedChapter[]) {
    const readings = await readingsIn(
      reader,
      chapters.map(({ bookId }) => bookId),
    );
    const described = await pages.describePages(chapters.map((chapter) => chapter.pages));
    return chapters.map((chapter, index) => {
      const own = described[index] ?? [];
      const reading = readings.get(chapter.bookId);
      if (chapter.kind === 'novel') {
        const progress = progressInNovel(chapter.numbers, reading);
        return presentChapter(chapter, { pagesCount: chapter.numbers.length, bytes: chapter.textBytes, progress });
      }
      return presentChapter(chapter, {
        pagesCount: own.length,
        bytes: own.reduce((sum, { webp }) => sum + (webp.at(-1)?.bytes ?? 0), 0),
        progress: progressIn({ number: chapter.number, pages: own }, reading),
      });
    });
  }

  interface WantedList<Key> {
    condition: Condition;
    order: Order<Key>;
    paging: Omit<Paging, 'isSorted'>;
    read: ReadChapters;
  }

  const partOf = ({ page, size, unpaged }: WantedList<unknown>['paging']) =>
    unpaged ? { limit: mostBooks, offset: 0 } : { limit: size, offset: page * size };

  async function listSeries(reader: Reader, wanted: WantedList<EditionOrder>) {
    const { condition, order, paging, read } = wanted;
    const editions = await listEditions(db, { asker: reader, condition, read, ...order, ...partOf(paging) });
    const total = sumOf(await countIn(reader, condition));
    return presentList(await presentAllSeries(reader, editions), total, { ...paging, isSorted: true });
  }

  async function listBooks(reader: Reader, wanted: WantedList<ChapterOrder>) {
    const { condition, order, paging, read } = wanted;
    const chapters = await listChaptersOf(db, { asker: reader, condition, read, ...order, ...partOf(paging) });
    const total = paging.unpaged
      ? chapters.length
      : await countChaptersOf(db, { asker: reader, condition, most: mostBooks });
    return presentList(await presentAllBooks(reader, chapters), total, { ...paging, isSorted: true });
  }

  const one = { limit: 1, offset: 0, isDescending: false, read: nothingRead };
  const byId = (reader: Reader) => ({ ...reader, adult: true });

  return {
    search,
    listSeries,
    listBooks,
    /** A series by its id, also one without a chapter that the reader may read now; null: there is none. */
    async findEdition(reader: Reader, { id, language }: Edition): Promise<ListedEdition | null> {
      const condition = editionIs.ofBook(id, language);
      const wanted = { asker: byId(reader), condition, isEmptyToo: true, orderBy: 'title', ...one } as const;
      return (await listEditions(db, wanted))[0] ?? null;
    },
    presentOneSeries: async (reader: Reader, edition: ListedEdition) => (await presentAllSeries(reader, [edition]))[0],
    /** A chapter that the reader may read now, of its edition in one language; null: there is none. */
    async findChapter(reader: Reader, chapterIs: Condition, isDescending = false): Promise<ListedChapter | null> {
      const wanted = { asker: byId(reader), condition: chapterIs, orderBy: 'number', ...one, isDescending } as const;
      return (await listChaptersOf(db, wanted))[0] ?? null;
    },
    presentOneBook: async (reader: Reader, chapter: ListedChapter) => (await presentAllBooks(reader, [chapter]))[0],
    async readingOf(reader: Reader, bookId: string): Promise<BookReading | undefined> {
      return (await readingsIn(reader, [bookId])).get(bookId);
    },
    /** The libraries in which the reader finds a series. */
    async listLibraries(reader: Reader): Promise<{ id: string; language: Language; kind: 'comic' | 'novel' }[]> {
      const found = await countIn(reader, all([]));
      return languages.flatMap((language) =>
        (['comic', 'novel'] as const).flatMap((kind) =>
          found.some((each) => each.language === language && each.kind === kind)
            ? [{ id: writeLibrary(language, kind), language, kind }]
            : [],
        ),
      );
    },
    /** Whether the reader may take a file of some series along. */
    async hasFiles(reader: Reader): Promise<boolean> {
      return sumOf(await countIn(reader, givesFilesTo(reader))) > 0;
    },
    async listGenres(reader: Reader, condition: Condition): Promise<string[]> {
      const { tags } = await traitsIn(reader, condition);
      return [...new Set(tags.map(({ tag, language }) => tagName(tag, language)))].sort();
    },
    async listAuthors(reader: Reader, condition: Condition): Promise<string[]> {
      return (await traitsIn(reader, condition)).authors;
    },
    async listLanguages(reader: Reader): Promise<Language[]> {
      return [...new Set((await countIn(reader, all([]))).map(({ language }) => language))];
    },
    /** The next chapter of each series that the reader has read in and not begun another chapter of, the last read first. */
    async listOnDeck(reader: Reader, condition: Condition, paging: Omit<Paging, 'isSorted'>) {
      const readings = (await listAllReadings(db, reader.userId))
        .filter(({ read, begun }) => read.length > 0 && begun.length === 0)
        .sort((one, other) => other.changedAt.getTime() - one.changedAt.getTime());
      const after = readings.map(({ bookId, read }) => ({ bookId, number: Math.max(...read.map(({ last }) => last)) }));
      const chapters = await listChaptersOf(db, {
        asker: reader,
        condition: all([condition, chapterFollows(after)]),
        ...{ read: nothingRead, orderBy: 'number', isDescending: false, limit: mostBooks, offset: 0 },
      });
      const place = new Map(after.map(({ bookId }, index) => [bookId, index]));
      const ordered = chapters.sort((a, b) => (place.get(a.bookId) ?? 0) - (place.get(b.bookId) ?? 0));
      const { limit, offset } = partOf(paging);
      const shown = await presentAllBooks(reader, ordered.slice(offset, offset + limit));
      return presentList(shown, ordered.length, { ...paging, isSorted: true });
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
