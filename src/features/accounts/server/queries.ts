import type { Db } from '../../../server/database/db.ts';
import { addressKnownDays, sessionDays } from '../rules.ts';

export interface UserRow {
  id: string;
  username: string;
}

/** Returns the new user's id; null where a user has that name already. */
export async function insertUser(
  db: Db,
  user: { username: string; usernameKey: string; passwordHash: string; invitedBy: string | null },
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `insert into users (username, username_key, password_hash, invited_by) values ($1, $2, $3, $4)
     on conflict (username_key) do nothing
     returning id`,
    [user.username, user.usernameKey, user.passwordHash, user.invitedBy],
  );
  return rows[0]?.id ?? null;
}

export interface UserToVerify extends UserRow {
  passwordHash: string;
  isBanned: boolean;
}

export async function findUser(db: Db, usernameKey: string): Promise<UserToVerify | null> {
  const { rows } = await db.query<UserToVerify>(
    {
      name: 'accounts-find-user',
      text: `select id, username, password_hash as "passwordHash", banned_at is not null as "isBanned"
        from users where username_key = $1`,
    },
    [usernameKey],
  );
  return rows[0] ?? null;
}

/**
 * Begins a session if the password is still the one that was verified and the user is not banned; false otherwise.
 * `passwordHash` null: something else, such as a passkey, has proved who it is. It locks the user's row, as a change of
 * the password and a ban do, so that one of them comes first.
 */
export async function insertSession(
  tx: Db,
  session: { id: string; userId: string; passwordHash: string | null; imageAudience: string; device: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    {
      name: 'accounts-insert-session',
      text: `
        with verified as (
          select id from users where id = $2 and ($3::text is null or password_hash = $3) and banned_at is null
          for no key update)
        insert into sessions (id, user_id, image_audience, device, confirmed_at)
        select $1, id, $4, $5, now() from verified`,
    },
    [session.id, session.userId, session.passwordHash, session.imageAudience, session.device],
  );
  return rowCount === 1;
}

/** Ends all but the `most` newest sessions of a user. */
export async function deleteOldestSessions(tx: Db, given: { userId: string; most: number }): Promise<void> {
  await tx.query(
    {
      name: 'accounts-delete-oldest-sessions',
      text: `
        delete from sessions where id in (
          select id from sessions where user_id = $1 order by created_at desc, id offset $2)`,
    },
    [given.userId, given.most],
  );
}

export interface SessionRow {
  id: string;
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** A user's sessions that still hold, the last used first. */
export async function listSessionsOf(db: Db, userId: string): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(
    `select id, device, created_at as "createdAt", last_seen_at as "lastSeenAt"
     from sessions
     where user_id = $1 and last_seen_at > now() - make_interval(days => $2)
       and created_at > now() - make_interval(days => $3)
     order by last_seen_at desc, id`,
    [userId, sessionDays.unused, sessionDays.inAll],
  );
  return rows;
}

/** Returns whether that user had such a session. */
export async function deleteSession(db: Db, session: { id: string; userId: string }): Promise<boolean> {
  const { rowCount } = await db.query('delete from sessions where id = $1 and user_id = $2', [
    session.id,
    session.userId,
  ]);
  return rowCount === 1;
}

/** Ends a user's sessions, all or all but one. */
export async function deleteSessionsOf(tx: Db, given: { userId: string; keep: string | null }): Promise<void> {
  await tx.query('delete from sessions where user_id = $1 and id is distinct from $2::uuid', [
    given.userId,
    given.keep,
  ]);
}

/** Keeps other transactions from this user's password and sessions until this one ends. */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  await tx.query('select from users where id = $1 for no key update', [userId]);
}

export async function hasSession(tx: Db, session: { id: string; userId: string }): Promise<boolean> {
  const { rowCount } = await tx.query('select from sessions where id = $1 and user_id = $2', [
    session.id,
    session.userId,
  ]);
  return rowCount === 1;
}

export async function updatePassword(tx: Db, given: { userId: string; passwordHash: string }): Promise<void> {
  await tx.query('update users set password_hash = $2 where id = $1', [given.userId, given.passwordHash]);
}

export async function findInviteCode(db: Db, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ code: string | null }>('select invite_code as code from users where id = $1', [
    userId,
  ]);
  return rows[0]?.code ?? null;
}

/** Gives a user the proposed code and returns it, or the user's earlier code. Null where another user has it. */
export async function proposeInviteCode(db: Db, given: { userId: string; code: string }): Promise<string | null> {
  const { rows } = await db.query<{ code: string }>(
    `update users set invite_code = coalesce(invite_code, $2)
     where id = $1 and not exists (select from users where invite_code = $2)
     returning invite_code as code`,
    [given.userId, given.code],
  );
  return rows[0]?.code ?? null;
}

/** The user of an invite code; null: no user has it. */
export async function findUserByInviteCode(db: Db, code: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>('select id from users where invite_code = $1', [code]);
  return rows[0]?.id ?? null;
}

export interface Invitation {
  userId: string;
  inviterId: string;
}

/** The inviters of these users; users who came by themselves are not listed. */
export async function listInviters(db: Db, userIds: readonly string[]): Promise<Invitation[]> {
  const { rows } = await db.query<Invitation>(
    `select id as "userId", invited_by as "inviterId" from users
     where id = any($1::uuid[]) and invited_by is not null order by id`,
    [userIds],
  );
  return rows;
}

export interface LimitKey {
  kind: string;
  subject: Buffer;
}

export interface FailureRow {
  subject: Buffer;
  count: number;
  endsAt: Date;
}

export async function listFailures(db: Db, limits: readonly LimitKey[]): Promise<FailureRow[]> {
  const { rows } = await db.query<FailureRow>(
    {
      name: 'accounts-list-failures',
      text: `
        select subject, count, ends_at as "endsAt" from attempts
        where (kind, subject) in (select * from unnest($1::text[], $2::bytea[]))`,
    },
    [limits.map(({ kind }) => kind), limits.map(({ subject }) => subject)],
  );
  return rows;
}

export async function deleteFailures(db: Db, limits: readonly LimitKey[]): Promise<void> {
  await db.query('delete from attempts where (kind, subject) in (select * from unnest($1::text[], $2::bytea[]))', [
    limits.map(({ kind }) => kind),
    limits.map(({ subject }) => subject),
  ]);
}

/** The clocks of two processes, or of two tries at once, may differ by this much. */
export const clocksDifferMs = 10_000;

/**
 * Counts one more failure for each limit: in the window under way, else in one that begins now. After the clock was set
 * back an hour, a window of 15 minutes would last 75: it ends when one that begins now ends.
 */
export async function addFailures(
  db: Db,
  limits: readonly (LimitKey & { windowSeconds: number; renews: boolean })[],
  now: Date,
): Promise<FailureRow[]> {
  const { rows } = await db.query<FailureRow>(
    {
      name: 'accounts-add-failures',
      text: `
        insert into attempts as known (kind, subject, count, ends_at)
        select kind, subject, 1, $4::timestamptz + make_interval(secs => seconds)
        from unnest($1::text[], $2::bytea[], $3::int[]) as given(kind, subject, seconds) order by kind, subject
        on conflict (kind, subject) do update set
          count = case
            when known.ends_at > $4 and known.ends_at <= excluded.ends_at + $6 * interval '1 ms'
            then known.count + 1 else 1 end,
          ends_at = case
            when known.ends_at > $4 and known.kind <> all ($5::text[])
            then least(known.ends_at, excluded.ends_at) else excluded.ends_at end
        returning subject, count, ends_at as "endsAt"`,
    },
    [
      limits.map(({ kind }) => kind),
      limits.map(({ subject }) => subject),
      limits.map(({ windowSeconds }) => windowSeconds),
      now,
      limits.filter(({ renews }) => renews).map(({ kind }) => kind),
      clocksDifferMs,
    ],
  );
  return rows;
}

/** Whether an account was used from an address since `addressKnownDays` ago; one hash names both. */
export async function isAddressKnown(db: Db, given: { hash: Buffer; now: Date }): Promise<boolean> {
  const { rowCount } = await db.query(
    {
      name: 'accounts-is-address-known',
      text: 'select from known_addresses where hash = $1 and seen_at > $2',
    },
    [given.hash, daysBefore(given.now, addressKnownDays)],
  );
  return rowCount === 1;
}

/** Notes that a user used the account from an address, and deletes all but the user's `most` newest addresses. */
export async function noteAddress(
  tx: Db,
  given: { hash: Buffer; userId: string; now: Date; most: number },
): Promise<void> {
  await tx.query(
    {
      name: 'accounts-note-address',
      text: `
        insert into known_addresses (hash, user_id, seen_at) values ($1, $2, $3)
        on conflict (hash) do update set seen_at = excluded.seen_at`,
    },
    [given.hash, given.userId, given.now],
  );
  await tx.query(
    {
      name: 'accounts-forget-addresses',
      text: `
        delete from known_addresses where hash in (
          select hash from known_addresses where user_id = $1 order by seen_at desc, hash offset $2)`,
    },
    [given.userId, given.most],
  );
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}

/** Whether a user with that id exists. */
export async function hasUser(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.query('select from users where id = $1 and username is not null', [id]);
  return rowCount === 1;
}

/** The names of these users, by their ids. */
/** The users whose names' keys are like a pattern, in the order of their names. */
export async function listUsersLike(db: Db, asked: { pattern: string; limit: number }): Promise<UserRow[]> {
  const { rows } = await db.query<UserRow>(
    'select id, username from users where username_key like $1 order by username_key using ~<~ limit $2',
    [asked.pattern, asked.limit],
  );
  return rows;
}

export async function listUsernames(db: Db, ids: readonly string[]): Promise<UserRow[]> {
  const { rows } = await db.query<UserRow>(
    {
      name: 'accounts-usernames',
      text: 'select id, username from users where id = any($1::uuid[]) and username is not null',
    },
    [ids],
  );
  return rows;
}

/** Users who were here within so many days, after one in the order of their ids. */
export async function listPresentUsers(
  db: Db,
  { after, days, limit }: { after: string | null; days: number; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from users u where username_key is not null and ($1::uuid is null or id > $1)
       and (created_at > now() - make_interval(days => $2) or exists (
         select from sessions where user_id = u.id and last_seen_at > now() - make_interval(days => $2)))
     order by id limit $3`,
    [after, days, limit],
  );
  return rows.map(({ id }) => id);
}
