import type { OwnData } from '../../../server/database/own-data.ts';
import { listBookMarks } from './marks.ts';
import { deleteLibrary, listFollowDates } from './own-data-queries.ts';
import type { Page } from './pages.ts';
import { listProgress } from './places.ts';
import { listOnShelves } from './shelf-queries.ts';

/** Where somebody is in their books, and what they follow. Places in books that nobody can see now are left out. */
export const ownLibrary: OwnData = {
  async tell(db, userId) {
    const shelf = await listOnShelves(db, userId);
    return {
      library: {
        places: await allPages((page) => listProgress(db, { userId, page })),
        marks: await allPages((page) => listBookMarks(db, { userId, page })),
        follows: await listFollowDates(db, userId),
        shelf: shelf.map(({ bookId, state, addedAt, startedAt, finishedAt }) => ({
          ...{ book_uuid: bookId, state, added_at: addedAt, started_at: startedAt, finished_at: finishedAt },
        })),
      },
    };
  },
  forget: deleteLibrary,
};

async function allPages<T>(read: (page: number) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = [];
  for (let page = 0; ; page += 1) {
    const { result, has_more: hasMore } = await read(page);
    found.push(...result);
    if (!hasMore) return found;
  }
}
