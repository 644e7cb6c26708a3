import type { Db } from '../../../server/database/db.ts';
import { kept, type NoticeKind, type Places } from '../rules.ts';

/** What a notice says, but for what is asked of the catalogue when it is read. */
export interface Facts {
  username?: string | null;
  amount?: number;
  currency?: string;
  order_id?: string;
  step?: 'ready' | 'redeemed';
  expire_at?: string;
}

export interface NewNotice {
  userId: string;
  /** What it is about: nobody is told twice of the same. */
  event: string;
  facts?: Facts;
}

/** Makes notices where their users want them; returns the ids of those that were not there yet. */
export async function insertNotices(tx: Db, kind: NoticeKind, notices: readonly NewNotice[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    {
      name: 'notices-insert',
      text: `
        insert into notices (user_id, kind, event, facts, in_inbox, to_push)
        select given."userId", $1, given.event, coalesce(given.facts, '{}'), coalesce(s.inbox, true), coalesce(s.push, true)
        from jsonb_to_recordset($2::jsonb) as given("userId" uuid, event text, facts jsonb)
        left join notice_settings s on s.user_id = given."userId" and s.kind = $1
        where coalesce(s.inbox or s.push, true)
        on conflict (user_id, kind, event) do nothing
        returning id`,
    },
    [kind, JSON.stringify(notices)],
  );
  return rows.map(({ id }) => id);
}

export interface NoticeRow {
  id: string;
  kind: NoticeKind;
  event: string;
  facts: Facts;
  createdAt: Date;
  readAt: Date | null;
}

const columns = 'id, kind, event, facts, created_at as "createdAt", read_at as "readAt"';
const isKept = `deleted_at is null and created_at > now() - interval '${kept.days} days'`;

/** The user `$1`'s inbox. */
export const inbox = `
  select * from notices where user_id = $1 and in_inbox and ${isKept}
  order by created_at desc, id desc limit ${kept.newest}`;

/** A user's notices, newest first; those that are not read yet, where only they are wanted. */
export async function listNotices(
  db: Db,
  { userId, unread }: { userId: string; unread: boolean },
): Promise<NoticeRow[]> {
  const { rows } = await db.query<NoticeRow>(
    {
      name: 'notices-list',
      text: `
        select ${columns} from (${inbox}) inbox
        where not $2 or read_at is null order by created_at desc, id desc`,
    },
    [userId, unread],
  );
  return rows;
}

/** A notice in a user's inbox, or for their devices alone. */
export async function findNotice(db: Db, { userId, id }: { userId: string; id: string }): Promise<NoticeRow | null> {
  const { rows } = await db.query<NoticeRow>(
    `select ${columns} from notices where id = $2 and user_id = $1 and ${isKept}
     and (not in_inbox or id in (select id from (${inbox}) inbox))`,
    [userId, id],
  );
  return rows[0] ?? null;
}

export async function markDeleted(db: Db, { userId, id }: { userId: string; id: string }): Promise<void> {
  await db.query('update notices set deleted_at = now() where id = $2 and user_id = $1 and deleted_at is null', [
    userId,
    id,
  ]);
}

/** Marks these notices of a user as read, or all (null). */
export async function updateRead(
  db: Db,
  { userId, ids }: { userId: string; ids: readonly string[] | null },
): Promise<void> {
  await db.query(
    `update notices set read_at = now()
     where user_id = $1 and read_at is null and ($2::uuid[] is null or id = any($2))`,
    [userId, ids],
  );
}

/** What a user has said of some kinds. */
export async function listSettings(db: Db, userId: string): Promise<(Places & { kind: NoticeKind })[]> {
  const { rows } = await db.query<Places & { kind: NoticeKind }>(
    'select kind, inbox, push from notice_settings where user_id = $1',
    [userId],
  );
  return rows;
}

export async function upsertSettings(
  db: Db,
  {
    userId,
    kinds,
  }: { userId: string; kinds: readonly ({ kind: NoticeKind } & { [Place in keyof Places]?: boolean | undefined })[] },
): Promise<void> {
  await db.query(
    `insert into notice_settings as kept (user_id, kind, inbox, push)
     select $1, given.kind, coalesce(given.inbox, true), coalesce(given.push, true)
     from jsonb_to_recordset($2::jsonb) as given(kind text, inbox boolean, push boolean) order by given.kind
     on conflict (user_id, kind) do update set
       inbox = coalesce((select inbox from jsonb_to_recordset($2::jsonb) as g(kind text, inbox boolean)
         where g.kind = excluded.kind), kept.inbox),
       push = coalesce((select push from jsonb_to_recordset($2::jsonb) as g(kind text, push boolean)
         where g.kind = excluded.kind), kept.push)`,
    [userId, JSON.stringify(kinds)],
  );
}

/** Takes away the news of that event that users have not read yet. */
export async function removeUnreadNews(tx: Db, event: string): Promise<void> {
  await tx.query("delete from notices where kind = 'news' and event = $1 and read_at is null", [event]);
}
