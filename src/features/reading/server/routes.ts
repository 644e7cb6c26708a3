import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Clock } from '../../../server/clock.ts';
import type { DbPool } from '../../../server/db.ts';
import type { HttpApp } from '../../../server/http.ts';
import type { Metrics } from '../../../server/metrics.ts';
import { Payload } from '../../../server/payload.ts';
import type { PublicApi } from '../../../server/public-api.ts';
import type { UserApi } from '../../../server/user-api.ts';
import { asksNotToBeTracked, visitorIdOf } from '../../../server/visitor.ts';
import { apiBase } from '../../../shared/paths.ts';
import { failure } from '../../../shared/wire.ts';
import { type Dates, presentAccess } from '../../catalog/server/release/openings.ts';
import {
  chapterAnswer,
  chapterLockAnswer,
  chapterParams,
  eventsBody,
  favorAnswer,
  favorBody,
  readerSettingsAnswer,
  readerSettingsBody,
  refusedChapter,
  textSearchAnswer,
  textSearchParams,
  textSearchQuery,
} from '../contract.ts';
import { type CountForStudio, createEventRecorder, type EventKeeping } from './events.ts';
import { createRefuse, type LastStretchOf } from './had.ts';
import type { Who } from './kept-events.ts';
import { setLike } from './likes.ts';
import { createLocks, type LockDeps } from './lock.ts';
import { chapterNotFound, type PicturesOf, presentChapter, refusalError } from './present.ts';
import { openChapter, type Reader } from './reading.ts';
import { readSettings, saveSettings } from './settings.ts';
import { createTextSearches } from './text-search.ts';
import { createUserChapters } from './user-chapters.ts';

interface ReadingDeps extends Pick<LockDeps, 'plansOnSale'> {
  app: HttpApp;
  api: PublicApi<Reader>;
  users: UserApi<Reader>;
  db: DbPool;
  clock: Clock;
  dates: Dates;
  picturesOf: PicturesOf;
  picturesFreeUntil: (until: string | null) => PicturesOf;
  signedPicturesFor(reader: Reader): PicturesOf;
  addressExpiry(): Date;
  lastStretchOf: LastStretchOf;
  /** The user who makes the request; null for a visitor. */
  readerOf(request: FastifyRequest): Promise<Reader | null>;
  numbers: CountForStudio;
  keeping: EventKeeping;
  metrics: Pick<Metrics, 'watchSearches'>;
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
  const { api, db, dates, picturesFreeUntil } = deps;
  const openForUser = createUserChapters({ ...deps, refuse: createRefuse(deps) });
  api.add({
    path: '/comics/chapter_comics/:chapterUuid/:language',
    summary: 'What is read in a chapter',
    description:
      'A chapter that the caller may not read answers 403 `membership_required` or `membership_expired`; the body ' +
      'then also has `chapter`, with its title and neighbours. Addresses of images that are not free are signed for ' +
      'the session and expire.',
    params: chapterParams,
    answer: chapterAnswer,
    failures: [404],
    refusal: refusedChapter,
    async answerTo({ params }) {
      const opened = await openChapter(db, { chapterId: params.chapterUuid, language: params.language, dates });
      if (opened.kind === 'not_found') throw chapterNotFound();
      if (opened.kind !== 'open') throw refusalError(opened);
      const { chapter, content } = opened;
      const access = presentAccess(opened.access);
      const picturesOf = picturesFreeUntil(access.until);
      return { result: await presentChapter(chapter, content, { access, alreadyFavor: false, picturesOf }) };
    },
    answerUser: ({ params, viewer: reader }) =>
      openForUser({ chapterId: params.chapterUuid, language: params.language, reader }),
  });
}

/** The lock that stands in the place of a chapter for members. */
function addLockCall(deps: ReadingDeps): void {
  const lockOf = createLocks(deps);
  deps.api.add({
    path: '/comics/chapter_lock/:chapterUuid/:language',
    summary: 'What a chapter for members shows of itself, and what a membership opens',
    description: '`preview` is null for a chapter that is free. `opens` is at most 10 minutes old.',
    params: chapterParams,
    answer: chapterLockAnswer,
    failures: [404],
    answerTo: async ({ params: { chapterUuid, language } }) => ({
      result: await lockOf({ chapterId: chapterUuid, language }),
    }),
  });
}

/** The search within a novel. */
function addTextSearch({ api, db, dates, metrics }: ReadingDeps): void {
  const searches = createTextSearches({ db, dates });
  metrics.watchSearches(searches.use);
  api.add({
    path: '/reader/book/:bookId/:language/text',
    counts: 'text-search',
    summary: 'Search in the text of a novel',
    description:
      'Only chapters that the caller may read are searched. `total` counts up to 500; 501 means that there are more. ' +
      'Case, width, accents and Arabic vowel marks do not matter.',
    params: textSearchParams,
    query: textSearchQuery,
    answer: textSearchAnswer,
    failures: [404],
    answerTo: ({ params, query }) => searches.find({ ...params, ...query, membership: null, now: dates.now() }),
    async answerUser({ params, query, viewer: { membership, now } }) {
      return new Payload(JSON.stringify({ data: await searches.find({ ...params, ...query, membership, now }) }));
    },
  });
}

const likes = [
  { method: 'POST', liked: true, summary: 'Like a chapter' },
  { method: 'DELETE', liked: false, summary: 'Take a like back' },
] as const;

/** Likes, for users who may read the chapter. */
function addLikeCalls(deps: ReadingDeps): void {
  const { users, db, dates } = deps;
  const refuse = createRefuse(deps);
  for (const { method, liked, summary } of likes) {
    users.add({
      method,
      path: '/comics/chapter/favor',
      summary,
      description: 'Saying it again changes nothing.',
      body: favorBody,
      answer: favorAnswer,
      failures: [404],
      refusal: refusedChapter,
      answerTo: async ({ viewer: reader, body: { book_uuid: bookId, chapter_uuid: chapterId } }) => ({
        result: await setLike(db, { reader, bookId, chapterId, liked, dates, refuse }),
      }),
    });
  }
}

/** The events that browsers report while people read. */
function addEventRoute({ app, db, clock, readerOf, numbers, keeping }: ReadingDeps): void {
  const recordEvents = createEventRecorder(db, { numbers, keeping });
  app.post(
    `${apiBase}/events`,
    {
      config: { counts: 'events' },
      schema: {
        summary: 'Reading events of one reader',
        description: 'At most 50 at once; a repeated `event_id` counts once.',
        tags: ['events'],
        body: eventsBody,
        response: { 202: z.undefined(), 400: failure, 413: failure, 415: failure, 429: failure, 503: failure },
      },
    },
    async (request, reply) => {
      const reader = await readerOf(request);
      const isMember = reader?.membership ? reader.membership.expireAt > reader.now : false;
      const who = whoIs(request, reader);
      await recordEvents({ events: request.body.events, address: request.ip, isMember, who, now: clock() });
      return reply.code(202).header('Cache-Control', 'no-store').send(undefined);
    },
  );
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
  users.add({
    method: 'GET',
    path: '/user/reader_settings',
    summary: "The caller's settings of the reader",
    description: 'Only what was ever chosen: for all else the defaults hold.',
    answer: readerSettingsAnswer,
    answerTo: async ({ viewer }) => ({ result: await readSettings(db, viewer.userId) }),
  });

  users.add({
    method: 'PUT',
    path: '/user/reader_settings',
    summary: 'Tell how the caller has set the reader',
    description:
      'Some settings, each with the time of its choice (never later than now); those that are not sent stay. Of ' +
      'each the later choice holds, however often and in whatever order choices arrive. Answers all that hold.',
    body: readerSettingsBody,
    answer: readerSettingsAnswer,
    answerTo: async ({ viewer: { userId }, body: { items } }) => ({
      result: await saveSettings(db, { userId, items, now: clock() }),
    }),
  });
}
