import type { Db } from '../../../server/database/db.ts';
import type { OwnData } from '../../../server/database/own-data.ts';
import { inbox } from './queries.ts';

/** What somebody was told, by its id, and what they want to be told. */
export const ownNotices: OwnData = {
  async tell(db, userId) {
    return { inbox: { notices: await listOwn(db, userId), settings: await listOwnSettings(db, userId) } };
  },
  async forget(tx, userId) {
    await tx.query('delete from notices where user_id = $1', [userId]);
    await tx.query('delete from notice_settings where user_id = $1', [userId]);
  },
};

async function listOwn(db: Db, userId: string): Promise<object[]> {
  const { rows } = await db.query<object>(
    `select id, kind, created_at, read_at from (${inbox}) inbox order by created_at, id`,
    [userId],
  );
  return rows;
}

async function listOwnSettings(db: Db, userId: string): Promise<object[]> {
  const { rows } = await db.query<object>(
    'select kind, inbox, push from notice_settings where user_id = $1 order by kind',
    [userId],
  );
  return rows;
}
