import { type Db, withTransaction } from '../../../server/database/db.ts';
import { readGivenTime } from '../../../server/http/given-time.ts';
import { defaultLanguage } from '../../../shared/languages.ts';
import type { Cover } from '../../../shared/wire.ts';
import {
  addWindow,
  etagOf,
  findChapterDates,
  listWindowsOf,
  readBookRules,
  removeWindow,
  requireNear,
  setPublication,
  type Window,
} from '../../catalog/server/dates/publication.ts';
import { type SequenceDate, setSequence } from '../../catalog/server/dates/sequence.ts';
import { readMoment } from '../../catalog/server/dates/settle-queries.ts';
import { lockChapterVersion } from '../../catalog/server/editing/versions.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { listMoments } from '../sequence.ts';
import { releasesStudioCalls } from '../studio-contract.ts';
import { presentChapter, readChaptersByDate, readPublications, rowsOf } from './publications.ts';
import { type HoursOf, whatIf } from './what-if.ts';

export interface ReleaseCallsDeps extends StudioPlatform {
  /** Makes this process see a change at once. */
  refresh(): Promise<void>;
  hoursOf: HoursOf;
  /** The covers that a reader of the studio may see, by their ids. */
  showCoversInStudio(reader: { imageAudience: string }, ids: readonly string[]): Promise<Map<string, Cover>>;
}

/** The studio's calls about dates and access (spec: studio.md#publishing). */
export function mountReleaseCalls(deps: ReleaseCallsDeps): void {
  addPublications(deps);
  addSequence(deps);
  addWhatIf(deps);
  addWindowCalls(deps);
}

async function changeDates<T>({ db, refresh }: ReleaseCallsDeps, work: (tx: Db) => Promise<T>): Promise<T> {
  const result = await withTransaction(db, work);
  await refresh();
  return result;
}

function addPublications(deps: ReleaseCallsDeps): void {
  const { studio, db, setting, showCoversInStudio } = deps;
  studio.add(releasesStudioCalls.listPublications, async ({ staff, query }) => {
    const zone = query.time_zone ?? setting('time_zone');
    const { page, page_size: pageSize, from, to, book, state, language, edition = null, direction } = query;
    const filter = {
      from: from === undefined ? null : readGivenTime('from', from, zone),
      to: to === undefined ? null : readGivenTime('to', to, zone),
      bookId: book ?? null,
      state: state ?? null,
      limit: pageSize,
      offset: page * pageSize,
    };
    if (book !== undefined) await readBookRules(db, book);
    if (query.by === undefined) return readPublications(db, { ...filter, language: language ?? null });
    const { rows, total } = await readChaptersByDate(db, {
      ...{ ...filter, edition, direction },
      language: language ?? defaultLanguage,
    });
    const covers = await showCoversInStudio(staff, [
      ...new Set(rows.flatMap(({ coverImageId }) => coverImageId ?? [])),
    ]);
    return { result: rows.map((row) => presentChapter(row, covers)), total };
  });

  studio.add(releasesStudioCalls.setPublication, async ({ params, body, by, ifMatch, setEtag }) => {
    const { published_at: at, languages, with_later: withLater, silent: isSilent } = body;
    const zone = body.time_zone ?? setting('time_zone');
    const publishedAt = at === null || at === 'now' ? at : readGivenTime('published_at', at, zone);
    const rows = await changeDates(deps, async (tx) => {
      if (publishedAt instanceof Date) requireNear('published_at', publishedAt, await readMoment(tx));
      await lockChapterVersion(tx, params.uuid, ifMatch);
      const changed = await setPublication(tx, {
        ...{ by, chapterId: params.uuid, publishedAt, languages, withLater, isSilent },
      });
      const chapter = await findChapterDates(tx, params.uuid);
      setEtag(etagOf(chapter));
      return rowsOf(tx, [chapter, ...changed.filter(({ id }) => id !== chapter.id)], await readMoment(tx));
    });
    return { result: rows, total: rows.length };
  });
}

function addSequence(deps: ReleaseCallsDeps): void {
  const { studio, setting } = deps;
  studio.add(releasesStudioCalls.scheduleSequence, async ({ body, by }) => {
    const { chapters: chapterIds, book_uuid: bookId = '', languages, every, per, silent, dry_run: isDryRun } = body;
    const timeZone = body.time_zone ?? setting('time_zone');
    const start = readGivenTime('start', body.start, timeZone);
    const dates = await changeDates(deps, (tx) =>
      setSequence(tx, {
        ...{ by, start, languages, isDryRun },
        of: chapterIds ? { chapterIds } : { bookId },
        momentsFrom: (from, count) => listMoments({ from, every, timeZone, count }),
        chaptersAtOnce: per,
        isSilent: silent,
      }),
    );
    return { result: dates.map(presentSequenceDate), total: dates.length };
  });
}

function presentSequenceDate({ chapter, number, languages, publishedAt, isPublished }: SequenceDate) {
  return {
    chapter_uuid: chapter.id,
    place: chapter.place,
    number,
    languages: [...languages],
    published_at: publishedAt.toISOString(),
    is_published: isPublished,
  };
}

function addWhatIf({ studio, db, setting, hoursOf }: ReleaseCallsDeps): void {
  studio.add(releasesStudioCalls.getWhatIf, async ({ params, query }) => {
    const proposed = { publicFreeChapters: query.free_chapters, earlyAccessDays: query.early_access_days };
    const sum = await whatIf(db, {
      ...{ bookId: params.uuid, proposed, hoursOf },
      defaultFree: setting('free_chapters'),
      now: await readMoment(db),
    });
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
  });
}

export function presentWindow({ id, bookId, from, to }: Window) {
  return { window_id: id, book_uuid: bookId, from: from.toISOString(), to: to.toISOString() };
}

function addWindowCalls(deps: ReleaseCallsDeps): void {
  const { studio, db, setting } = deps;
  studio.add(releasesStudioCalls.listWindows, async ({ query: { page, page_size: pageSize, book_uuid: bookId } }) => {
    const windows = await listWindowsOf(db, bookId === undefined ? 'all' : { bookId });
    const shown = windows.slice(page * pageSize, (page + 1) * pageSize);
    return { result: shown.map(presentWindow), total: windows.length };
  });

  studio.add(releasesStudioCalls.createWindow, async ({ body, by }) => {
    const zone = body.time_zone ?? setting('time_zone');
    const [from, to] = [readGivenTime('from', body.from, zone), readGivenTime('to', body.to, zone)];
    const window = await changeDates(deps, (tx) => addWindow(tx, { by, bookId: body.book_uuid, from, to }));
    return { result: presentWindow(window) };
  });

  studio.add(releasesStudioCalls.endWindow, ({ params, by }) =>
    changeDates(deps, (tx) => removeWindow(tx, { by, windowId: params.uuid })),
  );
}
