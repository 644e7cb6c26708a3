import { randomUUID } from 'node:crypto';
import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { readMonths, readTime } from '../../../server/command/options.ts';
import { withTransaction } from '../../../server/database/db.ts';
import { findUserByName } from '../../accounts/server/accounts.ts';
import { commandLine, writeAudit } from '../../studio/server/audit.ts';
import { type Cause, extendMembership, setExpiry } from '../server/membership.ts';

export type GrantOptions = { months?: string; until?: string; json?: true };

/** `longstrip user grant`: extends a membership, or ends it at exactly that time. */
export function runUserGrant(site: CommandSite, username: string, options: GrantOptions): Promise<void> {
  const grant = readGrant(options);
  return site.withDatabase(async (db) => {
    const user = await findUserByName(db, username);
    if (!user) throw new OperatorError(`There is no user ${JSON.stringify(username)}.`);
    const cause: Cause = `operator:${randomUUID()}`;
    const { expireAt } = await withTransaction(db, async (tx) => {
      const changed =
        'until' in grant
          ? await setExpiry(tx, { userId: user.id, cause, until: grant.until })
          : await extendMembership(tx, { userId: user.id, cause, by: grant });
      await writeAudit(tx, {
        by: commandLine,
        action: 'user.grant',
        target: { kind: 'user', id: user.id, name: user.username },
        after: { ...grant, expire_at: changed.expireAt },
      });
      return changed;
    });
    const until = expireAt?.toISOString() ?? null;
    if (options.json) console.log(JSON.stringify({ username: user.username, expire_at: until }));
    else console.log(`The membership of ${user.username} lasts until ${until}.`);
  });
}

function readGrant({ months, until }: GrantOptions): { months: number } | { until: Date } {
  if (months !== undefined && until === undefined) return { months: readMonths(months) };
  if (until !== undefined && months === undefined) return { until: readTime('--until', until) };
  throw new OperatorError('Give either --months or --until.');
}
