import { type Db, type DbPool, withTransaction } from '../../../../server/db.ts';
import { readGivenTime } from '../../../../server/given-time.ts';
import { lastChangeOf } from '../../../studio/server/audit.ts';
import type { StudioApi } from '../../../studio/server/studio-api.ts';
import { requireVersion } from '../../../studio/server/versions.ts';
import {
  chapterUuid,
  outOfOrderRefusal,
  publicationBody,
  publishingAnswer,
  publishingQuery,
  whatIfAnswer,
  whatIfQuery,
  windowAnswer,
  windowBody,
  windowsAnswer,
  windowsQuery,
} from '../../studio-contract.ts';
import {
  addWindow,
  type DatedChapter,
  findChapterDates,
  listWindowsOf,
  lockChapterDates,
  readBookRules,
  removeWindow,
  requireNear,
  setPublication,
  type Window,
} from '../release/publication.ts';
import { etagOf, listPublishing, rowsOf } from '../release/publishing-rows.ts';
import { readMoment } from '../release/settle-queries.ts';
import { type HoursOf, whatIf } from '../release/what-if.ts';
import { presentEditedChapter, readEditedChapter } from './chapters.ts';

interface ReleaseCallsDeps {
  studio: StudioApi;
  db: DbPool;
  /** The zone of times without an offset, where a call names none. */
  timeZone: string;
  /** Lets this process know of a change at once. */
  refresh(): Promise<void>;
  hoursOf: HoursOf;
}

/** The studio's calls about dates and access (spec: studio.md#publishing). */
export function mountReleaseCalls(deps: ReleaseCallsDeps): void {
  addPublishing(deps);
  addWhatIf(deps);
  addWindowCalls(deps);
}

async function changeDates<T>({ db, refresh }: ReleaseCallsDeps, work: (tx: Db) => Promise<T>): Promise<T> {
  const result = await withTransaction(db, work);
  await refresh();
  return result;
}

/** Ends the call unless If-Match names this version of the chapter. */
async function requireChapterVersion(tx: Db, chapter: DatedChapter, ifMatch: string | undefined): Promise<void> {
  const change = await lastChangeOf(tx, { kind: 'chapter', id: chapter.id });
  const now = await readMoment(tx);
  requireVersion(ifMatch, {
    etag: etagOf(chapter),
    current: presentEditedChapter(await readEditedChapter(tx, chapter.id), now),
    changedBy: change?.username ?? null,
    changedAt: change?.at ?? now,
  });
}

function addPublishing(deps: ReleaseCallsDeps): void {
  const { studio, db, timeZone } = deps;
  studio.add({
    method: 'GET',
    path: '/studio/publishing',
    summary: 'When chapters are published, in each language',
    description:
      'By their date, drafts last; `from` is in and `to` is out, and drafts have no date. `conflicts` are the chapters ' +
      'that stand in the way of a row today.',
    right: 'books',
    query: publishingQuery,
    answer: publishingAnswer,
    failures: [404],
    async answerTo({ query }) {
      const zone = query.time_zone ?? timeZone;
      const { page, page_size: pageSize, from, to, book, state, language } = query;
      if (book !== undefined) await readBookRules(db, book);
      return listPublishing(db, {
        from: from === undefined ? null : readGivenTime('from', from, zone),
        to: to === undefined ? null : readGivenTime('to', to, zone),
        bookId: book ?? null,
        state: state ?? null,
        language: language ?? null,
        limit: pageSize,
        offset: page * pageSize,
      });
    },
  });

  studio.add({
    method: 'PUT',
    path: '/studio/chapters/:uuid/publication',
    summary: 'Publish a chapter at a time, at once, or take it back',
    description:
      '`published_at`: a time, `now`, or null. `with_later` moves the later scheduled chapters by the same span, or makes ' +
      'them drafts. Answers the rows of the chapter, then of those that moved with it.',
    right: 'books',
    params: chapterUuid,
    body: publicationBody,
    answer: publishingAnswer,
    failures: [404, 409, 412, 428],
    refusal: outOfOrderRefusal,
    async answerTo({ params, body, by, ifMatch, setEtag }) {
      const { published_at: at, languages, with_later: withLater } = body;
      const zone = body.time_zone ?? timeZone;
      const publishedAt = at === null || at === 'now' ? at : readGivenTime('published_at', at, zone);
      const rows = await changeDates(deps, async (tx) => {
        if (publishedAt instanceof Date) requireNear('published_at', publishedAt, await readMoment(tx));
        await requireChapterVersion(tx, await lockChapterDates(tx, params.uuid), ifMatch);
        const changed = await setPublication(tx, { by, chapterId: params.uuid, publishedAt, languages, withLater });
        const chapter = await findChapterDates(tx, params.uuid);
        setEtag(etagOf(chapter));
        return rowsOf(tx, [chapter, ...changed.filter(({ id }) => id !== chapter.id)], await readMoment(tx));
      });
      return { result: rows, total: rows.length };
    },
  });
}

function addWhatIf({ studio, db, hoursOf }: ReleaseCallsDeps): void {
  studio.add({
    method: 'GET',
    path: '/studio/books/:uuid/what_if',
    summary: 'How many visits would have met a lock by other rules',
    description:
      'The visits of the last 30 days by readers who were no members, each decided anew at its hour: by the rules of the ' +
      'book, and with `free_chapters` (or `default`) and `early_access_days` (or `never`) in their place.',
    right: 'prices',
    params: chapterUuid,
    query: whatIfQuery,
    answer: whatIfAnswer,
    failures: [404],
    async answerTo({ params, query }) {
      const proposed = { publicFreeChapters: query.free_chapters, earlyAccessDays: query.early_access_days };
      const sum = await whatIf(db, { bookId: params.uuid, proposed, now: await readMoment(db), hoursOf });
      return {
        result: {
          from: sum.from.toISOString(),
          to: sum.to.toISOString(),
          visits: sum.visits,
          locked_now: sum.lockedNow,
          locked_proposed: sum.lockedProposed,
          members: sum.members,
        },
      };
    },
  });
}

export function presentWindow({ id, bookId, from, to }: Window) {
  return { window_id: id, book_uuid: bookId, from: from.toISOString(), to: to.toISOString() };
}

function addWindowCalls(deps: ReleaseCallsDeps): void {
  const { studio, db, timeZone } = deps;
  studio.add({
    method: 'GET',
    path: '/studio/windows',
    summary: 'The windows in which books are open to all, the newest beginning first',
    right: 'books',
    query: windowsQuery,
    answer: windowsAnswer,
    failures: [404],
    async answerTo({ query: { page, page_size: pageSize, book_uuid: bookId } }) {
      const windows = await listWindowsOf(db, bookId === undefined ? 'all' : { bookId });
      const shown = windows.slice(page * pageSize, (page + 1) * pageSize);
      return { result: shown.map(presentWindow), total: windows.length };
    },
  });

  studio.add({
    method: 'POST',
    path: '/studio/windows',
    summary: 'Open a book, or all, to everybody for a time',
    description: '`book_uuid` null: the whole site. `from` may lie back, `to` lies ahead; at most 366 days.',
    right: 'books',
    body: windowBody,
    answer: windowAnswer,
    status: 201,
    failures: [404],
    async answerTo({ body, by }) {
      const zone = body.time_zone ?? timeZone;
      const [from, to] = [readGivenTime('from', body.from, zone), readGivenTime('to', body.to, zone)];
      const window = await changeDates(deps, (tx) => addWindow(tx, { by, bookId: body.book_uuid, from, to }));
      return { result: presentWindow(window) };
    },
  });

  studio.add({
    method: 'DELETE',
    path: '/studio/windows/:uuid',
    summary: 'Remove a window that lies ahead, or end one that runs',
    right: 'books',
    params: chapterUuid,
    failures: [404, 409],
    answerTo: ({ params, by }) => changeDates(deps, (tx) => removeWindow(tx, { by, windowId: params.uuid })),
  });
}
