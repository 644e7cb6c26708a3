import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { readSecretLine } from '../../../server/command/secret-line.ts';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import {
  type AlsoForUser,
  createUser,
  findUserByName,
  setPassword,
  type UserByOperator,
} from '../../accounts/server/accounts.ts';
import { type Role, roles } from '../contract.ts';
import { commandLine, writeAudit } from '../server/audit.ts';
import { giveRole } from '../server/roles.ts';

export type UserOptions = { json?: true };

/** Ends the address of a user's feed, which would outlive their sessions. */
export type EndFeed = (tx: Db, userId: string) => Promise<void>;

/** `longstrip user create`: by the rules of registration, with a role where one is given. */
export function runUserCreate(
  site: CommandSite,
  username: string,
  { role, ...options }: UserOptions & { role?: string },
): Promise<void> {
  const given = role === undefined ? null : readRole(role);
  return runForUser(site, username, {
    ...options,
    work: (db, user) => createUser(db, { ...user, also: noteNewUser(given) }),
    done: given ? `is registered, with the role ${given}` : 'is registered',
  });
}

function noteNewUser(role: Role | null): AlsoForUser {
  return async (tx, { id, username }) => {
    await writeAudit(tx, {
      by: commandLine,
      action: 'user.create',
      target: { kind: 'user', id, name: username },
      after: { username },
    });
    if (role) await giveRole(tx, { by: commandLine, userId: id, role, reason: null });
  };
}

/** `longstrip user password`: by the rules of a change; ends all sessions of that user. */
export function runUserPassword(
  site: CommandSite,
  username: string,
  { endFeed, ...options }: UserOptions & { endFeed: EndFeed },
): Promise<void> {
  const also: AlsoForUser = async (tx, { id, username: name }) => {
    await endFeed(tx, id);
    await writeAudit(tx, { by: commandLine, action: 'user.password', target: { kind: 'user', id, name } });
  };
  return runForUser(site, username, {
    ...options,
    work: (db, user) => setPassword(db, { ...user, also }),
    done: 'has a new password; all their sessions have ended',
  });
}

/** `longstrip user role`: gives a role or takes it away; prints nothing. */
export function runUserRole(
  site: CommandSite,
  given: { username: string; role: string },
  options: UserOptions,
): Promise<void> {
  const role = given.role === 'none' ? null : readRole(given.role);
  return site.withDatabase(async (db) => {
    const user = await findUserByName(db, given.username);
    if (!user) throw unknownUser(given.username);
    const outcome = await withTransaction(db, (tx) =>
      giveRole(tx, { by: commandLine, userId: user.id, role, reason: null }),
    );
    switch (outcome.kind) {
      case 'unknown_user':
        throw unknownUser(given.username);
      case 'last_owner':
        throw new OperatorError(`${user.username} is the only owner: make somebody else an owner first.`);
      case 'given':
        if (options.json) console.log(JSON.stringify(outcome.user));
    }
  });
}

function readRole(text: string): Role {
  const role = roles.find((known) => known === text);
  if (role) return role;
  throw new OperatorError(`${JSON.stringify(text)} is no role: there are ${roles.join(', ')}.`);
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
  await site.withDatabase(async (db) => {
    const user = requireDone(username, await given.work(db, { username, password }));
    if (given.json) console.log(JSON.stringify({ uuid: user.id, username: user.username }));
    else console.log(`${user.username} ${given.done}.`);
  });
}

function requireDone(username: string, outcome: UserByOperator): { id: string; username: string } {
  switch (outcome.kind) {
    case 'done':
      return outcome.user;
    case 'problems':
      throw new OperatorError(outcome.problems.map(({ message }) => `${message}.`).join('\n'));
    case 'username_taken':
      throw new OperatorError(`There is a user ${JSON.stringify(username)} already.`);
    case 'unknown_user':
      throw unknownUser(username);
  }
}

function unknownUser(username: string): OperatorError {
  return new OperatorError(`There is no user ${JSON.stringify(username)}.`);
}
