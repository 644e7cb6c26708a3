import type { Clock } from '../../../server/clock.ts';
import { type DbPool, withTransaction } from '../../../server/db.ts';
import type { UserApi } from '../../../server/user-api.ts';
import { feedPaths } from '../../../shared/paths.ts';
import type { CoversOf } from '../../catalog/server/catalog.ts';
import type { Dates } from '../../catalog/server/release/openings.ts';
import {
  feedTokenAnswer,
  followParams,
  followsPage,
  followsQuery,
  marksAnswer,
  marksBody,
  marksPage,
  newFeedAnswer,
  newFeedQuery,
  pageQuery,
  progressAnswer,
  progressBody,
  progressPage,
  updatesAnswer,
  updatesQuery,
} from '../contract.ts';
import { rowsOfPage } from '../limits.ts';
import { createFeedToken, endFeed } from './feed-tokens.ts';
import { followBook, listFollows, listUpdates, unfollowBook } from './follows.ts';
import { listBookMarks, saveMarks } from './marks.ts';
import { forgetReading, listProgress, saveProgress } from './places.ts';
import { deletePlaces, findFeedToken } from './queries.ts';

interface LibraryDeps {
  users: UserApi<{ userId: string }>;
  db: DbPool;
  clock: Clock;
  dates: Dates;
  publicUrl: string;
  coversOf: CoversOf;
}

/** The data of a user alone (spec: library.md#library-calls): nobody else ever sees it. */
export function mountLibrary(deps: LibraryDeps): void {
  addProgressCalls(deps);
  addMarkCalls(deps);
  addFollowCalls(deps);
  addFeedCalls(deps);
}

const pages = `In pages of ${rowsOfPage} books, without those that readers do not see; \`has_more\` says that there is another.`;

function addProgressCalls({ users, db, clock }: LibraryDeps): void {
  users.add({
    method: 'GET',
    path: '/user/progress',
    summary: 'Where the caller is in each book, the last read first',
    description: pages,
    query: pageQuery,
    answer: progressPage,
    answerTo: ({ viewer: { userId }, query: { page } }) => listProgress(db, { userId, page }),
  });

  users.add({
    method: 'POST',
    path: '/user/progress',
    summary: 'Tell where the caller is in some books',
    description:
      'At most 100 at once, in any order and as often as one likes: the later `updated_at` (never later than now) ' +
      'gives the position, the furthest never goes back. Answers what came of the books sent; a chapter that its ' +
      'book does not have is passed over. With `numbers: serial` the furthest chapter is named by its serial.',
    body: progressBody,
    answer: progressAnswer,
    answerTo: async ({ viewer: { userId }, body: { items } }) => ({
      result: await withTransaction(db, (tx) => saveProgress(tx, { userId, items, now: clock() })),
    }),
  });

  users.add({
    method: 'DELETE',
    path: '/user/progress',
    summary: 'Forget where the caller is, in every book, and what they have marked there',
    answerTo: ({ viewer }) => forgetReading(db, viewer.userId),
  });

  users.add({
    method: 'DELETE',
    path: '/user/progress/:book_uuid',
    summary: 'Forget where the caller is in a book',
    description: 'Until it is told anew. Saying it again changes nothing.',
    params: followParams,
    answerTo: ({ viewer: { userId }, params }) => deletePlaces(db, { userId, bookId: params.book_uuid }),
  });
}

function addMarkCalls({ users, db, clock }: LibraryDeps): void {
  users.add({
    method: 'GET',
    path: '/user/marks',
    summary: 'Which chapters the caller has marked by hand',
    description: pages,
    query: pageQuery,
    answer: marksPage,
    answerTo: ({ viewer: { userId }, query: { page } }) => listBookMarks(db, { userId, page }),
  });

  users.add({
    method: 'POST',
    path: '/user/marks',
    summary: 'Mark chapters of some books as read, or as not read',
    description:
      'From `first` to `last`, by their numbers. At most 100 books at once, in any order and as often as one likes: ' +
      'for each chapter the later `marked_at` (never later than now) counts. Answers what came of the books sent. ' +
      'With `numbers: serial` chapters are named by their serials.',
    body: marksBody,
    answer: marksAnswer,
    answerTo: async ({ viewer: { userId }, body: { items } }) => ({
      result: await saveMarks(db, { userId, items, now: clock() }),
    }),
  });
}

function addFollowCalls({ users, db, dates, coversOf }: LibraryDeps): void {
  users.add({
    method: 'GET',
    path: '/user/follows',
    summary: 'The books that the caller follows, the last followed first',
    description: pages,
    query: followsQuery,
    answer: followsPage,
    answerTo: ({ viewer: { userId }, query: { language, page } }) =>
      listFollows(db, { userId, language, page, dates, coversOf }),
  });

  users.add({
    method: 'PUT',
    path: '/user/follows/:book_uuid',
    summary: 'Follow a book',
    description: 'Saying it again changes nothing. At most 5,000 books: then 409 `limit_reached`.',
    params: followParams,
    failures: [404, 409],
    answerTo: ({ viewer: { userId }, params }) => followBook(db, { userId, bookId: params.book_uuid }),
  });

  users.add({
    method: 'DELETE',
    path: '/user/follows/:book_uuid',
    summary: 'Follow a book no longer',
    description: 'Saying it again changes nothing.',
    params: followParams,
    answerTo: ({ viewer: { userId }, params }) => unfollowBook(db, { userId, bookId: params.book_uuid }),
  });

  users.add({
    method: 'GET',
    path: '/user/updates',
    summary: 'New chapters of the books that the caller follows, newest first',
    description: 'The newest 1,000 at most.',
    query: updatesQuery,
    answer: updatesAnswer,
    answerTo: ({ viewer: { userId }, query: { language, page, page_size: pageSize } }) =>
      listUpdates(db, { userId, language, page, pageSize, dates, coversOf }),
  });
}

function addFeedCalls({ users, db, publicUrl }: LibraryDeps): void {
  users.add({
    method: 'GET',
    path: '/user/feed_token',
    summary: "Whether the caller's own feed has an address, and since when",
    answer: feedTokenAnswer,
    async answerTo({ viewer }) {
      const found = await findFeedToken(db, viewer.userId);
      return { result: found && { created_at: found.createdAt.toISOString() } };
    },
  });

  users.add({
    method: 'POST',
    path: '/user/feed_token',
    summary: "A new address for the caller's own feed",
    description: 'An Atom feed of the new chapters of all followed books. The address before ends.',
    query: newFeedQuery,
    answer: newFeedAnswer,
    async answerTo({ viewer, query }) {
      const path = feedPaths.updates(await createFeedToken(db, viewer.userId));
      return { result: { url: `${publicUrl}${path}?lang=${query.language}` } };
    },
  });

  users.add({
    method: 'DELETE',
    path: '/user/feed_token',
    summary: "End the caller's own feed",
    answerTo: ({ viewer }) => endFeed(db, viewer.userId),
  });
}
