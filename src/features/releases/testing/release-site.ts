import type { FrozenClock } from '../../../app/testing/frozen-clock.ts';
import { startTestServer, type TestServer } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { signIn } from '../../../app/testing/users.ts';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { AppError } from '../../../server/http/errors.ts';
import type { Clock } from '../../../server/process/clock.ts';
import type { TestDatabase } from '../../../server/testing/database.ts';
import { setBookHidden } from '../../catalog/server/catalog.ts';
import {
  addWindow,
  removeWindow,
  setBookRules,
  setOverride,
  setPublication,
} from '../../catalog/server/dates/publication.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { registerFeeds } from '../../library/server/feeds.ts';
import { makeStoredImage } from '../../media/testing/images.ts';
import { commandLine } from '../../studio/server/audit.ts';
import { imageKey, type Made } from './release-looks.ts';
import { firstDate, type Model } from './release-model.ts';
import type { History, Step } from './release-steps.ts';

/** A server at the database's clock, with feeds. */
export const startHistoryServer = (given: { database: TestDatabase; standing: FrozenClock; clock: Clock }) =>
  startTestServer({
    ...given,
    watch: () => given.standing.db,
    addPages({ http, db, dates, coversOf, config: { publicUrl } }) {
      registerFeeds({
        ...{ http, db, dates, publicUrl, coversOf },
        nameIn: () => 'Ink',
        textIn: () => ({ t: (key) => key }),
      });
    },
  });

/** Those who look at the site beside a visitor. */
export const signInLookers = async (server: TestServer) => ({
  member: await signIn(server, { expireAt: new Date('2200-01-01') }),
  expired: await signIn(server, { expireAt: new Date('2029-01-01') }),
  editor: await signInStaff(server, 'editor'),
});

/** The book of a history; each edition has a text of its own, or an image. */
export async function makeHistoryBook(
  { server, db }: { server: TestServer; db: DbPool },
  { kind, chapters }: History,
): Promise<Made> {
  const images = new Map<string, string>();
  for (const [index, languages] of chapters.entries())
    if (kind === 'comic')
      for (const language of languages)
        images.set(imageKey(index, language), await makeStoredImage({ db, config: server.config }));
  const made = await makeBook(db, {
    kind,
    titles: { 'en-us': 'A book', 'zh-cn': '书' },
    chapters: chapters.map((languages, index) => ({
      createdAt: firstDate(index),
      editions: Object.fromEntries(
        languages.map((language) => [
          language,
          { title: `${language} ${index + 1}`, ...contentOf(index, images.get(imageKey(index, language))) },
        ]),
      ),
    })),
  });
  return { ...made, images };
}

function contentOf(index: number, imageId: string | undefined) {
  if (imageId !== undefined) return { imageIds: [imageId] };
  return { blocks: [{ type: 'p' as const, inlines: [{ type: 'text' as const, text: `needle ${index + 1}` }] }] };
}

interface Taken {
  step: Step;
  made: Made;
  model: Model;
}

/** Takes a step as the product does; returns the code of its refusal, or `done`. */
export async function takeStep(clock: FrozenClock, taken: Taken): Promise<string> {
  try {
    await withTransaction(clock.db, (tx) => change(tx, clock, taken));
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function change(tx: Db, clock: FrozenClock, { step, made, model }: Taken): Promise<void> {
  const now = clock.now().getTime();
  switch (step.do) {
    case 'publish':
    case 'schedule':
    case 'withdraw': {
      const chapterId = made.chapterIds[step.which % made.chapterIds.length] ?? '';
      const publishedAt = step.do === 'schedule' ? new Date(now + step.inMs) : step.do === 'publish' ? 'now' : null;
      const withLater = step.do === 'schedule' && step.withLater;
      await setPublication(tx, {
        by: commandLine,
        chapterId,
        publishedAt,
        withLater,
        languages: model.languagesFor(step),
      });
      return;
    }
    case 'override': {
      const chapterId = made.chapterIds[step.which % made.chapterIds.length] ?? '';
      const freeAt = step.inMs === null ? null : new Date(now + step.inMs);
      await setOverride(tx, { by: commandLine, chapterId, access: step.access, freeAt });
      return;
    }
    case 'rules':
      await setBookRules(tx, {
        by: commandLine,
        bookId: made.id,
        publicFreeChapters: step.free,
        earlyAccessDays: step.days,
        showSchedule: step.shown,
      });
      return;
    case 'window': {
      const bookId = step.isOfBook ? made.id : null;
      await addWindow(tx, {
        by: commandLine,
        bookId,
        from: new Date(now + step.inMs),
        to: new Date(now + step.inMs + step.lengthMs),
      });
      return;
    }
    case 'end window': {
      const { rows } = await tx.query<{ id: string }>('select id from windows order by from_at, to_at, book_id');
      const id = rows[step.which % Math.max(1, rows.length)]?.id;
      if (id) await removeWindow(tx, { by: commandLine, windowId: id });
      return;
    }
    case 'hide':
      await setBookHidden(tx, { bookId: made.id, hidden: step.hidden });
  }
}
