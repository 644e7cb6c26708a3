import { createUser, setPassword, type UserByOperator } from '../../features/accounts/server/accounts.ts';
import { endFeed } from '../../features/library/server/feed-tokens.ts';
import type { DbPool } from '../../server/db.ts';
import { OperatorError } from '../operator-error.ts';
import { announce } from './announce.ts';
import type { CommandSite } from './command-site.ts';
import { withDatabase } from './database.ts';
import { readSecretLine } from './secret-line.ts';

export type UserOptions = { json?: true };

/** `longstrip user create`: by the rules of registration. */
export function runUserCreate(site: CommandSite, username: string, options: UserOptions): Promise<void> {
  return runForUser(site, username, { ...options, work: createUser, done: 'is registered' });
}

/** `longstrip user password`: by the rules of a change; ends all sessions of that user. */
export function runUserPassword(site: CommandSite, username: string, options: UserOptions): Promise<void> {
  return runForUser(site, username, {
    ...options,
    work: (db, user) => setPassword(db, { ...user, alsoEnd: endFeed }),
    done: 'has a new password; all their sessions have ended',
  });
}

async function runForUser(
  site: CommandSite,
  username: string,
  given: UserOptions & {
    work: (db: DbPool, user: { username: string; password: string }) => Promise<UserByOperator>;
    done: string;
  },
): Promise<void> {
  const password = await readSecretLine(process.stdin, 'Password: ');
  await withDatabase(site, announce, async (db) => {
    const user = requireDone(username, await given.work(db, { username, password }));
    if (given.json) console.log(JSON.stringify({ uuid: user.id, username: user.username }));
    else console.log(`${user.username} ${given.done}.`);
  });
}

function requireDone(username: string, outcome: UserByOperator): { id: string; username: string } {
  const name = JSON.stringify(username);
  switch (outcome.kind) {
    case 'done':
      return outcome.user;
    case 'problems':
      throw new OperatorError(outcome.problems.map(({ message }) => `${message}.`).join('\n'));
    case 'username_taken':
      throw new OperatorError(`There is a user ${name} already.`);
    case 'unknown_user':
      throw new OperatorError(`There is no user ${name}.`);
  }
}
