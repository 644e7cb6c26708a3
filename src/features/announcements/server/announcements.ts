import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { limitReached, notFound, wrongFields } from '../../../server/http/errors.ts';
import { readGivenTime } from '../../../server/http/given-time.ts';
import { createPace } from '../../../server/process/pace.ts';
import type { Language } from '../../../shared/languages.ts';
import { type Bar, inLanguageOf } from '../../../shared/site-settings.ts';
import { listPresentUsers } from '../../accounts/server/accounts.ts';
import { listMembersAmong } from '../../membership/server/membership.ts';
import { makeNotices, removeUnreadNews } from '../../notices/server/notices.ts';
import { storeSettings } from '../../settings/server/settings.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import { limits, meets, readPieces } from '../rules.ts';
import type { ChangedAnnouncement, NewAnnouncement, AnnouncementRow as RowOnWire } from '../studio-contract.ts';
import {
  type Announcement,
  type AnnouncementRow,
  deleteAnnouncement,
  insertAnnouncement,
  lockAnnouncements,
  lockUntold,
  noteTold,
  selectAnnouncements,
  selectTexts,
  updateAnnouncement,
} from './queries.ts';

/** The moment of a change, by whom, and the zone of times without an offset. */
export interface Change {
  by: Maker;
  now: Date;
  zone: string;
}

/** What is announced, was and will be, the last first. */
export async function listAnnouncements(db: Db): Promise<RowOnWire[]> {
  return (await selectAnnouncements(db)).map(present);
}

/** Announces something; rejects with 409 where too much is announced at that time. */
export async function makeAnnouncement(tx: Db, given: NewAnnouncement, { by, now, zone }: Change): Promise<RowOnWire> {
  const { text: texts, audience, kind } = given;
  const announcement = { texts, audience, kind, ...timesOf(given, { from: now, until: null }, { now, zone }) };
  await lockAnnouncements(tx);
  await requireRoom(tx, announcement, null);
  const row = await insertAnnouncement(tx, announcement);
  await tellBars(tx, now);
  await writeAudit(tx, { by, action: 'announcement.make', target: targetOf(row), before: null, after: told(row) });
  return present(row);
}

/** Changes what is given of an announcement; rejects with 404, and with 409 as above. */
export async function changeAnnouncement(
  tx: Db,
  { id, change }: { id: string; change: ChangedAnnouncement },
  { by, now, zone }: Change,
): Promise<RowOnWire> {
  await lockAnnouncements(tx);
  const before = await requireRow(tx, id);
  const { text: texts = before.texts, audience = before.audience, kind = before.kind } = change;
  const row = { ...before, texts, audience, kind, ...timesOf(change, before, { now, zone }) };
  // Others than before are to be told; who has been told is not told again.
  const after = row.audience === before.audience ? row : { ...row, toldTo: null, toldAt: null };
  await requireRoom(tx, after, before.id);
  await updateAnnouncement(tx, after);
  await tellBars(tx, now);
  await writeAudit(tx, {
    ...{ by, action: 'announcement.edit', target: targetOf(after) },
    ...{ before: told(before), after: told(after) },
  });
  return present(after);
}

/** Takes an announcement back, and what nobody has read of it yet; rejects with 404. */
export async function removeAnnouncement(tx: Db, id: string, { by, now }: Omit<Change, 'zone'>): Promise<void> {
  await lockAnnouncements(tx);
  const row = await requireRow(tx, id);
  await deleteAnnouncement(tx, row.id);
  await removeUnreadNews(tx, row.id);
  await tellBars(tx, now);
  await writeAudit(tx, { by, action: 'announcement.delete', target: targetOf(row), before: told(row), after: null });
}

/** What news say in that language, and the page of this site that they lead to, by the ids of announcements. */
export async function newsOf(
  db: Db,
  { ids, language }: { ids: readonly string[]; language: Language },
): Promise<Map<string, { title: string; href: string | null }>> {
  const rows = ids.length === 0 ? [] : await selectTexts(db, ids);
  return new Map(
    rows.map(({ id, texts }) => {
      const pieces = readPieces(inLanguageOf(texts, language) ?? '');
      const href = pieces.find((piece) => piece.href?.startsWith('/'))?.href ?? null;
      return [id, { title: pieces.map(({ text }) => text).join(''), href }];
    }),
  );
}

/** So many users are told at a time, so often: 100,000 take 40 seconds, and readers' requests come in between. */
const atOnce = 50;
const partsPerSecond = 50;
/** Who has not been here for so long is not told. */
export const hereWithinDays = 90;

/** Writes due announcements into the inboxes of those who were here lately, each once, whatever is repeated or crashes. */
export async function tellInboxes(
  db: DbPool,
  { now, signal, most = atOnce }: { now: () => Date; signal?: AbortSignal; most?: number },
): Promise<void> {
  const part = (tx: Db) => tellPart(tx, { now: now(), most });
  const pace = createPace(partsPerSecond);
  while (!signal?.aborted && (await withTransaction(db, part))) await pace(signal);
}

async function tellPart(tx: Db, { now, most }: { now: Date; most: number }): Promise<boolean> {
  const row = await lockUntold(tx, now);
  if (!row) return false;
  const users = await listPresentUsers(tx, { after: row.toldTo, days: hereWithinDays, limit: most });
  const members = row.audience === 'all' ? new Set<string>() : await listMembersAmong(tx, users);
  const isFor = (userId: string) => row.audience === 'all' || members.has(userId) === (row.audience === 'members');
  const notices = users.filter(isFor).map((userId) => ({ userId, event: row.id }));
  await makeNotices(tx, 'news', notices);
  await noteTold(tx, { id: row.id, to: users.length < most ? null : (users.at(-1) ?? null), now });
  return true;
}

async function requireRow(tx: Db, id: string): Promise<AnnouncementRow> {
  const row = (await selectAnnouncements(tx)).find((each) => each.id === id.toLowerCase());
  if (!row) throw notFound('announcement_not_found', 'There is no such announcement');
  return row;
}

async function requireRoom(tx: Db, announcement: Announcement, own: string | null): Promise<void> {
  const others = (await selectAnnouncements(tx)).filter(({ id }) => id !== own);
  if (others.filter((other) => meets(announcement, other)).length < limits.atOnce) return;
  throw limitReached();
}

function timesOf(
  given: { from?: string | null | undefined; until?: string | null | undefined },
  before: { from: Date; until: Date | null },
  { now, zone }: { now: Date; zone: string },
): { from: Date; until: Date | null } {
  const timeOf = (field: 'from' | 'until', otherwise: Date | null): Date | null => {
    const text = given[field];
    return text ? readGivenTime(field, text, zone) : otherwise;
  };
  const from = timeOf('from', given.from === null ? now : before.from) ?? now;
  const until = timeOf('until', given.until === null ? null : before.until);
  if (until !== null && until.getTime() <= from.getTime())
    throw wrongFields([{ path: 'until', code: 'custom', message: 'must be after `from`' }]);
  return { from, until };
}

/** Writes the bars of now and later where each process reads them: the settings. */
async function tellBars(tx: Db, now: Date): Promise<void> {
  const rows = (await selectAnnouncements(tx)).filter(
    ({ kind, until }) => kind !== 'inbox' && !(until && until <= now),
  );
  const bars = rows.reverse().map(
    ({ id, texts, audience, from, until }): Bar => ({
      ...{ id, texts, audience, from: from.toISOString() },
      until: until?.toISOString() ?? null,
    }),
  );
  await storeSettings(tx, { bars });
}

const targetOf = ({ id }: AnnouncementRow) => ({ kind: 'announcement', id, name: null }) as const;

const told = ({ texts, from, until, audience, kind }: Announcement) => ({
  ...{ texts, audience, kind, from: from.toISOString() },
  until: until?.toISOString() ?? null,
});

function present({ id, texts, from, until, audience, kind, toldAt }: AnnouncementRow): RowOnWire {
  return {
    ...{ announcement_id: id, text: texts, from: from.toISOString(), until: until?.toISOString() ?? null },
    ...{ audience, kind, told: kind === 'bar' ? null : toldAt !== null },
  };
}
