import { countRegistrations, listRegistrations } from '../features/accounts/server/numbers-queries.ts';
import { listBooksOfChapters } from '../features/catalog/server/books/queries.ts';
import { hasPublished, listComingReleases, listDrafts } from '../features/catalog/server/home-queries.ts';
import { listNumberedChapters, listTitles } from '../features/catalog/server/numbers-queries.ts';
import { hasBackup } from '../features/health/server/health.ts';
import { countFollows } from '../features/library/server/numbers-queries.ts';
import { countStops } from '../features/library/server/stops.ts';
import { countMembers } from '../features/membership/server/members.ts';
import type { NumberSources } from '../features/numbers/server/sources.ts';
import {
  countBuyers,
  listCohorts,
  listPayments,
  listRevenue,
  listSales,
} from '../features/payments/server/numbers-queries.ts';
import { countLikes } from '../features/reading/server/numbers-queries.ts';

/** The facts of all features from which the studio's numbers are made. */
export const numberSources: NumberSources = {
  ...{ listRegistrations, listPayments, listRevenue, countMembers, countLikes, countFollows, countStops, listTitles },
  ...{
    listSales,
    listCohorts,
    countBuyers,
    countRegistrations,
    listComingReleases,
    listDrafts,
    hasPublished,
    hasBackup,
  },
  listChapters: listNumberedChapters,
  async booksOfChapters(db, chapterIds) {
    const rows = await listBooksOfChapters(db, chapterIds);
    return new Map(rows.map(({ chapterId, bookId }) => [chapterId, bookId]));
  },
};
