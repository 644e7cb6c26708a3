import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../../server/http/platform.ts';
import { addOpenCall } from '../../../server/http/user-api.ts';
import { asksNotToBeTracked, visitorIdOf } from '../../../server/http/visitor.ts';
import { Payload } from '../../../server/process/payload.ts';
import type { Understood } from '../../../shared/calls.ts';
import { type Dates, presentAccess } from '../../catalog/server/dates/openings.ts';
import { readingCalls } from '../contract.ts';
import { isMember } from '../rules.ts';
import type { Who } from './event-allowance.ts';
import { type CountForStudio, createEventRecorder, type EventKeeping, type FinishBooks } from './events.ts';
import type { LastLanguages } from './last-language.ts';
import { setLike } from './likes.ts';
import { createLocks, type LockDeps } from './lock.ts';
import { openChapter, storedChapters } from './open-chapter.ts';
import { type PicturesOf, presentChapter } from './present.ts';
import type { Reader } from './reading.ts';
import { createRefuse, type LastPeriodOf } from './refusal.ts';
import { readSettings, saveSettings } from './settings.ts';
import { createTextSearches } from './text-search.ts';
import { createUserChapters } from './user-chapters.ts';

export interface ReadingDeps extends Platform<Reader>, Pick<LockDeps, 'plansOnSale' | 'sellerTold'> {
  dates: Dates;
  picturesOf: PicturesOf;
  picturesFreeUntil: (until: string | null) => PicturesOf;
  signedPicturesFor(reader: Reader): PicturesOf;
  addressExpiry(): Date;
  lastPeriodOf: LastPeriodOf;
  numbers: CountForStudio;
  keeping: EventKeeping;
  finishBooks: FinishBooks;
  lastLanguages: LastLanguages;
}

/** Reading's calls (spec: reading.md#reading-calls). */
export function mountReading(deps: ReadingDeps): void {
  addChapterCall(deps);
  addLockCall(deps);
  addTextSearch(deps);
  addLikeCalls(deps);
  addEventRoute(deps);
  addSettingsCalls(deps);
}

function addChapterCall(deps: ReadingDeps): void {
  const { api, db, dates, picturesFreeUntil, lastLanguages } = deps;
  const refuse = createRefuse(deps);
  const forVisitors = { ...storedChapters(db), dates, refuse };
  const openForUser = createUserChapters({ ...deps, refuse });
  api.add(
    readingCalls.openChapter,
    async ({ params: { chapterUuid: chapterId, language } }) => {
      const opened = await openChapter(forVisitors, { chapterId, language, reader: null });
      const access = presentAccess(opened.access);
      const picturesOf = picturesFreeUntil(access.until);
      return { result: await presentChapter(opened, { access, alreadyFavor: false, picturesOf }) };
    },
    async ({ params: { chapterUuid: chapterId, language }, viewer: reader }) => {
      const payload = await openForUser({ chapterId, language, reader });
      await lastLanguages.note({ userId: reader.userId, language });
      return payload;
    },
  );
}

/** The lock that stands in the place of a chapter for members. */
function addLockCall(deps: ReadingDeps): void {
  const { lockOf, offerIn } = createLocks(deps);
  deps.api.add(readingCalls.getLock, async ({ params: { chapterUuid, language } }) => ({
    result: await lockOf({ chapterId: chapterUuid, language }),
  }));
  deps.api.add(readingCalls.getOpened, async ({ params: { language } }) => ({ result: await offerIn(language) }));
}

/** The search within a novel. */
function addTextSearch({ api, db, dates, clock, metrics }: ReadingDeps): void {
  const searches = createTextSearches({ db, dates, clock });
  metrics.watchSearches(searches.use);
  api.add(
    readingCalls.searchText,
    ({ params, query }) => searches.find({ ...params, ...query, membership: null, now: dates.now() }),
    async ({ params, query, viewer: { membership, now } }) => {
      return new Payload(JSON.stringify({ data: await searches.find({ ...params, ...query, membership, now }) }));
    },
  );
}

/** Likes, for users who may read the chapter. */
function addLikeCalls(deps: ReadingDeps): void {
  const { users, db, dates } = deps;
  const refuse = createRefuse(deps);
  const set =
    (liked: boolean) =>
    async ({ viewer: reader, body }: { viewer: Reader; body: Understood<typeof readingCalls.like, 'body'> }) => ({
      result: await setLike(db, {
        ...{ reader, liked, dates, refuse },
        bookId: body.book_uuid,
        chapterId: body.chapter_uuid,
      }),
    });
  users.add(readingCalls.like, set(true));
  users.add(readingCalls.unlike, set(false));
}

/** The events that browsers report while people read. */
function addEventRoute({ app, db, clock, viewerOf, numbers, keeping, finishBooks }: ReadingDeps): void {
  const recordEvents = createEventRecorder(db, { numbers, keeping, finishBooks });
  addOpenCall(app, readingCalls.sendEvents, async ({ body: { events }, request }) => {
    const reader = await viewerOf(request);
    const who = whoIs(request, reader);
    await recordEvents({
      events,
      address: request.ip,
      isMember: isMember(reader),
      who,
      userId: reader?.userId ?? null,
      now: clock(),
    });
  });
}

/** The reader for the studio's numbers; null: nobody is known, or asks not to be tracked (spec: studio.md#numbers). */
function whoIs({ headers }: FastifyRequest, reader: Reader | null): Who | null {
  if (asksNotToBeTracked(headers)) return null;
  if (reader) return { kind: 'user', id: reader.userId };
  const visitorId = visitorIdOf(headers);
  return visitorId === null ? null : { kind: 'visitor', id: visitorId };
}

/** A user's settings of the reader, for all their devices; nobody else ever sees them. */
function addSettingsCalls({ users, db, clock }: ReadingDeps): void {
  users.add(readingCalls.getSettings, async ({ viewer }) => ({ result: await readSettings(db, viewer.userId) }));

  users.add(readingCalls.saveSettings, async ({ viewer: { userId }, body: { items } }) => ({
    result: await saveSettings(db, { userId, items, now: clock() }),
  }));
}
