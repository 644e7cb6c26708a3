import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { type AppError, notFound, unauthenticated } from '../../../server/http/errors.ts';
import { resetPasswordPath } from '../../../shared/paths.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import {
  banUser,
  endBan,
  endSessionsOf,
  findBan,
  listSessionsOf,
  lockUser,
  makePasswordLink,
} from '../../accounts/server/people.ts';
import type { ActOnPerson } from '../rules.ts';
import { studioCalls } from '../studio-contract.ts';
import { type Maker, writeAudit } from './audit.ts';
import { keepNote, selectNote } from './queries.ts';
import { mayActOnUser, readNote, requireActOnUser } from './studio.ts';
import type { Staff, StudioPlatform } from './studio-api.ts';

export interface StudioAccountsDeps extends StudioPlatform {
  /** Ends what else lets somebody read as that user; inside the ban, so that both happen. */
  endFeed(tx: Db, userId: string): Promise<void>;
}

/** The studio's calls about somebody's account: its sessions, a ban, a link for a new password (spec: studio.md#accounts). */
export function mountStudioAccounts(deps: StudioAccountsDeps): void {
  addSessionCalls(deps);
  addBanCalls(deps);
  addPasswordLink(deps);
  addNote(deps);
}

/** Whether the caller may do that to the user whom the address names; nobody is named by what is no UUID. */
const guardOf =
  (db: Db, act: ActOnPerson) =>
  async ({ staff, params }: { staff: Staff; params: Readonly<Record<string, string>> }) => {
    const userId = parseUuid(params.uuid ?? '');
    return userId === null || mayActOnUser(db, staff, { act, userId });
  };

/**
 * Changes the account of the user whom the address names, with the account locked: nobody is given a role, logs in or
 * changes the password meanwhile.
 */
async function changeAccount<T>(
  db: DbPool,
  asked: { staff: Staff; params: { uuid: string } },
  { act, work }: { act: ActOnPerson; work: (tx: Db, user: { id: string; name: string }) => Promise<T> },
): Promise<T> {
  const userId = parseUuid(asked.params.uuid);
  if (userId === null) throw userNotFound();
  return withTransaction(db, async (tx) => {
    // Both are locked, in the order of their ids: of two who ban each other only one succeeds.
    for (const id of [userId, asked.staff.userId].sort()) await lockUser(tx, id);
    const name = (await namesOfUsers(tx, [userId])).get(userId);
    if (name === undefined) throw userNotFound();
    if (await findBan(tx, asked.staff.userId)) throw unauthenticated();
    await requireActOnUser(tx, asked.staff, { act, userId });
    return work(tx, { id: userId, name });
  });
}

const targetOf = ({ id, name }: { id: string; name: string }) => ({ kind: 'user', id, name }) as const;

function addSessionCalls({ studio, db }: StudioAccountsDeps): void {
  const act = 'end_sessions';
  studio.add(
    studioCalls.endAllSessions,
    (asked) =>
      changeAccount(db, asked, {
        act,
        async work(tx, user) {
          const sessions = (await listSessionsOf(tx, user.id)).length;
          await endSessionsOf(tx, { userId: user.id, sessionId: null });
          await writeAudit(tx, {
            by: asked.by,
            action: 'user.end_sessions',
            target: targetOf(user),
            before: { sessions },
            after: { sessions: 0 },
          });
        },
      }),
    { mayAct: guardOf(db, act) },
  );

  studio.add(
    studioCalls.endOneSession,
    (asked) =>
      changeAccount(db, asked, {
        act,
        async work(tx, user) {
          const sessionId = parseUuid(asked.params.id);
          if (sessionId === null || !(await endSessionsOf(tx, { userId: user.id, sessionId })))
            throw notFound('session_not_found', 'There is no such session');
          const after = { session: sessionId };
          await writeAudit(tx, { by: asked.by, action: 'user.end_session', target: targetOf(user), after });
        },
      }),
    { mayAct: guardOf(db, act) },
  );
}

function addBanCalls({ studio, db, endFeed }: StudioAccountsDeps): void {
  const act = 'ban';
  const audit = (tx: Db, given: { by: Maker; user: { id: string; name: string }; isBanned: boolean; reason: string }) =>
    writeAudit(tx, {
      by: given.by,
      action: given.isBanned ? 'user.ban' : 'user.unban',
      target: targetOf(given.user),
      before: { banned: !given.isBanned },
      after: { banned: given.isBanned },
      reason: given.reason,
    });

  studio.add(
    studioCalls.ban,
    (asked) =>
      changeAccount(db, asked, {
        act,
        async work(tx, user) {
          const { by, body, staff } = asked;
          const known = await findBan(tx, user.id);
          if (known?.reason === body.reason) return;
          await banUser(tx, { userId: user.id, reason: body.reason, byUserId: staff.userId });
          await endFeed(tx, user.id);
          await audit(tx, { by, user, isBanned: true, reason: body.reason });
        },
      }),
    { mayAct: guardOf(db, act) },
  );

  studio.add(
    studioCalls.liftBan,
    (asked) =>
      changeAccount(db, asked, {
        act,
        async work(tx, user) {
          const { by, body } = asked;
          if (await endBan(tx, user.id)) await audit(tx, { by, user, isBanned: false, reason: body.reason });
        },
      }),
    { mayAct: guardOf(db, act) },
  );
}

function addNote({ studio, db }: StudioAccountsDeps): void {
  studio.add(studioCalls.setNote, async ({ params, body, staff, by }) => {
    const userId = parseUuid(params.uuid);
    if (userId === null) throw userNotFound();
    await withTransaction(db, async (tx) => {
      await lockUser(tx, userId);
      const name = (await namesOfUsers(tx, [userId])).get(userId);
      if (name === undefined) throw userNotFound();
      const before = (await selectNote(tx, userId))?.text ?? '';
      const after = body.note.trim();
      if (before === after) return;
      await keepNote(tx, { userId, text: after, byUserId: staff.userId });
      const target = targetOf({ id: userId, name });
      await writeAudit(tx, {
        ...{ by, action: 'user.note', target, isUnseen: true },
        ...{ before: { note: before || null }, after: { note: after || null } },
      });
    });
    return { result: { note: await readNote(db, userId) } };
  });
}

function addPasswordLink({ studio, db, config }: StudioAccountsDeps): void {
  const act = 'password_link';
  studio.add(
    studioCalls.makePasswordLink,
    (asked) =>
      changeAccount(db, asked, {
        act,
        async work(tx, user) {
          const { code, expiresAt } = await makePasswordLink(tx, user.id);
          const expires = expiresAt.toISOString();
          await writeAudit(tx, {
            by: asked.by,
            action: 'user.password_link',
            target: targetOf(user),
            after: { expires_at: expires },
            reason: asked.body.reason,
          });
          return { result: { url: config.publicUrl + resetPasswordPath(code), expires_at: expires } };
        },
      }),
    { mayAct: guardOf(db, act) },
  );
}

function userNotFound(): AppError {
  return notFound('user_not_found', 'There is no such user');
}
