import { type DbPool, withTransaction } from '../../../server/db.ts';
import { AppError, notFound } from '../../../server/errors.ts';
import { parseUuid } from '../../../shared/wire.ts';
import type { Attempts, Confirmations } from '../../accounts/server/accounts.ts';
import {
  auditAnswer,
  auditQuery,
  claimAnswer,
  claimBody,
  claimCheckBody,
  type Role,
  roleAnswer,
  roleBody,
  sessionAnswer,
  sessionBody,
  staffAnswer,
  todayAnswer,
  userParams,
} from '../contract.ts';
import { type ConfirmationTimes, confirmedUntil } from '../rules.ts';
import { writeAudit } from './audit.ts';
import { type AuditQuestion, auditColumns, eachAudit, listAudit } from './audit-list.ts';
import { checkClaim, claimSite, giveRole } from './roles.ts';
import { listStaff } from './studio.ts';
import type { Staff, StudioApi } from './studio-api.ts';
import { type Attention, listToday } from './today.ts';

export interface StudioDeps {
  studio: StudioApi;
  db: DbPool;
  attempts: Attempts;
  confirmations: Confirmations;
  times: ConfirmationTimes;
  timeZone: string;
  /** The figures of all features that may want attention. */
  attention: readonly Attention[];
}

/** The studio's own calls: who may enter, who has which role, and what was changed (spec: studio.md#calls). */
export function mountStudio(deps: StudioDeps): void {
  addClaim(deps);
  addSessionCalls(deps);
  addRoleCalls(deps);
  addViews(deps);
}

function addClaim({ studio, db, attempts, confirmations }: StudioDeps): void {
  studio.add({
    method: 'POST',
    path: '/studio/claim/check',
    summary: 'Ask whether a code still claims the site',
    description: 'Tells what a claim would tell, before the password. A wrong code counts as one of a claim.',
    right: 'claim',
    wants: 'nothing',
    body: claimCheckBody,
    failures: [404],
    async answerTo({ body, address }) {
      if (!(await checkClaim({ db, attempts }, { code: body.code, address }))) throw claimInvalid();
    },
  });

  studio.add({
    method: 'POST',
    path: '/studio/claim',
    summary: 'Become the first owner, by the code that the start of the server printed',
    description: 'The code holds until it was used, until somebody owns the site, or until the next start.',
    right: 'claim',
    wants: 'nothing',
    body: claimBody,
    answer: claimAnswer,
    failures: [404],
    async answerTo({ staff, by, body, address, log }) {
      const claimed = await claimSite({ db, attempts, confirmations }, { signedIn: staff, by, address, ...body });
      switch (claimed.kind) {
        case 'claim_invalid':
          throw claimInvalid();
        case 'password_wrong':
          throw passwordWrong();
        case 'claimed':
          log.warn({ event: 'site_claimed', userId: staff.userId }, 'the site has its first owner');
          return { result: { role: 'owner' as const } };
      }
    },
  });
}

function claimInvalid(): AppError {
  return notFound('claim_invalid', 'This address has ended. Start the server again for a new one');
}

function addSessionCalls({ studio, db, confirmations, times }: StudioDeps): void {
  async function presentSession({ sessionId, username, role }: Staff & { role: Role }) {
    const confirmation = await confirmations.find(sessionId);
    const { studioUntil, sensitiveUntil } = confirmedUntil({
      ...(confirmation ?? { confirmedAt: null, now: new Date(0) }),
      times,
    });
    return {
      result: {
        role,
        username,
        confirmed_until: studioUntil?.toISOString() ?? null,
        sensitive_until: sensitiveUntil?.toISOString() ?? null,
      },
    };
  }

  studio.add({
    method: 'GET',
    path: '/studio/session',
    summary: "The caller's role, and until when this session needs no password",
    right: 'enter',
    wants: 'nothing',
    answer: sessionAnswer,
    answerTo: ({ staff }) => presentSession(withRole(staff)),
  });

  studio.add({
    method: 'POST',
    path: '/studio/session',
    summary: 'Confirm this session with the password',
    description: 'A wrong password counts as a failed login.',
    right: 'enter',
    wants: 'nothing',
    body: sessionBody,
    answer: sessionAnswer,
    async answerTo({ staff, by, body, address }) {
      const isConfirmed = await confirmations.confirm({ signedIn: staff, password: body.password, address });
      if (isConfirmed) return presentSession(withRole(staff));
      const { userId: id, username: name } = staff;
      await writeAudit(db, { by, action: 'session.confirm_failed', target: { kind: 'user', id, name } });
      throw passwordWrong();
    },
  });

  studio.add({
    method: 'DELETE',
    path: '/studio/session',
    summary: 'Forget that this session was confirmed',
    right: 'enter',
    wants: 'nothing',
    answerTo: ({ staff }) => confirmations.forget(staff.sessionId),
  });
}

function addRoleCalls({ studio, db }: StudioDeps): void {
  studio.add({
    method: 'GET',
    path: '/studio/staff',
    summary: 'Everybody with a role',
    right: 'roles',
    answer: staffAnswer,
    async answerTo() {
      const staff = await listStaff(db);
      const result = staff.map(({ userId, username, role, since }) => ({
        ...{ uuid: userId, username, role },
        since: since.toISOString(),
      }));
      return { result, total: result.length };
    },
  });

  studio.add({
    method: 'PUT',
    path: '/studio/users/:uuid/role',
    summary: 'Give a user a role, or take it away with null',
    right: 'roles',
    wants: 'sensitive',
    params: userParams,
    body: roleBody,
    answer: roleAnswer,
    failures: [404, 409],
    async answerTo({ params, body, by }) {
      const userId = parseUuid(params.uuid);
      if (userId === null) throw unknownUser();
      const given = await withTransaction(db, (tx) => giveRole(tx, { by, userId, ...body }));
      switch (given.kind) {
        case 'unknown_user':
          throw unknownUser();
        case 'last_owner':
          throw new AppError(409, 'last_owner', 'The site needs at least one owner');
        case 'given':
          return { result: given.user };
      }
    },
  });
}

function addViews({ studio, db, timeZone, attention }: StudioDeps): void {
  studio.add({
    method: 'GET',
    path: '/studio/today',
    summary: 'What wants attention',
    right: 'enter',
    answer: todayAnswer,
    async answerTo({ staff }) {
      const result = await listToday(db, { role: withRole(staff).role, sources: attention });
      return { result, total: result.length };
    },
  });

  const asked = (staff: Staff, query: Omit<AuditQuestion, 'staff'>) => ({ ...query, staff: withRole(staff), timeZone });
  studio.add({
    method: 'GET',
    path: '/studio/audit',
    summary: 'What was changed, when and by whom, the newest first',
    description:
      'Owners see everything, the others their own changes and, with `target`, those of a book (editor) or a person ' +
      '(support). `from` and `to` are days or times, both days inside. `format=csv` gives the whole list as a file.',
    right: 'enter',
    query: auditQuery,
    answer: auditAnswer,
    answerTo: ({ staff, query }) =>
      listAudit(db, { ...asked(staff, query), page: query.page, pageSize: query.page_size }),
    csv: { name: 'audit', columns: auditColumns, rows: ({ staff, query }) => eachAudit(db, asked(staff, query)) },
  });
}

/** The guard lets nobody without a role into these calls. */
function withRole(staff: Staff): Staff & { role: Role } {
  const { role } = staff;
  if (role === null) throw new Error('A call for roles was answered without one');
  return { ...staff, role };
}

function passwordWrong(): AppError {
  return new AppError(403, 'password_wrong', 'That is not your password');
}

function unknownUser(): AppError {
  return notFound('user_not_found', 'There is no such user');
}
