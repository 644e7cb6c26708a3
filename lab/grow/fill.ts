import { usernameKey } from '../../src/features/accounts/rules.ts';
import { createPasswords } from '../../src/features/accounts/server/passwords.ts';
import { type UserRow, usersTable } from '../../src/features/accounts/testing/fillable.ts';
import { catalogTables, writeTitles } from '../../src/features/catalog/testing/fillable.ts';
import { imagesTable } from '../../src/features/media/testing/fillable.ts';
import { dayOf, makeEventsDays } from '../../src/features/reading/server/event-queries.ts';
import { readingTables } from '../../src/features/reading/testing/fillable.ts';
import { bareTables, putInPlace } from '../../src/server/testing/bare-tables.ts';
import { type BulkLoad, openBulkLoad } from '../../src/server/testing/bulk-load.ts';
import {
  bookNamesRows,
  bookRows,
  bookSearchRows,
  bookTagRows,
  chapterEditionRows,
  chapterRows,
  editionRows,
  nameWordRows,
  pageRows,
  pictures,
  usernameAt,
} from './catalogue.ts';
import { makePictures } from './pictures.ts';
import type { Plan } from './plan.ts';
import { bookDayRows, daysOfEvents, eventRows, likeRows, scoreBooks } from './readings.ts';

/** Tables with so many rows that their indexes are built afterwards. */
const bare = [...Object.values(catalogTables), ...Object.values(readingTables)].map(({ table }) => table);

/**
 * Fills the tables of an empty, migrated database. The books come last, so that a running server shows a book only when
 * all its rows exist. After an interruption, no other filling accepts the database.
 */
export async function fillTables(given: {
  url: string;
  dataDir: string;
  plan: Plan;
  onProgress: (what: string) => void;
}): Promise<void> {
  const { plan, dataDir, onProgress } = given;
  const load = await openBulkLoad(given.url);
  try {
    const passwordHash = await hashOfNobody();
    await makeEventsDays(load.db, daysOfEvents(plan).map(dayOf));
    const removed = await bareTables(load.db, bare);
    const copy: BulkLoad['copy'] = (into, rows) => {
      onProgress(into.table.replaceAll('_', ' '));
      return load.copy(into, rows);
    };
    await copy(usersTable, userRows(plan, passwordHash));
    await copy(imagesTable, await makePictures(load.db, { pictures: pictures(plan), dataDir }));
    await copy(catalogTables.chapters, chapterRows(plan));
    await copy(catalogTables.chapterEditions, chapterEditionRows(plan));
    await copy(catalogTables.pages, pageRows(plan));
    await copy(readingTables.events, eventRows(plan));
    await copy(readingTables.likes, likeRows(plan));
    await copy(readingTables.bookDays, bookDayRows(plan));
    await copy(catalogTables.editions, editionRows(plan));
    const scores = scoreBooks(plan);
    await copy(catalogTables.bookTags, bookTagRows(plan, scores));
    await copy(catalogTables.bookNames, bookNamesRows(plan));
    await copy(catalogTables.nameWords, nameWordRows(plan));
    await copy(catalogTables.bookSearches, bookSearchRows(plan, scores));
    await copy(catalogTables.books, bookRows(plan, scores));
    await putInPlace(load.db, { tables: bare, removed, onProgress });
    onProgress('titles');
    await writeTitles(load.db);
    onProgress('statistics');
    await load.db.query('vacuum (analyze)');
  } finally {
    await load.end();
  }
}

/** The hash of a password that nobody knows: `longstrip user password` can set one for a grown user. */
async function hashOfNobody(): Promise<string> {
  const passwords = createPasswords();
  return await passwords.hash(crypto.randomUUID());
}

function* userRows(plan: Plan, passwordHash: string): Generator<UserRow> {
  for (let user = 0; user < plan.asked.users; user++) {
    const username = usernameAt(plan, user);
    yield {
      id: plan.ids.user.id(user),
      username,
      username_key: usernameKey(username) ?? username,
      password_hash: passwordHash,
    };
  }
}
