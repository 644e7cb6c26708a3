import type { Db } from '../../../../server/database/db.ts';
import { findReadableChapter, listBlocks } from '../../../catalog/server/catalog.ts';
import type { Dates } from '../../../catalog/server/dates/openings.ts';
import type { GivenProgress } from '../../../library/contract.ts';
import { listProgressIn } from '../../../library/server/places.ts';
import type { KeyHolder } from '../../../membership/server/membership.ts';
import { blockAt, pointerTo, readPageNumber, readPointer } from '../../sync.ts';
import type { GivenFile } from '../given/queries.ts';
import { isOpenTo } from '../keys/open-to.ts';
import type { DoorPages } from '../pages/pages.ts';
import { pageOfPoint, pointOfPage } from '../pages/tiles.ts';

interface Deps {
  db: Db;
  dates: Dates;
  pages: DoorPages;
}

/** A user's place in a file, as their device reads it. */
export interface WebPlace {
  progress: string;
  percentage: number;
  updatedAt: Date;
}

/** Where a user is in a file by their place in its book; null: somewhere else, or nowhere. */
export async function findWebPlace(
  { db, pages }: Deps,
  { viewer, file }: { viewer: KeyHolder; file: GivenFile },
): Promise<WebPlace | null> {
  const [place] = await listProgressIn(db, { userId: viewer.userId, bookIds: [file.bookId] });
  const index = place ? file.chapterIds.indexOf(place.chapter_uuid) : -1;
  if (!place || index < 0) return null;
  const updatedAt = new Date(place.updated_at);
  if (file.form === 'epub')
    return { progress: pointerTo(index + 1), percentage: index / file.chapterIds.length, updatedAt };
  const opened = await pages.open({ chapterId: place.chapter_uuid, language: file.language, reader: viewer });
  const page = opened.kind === 'open' ? pageOfPoint(opened.pages, place.position) : null;
  if (opened.kind !== 'open' || page === null) return null;
  return { progress: String(page + 1), percentage: (page + 1) / opened.pages.length, updatedAt };
}

/** What a place in a file says of its book, in the words of library's reports; null: nothing that this user may read. */
export async function reportOf(
  deps: Deps,
  given: { viewer: KeyHolder; file: GivenFile; progress: string; now: Date },
): Promise<GivenProgress | null> {
  const spot = given.file.form === 'epub' ? await spotInNovel(deps, given) : await spotInComic(deps, given);
  if (!spot) return null;
  const { chapterId, number, index, fraction } = spot;
  return {
    book_uuid: given.file.bookId,
    chapter_uuid: chapterId,
    position: { index, fraction },
    furthest: { chapter_number: number, index, fraction },
    updated_at: given.now.toISOString(),
    numbers: 'present',
  };
}

type Given = Parameters<typeof reportOf>[1];

async function spotInComic({ pages }: Deps, { viewer, file, progress }: Given) {
  const [chapterId = ''] = file.chapterIds;
  const opened = await pages.open({ chapterId, language: file.language, reader: viewer });
  const page = readPageNumber(progress);
  const point = opened.kind === 'open' && page !== null ? pointOfPage(opened.pages, page - 1) : null;
  return opened.kind === 'open' && point ? { chapterId, number: opened.chapter.number, ...point } : null;
}

async function spotInNovel({ db, dates }: Deps, { viewer, file, progress }: Given) {
  const pointer = readPointer(progress);
  if (!pointer || pointer.document < 1) return null;
  const last = file.chapterIds.length;
  const chapterId = file.chapterIds[Math.min(pointer.document, last) - 1];
  const chapter = chapterId ? await findReadableChapter(db, { chapterId, language: file.language }) : null;
  if (!chapter || !isOpenTo(dates, chapter, viewer)) return null;
  const blocks = await listBlocks(db, { chapterId: chapter.id, language: chapter.language });
  // Behind the last chapter stands the page of its licence: the book is read.
  const spot =
    pointer.document > last
      ? { index: Math.max(0, blocks.length - 1), fraction: 1 }
      : { index: blockAt(blocks, pointer.element), fraction: 0 };
  return { chapterId: chapter.id, number: chapter.number, ...spot };
}
