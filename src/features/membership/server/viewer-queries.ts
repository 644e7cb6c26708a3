import type { Db } from '../../../server/database/db.ts';
import type { TokenScope } from '../../../shared/calls.ts';

export interface ViewerRow {
  sessionId: string;
  imageAudience: string;
  lastSeenAt: Date;
  userId: string;
  username: string;
  expireAt: Date | null;
  /** What the access token is good for; null: the user asks by a session. */
  scopes: TokenScope[] | null;
  /** The database's clock. */
  now: Date;
}

const columns = `session_id as "sessionId", image_audience as "imageAudience", last_seen_at as "lastSeenAt",
  user_id as "userId", username, expire_at as "expireAt", scopes, now() as now`;

/** The user of a session that is still valid. */
export async function findViewerBySession(db: Db, sessionId: string): Promise<ViewerRow | null> {
  const { rows } = await db.query<ViewerRow>(
    { name: 'membership-viewer', text: `select ${columns} from viewers where session_id = $1` },
    [sessionId],
  );
  return rows[0] ?? null;
}

/** The user of an access token that has not ended. */
export async function findViewerByToken(db: Db, tokenHash: Buffer): Promise<ViewerRow | null> {
  const { rows } = await db.query<ViewerRow>(
    { name: 'membership-viewer-of-token', text: `select ${columns} from viewers where token_hash = $1` },
    [tokenHash],
  );
  return rows[0] ?? null;
}

/** The same by the hash of the token's MD5. */
export async function findViewerByMd5(db: Db, md5Hash: Buffer): Promise<ViewerRow | null> {
  const { rows } = await db.query<ViewerRow>(
    { name: 'membership-viewer-of-md5', text: `select ${columns} from viewers where md5_hash = $1` },
    [md5Hash],
  );
  return rows[0] ?? null;
}
