import type { FastifyReply, FastifyRequest } from 'fastify';
import { withTransaction } from '../../../../server/database/db.ts';
import { toAppError } from '../../../../server/http/errors.ts';
import type { Platform } from '../../../../server/http/platform.ts';
import { hashOfMd5 } from '../../../accounts/server/accounts.ts';
import type { Dates } from '../../../catalog/server/dates/openings.ts';
import { saveProgress } from '../../../library/server/places.ts';
import type { KeyHolder } from '../../../membership/server/membership.ts';
import { isDocument, type Pushed, readPushed } from '../../sync.ts';
import { findGiven, type GivenFile } from '../given/queries.ts';
import type { Keys } from '../keys/keys.ts';
import type { DoorPages } from '../pages/pages.ts';
import { findWebPlace, reportOf } from './places.ts';
import { findSynced, keepSynced } from './queries.ts';

export interface KoreaderDeps extends Pick<Platform, 'http' | 'db' | 'setting'> {
  dates: Dates;
  keys: Keys;
  pages: DoorPages;
}

const base = '/koreader';
/** The web's place comes from no device of the user's: one that is named as theirs would be passed over. */
const web = { device: 'Longstrip', device_id: 'longstrip' };

/** A refusal in the words of KOReader's own server. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Places in documents for KOReader (spec: doors.md#koreader). */
export async function mountKoreader(deps: KoreaderDeps): Promise<void> {
  const { http, db, keys, setting } = deps;

  /** The user of the key that KOReader sends: the md5 of a token, beside any name. */
  async function requireUser(request: FastifyRequest): Promise<KeyHolder> {
    const md5 = request.headers['x-auth-key'];
    if (typeof md5 !== 'string' || md5 === '') throw unauthorized();
    const hash = hashOfMd5(md5);
    const asker = await keys.askerBy(request, hash && { md5: hash });
    if (asker.kind !== 'user' || !asker.viewer.scopes.includes('sync')) throw unauthorized();
    return asker.viewer;
  }

  async function push(request: FastifyRequest): Promise<object> {
    const viewer = await requireUser(request);
    const { document, pushed } = readBody(request.body);
    const file = await findFile(document);
    const { now, userId } = viewer;
    const report = file && (await reportOf(deps, { viewer, file, progress: pushed.progress, now }));
    await withTransaction(db, async (tx) => {
      await keepSynced(tx, { ...pushed, userId, document, now });
      if (report) await saveProgress(tx, { userId, items: [report], now });
    });
    return { document, timestamp: secondsOf(now) };
  }

  /** The later of what a device sent and of the place on the web; after the same moment what the device sent. */
  async function pull(request: FastifyRequest<{ Params: { '*': string } }>): Promise<object> {
    const viewer = await requireUser(request);
    const document = request.params['*'];
    if (!isDocument(document)) throw malformed();
    const row = await findSynced(db, { userId: viewer.userId, document });
    const file = await findFile(document);
    const place = file && (await findWebPlace(deps, { viewer, file }));
    if (place && (!row || place.updatedAt > row.pushedAt)) {
      const { progress, percentage, updatedAt } = place;
      return { document, progress, percentage, ...web, timestamp: secondsOf(updatedAt) };
    }
    if (!row) return {};
    const { progress, percentage, device, deviceId, pushedAt } = row;
    return { document, progress, percentage, device, device_id: deviceId, timestamp: secondsOf(pushedAt) };
  }

  async function findFile(document: string): Promise<GivenFile | null> {
    return /^[0-9a-f]{32}$/.test(document) ? findGiven(db, document) : null;
  }

  await http.app.register(async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.setErrorHandler((error, request, reply) => {
      if (error instanceof Refused) return send(reply, error.status, { code: error.code, message: error.message });
      const { status, message, retryAfterSeconds } = toAppError(error);
      if (status >= 500) http.noteFailure(request, error);
      if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
      // A body that is too large, or none that can be read, is a bad document to KOReader.
      if (status < 500 && status !== 429) return send(reply, 403, { code: 2003, message });
      return send(reply, status, { code: 2000, message });
    });
    const options = { schema: { hide: true } };
    app.post(`${base}/users/create`, options, (_request, reply) =>
      send(reply, 402, { message: `Make a key on ${setting('name')} instead` }),
    );
    app.get(`${base}/users/auth`, options, async (request, reply) => {
      await requireUser(request);
      return send(reply, 200, { authorized: 'OK' });
    });
    app.put(`${base}/syncs/progress`, options, async (request, reply) => send(reply, 200, await push(request)));
    app.get<{ Params: { '*': string } }>(`${base}/syncs/progress/*`, options, async (request, reply) =>
      send(reply, 200, await pull(request)),
    );
    app.get(`${base}/healthcheck`, options, (_request, reply) => send(reply, 200, { state: 'OK' }));
  });
}

/** KOReader passes over a body whose type says more than this; for an object Fastify would add a charset. */
function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .send(Buffer.from(JSON.stringify(body)));
}

function readBody(body: unknown): { document: string; pushed: Pushed } {
  const given = parseObject(body);
  const pushed = given && readPushed(given);
  if (given && !isDocument(given.document)) throw malformed();
  if (!given || !pushed) throw new Refused(403, 2003, 'Invalid request');
  return { document: String(given.document), pushed };
}

function parseObject(body: unknown): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(String(body));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
  } catch {
    return null;
  }
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);
const unauthorized = () => new Refused(401, 2001, 'Unauthorized');
const malformed = () => new Refused(403, 2004, "Field 'document' not provided or malformed");
