import type { PushKeys } from '../../../server/config/push.ts';
import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import type { NoticeKind } from '../rules.ts';
import type { BrowserKeys } from './push-message.ts';

/** The kept pair of keys; null: none is made yet. */
export async function findPushKeys(db: Db): Promise<PushKeys | null> {
  const { rows } = await db.query<PushKeys>(
    'select public_key as "publicKey", private_key as "privateKey" from push_keys',
  );
  return rows[0] ?? null;
}

/** Keeps a pair of keys where there is none. */
export async function insertPushKeys(db: Db, { publicKey, privateKey }: PushKeys): Promise<void> {
  await db.query('insert into push_keys (public_key, private_key) values ($1, $2) on conflict do nothing', [
    publicKey,
    privateKey,
  ]);
}

export interface NewEndpoint {
  userId: string;
  sessionId: string;
  endpoint: string;
  keys: BrowserKeys;
  language: Language;
  device: string;
}

export async function lockEndpoints(tx: Db, userId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('longstrip push'), hashtext($1))`, [userId]);
}

/** Keeps an endpoint, or gives a known one to this user and session; says whether it is new. */
export async function upsertEndpoint(tx: Db, given: NewEndpoint): Promise<{ id: string; isNew: boolean }> {
  const { userId, sessionId, endpoint, keys, language, device } = given;
  const { rows } = await tx.query<{ id: string; isNew: boolean }>(
    `insert into push_endpoints as known (user_id, session_id, endpoint, p256dh, auth, language, device)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (endpoint) do update set
       user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
       language = excluded.language, device = excluded.device, failing_since = null,
       created_at = case when known.user_id = excluded.user_id then known.created_at else excluded.created_at end
     returning id, xmax = 0 as "isNew"`,
    [userId, sessionId, endpoint, keys.p256dh, keys.auth, language, device],
  );
  const [row] = rows;
  if (!row) throw new Error('An endpoint was neither kept nor known');
  return row;
}

/** Removes all but the newest endpoints of a user. */
export async function deleteOldestEndpoints(tx: Db, given: { userId: string; most: number }): Promise<void> {
  await tx.query(
    `delete from push_endpoints where id in (
       select id from push_endpoints where user_id = $1 order by created_at desc, id offset $2)`,
    [given.userId, given.most],
  );
}

export interface DeviceRow {
  id: string;
  sessionId: string;
  device: string;
  language: Language;
  createdAt: Date;
}

/** A user's endpoints, the newest first. */
export async function listEndpoints(db: Db, userId: string): Promise<DeviceRow[]> {
  const { rows } = await db.query<DeviceRow>(
    `select id, session_id as "sessionId", device, language, created_at as "createdAt"
     from push_endpoints where user_id = $1 order by created_at desc, id`,
    [userId],
  );
  return rows;
}

/** Returns whether that user had such an endpoint. */
export async function deleteEndpoint(db: Db, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const { rowCount } = await db.query('delete from push_endpoints where id = $2 and user_id = $1', [userId, id]);
  return rowCount === 1;
}

export async function deleteEndpoints(db: Db, ids: readonly string[]): Promise<void> {
  await db.query('delete from push_endpoints where id = any($1::uuid[])', [ids]);
}

/**
 * Notes that these notices are to be sent to the devices of their users; to those that fail a little later, so that
 * nobody waits for them. A device that is removed at this moment is left out, and never in the way.
 */
export async function insertPushes(tx: Db, noticeIds: readonly string[]): Promise<void> {
  await tx.query(
    {
      name: 'notices-insert-pushes',
      text: `
        insert into pushes (notice_id, endpoint_id, due_at)
        select n.id, e.id, now() + case when e.failing_since is null then interval '0' else interval '10 seconds' end
        from notices n join push_endpoints e on e.user_id = n.user_id
        where n.id = any($1::uuid[]) and n.to_push
        for key share of e skip locked`,
    },
    [noticeIds],
  );
}

export interface Push {
  noticeId: string;
  endpointId: string;
  sessionId: string;
  kind: NoticeKind;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** This one included. */
  tries: number;
  /** Whether it is still news to the user of the endpoint. */
  isWanted: boolean;
}

/** Takes pushes that are due, for this process alone for a minute. */
export async function claimPushes(db: Db, limit: number): Promise<Push[]> {
  const { rows } = await db.query<Push>(
    `with due as (
       select notice_id, endpoint_id from pushes where due_at <= now() order by due_at limit $1
       for update skip locked)
     update pushes p set tries = p.tries + 1, due_at = now() + interval '1 minute'
     from due, push_endpoints e, notices n
     where p.notice_id = due.notice_id and p.endpoint_id = due.endpoint_id
       and e.id = p.endpoint_id and n.id = p.notice_id
     returning n.id as "noticeId", e.id as "endpointId", e.session_id as "sessionId", n.kind, e.endpoint, e.p256dh,
       e.auth, p.tries,
       n.user_id = e.user_id and n.read_at is null and n.deleted_at is null as "isWanted"`,
    [limit],
  );
  return rows;
}

interface PushKey {
  noticeId: string;
  endpointId: string;
}

/** A push is over; `isSent` says that its endpoint works. */
export async function endPush(db: Db, { noticeId, endpointId, isSent }: PushKey & { isSent: boolean }): Promise<void> {
  await db.query(
    `with ended as (delete from pushes where notice_id = $1 and endpoint_id = $2)
     update push_endpoints set failing_since = null where id = $2 and $3 and failing_since is not null`,
    [noticeId, endpointId, isSent],
  );
}

/** Tries a push again after so many seconds. */
export async function postponePush(db: Db, { noticeId, endpointId, seconds }: PushKey & { seconds: number }) {
  await db.query(
    'update pushes set due_at = now() + make_interval(secs => $3) where notice_id = $1 and endpoint_id = $2',
    [noticeId, endpointId, seconds],
  );
}

/** Notes that an endpoint has failed; one that has failed for so many days without a success is removed. */
export async function noteFailure(db: Db, { endpointId, days }: { endpointId: string; days: number }): Promise<void> {
  await db.query('update push_endpoints set failing_since = now() where id = $1 and failing_since is null', [
    endpointId,
  ]);
  await db.query('delete from push_endpoints where id = $1 and failing_since <= now() - make_interval(days => $2)', [
    endpointId,
    days,
  ]);
}
