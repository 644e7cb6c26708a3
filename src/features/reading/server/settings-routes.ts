import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../server/clock.ts';
import type { Db } from '../../../server/db.ts';
import { guard } from '../../../server/guard.ts';
import { type HttpApp, needsToken } from '../../../server/http.ts';
import { apiBase } from '../../../shared/paths.ts';
import { envelope, failure } from '../../../shared/wire.ts';
import { readerSettingsAnswer, readerSettingsBody } from '../contract.ts';
import { readSettings, saveSettings } from './settings.ts';

interface SettingsDeps {
  db: Db;
  clock: Clock;
  /** The user who asks; rejects with 401 when there is none. */
  requireReader(request: FastifyRequest): Promise<{ userId: string }>;
}

const tags = ['user'];
const security = needsToken;
const readFailures = { 400: failure, 401: failure, 429: failure, 503: failure };

/** A user's settings of the reader, for all their devices; nobody else ever sees them. */
export function addSettingsCalls(app: HttpApp, { db, clock, requireReader }: SettingsDeps): void {
  const onRequest = guard(requireReader);
  const url = `${apiBase}/user/reader_settings`;

  app.get(
    url,
    {
      onRequest,
      schema: {
        security,
        summary: "The caller's settings of the reader",
        description: 'Only what was ever chosen: for all else the defaults hold.',
        tags,
        response: { 200: envelope(readerSettingsAnswer), ...readFailures },
      },
    },
    async (request) => {
      const { userId } = await requireReader(request);
      return { data: { result: await readSettings(db, userId) } };
    },
  );

  app.put(
    url,
    {
      onRequest,
      schema: {
        security,
        summary: 'Tell how the caller has set the reader',
        description:
          'Some settings, each with the time of its choice (never later than now); those that are not sent stay. Of ' +
          'each the later choice holds, however often and in whatever order choices arrive. Answers all that hold.',
        tags,
        body: readerSettingsBody,
        response: { 200: envelope(readerSettingsAnswer), ...readFailures, 413: failure, 415: failure },
      },
    },
    async (request) => {
      const { userId } = await requireReader(request);
      return { data: { result: await saveSettings(db, { userId, items: request.body.items, now: clock() }) } };
    },
  );
}
