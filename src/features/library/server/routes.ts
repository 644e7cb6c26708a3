import { withTransaction } from '../../../server/database/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { Platform } from '../../../server/http/platform.ts';
import { defaultLanguage } from '../../../shared/languages.ts';
import { feedPaths } from '../../../shared/paths.ts';
import { listsAdult } from '../../catalog/rules.ts';
import type { CoversOf } from '../../catalog/server/catalog.ts';
import type { Dates } from '../../catalog/server/dates/openings.ts';
import { libraryCalls } from '../contract.ts';
import { createFeedToken, endFeed } from './feed-tokens.ts';
import { followBook, listFollows, listUpdates } from './follows.ts';
import { listBookMarks, saveMarks } from './marks.ts';
import { forgetPlace, forgetReading, listProgress, saveProgress } from './places.ts';
import { findFeedToken, unfollowBook } from './queries.ts';
import { clearShelf, listShelf, setShelf } from './shelf.ts';
import { findSimilar } from './similar.ts';

export interface LibraryDeps extends Platform<{ userId: string }> {
  dates: Dates;
  coversOf: CoversOf;
}

/** The data of a user alone (spec: library.md#library-calls): nobody else ever sees it. */
export function mountLibrary(deps: LibraryDeps): void {
  addSimilar(deps);
  addProgressCalls(deps);
  addMarkCalls(deps);
  addShelfCalls(deps);
  addFollowCalls(deps);
  addFeedCalls(deps);
}

function addSimilar({ api, config, db, dates, coversOf }: LibraryDeps): void {
  api.add(libraryCalls.listSimilar, async ({ params: { bookId, language }, query }) => {
    const adult = listsAdult(config.adultBooks, query);
    const result = await findSimilar(db, { bookId, language, adult, coversOf, dates });
    if (!result) throw notFound('book_not_found', 'There is no such book');
    return { result };
  });
}

function addProgressCalls({ users, db, clock }: LibraryDeps): void {
  users.add(libraryCalls.listProgress, ({ viewer: { userId }, query: { page } }) => listProgress(db, { userId, page }));

  users.add(libraryCalls.saveProgress, async ({ viewer: { userId }, body: { items } }) => ({
    result: await withTransaction(db, (tx) => saveProgress(tx, { userId, items, now: clock() })),
  }));

  users.add(libraryCalls.forgetAll, ({ viewer }) => forgetReading(db, viewer.userId));

  users.add(libraryCalls.forgetBook, ({ viewer: { userId }, params }) =>
    forgetPlace(db, { userId, bookId: params.book_uuid }),
  );
}

function addMarkCalls({ users, db, clock }: LibraryDeps): void {
  users.add(libraryCalls.listMarks, ({ viewer: { userId }, query: { page } }) => listBookMarks(db, { userId, page }));

  users.add(libraryCalls.saveMarks, async ({ viewer: { userId }, body: { items } }) => ({
    result: await saveMarks(db, { userId, items, now: clock() }),
  }));
}

function addShelfCalls({ users, db, clock, dates, coversOf }: LibraryDeps): void {
  users.add(libraryCalls.listShelf, ({ viewer: { userId }, query }) =>
    listShelf(db, {
      ...{ userId, dates, coversOf, ...query },
      ...{ state: query.state, bookId: query.book_uuid, pageSize: query.page_size },
    }),
  );

  users.add(libraryCalls.setShelf, async ({ viewer: { userId }, params, body }) => ({
    result: await setShelf(db, {
      ...{ userId, dates, coversOf, given: body, now: clock() },
      ...{ bookId: params.book_uuid, language: defaultLanguage },
    }),
  }));

  users.add(libraryCalls.clearShelf, ({ viewer: { userId }, params, query }) =>
    clearShelf(db, { userId, bookId: params.book_uuid, setAt: query.set_at, now: clock() }),
  );
}

function addFollowCalls({ users, db, dates, coversOf }: LibraryDeps): void {
  users.add(libraryCalls.listFollows, ({ viewer: { userId }, query: { language, page } }) =>
    listFollows(db, { userId, language, page, dates, coversOf }),
  );

  users.add(libraryCalls.followBook, ({ viewer: { userId }, params, body }) =>
    followBook(db, { userId, bookId: params.book_uuid, notify: body?.notify }),
  );

  users.add(libraryCalls.unfollowBook, ({ viewer: { userId }, params }) =>
    unfollowBook(db, { userId, bookId: params.book_uuid }),
  );

  users.add(libraryCalls.listUpdates, ({ viewer: { userId }, query: { per_book, page_size: pageSize, ...query } }) =>
    listUpdates(db, { userId, ...query, perBook: per_book, pageSize, dates, coversOf }),
  );
}

function addFeedCalls({ users, db, config }: LibraryDeps): void {
  users.add(libraryCalls.getFeedToken, async ({ viewer }) => {
    const found = await findFeedToken(db, viewer.userId);
    return { result: found && { created_at: found.createdAt.toISOString() } };
  });

  users.add(libraryCalls.createFeedToken, async ({ viewer, query }) => {
    const path = feedPaths.updates(await createFeedToken(db, viewer.userId));
    return { result: { url: `${config.publicUrl}${path}?lang=${query.language}` } };
  });

  users.add(libraryCalls.endFeed, ({ viewer }) => endFeed(db, viewer.userId));
}
