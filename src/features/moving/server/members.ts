import { randomUUID } from 'node:crypto';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { resetPasswordPath } from '../../../shared/paths.ts';
import { checkRegistration } from '../../accounts/rules.ts';
import { findUserByName } from '../../accounts/server/accounts.ts';
import { addUser, hashOfNobodys, makePasswordLink } from '../../accounts/server/people.ts';
import { setExpiry } from '../../membership/server/membership.ts';
import { makeUntilCode, moveUntil } from '../../membership/server/until-coupons.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import { keepNote } from '../../studio/server/studio.ts';
import { decideMember, type KnownMember, type MemberLine, type Plan } from '../member-lines.ts';
import type { MemberRow } from '../studio-contract.ts';
import { findImported, type ImportedRow, insertImported, lockExternalId, updateEnd } from './member-queries.ts';

/** A link for a first password holds as long as a mail may lie unread. */
const linkHours = 60 * 24;

export interface MemberImport {
  db: DbPool;
  publicUrl: string;
  by: Maker;
}

/**
 * Makes accounts and codes of the members of another site, each line in a transaction of its own, and tells of each once
 * it is stored. What is done already is not done again.
 */
export async function* importMembers(run: MemberImport, lines: readonly MemberLine[]): AsyncGenerator<MemberRow> {
  const passwordHash = await hashOfNobodys();
  const batch = randomUUID();
  for (const line of lines) {
    yield await withTransaction(run.db, async (tx) => {
      await lockExternalId(tx, line.externalId);
      const row = await findImported(tx, line.externalId);
      const now = new Date();
      const plan = decideMember(line, { ...(await readName(tx, line)), known: row && knownFrom(row), now });
      return carryOut(tx, { ...run, line, plan, row, now, passwordHash, batch });
    });
  }
}

/** Tells what an import would do, without doing any of it. */
export async function* tryImport(db: Db, lines: readonly MemberLine[]): AsyncGenerator<MemberRow> {
  const now = new Date();
  const made = new Map<string, KnownMember>();
  const names = new Set<string>();
  for (const line of lines) {
    const name = await readName(db, line);
    const row = await findImported(db, line.externalId);
    const known = made.get(line.externalId) ?? (row && knownFrom(row));
    const isTaken = name.isTaken || (name.key !== null && names.has(name.key));
    const plan = decideMember(line, { ...name, isTaken, known, now });
    if ('endsAt' in plan) {
      const { kind, endsAt } = plan;
      const kindMade = kind === 'coupon' ? 'coupon' : 'account';
      made.set(line.externalId, { importedAt: now, made: kindMade, ...known, endsAt });
      if (kind === 'created' && name.key !== null) names.add(name.key);
    }
    yield rowOf(line, plan);
  }
}

function knownFrom({ importedAt, endsAt, userId, couponId }: ImportedRow): KnownMember {
  return { importedAt, endsAt, made: userId !== null ? 'account' : couponId !== null ? 'coupon' : null };
}

/** What keeps a line's name from being a new user's. */
async function readName(
  db: Db,
  { username }: MemberLine,
): Promise<{ isTaken: boolean; nameFault: string | null; key: string | null }> {
  if (username === null) return { isTaken: false, nameFault: null, key: null };
  const checked = checkRegistration({ username, password: 'a password' });
  if (Array.isArray(checked)) return { isTaken: false, nameFault: checked[0]?.message ?? '', key: null };
  const { key } = checked.username;
  return { isTaken: (await findUserByName(db, username)) !== null, nameFault: null, key };
}

interface CarryOut extends MemberImport {
  line: MemberLine;
  plan: Plan;
  row: ImportedRow | null;
  now: Date;
  passwordHash: string;
  batch: string;
}

async function carryOut(tx: Db, work: CarryOut): Promise<MemberRow> {
  const { line, plan } = work;
  switch (plan.kind) {
    case 'created':
      return rowOf(line, ...(await createAccount(tx, work, plan.endsAt)));
    case 'coupon':
      return rowOf(line, plan, { coupon: await createCoupon(tx, work, plan.endsAt) });
    case 'updated':
      await changeEnd(tx, work, plan.endsAt);
      return rowOf(line, plan);
    case 'unchanged':
    case 'left_out':
    case 'error':
      return rowOf(line, plan);
  }
}

/** The account with its membership and its link; somebody else may take the name at the last moment. */
async function createAccount(tx: Db, work: CarryOut, endsAt: Date): Promise<[Plan, { link?: string }]> {
  const { line, plan, now, by, publicUrl, passwordHash } = work;
  const checked = checkRegistration({ username: line.username ?? '', password: 'a password' });
  const user = Array.isArray(checked) ? null : await addUser(tx, { username: checked.username, passwordHash });
  if (!user) return [{ kind: 'error', why: 'has the name of another user' }, {}];
  const { id: userId, username } = user;
  const id = randomUUID();
  await insertImported(tx, { id, externalId: line.externalId, userId, couponId: null, endsAt, importedAt: now });
  await setExpiry(tx, { userId, cause: `import:${id}:0`, until: endsAt });
  if (line.note !== null) await keepNote(tx, { userId, text: line.note, byUserId: userOf(by) });
  const { code } = await makePasswordLink(tx, userId, linkHours);
  const target = { kind: 'user', id: userId, name: username } as const;
  await writeAudit(tx, { by, action: 'user.import', target, after: { expires_at: endsAt } });
  return [plan, { link: publicUrl + resetPasswordPath(code) }];
}

async function createCoupon(tx: Db, { line, now, by, batch }: CarryOut, endsAt: Date): Promise<string> {
  const { note } = line;
  const made = await makeUntilCode(tx, { until: endsAt, now, batch, note, createdBy: userOf(by) });
  const [id, { couponId }] = [randomUUID(), made];
  await insertImported(tx, { id, externalId: line.externalId, userId: null, couponId, endsAt, importedAt: now });
  const target = { kind: 'coupon_batch', id: batch, name: null } as const;
  await writeAudit(tx, { by, action: 'coupon_batch.create', target, after: { count: 1, expires_at: endsAt }, batch });
  return made.code;
}

async function changeEnd(tx: Db, { row, by, now }: CarryOut, endsAt: Date): Promise<void> {
  if (!row) throw new Error('An import changed the end of somebody whom it does not know');
  const { id, userId, couponId } = row;
  const cause = `import:${id}:${await updateEnd(tx, { id, endsAt })}` as const;
  if (userId !== null) await setExpiry(tx, { userId, cause, until: endsAt });
  else if (couponId !== null) await moveUntil(tx, { couponId, until: endsAt, now, cause });
  const target = userId === null ? ({ kind: 'site', id: 'members', name: null } as const) : null;
  await writeAudit(tx, {
    ...{ by, action: 'user.import', target: target ?? { kind: 'user', id: userId, name: null } },
    ...{ before: { expires_at: row.endsAt }, after: { expires_at: endsAt } },
  });
}

const userOf = (by: Maker) => (by.kind === 'studio' ? by.user.uuid : null);

function rowOf(line: MemberLine, plan: Plan, told: { link?: string; coupon?: string } = {}): MemberRow {
  return {
    ...{ line: line.line, external_id: line.externalId, username: line.username, email: line.email, result: plan.kind },
    expires_at: 'endsAt' in plan ? plan.endsAt.toISOString() : null,
    ...{ link: told.link ?? null, coupon: told.coupon ?? null, error: 'why' in plan ? plan.why : null },
  };
}
