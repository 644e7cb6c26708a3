import type { Db } from '../../../server/database/db.ts';
import { type Retention, whereOver } from '../../../server/jobs/retention.ts';

/** A session that asks again and again keeps so many states. */
const mostStates = 20;

/** Keeps that a session asks WeChat who it is; the oldest of too many is forgotten. */
export async function insertState(
  db: Db,
  given: { stateHash: Buffer; sessionId: string; seconds: number },
): Promise<void> {
  await db.query(
    `with old as (
       delete from wechat_states where state_hash in (
         select state_hash from wechat_states where session_id = $2 order by expires_at desc offset $4))
     insert into wechat_states (state_hash, session_id, expires_at) values ($1, $2, now() + make_interval(secs => $3))`,
    [given.stateHash, given.sessionId, given.seconds, mostStates - 1],
  );
}

/** Spends a state, whoever brings it. True: it was this session's, and still held. */
export async function takeState(db: Db, given: { stateHash: Buffer; sessionId: string }): Promise<boolean> {
  const { rows } = await db.query<{ holds: boolean }>(
    'delete from wechat_states where state_hash = $1 returning session_id = $2 and expires_at > now() as holds',
    [given.stateHash, given.sessionId],
  );
  return rows[0]?.holds ?? false;
}

export async function upsertOpenid(
  db: Db,
  given: { sessionId: string; sealed: Buffer; seconds: number },
): Promise<void> {
  await db.query(
    `insert into wechat_openids (session_id, sealed, expires_at) values ($1, $2, now() + make_interval(secs => $3))
     on conflict (session_id) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`,
    [given.sessionId, given.sealed, given.seconds],
  );
}

export async function findSealedOpenid(db: Db, sessionId: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ sealed: Buffer }>(
    'select sealed from wechat_openids where session_id = $1 and expires_at > now()',
    [sessionId],
  );
  return rows[0]?.sealed ?? null;
}

export async function deleteOpenid(db: Db, sessionId: string): Promise<void> {
  await db.query('delete from wechat_openids where session_id = $1', [sessionId]);
}

/** Removes what sessions asked WeChat and what they learnt, once it is over. */
export const openidRetentions: readonly Retention[] = ['wechat_states', 'wechat_openids'].map((table) =>
  whereOver({ table, by: 'expires_at', over: "expires_at <= now() - $1 * interval '1 second'", limitOf: () => 0 }),
);
