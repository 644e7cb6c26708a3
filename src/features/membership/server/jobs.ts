import type { Log } from '../../../server/config/log.ts';
import type { Db, DbPool } from '../../../server/database/db.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import { foldLedger } from '../rules.ts';
import { type CardCodes, endCardCodes } from './card-codes.ts';
import { endingsJob } from './endings.ts';
import { rewardInvites } from './invites.ts';
import { listKeptMemberships, listUsersWithoutMembership } from './queries.ts';

const hourMs = 60 * 60 * 1000;
const membershipsAtOnce = 500;
const beforeAllUsers = '00000000-0000-0000-0000-000000000000';

export interface MembershipJobDeps {
  log: Pick<Log, 'error'>;
  cardCodes: CardCodes;
  /** Receives the number of memberships that differ from their ledgers. */
  keepDifferences(db: Db, count: number): Promise<void>;
}

export function membershipJobs({ log, cardCodes, keepDifferences }: MembershipJobDeps): Job[] {
  return [
    { name: 'reward invites', everyMs: hourMs, run: rewardInvites },
    endingsJob,
    { name: 'end card codes', everyMs: hourMs, run: (db) => endCardCodes(db, cardCodes, null) },
    {
      name: 'check ledger',
      everyMs: 24 * hourMs,
      async run(db, signal) {
        await keepDifferences(db, await checkLedger(db, { log, signal }));
      },
    },
  ];
}

/**
 * Compares every membership with its ledger and logs the differences; returns how many there are. Nothing is corrected:
 * a difference means that something wrote without the front door, and a person has to find out what.
 */
export async function checkLedger(
  db: DbPool,
  { log, signal }: { log: Pick<Log, 'error'>; signal?: AbortSignal },
): Promise<number> {
  let differences = 0;
  const report = (difference: { userId: string; kept: Date | null; replayed: Date | null }) => {
    differences += 1;
    log.error({ event: 'ledger differs', ...difference }, 'a membership is not what its ledger comes to');
  };
  for await (const userId of usersWithoutMembership(db, signal)) report({ userId, kept: null, replayed: null });
  let after = beforeAllUsers;
  let found = membershipsAtOnce;
  while (found === membershipsAtOnce && !signal?.aborted) {
    const page = await listKeptMemberships(db, { after, limit: membershipsAtOnce });
    for (const { userId, expireAt, entries } of page) {
      const replayed = foldLedger(entries);
      if (expireAt?.getTime() !== replayed?.getTime()) report({ userId, kept: expireAt, replayed });
    }
    after = page.at(-1)?.userId ?? after;
    found = page.length;
  }
  return differences;
}

/**
 * Users with a ledger and no membership: there should never be one. The ledgers of deleted users stay for the books.
 */
async function* usersWithoutMembership(db: DbPool, signal?: AbortSignal): AsyncGenerator<string> {
  let after = beforeAllUsers;
  let found = membershipsAtOnce;
  while (found === membershipsAtOnce && !signal?.aborted) {
    const ids = await listUsersWithoutMembership(db, { after, limit: membershipsAtOnce });
    const names = await namesOfUsers(db, ids);
    yield* ids.filter((id) => names.has(id));
    after = ids.at(-1) ?? after;
    found = ids.length;
  }
}
