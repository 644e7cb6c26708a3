import type { FastifyRequest } from 'fastify';
import type { Dates } from '../features/catalog/server/release/openings.ts';
import { type TurnedDates, turnDates } from '../features/catalog/server/release/preview.ts';
import type { Release } from '../features/catalog/server/release/release.ts';
import type { Viewer } from '../features/membership/server/viewers.ts';
import type { LastStretchOf } from '../features/reading/server/had.ts';
import { hasRight } from '../features/studio/rules.ts';
import { findRole } from '../features/studio/server/studio.ts';
import type { Db, DbPool } from '../server/db.ts';
import { AppError, invalidRequest } from '../server/errors.ts';
import type { HttpApp } from '../server/http.ts';
import { currentPreview, type Preview, runInPreview } from '../server/preview.ts';
import { apiBase } from '../shared/paths.ts';
import { parseTime } from '../shared/time.ts';
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
  /** The database itself. */
  db: DbPool;
  viewerOf(request: FastifyRequest): Promise<Viewer | null>;
  release: Release;
}

const dayMs = 24 * 60 * 60 * 1000;
/** The length of the membership that a previewed reader has or had; an expired one had it until a day ago. */
const stretchMs = 30 * dayMs;
const asHeader = 'x-preview-as';
const atHeader = 'x-preview-at';
const nobody = '00000000-0000-4000-8000-000000000000';

/**
 * Lets editors see calls as another viewer gets them, at another moment (spec: studio.md#preview). The headers of
 * anybody else are ignored. Nothing that such a request does is kept.
 */
export function addPreviews({ app, db, viewerOf, release }: PreviewDeps): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, method, url } = request;
    if (headers[asHeader] === undefined && headers[atHeader] === undefined) return done();
    if (!url.startsWith(`${apiBase}/`)) return done();
    const isReading = method === 'GET' || method === 'HEAD';
    if (isReading && url.startsWith(`${apiBase}/studio/`)) return done();
    findEditor(request)
      .then(async (editor) => {
        if (!editor) return done();
        if (!isReading) throw new AppError(409, 'preview_only', 'A preview saves nothing');
        const wanted = readWish(request, release.now());
        reply.header('X-Preview-As', wanted.as).header('X-Preview-At', wanted.at.toISOString());
        const ended = new Promise<void>((resolve) => reply.raw.once('close', resolve));
        const preview = await openPreview(editor, wanted, ended);
        runInPreview(preview, done);
      })
      .catch(done);
  });

  async function findEditor(request: FastifyRequest): Promise<Viewer | null> {
    const viewer = await viewerOf(request);
    return viewer && hasRight(await findRole(db, viewer.userId), 'books') ? viewer : null;
  }

  /** Opens the transaction; it is rolled back when the answer has been sent, or its connection has ended. */
  function openPreview(editor: Viewer, wanted: Wish, ended: Promise<void>): Promise<SitePreview> {
    return new Promise((resolve, reject) => {
      db.withConnection(async (tx) => {
        await tx.query('begin');
        try {
          const dates = await turn(tx, wanted.at);
          resolve({ tx, dates, viewer: viewerLike(wanted, editor), audience: editor.imageAudience });
          await ended;
        } finally {
          await tx.query('rollback');
        }
      }).catch(reject);
    });
  }
}

const turningMs = 8000;

async function turn(tx: Db, at: Date): Promise<TurnedDates> {
  await tx.query(`set local statement_timeout = ${turningMs}`);
  return turnDates(tx, at);
}

interface Wish {
  as: PreviewViewer;
  at: Date;
}

function readWish({ headers }: FastifyRequest, now: Date): Wish {
  const [as = 'visitor', at] = [headers[asHeader], headers[atHeader]];
  if (typeof as !== 'string' || !isPreviewViewer(as))
    throw refused(asHeader, `must be one of ${previewViewers.join(', ')}`);
  const moment = at === undefined ? now : parseTime(String(at));
  if (!moment || !isPreviewTime(moment, now)) throw refused(atHeader, 'must be a time within 400 days');
  return { as, at: moment };
}

function refused(path: string, message: string): AppError {
  return invalidRequest('The preview is not possible', [{ path, code: 'invalid', message }]);
}

/** A reader as they would be at that moment; no user of this site. */
function viewerLike({ as, at }: Wish, { imageAudience }: Viewer): Viewer | null {
  if (as === 'visitor') return null;
  const expireAt = new Date(at.getTime() + (as === 'member' ? stretchMs : -dayMs));
  const membership = as === 'user' ? null : { expireAt };
  return { sessionId: nobody, userId: nobody, username: 'preview', membership, now: at, imageAudience };
}

/** The dates that a request goes by: the site's, or those of its preview. */
export function previewedDates(release: Release): Dates {
  return {
    now: () => sitePreview()?.dates.at ?? release.now(),
    stretchesOf: (bookId) => (sitePreview()?.dates ?? release).stretchesOf(bookId),
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

/** The last stretch of a membership: within a preview that of the viewer whom the editor named. */
export function previewedStretch(find: LastStretchOf): LastStretchOf {
  return async (userId) => {
    const until = sitePreview()?.viewer?.membership?.expireAt;
    return until ? { from: new Date(until.getTime() - stretchMs), until, plan: null } : find(userId);
  };
}

/** The session for which a preview's pictures are signed; null: this is no preview. */
export function audienceOfPreview(): string | null {
  return sitePreview()?.audience ?? null;
}
