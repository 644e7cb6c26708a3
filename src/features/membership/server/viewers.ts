import type { IncomingMessage } from 'node:http';
import type { Db } from '../../../server/database/db.ts';
import { scopeMissing, unauthenticated } from '../../../server/http/errors.ts';
import type { TokenScope } from '../../../shared/calls.ts';
import { findViewerByMd5, findViewerBySession, findViewerByToken, type ViewerRow } from './viewer-queries.ts';

/** A user who makes a request with a valid session, or an access token. */
export interface Viewer {
  /** The id of the session; of the token, where `scopes` are those of one. */
  sessionId: string;
  userId: string;
  username: string;
  /** What the access token is good for; null: the user asks by a session, which is good for everything. */
  scopes: readonly TokenScope[] | null;
  /** The end of the membership; null: the user never had one, or all of it was taken back. */
  membership: { expireAt: Date } | null;
  /** The database's clock at the time of the query; memberships end by it. */
  now: Date;
  /** The session's name in image addresses. */
  imageAudience: string;
}

/** A user who makes a request with an access token. */
export type KeyHolder = Viewer & { scopes: readonly TokenScope[] };

/** What an access token is found by: the hash of itself or of its MD5, or its id. */
export type KeyName = { token: Buffer } | { md5: Buffer } | { id: string };

/** A request, and the scopes that open its route. */
interface Asking {
  raw: IncomingMessage;
  routeOptions: { config: { scopes?: readonly TokenScope[] | undefined } };
}

interface ViewersDeps {
  db: Db;
  readToken(token: string): Promise<{ sessionId: string; userId: string } | null>;
  /** What an access token is kept as; null for any other token. */
  hashOfToken(token: string): Buffer | null;
  /** Notes that a session is in use, now and then. */
  touchSession(sessionId: string): Promise<void>;
  touchToken(tokenId: string): Promise<void>;
}

/** The use of a session is noted this often: a write for every request would cost more than it is worth. */
const noteEveryMs = 5 * 60 * 1000;
/** The use of a token, which is told to its user, is noted this often. */
const noteTokenEveryMs = 50_000;
/** The one scheme, case included (spec: http.md#who-asks). */
const scheme = 'Token ';

/** The only way from a request to its user. Each request is looked up once. */
export function createViewers({ db, readToken, hashOfToken, touchSession, touchToken }: ViewersDeps) {
  const asked = new WeakMap<IncomingMessage, Promise<Viewer | null>>();

  async function find(authorization: string | undefined): Promise<Viewer | null> {
    if (!authorization?.startsWith(scheme)) return null;
    const token = authorization.slice(scheme.length);
    const tokenHash = hashOfToken(token);
    if (tokenHash) return findHolder({ token: tokenHash });
    const claims = await readToken(token);
    const row = claims && (await findViewerBySession(db, claims.sessionId));
    if (!row || row.userId !== claims.userId) return null;
    if (row.now.getTime() - row.lastSeenAt.getTime() > noteEveryMs) await touchSession(row.sessionId);
    return viewerFrom(row);
  }

  async function findHolder(key: KeyName): Promise<KeyHolder | null> {
    const row = await findRowOf(key);
    if (!row?.scopes) return null;
    if (row.now.getTime() - row.lastSeenAt.getTime() > noteTokenEveryMs) await touchToken(row.sessionId);
    return { ...viewerFrom(row), scopes: row.scopes };
  }

  function findRowOf(key: KeyName): Promise<ViewerRow | null> {
    if ('token' in key) return findViewerByToken(db, key.token);
    // Tokens stand beside sessions in what the query reads.
    return 'md5' in key ? findViewerByMd5(db, key.md5) : findViewerBySession(db, key.id);
  }

  function identify({ raw }: Asking): Promise<Viewer | null> {
    const known = asked.get(raw);
    if (known) return known;
    const viewer = find(raw.headers.authorization);
    asked.set(raw, viewer);
    return viewer;
  }

  return {
    /** The user of an access token that has not ended; its use is noted. */
    findHolder,
    /** The user of a request; null for a visitor, an invalid token, and an access token that does not open the route. */
    async viewerOf(request: Asking): Promise<Viewer | null> {
      const viewer = await identify(request);
      return viewer && isOpenTo(viewer, request) ? viewer : null;
    },
    /** The user of an access token that does not open the route; null for all others. */
    async lackingScope(request: Asking): Promise<Viewer | null> {
      const viewer = await identify(request);
      return viewer && !isOpenTo(viewer, request) ? viewer : null;
    },
  };
}

function isOpenTo({ scopes }: Viewer, { routeOptions }: Asking): boolean {
  return scopes === null || scopes.some((scope) => routeOptions.config.scopes?.includes(scope));
}

/** Ends a request with 401 unless a user makes it, and with 403 where only the scope of the user's token is missing. */
export function requiring<Request>(
  viewerOf: (request: Request) => Promise<Viewer | null>,
  lackingScope: (request: Request) => Promise<Viewer | null>,
): (request: Request) => Promise<Viewer> {
  return async (request) => {
    const viewer = await viewerOf(request);
    if (viewer) return viewer;
    if (await lackingScope(request)) throw scopeMissing();
    throw unauthenticated();
  };
}

function viewerFrom({ expireAt, lastSeenAt: _, ...row }: ViewerRow): Viewer {
  return { ...row, membership: expireAt && { expireAt } };
}
