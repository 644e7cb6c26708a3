import type { Db } from '../../../server/database/db.ts';
import type { OwnData } from '../../../server/database/own-data.ts';
import { listPasskeysOf } from './passkey-queries.ts';
import { listSessionsOf } from './queries.ts';

/** Who somebody is, and where they are logged in. */
export const ownAccount: OwnData = {
  async tell(db, userId) {
    const passkeys = await listPasskeysOf(db, userId);
    const sessions = await listSessionsOf(db, userId);
    return {
      account: {
        ...(await selectAccount(db, userId)),
        passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
          ...{ name, created_at: createdAt, last_used_at: lastUsedAt },
        })),
      },
      sessions: sessions.map(({ device, createdAt, lastSeenAt }) => ({
        ...{ device, created_at: createdAt, last_seen_at: lastSeenAt },
      })),
    };
  },
  async forget(tx, userId) {
    for (const table of keptOfUser) await tx.query(`delete from ${table} where user_id = $1`, [userId]);
    await tx.query(
      `update users set username = null, username_key = null, password_hash = null, invite_code = null,
         banned_at = null, ban_reason = null, banned_by = null
       where id = $1`,
      [userId],
    );
  },
};

const keptOfUser = [
  ...['sessions', 'access_tokens', 'passkeys', 'passkey_challenges', 'recovery_codes'],
  ...['password_links', 'known_addresses'],
];

async function selectAccount(db: Db, userId: string): Promise<object> {
  const { rows } = await db.query<object>(
    `select id as uuid, username, created_at, invite_code,
       (select count(*) from users guest where guest.invited_by = owner.id) as invited
     from users owner where id = $1`,
    [userId],
  );
  return rows[0] ?? {};
}
