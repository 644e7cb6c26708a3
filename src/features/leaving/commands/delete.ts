import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import type { OwnData } from '../../../server/database/own-data.ts';
import { findUserByName } from '../../accounts/server/accounts.ts';
import { commandLine, writeAudit } from '../../studio/server/audit.ts';
import { deleteUser, wantDeletion } from '../server/deletions.ts';

export type DeleteOptions = { now?: true; json?: true };

const quiet = { info: () => {}, warn: () => {} };

/** `longstrip user delete`: asks nothing, and says the day. */
export function runUserDelete(
  site: CommandSite,
  username: string,
  { own, now, json }: DeleteOptions & { own: readonly OwnData[] },
): Promise<void> {
  return site.withDatabase(async (db) => {
    const user = await findUserByName(db, username);
    if (!user) throw new OperatorError(`There is no user ${JSON.stringify(username)}.`);
    const wanted = await wantDeletion(db, {
      ...{ userId: user.id, keep: null, ...(now && { now }) },
      also: (tx) =>
        writeAudit(tx, {
          by: commandLine,
          action: 'user.delete',
          target: { kind: 'user', id: user.id, name: user.username },
        }),
    });
    if (wanted.kind === 'last_owner')
      throw new OperatorError(`${user.username} is the only owner: make somebody else an owner first.`);
    if (now) await deleteUser(db, { userId: user.id, own, log: quiet });
    const day = wanted.deletesAt.toISOString();
    if (json) console.log(JSON.stringify({ uuid: user.id, username: user.username, deletes_at: day }));
    else console.log(now ? `${user.username} is deleted.` : `${user.username} will be deleted on ${day}.`);
  });
}
