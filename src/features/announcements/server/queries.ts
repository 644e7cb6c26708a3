import type { Db } from '../../../server/database/db.ts';
import type { Bar, ByLanguage } from '../../../shared/site-settings.ts';
import type { AnnouncementKind } from '../rules.ts';

export interface Announcement {
  texts: ByLanguage<string>;
  from: Date;
  until: Date | null;
  audience: Bar['audience'];
  kind: AnnouncementKind;
}

export interface AnnouncementRow extends Announcement {
  id: string;
  toldTo: string | null;
  toldAt: Date | null;
}

const columns = `id, texts, from_at as "from", until_at as "until", audience, kind, told_to as "toldTo", told_at as "toldAt"`;

/** What is announced and was not taken back, the last first. */
export async function selectAnnouncements(db: Db): Promise<AnnouncementRow[]> {
  const { rows } = await db.query<AnnouncementRow>(
    `select ${columns} from announcements where deleted_at is null order by from_at desc, id`,
  );
  return rows;
}

/** Keeps others from changing announcements until the transaction ends; all may read them. */
export async function lockAnnouncements(tx: Db): Promise<void> {
  await tx.query('lock table announcements in share row exclusive mode');
}

export async function insertAnnouncement(tx: Db, given: Announcement): Promise<AnnouncementRow> {
  const { texts, from, until, audience, kind } = given;
  const { rows } = await tx.query<AnnouncementRow>(
    `insert into announcements (texts, from_at, until_at, audience, kind) values ($1, $2, $3, $4, $5) returning ${columns}`,
    [texts, from, until, audience, kind],
  );
  if (!rows[0]) throw new Error('An announcement was not kept');
  return rows[0];
}

/** Writes an announcement anew; one that is to be told again from the beginning has nobody told. */
export async function updateAnnouncement(tx: Db, row: AnnouncementRow): Promise<void> {
  const { id, texts, from, until, audience, kind, toldTo, toldAt } = row;
  await tx.query(
    `update announcements set texts = $2, from_at = $3, until_at = $4, audience = $5, kind = $6, told_to = $7, told_at = $8
     where id = $1`,
    [id, texts, from, until, audience, kind, toldTo, toldAt],
  );
}

export async function deleteAnnouncement(tx: Db, id: string): Promise<void> {
  await tx.query('update announcements set deleted_at = now() where id = $1', [id]);
}

/** The announcement whose inboxes wait longest, locked until the transaction ends; null: none. */
export async function lockUntold(tx: Db, now: Date): Promise<AnnouncementRow | null> {
  const { rows } = await tx.query<AnnouncementRow>(
    `select ${columns} from announcements
     where deleted_at is null and told_at is null and kind in ('inbox', 'both') and from_at <= $1
       and (until_at is null or until_at > $1)
     order by from_at, id limit 1 for update skip locked`,
    [now],
  );
  return rows[0] ?? null;
}

/** Notes how far an announcement is told; without a last user all have it. */
export async function noteTold(tx: Db, { id, to, now }: { id: string; to: string | null; now: Date }): Promise<void> {
  await tx.query(
    'update announcements set told_to = coalesce($2, told_to), told_at = case when $2::uuid is null then $3::timestamptz end where id = $1',
    [id, to, now],
  );
}

/** The texts of announcements, also of those that were taken back. */
export async function selectTexts(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; texts: ByLanguage<string> }[]> {
  const { rows } = await db.query<{ id: string; texts: ByLanguage<string> }>(
    'select id, texts from announcements where id::text = any($1)',
    [ids],
  );
  return rows;
}
