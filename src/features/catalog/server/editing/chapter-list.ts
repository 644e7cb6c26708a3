import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { Cover } from '../../../../shared/wire.ts';
import type { ChapterInOrder, ChapterRow } from '../../studio-contract.ts';
import { dateOfChapter } from '../dates/order.ts';
import { readMoment } from '../dates/settle-queries.ts';
import { listChapterLooks, type OrderedChapter } from './chapter-queries.ts';
import { listEditedChapters, presentEditedChapter, presentInOrder } from './chapters.ts';
import { listFormerBooks } from './move-queries.ts';

/** Counts how often chapters of a book were begun in the last 28 days; one that nobody began may be left out. */
export type CountReadings = (bookIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

interface ChapterListDeps {
  db: Db;
  countReadings: CountReadings;
  showCovers(ids: readonly string[]): Promise<ReadonlyMap<string, Cover>>;
}

/** Chapters of a book as rows of its list, in its order. */
export async function chapterRows(
  { db, countReadings, showCovers }: ChapterListDeps,
  { bookId, ids, language }: { bookId: string; ids: readonly string[]; language: Language },
): Promise<ChapterRow[]> {
  const [chapters, looks, readings, now] = await Promise.all([
    listEditedChapters(db, bookId, ids),
    listChapterLooks(db, { ids, language }),
    listFormerBooks(db, bookId).then((former) => countReadings([bookId, ...former])),
    readMoment(db),
  ]);
  const covers = await showCovers([...new Set([...looks.values()].flatMap(({ coverImageId }) => coverImageId ?? []))]);
  return chapters.map((chapter) => {
    const look = looks.get(chapter.id);
    const cover = covers.get(look?.coverImageId ?? '');
    return {
      ...presentInOrder(chapter, now),
      title: presentEditedChapter(chapter, now, language).title,
      thumbnail: cover ? { src: cover.src, width: cover.width, height: cover.height } : null,
      published_at: dateOfChapter(chapter.editions)?.toISOString() ?? null,
      readings_28d: readings.get(chapter.id) ?? 0,
      likes: look?.likes ?? 0,
    };
  });
}

export function presentOrdered(
  { id, freeAt, publishedAt, lastAt, ...chapter }: OrderedChapter,
  { withDates }: { withDates: boolean },
): ChapterInOrder {
  const dates = {
    free_at: freeAt?.toISOString() ?? null,
    published_at: publishedAt?.toISOString() ?? null,
    last_at: lastAt?.toISOString() ?? null,
  };
  return { chapter_uuid: id, ...chapter, ...(withDates && { dates }) };
}
