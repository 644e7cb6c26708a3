import type { Db } from '../../../server/database/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { paths } from '../../../shared/paths.ts';
import type { Access } from '../../catalog/access.ts';
import type { CoversOf } from '../../catalog/server/catalog.ts';
import { findSeenDebuts, listDebuts, type SeenDebut } from '../../catalog/server/dates/debuts.ts';
import { accessOf, type Dates } from '../../catalog/server/dates/openings.ts';
import type { Notice } from '../contract.ts';
import { findNotice, listNotices, markDeleted, type NoticeRow, updateRead } from './queries.ts';

/** Who reads an inbox; the facts decide about chapters. */
export interface Reader {
  userId: string;
  membership: { expireAt: Date } | null;
  now: Date;
}

export interface Shown {
  reader: Reader;
  language: Language;
  dates: Dates;
  /** The one decision about a chapter with that access. */
  isLocked(asked: { access: Access; membership: Reader['membership']; now: Date }): boolean;
  /** What news say, by what they are about. */
  newsOf(
    db: Db,
    asked: { ids: readonly string[]; language: Language },
  ): Promise<Map<string, { title: string; href: string | null }>>;
  /** For who wants books' covers too. */
  coversOf?: CoversOf;
}

/** A page of a user's notices, newest first, and how many there are in all and unread. */
export async function listInbox(
  db: Db,
  { page, pageSize, ...shown }: Shown & { page: number; pageSize: number },
): Promise<{ result: Notice[]; total: number; unread: number }> {
  const all = await onlySeen(db, await listNotices(db, { userId: shown.reader.userId, unread: false }));
  return {
    result: await present(db, all.slice(page * pageSize, (page + 1) * pageSize), shown),
    total: all.length,
    unread: all.filter(({ readAt }) => readAt === null).length,
  };
}

/** How many notices a user has not read. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  return (await onlySeen(db, await listNotices(db, { userId, unread: true }))).length;
}

/** A notice of a user, in the inbox or for their devices alone; rejects with 404. */
export async function readNotice(db: Db, { id, ...shown }: Shown & { id: string }): Promise<Notice> {
  const row = await requireNotice(db, { userId: shown.reader.userId, id });
  const [notice] = await present(db, [row], shown);
  if (!notice) throw notFound();
  return notice;
}

/** Takes a notice out of a user's inbox; rejects with 404. */
export async function removeNotice(db: Db, asked: { userId: string; id: string }): Promise<void> {
  await requireNotice(db, asked);
  await markDeleted(db, asked);
}

/** Marks these of a user's notices as read, or all (null); returns how many are left. */
export async function markRead(db: Db, asked: { userId: string; ids: readonly string[] | null }): Promise<number> {
  await updateRead(db, asked);
  return countUnread(db, asked.userId);
}

async function requireNotice(db: Db, asked: { userId: string; id: string }): Promise<NoticeRow> {
  const row = await findNotice(db, asked);
  const [seen] = row ? await onlySeen(db, [row]) : [];
  if (!seen) throw notFound();
  return seen;
}

/** Without those of chapters that readers do not see. */
async function onlySeen(db: Db, rows: readonly NoticeRow[]): Promise<NoticeRow[]> {
  const debuts = rows.flatMap(({ kind, event }) => (kind === 'new_chapter' ? [event] : []));
  const seen = debuts.length === 0 ? new Set() : await findSeenDebuts(db, [...new Set(debuts)]);
  return rows.filter(({ kind, event }) => kind !== 'new_chapter' || seen.has(event));
}

async function present(db: Db, rows: readonly NoticeRow[], shown: Shown): Promise<Notice[]> {
  const ids = rows.flatMap(({ kind, event }) => (kind === 'new_chapter' ? [event] : []));
  const debuts = ids.length === 0 ? [] : await listDebuts(db, { ids, language: shown.language });
  const covers = await shown.coversOf?.(debuts.flatMap(({ coverImageId }) => coverImageId ?? []));
  const news = await shown.newsOf(db, {
    ids: rows.flatMap(({ kind, event }) => (kind === 'news' ? [event] : [])),
    language: shown.language,
  });
  const debutOf = new Map(debuts.map((debut) => [debut.debutId, debut]));
  return rows.flatMap((row): Notice[] => {
    const { id, kind, facts, createdAt, readAt } = row;
    const common = { id, kind, created_at: createdAt.toISOString(), read_at: readAt?.toISOString() ?? null };
    if (kind === 'news') {
      const { title = '', href = null } = news.get(row.event) ?? {};
      return [{ ...common, href: href ?? paths.inbox(), title }];
    }
    if (kind !== 'new_chapter') return [{ ...common, href: paths.profile(), ...facts }];
    const debut = debutOf.get(row.event);
    if (!debut) return [];
    const cover_image = covers?.get(debut.coverImageId ?? '')?.src;
    return [{ ...common, ...presentDebut(debut, shown), ...(cover_image && { cover_image }) }];
  });
}

function presentDebut(debut: SeenDebut, { reader, dates, isLocked }: Shown) {
  const { bookId, id: chapterUuid, number } = debut;
  return {
    href: paths.chapter({ bookUuid: bookId, chapterUuid, number }),
    book_uuid: bookId,
    book_title: debut.bookTitle,
    chapter_uuid: chapterUuid,
    chapter_number: number,
    label: debut.label,
    title: debut.title,
    count: debut.count,
    locked: isLocked({ ...reader, access: accessOf(dates, debut, reader.now) }),
  };
}
