import { withTransaction } from '../../../server/database/db.ts';
import { AppError, notFound } from '../../../server/http/errors.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { type ConfirmationTimes, confirmedUntil } from '../../accounts/rules.ts';
import { type Attempts, type Confirmations, passwordWrong } from '../../accounts/server/accounts.ts';
import type { Role } from '../contract.ts';
import { studioCalls } from '../studio-contract.ts';
import { writeAudit } from './audit.ts';
import { type AuditQuestion, auditColumns, eachAudit, listAudit } from './audit-list.ts';
import { checkClaim, claimSite, giveRole } from './roles.ts';
import { listStaff } from './studio.ts';
import type { Staff, StudioPlatform } from './studio-api.ts';
import { type Attention, listToday } from './today.ts';

export interface StudioDeps extends StudioPlatform {
  attempts: Attempts;
  confirmations: Confirmations;
  times: ConfirmationTimes;
  /** The figures of all features that may want attention. */
  attention(): readonly Attention[];
}

/** The studio's own calls: who may enter, who has which role, and what was changed (spec: studio.md#calls). */
export function mountStudio(deps: StudioDeps): void {
  addClaim(deps);
  addSessionCalls(deps);
  addRoleCalls(deps);
  addViews(deps);
}

function addClaim({ studio, db, attempts, confirmations }: StudioDeps): void {
  studio.add(studioCalls.checkClaim, async ({ body, address }) => {
    if (!(await checkClaim({ db, attempts }, { code: body.code, address }))) throw claimInvalid();
  });

  studio.add(studioCalls.claim, async ({ staff, by, body, address, log }) => {
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

  studio.add(studioCalls.getSession, ({ staff }) => presentSession(withRole(staff)));

  studio.add(studioCalls.confirm, async ({ staff, by, body, address }) => {
    const isConfirmed = await confirmations.confirm({ signedIn: staff, password: body.password, address });
    if (isConfirmed) return presentSession(withRole(staff));
    const { userId: id, username: name } = staff;
    await writeAudit(db, { by, action: 'session.confirm_failed', target: { kind: 'user', id, name } });
    throw passwordWrong();
  });

  studio.add(studioCalls.endConfirmation, ({ staff }) => confirmations.forget(staff.sessionId));
}

function addRoleCalls({ studio, db }: StudioDeps): void {
  studio.add(studioCalls.listStaff, async () => {
    const staff = await listStaff(db);
    const result = staff.map(({ userId, username, role, since }) => ({
      ...{ uuid: userId, username, role },
      since: since.toISOString(),
    }));
    return { result, total: result.length };
  });

  studio.add(studioCalls.setRole, async ({ params, body, by }) => {
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
  });
}

function addViews({ studio, db, setting, attention }: StudioDeps): void {
  studio.add(studioCalls.getToday, async ({ staff }) => {
    const result = await listToday(db, { role: withRole(staff).role, sources: attention() });
    return { result, total: result.length };
  });

  const asked = (staff: Staff, query: Omit<AuditQuestion, 'staff'>) => ({
    ...query,
    staff: withRole(staff),
    timeZone: setting('time_zone'),
  });
  studio.add(
    studioCalls.listAudit,
    ({ staff, query }) => listAudit(db, { ...asked(staff, query), page: query.page, pageSize: query.page_size }),
    { csv: { name: 'audit', columns: auditColumns, rows: ({ staff, query }) => eachAudit(db, asked(staff, query)) } },
  );
}

/** The guard lets nobody without a role into these calls. */
function withRole(staff: Staff): Staff & { role: Role } {
  const { role } = staff;
  if (role === null) throw new Error('A call for roles was answered without one');
  return { ...staff, role };
}

function unknownUser(): AppError {
  return notFound('user_not_found', 'There is no such user');
}
