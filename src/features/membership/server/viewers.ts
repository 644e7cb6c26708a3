import type { IncomingMessage } from 'node:http';
import type { Db } from '../../../server/database/db.ts';
import { AppError } from '../../../server/http/errors.ts';
import { findViewerBySession, type ViewerRow } from './viewer-queries.ts';

/** A user who makes a request with a valid session. */
export interface Viewer {
  sessionId: string;
  userId: string;
  username: string;
  /** The end of the membership; null: the user never had one, or all of it was taken back. */
  membership: { expireAt: Date } | null;
  /** The database's clock at the time of the query; memberships end by it. */
  now: Date;
  /** The session's name in image addresses. */
  imageAudience: string;
}

/** Anything that carries the head of an HTTP request. */
interface Asking {
  raw: IncomingMessage;
}

interface ViewersDeps {
  db: Db;
  readToken(token: string): Promise<{ sessionId: string; userId: string } | null>;
  /** Notes that a session is in use, now and then. */
  touchSession(sessionId: string): Promise<void>;
}

/** The use of a session is noted this often: a write for every request would cost more than it is worth. */
const noteEveryMs = 5 * 60 * 1000;
/** The one scheme, case included (spec: http.md#who-asks). */
const scheme = 'Token ';

/**
 * The only way from a request to its user; null for a visitor, and for an invalid token. Each request is looked up once.
 */
export function createViewers({ db, readToken, touchSession }: ViewersDeps) {
  const asked = new WeakMap<IncomingMessage, Promise<Viewer | null>>();

  async function find(authorization: string | undefined): Promise<Viewer | null> {
    if (!authorization?.startsWith(scheme)) return null;
    const claims = await readToken(authorization.slice(scheme.length));
    const row = claims && (await findViewerBySession(db, claims.sessionId));
    if (!row || row.userId !== claims.userId) return null;
    if (row.now.getTime() - row.lastSeenAt.getTime() > noteEveryMs) await touchSession(row.sessionId);
    return viewerFrom(row);
  }

  return ({ raw }: Asking): Promise<Viewer | null> => {
    const known = asked.get(raw);
    if (known) return known;
    const viewer = find(raw.headers.authorization);
    asked.set(raw, viewer);
    return viewer;
  };
}

/** Ends a request with 401 unless a user makes it, by the given way to its user. */
export function requiring<Request>(
  viewerOf: (request: Request) => Promise<Viewer | null>,
): (request: Request) => Promise<Viewer> {
  return async (request) => {
    const viewer = await viewerOf(request);
    if (!viewer) throw new AppError(401, 'unauthenticated', 'Please log in first');
    return viewer;
  };
}

function viewerFrom({ expireAt, lastSeenAt: _, ...row }: ViewerRow): Viewer {
  return { ...row, membership: expireAt && { expireAt } };
}
