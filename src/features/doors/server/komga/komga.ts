import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { toAppError } from '../../../../server/http/errors.ts';
import type { Platform } from '../../../../server/http/platform.ts';
import { type Language, languageNames } from '../../../../shared/languages.ts';
import { pages, paths } from '../../../../shared/paths.ts';
import { storable } from '../../../../shared/wire.ts';
import { listsAdult } from '../../../catalog/rules.ts';
import { findChapterPath } from '../../../catalog/server/catalog.ts';
import type { Dates } from '../../../catalog/server/dates/openings.ts';
import type { KeyHolder } from '../../../membership/server/membership.ts';
import { isMember } from '../../../reading/rules.ts';
import type { GivenFiles } from '../given/given-files.ts';
import type { Keys } from '../keys/keys.ts';
import type { TextIn } from '../keys/words.ts';
import { type Answer, forbidden, Json, notFound, Refusal, Violation } from './answers.ts';
import { bookCalls } from './book-calls.ts';
import { type Call, type Ground, get } from './calls.ts';
import { createEventStreams } from './event-streams.ts';
import { readId, readNovelId } from './ids.ts';
import { listCalls } from './list-calls.ts';
import { createListing, type Reader } from './listing.ts';
import { progressCalls } from './progress-calls.ts';
import type { Query } from './query.ts';
import { createSessions } from './sessions.ts';
import { presentError, presentUser } from './shapes.ts';

export interface KomgaDeps extends Platform, Omit<Ground, 'db' | 'listing' | 'nameOfLibrary' | 'files'> {
  dates: Dates;
  keys: Keys;
  /** Whether a user has said to be old enough for books for adults. */
  wantsAdult(userId: string): Promise<boolean>;
}

/** What the door has only where the words of the site are. */
interface Spoken {
  textIn: TextIn;
  files: GivenFiles;
}

/** The paths of the door; at KOMGA_HOST they begin without it, which `rewriteUrl` of the server adds. */
const root = '/komga';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const realm = { 'WWW-Authenticate': 'Basic realm="Realm"' };
const storableGiven = z.unknown().check(storable);

/** The part of Komga's API that its clients use (spec: doors.md#the-komga-shape). */
export async function mountKomga(deps: KomgaDeps): Promise<{ speak(given: Spoken): void }> {
  const { app, config, keys, clock, log } = deps;
  const secret = config.jwtSecret;
  const sessions = createSessions({ secret, isSecure: config.publicUrl.startsWith('https:'), now: clock });
  const addressOf = ({ id, language }: { id: string; language: string }) =>
    `${config.publicUrl}${paths.book(id)}?lang=${language}`;
  const listing = createListing({ ...deps, addressOf });
  let spoken: Spoken | null = null;
  const nameOfLibrary = (language: Language, kind: 'comic' | 'novel') =>
    `${languageNames[language]} · ${spoken ? spoken.textIn(language).t(`catalog.kinds.${kind}`) : kind}`;
  const files = () => {
    if (!spoken) throw notFound();
    return spoken.files;
  };
  const ground = { ...deps, listing, nameOfLibrary, files, now: clock };
  const streams = createEventStreams({ isAlive: async (keyId) => (await keys.findById(keyId)) !== null, app });
  const calls = compile([
    ...listCalls(ground),
    ...bookCalls(ground),
    ...progressCalls(ground),
    get('/api/v2/users/me', async ({ reader, name }) => {
      const mayDownload = await listing.hasFiles(reader);
      return new Json(presentUser({ id: reader.userId, name, mayDownload }));
    }),
    get('/sse/v1/events', async ({ viewer, reply }) => streams.open(viewer, reply)),
    // What a server tells of itself is for administrators, and nobody is one here.
    get('/actuator/info', () => Promise.reject(forbidden())),
  ]);

  /** A key beats a session; each answer to a right key gives a session, unless the caller brought a living one. */
  async function requireHolder(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ viewer: KeyHolder; name: string }> {
    const asker = await keys.askerOf(request);
    // Whoever sends a key of its own knows what to do; the others are asked for a name and a key.
    if (asker.kind === 'wrong_key') throw new Refusal(401, 'Wrong key', request.headers['x-api-key'] ? {} : realm);
    const brought = sessions.find(request);
    if (asker.kind === 'user') {
      const { viewer, name } = asker;
      const own = brought?.session.keyId === viewer.sessionId ? brought.value : null;
      sessions.give(request, reply, { keyId: viewer.sessionId, name }, own);
      return { viewer, name: name ?? viewer.username };
    }
    const viewer = brought && (await keys.findById(brought.session.keyId));
    if (!viewer) throw new Refusal(401, 'Please sign in with a key', realm);
    sessions.give(request, reply, brought.session, brought.value);
    requireJson(request);
    return { viewer, name: brought.session.name ?? viewer.username };
  }

  async function readerOf(viewer: KeyHolder): Promise<Reader> {
    const { userId, now } = viewer;
    const adult = listsAdult(config.adultBooks, { adult: await deps.wantsAdult(userId) });
    return { userId, isMember: isMember(viewer), adult, now, downloads: config.downloads };
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const path = pathOf(request);
    const { method } = request;
    const asked = method === 'HEAD' ? 'GET' : method;
    const open = asked === 'GET' ? await answerToAnybody(path, reply) : null;
    if (open) return send(reply, open);
    const { viewer, name } = await requireHolder(request, reply);
    const isReading = asked === 'GET' || /\/list(\/|$)/.test(path);
    const found = calls.flatMap((call) => {
      const params = call.pattern.exec(path)?.slice(1);
      return params ? [{ ...call, params: params.map(decodeURIComponent) }] : [];
    });
    const call = found.find((each) => each.method === asked);
    if (!call && asked !== 'GET') throw forbidden();
    if (!call) throw found.length > 0 ? new Refusal(405, 'Not by GET') : notFound();
    const { scopes = [isReading ? 'read' : 'sync'] } = call;
    if (!scopes.some((scope) => viewer.scopes.includes(scope))) throw forbidden();
    const reader = await readerOf(viewer);
    const query = request.query as Query; // the router makes an object of every query
    const { body } = request;
    if (!storableGiven.safeParse([query, body]).success)
      throw new Refusal(400, 'A text has characters that nothing has');
    const base = isAtRoot(request) ? originOf(request) : config.publicUrl + root;
    const { params } = call;
    return send(reply, await call.answer({ request, reply, reader, viewer, name, query, body, params, base }));
  }

  /** What wants no key: the way in, and the ways to our own pages. */
  async function answerToAnybody(path: string, reply: FastifyReply): Promise<Answer> {
    if (path === '/api/v1/client-settings/global/list') return new Json({});
    if (path === '/' || path === pages.login)
      return { sent: reply.type('text/plain; charset=utf-8').header('Cache-Control', 'no-store').send('Longstrip') };
    const [, kind, given = ''] = /^\/(series|book)\/([^/]+)(?:\/.*)?$/.exec(path) ?? [];
    const novel = kind === 'book' ? readNovelId(given) : null;
    const named = novel ?? readId(given);
    if (kind === undefined) return null;
    if (!named) throw notFound();
    const to = kind === 'series' || novel ? paths.book(named.id) : await findChapterPath(deps.db, named.id);
    if (to === null) throw notFound();
    return {
      sent: reply.header('Cache-Control', 'no-store').redirect(`${config.publicUrl}${to}?lang=${named.language}`, 302),
    };
  }

  const originOf = ({ headers }: FastifyRequest) => `${new URL(config.publicUrl).protocol}//${headers.host}`;

  await app.register(async (scope: FastifyInstance) => {
    // An empty body is none, whatever its type: several apps send a type with nothing.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => {
      try {
        done(null, text === '' ? undefined : JSON.parse(String(text)));
      } catch {
        done(new Refusal(400, 'The body is not JSON'));
      }
    });
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, bytes, done) => {
      if (bytes.length === 0) done(null, undefined);
      else done(new Refusal(415, 'The body must be JSON'));
    });
    scope.setErrorHandler((error, request, reply) => {
      const { status, headers, body } = refusalOf(error, request, clock());
      if (status >= 500) log.error({ err: error }, 'the Komga shape failed');
      return reply
        .code(status)
        .headers({ ...headers, 'Cache-Control': 'no-store' })
        .type('application/json')
        .send(body);
    });
    for (const url of [root, `${root}/*`])
      scope.route({ method: [...methods, 'HEAD'], url, schema: { hide: true }, handler: answer });
  });
  return {
    /** Names the libraries in the words of the site, and gives files. */
    speak(given) {
      spoken = given;
    },
  };
}

/** The address within the door. */
function pathOf({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0]?.slice(root.length) ?? '';
  return path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1') || '/';
}

const isAtRoot = ({ originalUrl, url }: FastifyRequest) => originalUrl !== url;

/** What a session writes must be JSON, or nothing at all: no form of another site can send that. */
function requireJson({ method, headers }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD') return;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && !/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new Refusal(415, 'The body must be JSON');
}

function compile(calls: readonly Call[]): (Call & { pattern: RegExp })[] {
  return calls.map((call) => ({ ...call, pattern: new RegExp(`^${call.path.replaceAll('*', '([^/]+)')}$`) }));
}

function send(reply: FastifyReply, answer: Answer): unknown {
  if (answer === null) return reply.code(204).header('Cache-Control', 'no-store').send();
  if ('sent' in answer) return answer.sent;
  return reply
    .header('Cache-Control', 'private, no-store')
    .type(answer.type)
    .send(Buffer.from(JSON.stringify(answer.body)));
}

function refusalOf(error: unknown, { url }: FastifyRequest, at: Date) {
  if (error instanceof Violation)
    return { status: 400, headers: {}, body: { violations: [{ fieldName: error.fieldName, message: error.message }] } };
  const { status, headers, message } = error instanceof Refusal ? error : asRefusal(error);
  const path = url.split('?', 1)[0] ?? '';
  return { status, headers, body: presentError({ status, message, path, at }) };
}

function asRefusal(error: unknown): Refusal {
  const { status, message, retryAfterSeconds } = toAppError(error);
  return new Refusal(
    status,
    message,
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
  );
}
