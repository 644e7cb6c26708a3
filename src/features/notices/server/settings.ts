import type { Db } from '../../../server/database/db.ts';
import { invalidField } from '../../../server/http/errors.ts';
import type { GivenNoticeSettings, NoticeSettings } from '../contract.ts';
import { mayLeaveInbox, noticeKinds, type Places } from '../rules.ts';
import { listSettings, upsertSettings } from './queries.ts';

/** Where a user wants to be told of what: at first everywhere. */
export async function readSettings(db: Db, userId: string): Promise<NoticeSettings> {
  const said = new Map((await listSettings(db, userId)).map(({ kind, ...places }) => [kind, places]));
  const everywhere: Places = { inbox: true, push: true };
  const kinds = noticeKinds.map((kind) => [kind, said.get(kind) ?? everywhere]);
  return { kinds: Object.fromEntries(kinds) as NoticeSettings['kinds'] }; // each kind is there
}

/** Keeps what is given, the rest stays; rejects with 400 where a kind that stays in the inbox is to leave it. */
export async function saveSettings(
  db: Db,
  { userId, kinds }: GivenNoticeSettings & { userId: string },
): Promise<NoticeSettings> {
  const given = noticeKinds.flatMap((kind) => (kinds[kind] ? [{ kind, ...kinds[kind] }] : []));
  const kept = given.find(({ kind, inbox }) => inbox === false && !mayLeaveInbox(kind));
  if (kept) {
    const message = 'Notices of this kind stay in the inbox';
    throw invalidField(`kinds.${kept.kind}.inbox`, message);
  }
  if (given.length > 0) await upsertSettings(db, { userId, kinds: given });
  return readSettings(db, userId);
}
