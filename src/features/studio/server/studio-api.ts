import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest, FastifyTypeProviderDefault } from 'fastify';
import type { Db } from '../../../server/database/db.ts';
import { createAtOnce } from '../../../server/http/at-once.ts';
import { schemaOf } from '../../../server/http/call.ts';
import { AppError, scopeMissing, unauthenticated } from '../../../server/http/errors.ts';
import { type Http, needsToken } from '../../../server/http/http.ts';
import type { Platform } from '../../../server/http/platform.ts';
import { endOf, whenOver } from '../../../server/http/request-end.ts';
import { forgetTypeOfNothing } from '../../../server/http/user-api.ts';
import type { Metrics } from '../../../server/metrics/metrics.ts';
import type { AnswerOf, Call, Understood } from '../../../shared/calls.ts';
import { apiBase } from '../../../shared/paths.ts';
import type { ReadSetting } from '../../../shared/site-settings.ts';
import type { ConfirmationTimes } from '../../accounts/rules.ts';
import { type Confirmations, findLivingToken, type SignedIn } from '../../accounts/server/accounts.ts';
import { type Role, refusal } from '../contract.ts';
import { decideConfirmation, hasRight, type StudioCall, type Wants } from '../rules.ts';
import type { Maker } from './audit.ts';
import { type CsvList, sendCsv } from './csv.ts';
import { type EventSource, sendEvents } from './event-stream.ts';
import { findRole } from './queries.ts';

export interface AskedInStudio<C extends Call> {
  params: Understood<C, 'params'>;
  query: Understood<C, 'query'>;
  body: Understood<C, 'body'>;
  /** The user who asks. */
  staff: Staff;
  /** The maker of a change by this call, as `writeAudit` takes it. */
  by: Maker;
  address: string;
  log: FastifyBaseLogger;
  /** The header If-Match, for `requireVersion`. */
  ifMatch: string | undefined;
  /** Sends the answer with this ETag. */
  setEtag(etag: string): void;
  /** The header Last-Event-ID of a stream that is opened again; empty: there was none. */
  lastEventId: string;
  /** Rejects once the caller may not make this call any more. Long answers must ask this at least every 5 s. */
  requireStill(): Promise<void>;
}

/** What a call may have besides its answer. */
export interface StudioExtras<C extends Call> {
  /**
   * An exception to the caller's role: whether they may act on what the address names. Asked before anything else of
   * the request is read.
   */
  mayAct?(asked: { staff: Staff; params: Readonly<Record<string, string>> }): Promise<boolean>;
  /** The confirmation that a body wants beyond that of the call; asked before the body is checked. */
  wantsFor?(body: unknown): Wants;
  /**
   * Makes the call answer with a stream of events, after `answer` has found what they are about. The stream ends when
   * `over` fires: the reader has gone.
   */
  events?(asked: AskedInStudio<C> & { over: AbortSignal }): EventSource;
  /** Makes the call answer with a picture, a WebP that nobody but the caller may keep, in place of `answer`. */
  picture?(asked: AskedInStudio<C>): Promise<Buffer>;
  /** The same list as a file, where the query has `format=csv` (spec: studio.md#lists-as-files). */
  csv?: CsvList<AskedInStudio<C>>;
  /** Makes the call answer with a file. */
  file?(asked: AskedInStudio<C>): Promise<StudioFile>;
}

/** A text, or the bytes of a file as they come, which a browser saves under that name. */
export type StudioFile =
  | { type: 'text/markdown' | 'text/plain'; name: string; text: string }
  | { type: 'application/zip' | 'application/epub+zip'; name: string; content: Readable };

/** A user who asks; `role` is null only for calls that a user without one may make. */
export interface Staff extends SignedIn {
  role: Role | null;
  /** The session's name in image addresses. */
  imageAudience: string;
  /** The key by which a program asks; null: the user does. */
  key: { id: string; name: string } | null;
}

/** The calls of the studio: paths begin with /studio. The guards run before anything of the request is read. */
export interface StudioApi {
  add<C extends StudioCall>(
    call: C,
    answerTo: (asked: AskedInStudio<C>) => Promise<AnswerOf<C>>,
    more?: StudioExtras<C>,
  ): void;
  /** The guards of routes whose bodies are not JSON. Their calls are not counted for users with a role. */
  guardOf(call: Pick<StudioCall, 'right' | 'scopes'>): StudioGuard;
}

/** The refusals of a call in their order, before anything of the request is read. */
export interface StudioGuard {
  /** Rejects with 401 or 403 where the caller may not make the call. */
  enter(request: FastifyRequest): Promise<void>;
  /** The caller of a request that has entered. */
  asked(request: FastifyRequest): { staff: Staff; by: Maker; requireStill(): Promise<void> };
}

/** The platform of a feature that adds calls to the studio. */
export interface StudioPlatform<Viewer = unknown> extends Platform<Viewer> {
  studio: StudioApi;
}

export interface StudioApiDeps {
  http: Pick<Http, 'app' | 'countInStudio'>;
  metrics: Pick<Metrics, 'watchWork'>;
  db: Db;
  /** Finds the user of a request; its answer for one request is always the same. */
  viewerOf(request: FastifyRequest): Promise<(SignedIn & { imageAudience: string }) | null>;
  confirmations: Pick<Confirmations, 'find'>;
  times: ConfirmationTimes;
  /** Files are named after days of the site's zone. */
  setting: ReadSetting;
}

/** Streams of a user at once (spec: studio.md#imports). */
const mostStreams = 4;
const bodyLimitBytes = 1024 * 1024;
const anyFailures = [400, 401, 403, 429, 503];
const bodyFailures = [413, 415];

export function createStudioApi(deps: StudioApiDeps): StudioApi {
  const { http, metrics } = deps;
  const streams = createAtOnce({ most: mostStreams, retryAfterSeconds: 5 });
  metrics.watchWork('streams', streams.use);
  // The types of the calls hold below; the provider's types cannot describe a generic answer.
  const app = http.app.withTypeProvider<FastifyTypeProviderDefault>();
  return {
    guardOf: (call) => createGuard(deps, { ...call, wants: 'studio', mayAct: async () => true, isCounted: false }),
    add(call, answerTo, { mayAct = async () => true, wantsFor, csv, events, file, picture } = {}) {
      const { method, path, answer, status, scopes, wants = 'studio', mostBodyBytes = bodyLimitBytes } = call;
      type Fitting = AskedInStudio<typeof call>;
      const failures = method === 'GET' ? anyFailures : [...anyFailures, ...bodyFailures];
      const guard = createGuard(deps, { ...call, wants, mayAct, isCounted: true });
      app.route({
        method,
        url: `${apiBase}${path}`,
        bodyLimit: mostBodyBytes,
        config: { counts: 'studio', scopes },
        onRequest: async (request) => {
          await guard.enter(request);
          forgetTypeOfNothing(request);
        },
        preValidation: async (request) => {
          if (wantsFor) await guard.confirm(request, wantsFor(request.body));
        },
        schema: {
          ...schemaOf({ refusal, ...call }, failures),
          security: needsToken,
        },
        handler: async (request, reply) => {
          // Validated by the route's schemas.
          const asked = { ...askedBy(request, reply), ...guard.asked(request) } as unknown as Fitting;
          if (csv && isForFile(request.query)) {
            await csv.requireList?.(asked);
            return sendCsv(reply, csv, asked, deps.setting('time_zone'));
          }
          if (file) return sendFile(reply, await file(asked));
          if (picture) return sendPicture(reply, await picture(asked));
          const over = endOf(reply);
          if (events) whenOver(over, streams.enter(asked.staff.userId));
          const data = await answerTo(asked);
          if (events) return sendEvents(reply, events({ ...asked, over }), asked);
          return answer ? reply.code(status ?? 200).send({ data }) : reply.code(204).send(undefined);
        },
      });
    },
  };
}

function sendFile(reply: FastifyReply, file: StudioFile): FastifyReply {
  const { name } = file;
  const extension = name.slice(name.lastIndexOf('.'));
  const plain = 'text' in file ? 'chapter' : 'book';
  // Old browsers and tools read the first name, which holds no letters that they could misread.
  const names = `filename="${plain}${extension}"; filename*=UTF-8''${encodeURIComponent(name)}`;
  reply.header('Content-Disposition', `attachment; ${names}`);
  return 'text' in file
    ? reply.type(`${file.type}; charset=utf-8`).send(file.text)
    : reply.header('Content-Type', file.type).send(file.content);
}

function sendPicture(reply: FastifyReply, webp: Buffer): FastifyReply {
  // Sent past the serializer, which is for the JSON of answers.
  return reply.type('image/webp').send(Readable.from([webp]));
}

function isForFile(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'format' in query && query.format === 'csv';
}

function askedBy(request: FastifyRequest, reply: FastifyReply) {
  const { params, query, body, ip: address, log, headers } = request;
  const setEtag = (etag: string) => void reply.header('ETag', etag);
  const lastEventId = String(headers['last-event-id'] ?? '');
  return { params, query, body, address, log, ifMatch: headers['if-match'], lastEventId, setEtag };
}

/** An access token of a program; of a call that none opens, it says nothing whose it is. */
const accessToken = /^\w+ +(lst_.*)/;

/** The refusals of a call in their order: 401, 403 for the scope, 403 for the role, 403 for the confirmation (spec: studio.md#refusals). */
function createGuard(
  deps: StudioApiDeps,
  call: Pick<StudioCall, 'right' | 'scopes'> & { wants: Wants; isCounted: boolean } & Required<
      Pick<StudioExtras<Call>, 'mayAct'>
    >,
): StudioGuard & {
  /** Rejects with 403 where the session of a request that has entered lacks this confirmation. */
  confirm(request: FastifyRequest, wants: Wants): Promise<void>;
} {
  const { db, http, viewerOf, confirmations, times } = deps;

  async function findStaff(request: FastifyRequest): Promise<Staff | null> {
    const viewer = await viewerOf(request);
    if (!viewer) return null;
    const { sessionId, userId, username, imageAudience } = viewer;
    const key = tokenOf(request) === null ? null : await findLivingToken(db, { id: sessionId });
    if (tokenOf(request) !== null && !key) return null;
    return { sessionId, userId, username, imageAudience, role: await findRole(db, userId), key };
  }

  async function requireRight(staff: Staff, params: Readonly<Record<string, string>> | null): Promise<void> {
    if (!hasRight(staff.role, call.right)) throw forbidden();
    if (params && !(await call.mayAct({ staff, params }))) throw forbidden();
    await requireConfirmation(staff, call.wants);
  }

  /** A program has no password: its key was made with one. */
  async function requireConfirmation(staff: Staff, wants: Wants): Promise<void> {
    if (wants === 'nothing' || staff.key) return;
    const confirmation = await confirmations.find(staff.sessionId);
    if (!confirmation) throw unauthenticated();
    const lacks = decideConfirmation(wants, { ...confirmation, times });
    if (lacks) {
      throw new AppError(403, 'password_needed', 'Please enter your password to go on', { extra: { for: lacks } });
    }
  }

  const entered = new WeakMap<object, Staff>();
  function staffOf(request: FastifyRequest): Staff {
    const staff = entered.get(request.raw);
    if (!staff) throw new Error('A call of the studio was answered without its guard');
    return staff;
  }

  return {
    async enter(request: FastifyRequest): Promise<void> {
      const token = tokenOf(request);
      const staff = token !== null && !call.scopes ? null : await findStaff(request);
      if (call.isCounted || !staff?.role) http.countInStudio(request, staff?.role ? staff.userId : null);
      if (token !== null && (!call.scopes || (!staff && (await findLivingToken(db, { token }))))) throw scopeMissing();
      if (!staff) throw unauthenticated();
      // The router reads texts from the address, and nothing else.
      await requireRight(staff, request.params as Record<string, string>);
      entered.set(request.raw, staff);
    },
    confirm: (request, wants) => requireConfirmation(staffOf(request), wants),
    asked(request: FastifyRequest) {
      const staff = staffOf(request);
      const { userId, username, role, key } = staff;
      const user = { uuid: userId, username };
      const by: Maker = { kind: 'studio', user, role, address: request.ip, ...(key && { token: key.name }) };
      return { staff, by, requireStill: () => requireStill(staff) };
    },
  };

  async function requireStill(staff: Staff): Promise<void> {
    const { key, sessionId } = staff;
    const holds = key ? await findLivingToken(db, { id: key.id }) : await confirmations.find(sessionId);
    if (!holds) throw unauthenticated();
    await requireRight({ ...staff, role: await findRole(db, staff.userId) }, null);
  }
}

/** The access token by which a program asks; null: it is no program. */
function tokenOf({ headers }: FastifyRequest): string | null {
  return accessToken.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** The refusal of what a role, or an exception to it, does not allow. */
export function forbidden(): AppError {
  return new AppError(403, 'forbidden', 'Your role does not allow this');
}
