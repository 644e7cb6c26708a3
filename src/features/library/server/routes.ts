import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Clock } from '../../../server/clock.ts';
import type { DbPool } from '../../../server/db.ts';
import { guard } from '../../../server/guard.ts';
import { type HttpApp, needsToken } from '../../../server/http.ts';
import { apiBase, feedPaths } from '../../../shared/paths.ts';
import { envelope, failure } from '../../../shared/wire.ts';
import type { CoversOf } from '../../catalog/server/catalog.ts';
import {
  feedTokenAnswer,
  followParams,
  followsAnswer,
  followsQuery,
  marksAnswer,
  marksBody,
  newFeedAnswer,
  newFeedQuery,
  progressAnswer,
  progressBody,
  updatesAnswer,
  updatesQuery,
} from '../contract.ts';
import { createFeedToken, endFeed } from './feed-tokens.ts';
import { followBook, listFollows, listUpdates, unfollowBook } from './follows.ts';
import { listBookMarks, saveMarks } from './marks.ts';
import { forgetReading, listProgress, saveProgress } from './places.ts';
import { deletePlaces, findFeedToken } from './queries.ts';

interface LibraryDeps {
  db: DbPool;
  clock: Clock;
  publicUrl: string;
  coversOf: CoversOf;
  /** The user who asks; rejects with 401 when there is none. */
  requireReader(request: FastifyRequest): Promise<{ userId: string }>;
}

const tags = ['user'];
const security = needsToken;
const readFailures = { 400: failure, 401: failure, 429: failure, 503: failure };
const failures = { ...readFailures, 413: failure, 415: failure };

/** What a user keeps, contract.md section 1: nobody else ever sees it. */
export function addLibraryCalls(app: HttpApp, deps: LibraryDeps): void {
  addProgressCalls(app, deps);
  addMarkCalls(app, deps);
  addFollowCalls(app, deps);
  addFeedCalls(app, deps);
}

function addProgressCalls(app: HttpApp, { db, clock, requireReader }: LibraryDeps): void {
  const onRequest = guard(requireReader);
  const url = `${apiBase}/user/progress`;

  app.get(
    url,
    {
      onRequest,
      schema: {
        security,
        summary: 'Where the caller is in each book, the last read first',
        tags,
        response: { 200: envelope(progressAnswer), ...readFailures },
      },
    },
    async (request) => {
      const { userId } = await requireReader(request);
      return { data: { result: await listProgress(db, userId) } };
    },
  );

  app.post(
    url,
    {
      onRequest,
      schema: {
        security,
        summary: 'Tell where the caller is in some books',
        description:
          'At most 100 at once, in any order and as often as one likes: the later `updated_at` (never later than now) ' +
          'gives the position, the furthest never goes back. Answers what came of the books sent; a chapter that its ' +
          'book does not have is passed over.',
        tags,
        body: progressBody,
        response: { 200: envelope(progressAnswer), ...failures },
      },
    },
    async (request) => {
      const { userId } = await requireReader(request);
      const result = await saveProgress(db, { userId, items: request.body.items, now: clock() });
      return { data: { result } };
    },
  );

  app.delete(
    url,
    {
      onRequest,
      schema: {
        security,
        summary: 'Forget where the caller is, in every book, and what they have marked there',
        tags,
        response: { 204: z.undefined(), ...failures },
      },
    },
    async (request, reply) => {
      const { userId } = await requireReader(request);
      await forgetReading(db, userId);
      return reply.code(204).send(undefined);
    },
  );

  app.delete(
    `${url}/:book_uuid`,
    {
      onRequest,
      schema: {
        security,
        summary: 'Forget where the caller is in a book',
        description: 'Until it is told anew. Saying it again changes nothing.',
        tags,
        params: followParams,
        response: { 204: z.undefined(), ...failures },
      },
    },
    async (request, reply) => {
      const { userId } = await requireReader(request);
      await deletePlaces(db, { userId, bookId: request.params.book_uuid });
      return reply.code(204).send(undefined);
    },
  );
}

function addMarkCalls(app: HttpApp, { db, clock, requireReader }: LibraryDeps): void {
  const onRequest = guard(requireReader);
  const url = `${apiBase}/user/marks`;

  app.get(
    url,
    {
      onRequest,
      schema: {
        security,
        summary: 'Which chapters the caller has marked by hand',
        tags,
        response: { 200: envelope(marksAnswer), ...readFailures },
      },
    },
    async (request) => {
      const { userId } = await requireReader(request);
      return { data: { result: await listBookMarks(db, userId) } };
    },
  );

  app.post(
    url,
    {
      onRequest,
      schema: {
        security,
        summary: 'Mark chapters of some books as read, or as not read',
        description:
          'From `first` to `last`, by their numbers. At most 100 books at once, in any order and as often as one likes: ' +
          'for each chapter the later `marked_at` (never later than now) counts. Answers what came of the books sent.',
        tags,
        body: marksBody,
        response: { 200: envelope(marksAnswer), ...failures },
      },
    },
    async (request) => {
      const { userId } = await requireReader(request);
      const result = await saveMarks(db, { userId, items: request.body.items, now: clock() });
      return { data: { result } };
    },
  );
}

function addFollowCalls(app: HttpApp, { db, coversOf, requireReader }: LibraryDeps): void {
  const onRequest = guard(requireReader);
  const url = `${apiBase}/user/follows`;

  app.get(
    url,
    {
      onRequest,
      schema: {
        security,
        summary: 'The books that the caller follows, the last followed first',
        tags,
        querystring: followsQuery,
        response: { 200: envelope(followsAnswer), ...readFailures },
      },
    },
    async (request) => {
      const { userId } = await requireReader(request);
      return { data: { result: await listFollows(db, { userId, language: request.query.language, coversOf }) } };
    },
  );

  const changes = [
    { method: 'PUT', summary: 'Follow a book', change: followBook, more: { 404: failure } },
    { method: 'DELETE', summary: 'Follow a book no longer', change: unfollowBook, more: {} },
  ] as const;
  for (const { method, summary, change, more } of changes) {
    app.route({
      method,
      url: `${url}/:book_uuid`,
      onRequest,
      schema: {
        security,
        summary,
        description: 'Saying it again changes nothing.',
        tags,
        params: followParams,
        response: { 204: z.undefined(), ...failures, ...more },
      },
      handler: async (request, reply) => {
        const { userId } = await requireReader(request);
        await change(db, { userId, bookId: request.params.book_uuid });
        return reply.code(204).send(undefined);
      },
    });
  }

  app.get(
    `${apiBase}/user/updates`,
    {
      onRequest,
      schema: {
        security,
        summary: 'New chapters of the books that the caller follows, newest first',
        description: 'The newest 1,000 at most.',
        tags,
        querystring: updatesQuery,
        response: { 200: envelope(updatesAnswer), ...readFailures },
      },
    },
    async (request) => {
      const { userId } = await requireReader(request);
      const { language, page, page_size: pageSize } = request.query;
      return { data: await listUpdates(db, { userId, language, page, pageSize, coversOf }) };
    },
  );
}

function addFeedCalls(app: HttpApp, { db, publicUrl, requireReader }: LibraryDeps): void {
  const onRequest = guard(requireReader);
  const url = `${apiBase}/user/feed_token`;

  app.get(
    url,
    {
      onRequest,
      schema: {
        security,
        summary: "Whether the caller's own feed has an address, and since when",
        tags,
        response: { 200: envelope(feedTokenAnswer), ...readFailures },
      },
    },
    async (request) => {
      const { userId } = await requireReader(request);
      const found = await findFeedToken(db, userId);
      return { data: { result: found && { created_at: found.createdAt.toISOString() } } };
    },
  );

  app.post(
    url,
    {
      onRequest,
      schema: {
        security,
        summary: "A new address for the caller's own feed",
        description: 'An Atom feed of the new chapters of all followed books. The address before ends.',
        tags,
        querystring: newFeedQuery,
        response: { 200: envelope(newFeedAnswer), ...failures },
      },
    },
    async (request) => {
      const { userId } = await requireReader(request);
      const path = feedPaths.updates(await createFeedToken(db, userId));
      return { data: { result: { url: `${publicUrl}${path}?lang=${request.query.language}` } } };
    },
  );

  app.delete(
    url,
    {
      onRequest,
      schema: {
        security,
        summary: "End the caller's own feed",
        tags,
        response: { 204: z.undefined(), ...failures },
      },
    },
    async (request, reply) => {
      const { userId } = await requireReader(request);
      await endFeed(db, userId);
      return reply.code(204).send(undefined);
    },
  );
}
