import type { FastifyRequest } from 'fastify';
import type { Dates } from '../features/catalog/server/dates/openings.ts';
import { type TurnedDates, turnDates } from '../features/catalog/server/dates/preview.ts';
import type { Release } from '../features/catalog/server/dates/release.ts';
import type { Viewer } from '../features/membership/server/viewers.ts';
import type { LastPeriodOf } from '../features/reading/server/refusal.ts';
import { hasRight } from '../features/studio/rules.ts';
import { findRole } from '../features/studio/server/studio.ts';
import { type Db, type DbPool, isWriteRefused } from '../server/database/db.ts';
import { currentPreview, type Preview, runInPreview } from '../server/database/preview.ts';
import { AppError, invalidRequest } from '../server/http/errors.ts';
import { createGate, sumOf } from '../server/http/gate.ts';
import type { HttpApp } from '../server/http/http.ts';
import { refusedUnderLoad } from '../server/http/overload.ts';
import { endOf, whenOver } from '../server/http/request-end.ts';
import type { Metrics } from '../server/metrics/metrics.ts';
import { apiBase } from '../shared/paths.ts';
import type { ReadSetting } from '../shared/site-settings.ts';
import { parseZonedTime } from '../shared/zoned-time.ts';
import { isPreviewTime, isPreviewViewer, type PreviewViewer, previewViewers } from './studio/preview-wish.ts';

/** A preview of this site: another viewer, at another moment. */
interface SitePreview extends Preview {
  dates: TurnedDates;
  viewer: Viewer | null;
  /** The session of the editor who looks. */
  audience: string;
}

function sitePreview(): SitePreview | null {
  return currentPreview() as SitePreview | null; // this file makes all of them
}

interface PreviewDeps {
  app: HttpApp;
  metrics: Pick<Metrics, 'watchWork'>;
  /** The database itself. */
  db: DbPool;
  viewerOf(request: FastifyRequest): Promise<Viewer | null>;
  release: Release;
  setting: ReadSetting;
}

const dayMs = 24 * 60 * 60 * 1000;
/** The length of the membership that a previewed reader has or had; an expired one had it until a day ago. */
const periodMs = 30 * dayMs;
/** Each holds a connection of the readers' pool. */
const limits = { running: 2, waiting: 20, waitMs: 5000, runMs: 10_000 };
const asHeader = 'x-preview-as';
const atHeader = 'x-preview-at';
const nobody = '00000000-0000-4000-8000-000000000000';

/**
 * Lets editors see calls as another viewer gets them, at another moment (spec: studio.md#preview). The headers of
 * anybody else are ignored. Nothing that such a request does is kept.
 */
export function addPreviews({ app, metrics, db, viewerOf, release, setting }: PreviewDeps): void {
  const gate = createGate(limits, refusal);
  metrics.watchWork('previews', () => sumOf(gate.use()));
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, method, url } = request;
    if (headers[asHeader] === undefined && headers[atHeader] === undefined) return done();
    if (!url.startsWith(`${apiBase}/`)) return done();
    const isReading = method === 'GET' || method === 'HEAD';
    if (isReading && url.startsWith(`${apiBase}/studio/`)) return done();
    const end = endOf(reply);
    findEditor(request)
      .then(async (editor) => {
        if (!editor) return done();
        if (!isReading) throw savesNothing();
        const wanted = readWish(request, { now: release.now(), timeZone: setting('time_zone') });
        reply.header('X-Preview-As', wanted.as).header('X-Preview-At', wanted.at.toISOString());
        runInPreview(await openPreview(editor, wanted, end), done);
      })
      .catch(done);
  });

  async function findEditor(request: FastifyRequest): Promise<Viewer | null> {
    const viewer = await viewerOf(request);
    // A program sees the site as it is.
    if (!viewer || viewer.scopes) return null;
    return hasRight(await findRole(db, viewer.userId), 'books') ? viewer : null;
  }

  /**
   * Opens the transaction when there is room for it. It is rolled back when the answer has been sent, the caller has gone,
   * or the time is over.
   */
  function openPreview(editor: Viewer, wanted: Wish, end: AbortSignal): Promise<SitePreview> {
    return new Promise((resolve, reject) => {
      const show = async (tx: Db) => {
        await tx.query('begin');
        const over = new AbortController();
        const leave = () => over.abort();
        const timer = setTimeout(leave, limits.runMs);
        whenOver(end, leave);
        try {
          const dates = await turn(tx, wanted.at);
          const held = until(over.signal, tx);
          resolve({ tx: held, dates, viewer: viewerLike(wanted, editor), audience: editor.imageAudience });
          await new Promise<void>((ended) => whenOver(over.signal, ended));
        } finally {
          clearTimeout(timer);
          await tx.query('rollback');
        }
      };
      gate.run(() => (end.aborted ? Promise.reject(refusal()) : db.withConnection(show))).catch(reject);
    });
  }
}

/** The answer to a preview that finds no place or takes too long. */
function refusal(): AppError {
  return refusedUnderLoad('Too many previews at the moment, please try again shortly', 'preview');
}

function savesNothing(): AppError {
  return new AppError(409, 'preview_only', 'A preview saves nothing');
}

/** The transaction for the request, while its connection is the preview's; a query that would write refuses the request. */
function until(over: AbortSignal, tx: Db): Db {
  return {
    async query(sql, values) {
      if (over.aborted) throw refusal();
      try {
        return await tx.query(sql, values);
      } catch (error) {
        throw isWriteRefused(error) ? savesNothing() : error;
      }
    },
  };
}

const turningMs = 8000;

/** Shows the site as of that moment, and then makes the transaction read-only. */
async function turn(tx: Db, at: Date): Promise<TurnedDates> {
  await tx.query(`set local statement_timeout = ${turningMs}`);
  const dates = await turnDates(tx, at);
  await tx.query('set local transaction_read_only = on');
  return dates;
}

interface Wish {
  as: PreviewViewer;
  at: Date;
}

function readWish({ headers }: FastifyRequest, { now, timeZone }: { now: Date; timeZone: string }): Wish {
  const [as = 'visitor', at] = [headers[asHeader], headers[atHeader]];
  if (typeof as !== 'string' || !isPreviewViewer(as))
    throw refused(asHeader, `must be one of ${previewViewers.join(', ')}`);
  const moment = at === undefined ? now : parseZonedTime(String(at), timeZone);
  if (!moment || !isPreviewTime(moment, now)) throw refused(atHeader, 'must be a time within 400 days');
  return { as, at: moment };
}

function refused(path: string, message: string): AppError {
  return invalidRequest('The preview is not possible', [{ path, code: 'invalid', message }]);
}

/** A reader as they would be at that moment; no user of this site. */
function viewerLike({ as, at }: Wish, { imageAudience }: Viewer): Viewer | null {
  if (as === 'visitor') return null;
  const expireAt = new Date(at.getTime() + (as === 'member' ? periodMs : -dayMs));
  const membership = as === 'user' ? null : { expireAt };
  return { sessionId: nobody, userId: nobody, username: 'preview', scopes: null, membership, now: at, imageAudience };
}

/** The dates that a request goes by: the site's, or those of its preview. */
export function previewedDates(release: Release): Dates {
  return {
    now: () => sitePreview()?.dates.at ?? release.now(),
    freeWindowsOf: (bookId) => (sitePreview()?.dates ?? release).freeWindowsOf(bookId),
    changedAt: release.changedAt,
  };
}

/** The viewer of a request: within a preview the one whom the editor named. */
export function previewedViewer(
  find: (request: FastifyRequest) => Promise<Viewer | null>,
): (request: FastifyRequest) => Promise<Viewer | null> {
  return async (request) => {
    const preview = sitePreview();
    return preview ? preview.viewer : find(request);
  };
}

/** The last period of a membership: within a preview that of the viewer whom the editor named. */
export function previewedPeriod(find: LastPeriodOf): LastPeriodOf {
  return async (userId) => {
    const until = sitePreview()?.viewer?.membership?.expireAt;
    return until ? { from: new Date(until.getTime() - periodMs), until, plan: null } : find(userId);
  };
}

/** The session for which a preview's pictures are signed; null: this is no preview. */
export function audienceOfPreview(): string | null {
  return sitePreview()?.audience ?? null;
}
