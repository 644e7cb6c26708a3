import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Clock } from '../../../server/clock.ts';
import type { DbPool } from '../../../server/db.ts';
import { type HttpApp, needsToken } from '../../../server/http.ts';
import { Payload } from '../../../server/payload.ts';
import type { PublicApi } from '../../../server/public-api.ts';
import { apiBase } from '../../../shared/paths.ts';
import { envelope, failure } from '../../../shared/wire.ts';
import {
  chapterAnswer,
  chapterParams,
  eventsBody,
  favorAnswer,
  favorBody,
  refusedChapter,
  textSearchAnswer,
  textSearchParams,
  textSearchQuery,
} from '../contract.ts';
import { createEventRecorder } from './events.ts';
import { setLike } from './likes.ts';
import { chapterNotFound, type PicturesOf, presentChapter, refusalError } from './present.ts';
import { openChapter, type Reader } from './reading.ts';
import { createTextSearch } from './text-search.ts';
import { createUserChapters } from './user-chapters.ts';

interface ReadingDeps {
  db: DbPool;
  clock: Clock;
  picturesOf: PicturesOf;
  signedPicturesFor(reader: Reader): PicturesOf;
  addressExpiry(): Date;
  /** The user who asks; rejects with 401 when there is none. */
  requireReader(request: FastifyRequest): Promise<Reader>;
}

/** Reading's public calls, product.md section 7. */
export function addReadingCalls(api: PublicApi, deps: ReadingDeps): void {
  const { db, clock, picturesOf } = deps;
  const openForUser = createUserChapters(deps);
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
      const opened = await openChapter(db, { chapterId: params.chapterUuid, language: params.language, now: clock() });
      if (opened.kind === 'not_found') throw chapterNotFound();
      if (opened.kind !== 'open') throw refusalError(opened);
      const { chapter, content } = opened;
      return { result: await presentChapter(chapter, content, { alreadyFavor: false, picturesOf }) };
    },
    async answerUser({ params }, request) {
      const reader = await deps.requireReader(request);
      return openForUser({ chapterId: params.chapterUuid, language: params.language, reader });
    },
  });
}

/** The search within a novel. */
export function addTextSearch(
  api: PublicApi,
  { db, clock, requireReader }: Pick<ReadingDeps, 'db' | 'clock' | 'requireReader'>,
): void {
  const searchText = createTextSearch({ db, clock });
  api.add({
    path: '/reader/book/:bookId/:language/text',
    summary: 'Search in the text of a novel',
    description:
      'Only chapters that the caller may read are searched. `total` counts up to 500; 501 means that there are more. ' +
      'Case, width, accents and Arabic vowel marks do not matter.',
    params: textSearchParams,
    query: textSearchQuery,
    answer: textSearchAnswer,
    failures: [404],
    answerTo: ({ params, query }) => searchText({ ...params, ...query, membership: null, now: clock() }),
    async answerUser({ params, query }, request) {
      const { membership, now } = await requireReader(request);
      return new Payload(JSON.stringify({ data: await searchText({ ...params, ...query, membership, now }) }));
    },
  });
}

const likes = [
  { method: 'POST', liked: true, summary: 'Like a chapter' },
  { method: 'DELETE', liked: false, summary: 'Take a like back' },
] as const;

/** Likes, for users who may read the chapter. */
export function addLikeRoutes(app: HttpApp, { db, requireReader }: Pick<ReadingDeps, 'db' | 'requireReader'>): void {
  for (const { method, liked, summary } of likes) {
    app.route({
      method,
      url: `${apiBase}/comics/chapter/favor`,
      // Before anything of the request is read: a visitor learns nothing about what would have been wrong with it.
      onRequest: async (request) => {
        await requireReader(request);
      },
      schema: {
        security: needsToken,
        summary,
        description: 'Saying it again changes nothing.',
        tags: ['comics'],
        body: favorBody,
        response: {
          200: envelope(favorAnswer),
          ...Object.fromEntries([400, 401, 404, 413, 415, 429, 503].map((status) => [status, failure])),
          403: refusedChapter,
        },
      },
      handler: async (request) => {
        const reader = await requireReader(request);
        const { book_uuid: bookId, chapter_uuid: chapterId } = request.body;
        return { data: { result: await setLike(db, { reader, bookId, chapterId, liked }) } };
      },
    });
  }
}

/** What browsers report while people read. */
export function addEventRoute(app: HttpApp, { db, clock }: Pick<ReadingDeps, 'db' | 'clock'>): void {
  const recordEvents = createEventRecorder(db);
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
      await recordEvents({ events: request.body.events, address: request.ip, now: clock() });
      return reply.code(202).header('Cache-Control', 'no-store').send(undefined);
    },
  );
}
