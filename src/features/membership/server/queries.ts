import type { Db } from '../../../server/database/db.ts';
import type { Cause, Duration, LedgerEntry, Source } from '../rules.ts';

/**
 * Locks the members' rows, made where there are none yet, in the order of their ids: no two callers wait in a circle.
 */
export async function lockMembers(db: Db, userIds: readonly string[]): Promise<void> {
  await db.query(
    {
      name: 'membership-lock-members',
      text: `
        insert into memberships (user_id) select distinct unnest($1::uuid[]) as user_id order by user_id
        on conflict (user_id) do update set expire_at = memberships.expire_at`,
    },
    [userIds],
  );
}

export async function updateExpiry(db: Db, given: { userId: string; expireAt: Date | null }): Promise<void> {
  await db.query(
    { name: 'membership-update-expiry', text: 'update memberships set expire_at = $2 where user_id = $1' },
    [given.userId, given.expireAt?.toISOString() ?? null],
  );
}

export interface NewEntry {
  userId: string;
  cause: string;
  kind: LedgerEntry['kind'];
  source: Source;
  by?: Duration;
  until?: Date;
  revokes?: Cause;
  byHand?: ByHand;
}

/** Why somebody in the studio has decided it, and who. */
export interface ByHand {
  reason: string;
  userId: string;
}

/** False: the cause is in the ledger already. Needs the user's lock, so that times follow the order of entries. */
export async function insertEntry(db: Db, entry: NewEntry): Promise<boolean> {
  const { months, days } = partsOf(entry.by);
  const { rowCount } = await db.query(
    {
      name: 'membership-insert-entry',
      // Whole milliseconds, as everywhere else: a replay then gives exactly the same moment.
      text: `
        insert into ledger_entries
          (user_id, cause, kind, source, months, days, until, revokes, reason, made_by, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, date_trunc('milliseconds', clock_timestamp()))
        on conflict (cause) do nothing`,
    },
    [
      entry.userId,
      entry.cause,
      entry.kind,
      entry.source,
      months,
      days,
      entry.until?.toISOString() ?? null,
      entry.revokes ?? null,
      entry.byHand?.reason ?? null,
      entry.byHand?.userId ?? null,
    ],
  );
  return rowCount === 1;
}

function partsOf(by: Duration | undefined): { months: number | null; days: number | null } {
  return { months: by && 'months' in by ? by.months : null, days: by && 'days' in by ? by.days : null };
}

/** The entries of a cause in the ledger: the one that it made, and those that take it back. */
export async function listUsesOfCause(db: Db, cause: string): Promise<{ userId: string; kind: LedgerEntry['kind'] }[]> {
  const { rows } = await db.query<{ userId: string; kind: LedgerEntry['kind'] }>(
    {
      name: 'membership-uses-of-cause',
      text: 'select user_id as "userId", kind from ledger_entries where cause = $1 or revokes = $1',
    },
    [cause],
  );
  return rows;
}

export interface EntryRow {
  cause: string;
  kind: LedgerEntry['kind'];
  months: number | null;
  days: number | null;
  until: Date | null;
  revokes: string | null;
  createdAt: Date;
}

export const entryColumns = 'cause, kind, months, days, until, revokes, created_at as "createdAt"';

/** A user's ledger in the order in which it was decided. */
export async function listEntries(db: Db, userId: string): Promise<LedgerEntry[]> {
  const { rows } = await db.query<EntryRow>(
    {
      name: 'membership-list-entries',
      text: `select ${entryColumns} from ledger_entries where user_id = $1 order by id`,
    },
    [userId],
  );
  return rows.map(entryFrom);
}

/** The ledgers of these users, each in the order in which it was decided. */
export async function listEntriesOf(db: Db, userIds: readonly string[]): Promise<Map<string, LedgerEntry[]>> {
  const { rows } = await db.query<EntryRow & { userId: string }>(
    `select user_id as "userId", ${entryColumns} from ledger_entries where user_id = any($1::uuid[]) order by id`,
    [userIds],
  );
  const ledgers = new Map<string, LedgerEntry[]>(userIds.map((userId) => [userId, []]));
  for (const { userId, ...row } of rows) ledgers.get(userId)?.push(entryFrom(row));
  return ledgers;
}

/** The table's own constraint says which columns each kind has. */
export function entryFrom({ cause, kind, months, days, until, revokes, createdAt }: EntryRow): LedgerEntry {
  if (kind === 'extend' && months !== null) return { kind, cause, by: { months }, createdAt };
  if (kind === 'extend' && days !== null) return { kind, cause, by: { days }, createdAt };
  if (kind === 'set' && until !== null) return { kind, cause, until, createdAt };
  if (kind === 'revoke' && revokes !== null) return { kind, revokes };
  throw new Error(`The ledger entry of ${cause} makes no sense`);
}

export interface KeptMembership {
  userId: string;
  expireAt: Date | null;
  entries: LedgerEntry[];
}

/** Memberships with their ledgers, both of one moment, in the order of the users' ids. */
export async function listKeptMemberships(db: Db, page: { after: string; limit: number }): Promise<KeptMembership[]> {
  const { rows } = await db.query<Partial<EntryRow> & { userId: string; expireAt: Date | null }>(
    `select m.user_id as "userId", m.expire_at as "expireAt", ${entryColumns}
     from (select user_id, expire_at from memberships where user_id > $1 order by user_id limit $2) m
     left join ledger_entries e on e.user_id = m.user_id
     order by m.user_id, e.id`,
    [page.after, page.limit],
  );
  const kept = new Map<string, KeptMembership>();
  for (const { userId, expireAt, ...entry } of rows) {
    const membership = kept.get(userId) ?? { userId, expireAt, entries: [] };
    if (isEntry(entry)) membership.entries.push(entryFrom(entry));
    kept.set(userId, membership);
  }
  return [...kept.values()];
}

/** The ledgers of users who have one, in the order of their ids. */
export async function listLedgers(
  db: Db,
  page: { after: string; limit: number },
): Promise<{ userId: string; entries: LedgerEntry[] }[]> {
  const { rows } = await db.query<EntryRow & { userId: string }>(
    `select e.user_id as "userId", ${entryColumns}
     from (select user_id from memberships where user_id > $1 order by user_id limit $2) m
     join ledger_entries e on e.user_id = m.user_id
     order by e.user_id, e.id`,
    [page.after, page.limit],
  );
  const ledgers = new Map<string, LedgerEntry[]>();
  for (const { userId, ...entry } of rows) ledgers.set(userId, [...(ledgers.get(userId) ?? []), entryFrom(entry)]);
  return Array.from(ledgers, ([userId, entries]) => ({ userId, entries }));
}

function isEntry(row: Partial<EntryRow>): row is EntryRow {
  return typeof row.cause === 'string';
}

/**
 * The users with a ledger and without a membership, in the order of their ids: users who were deleted, and nobody else.
 */
export async function listUsersWithoutMembership(db: Db, page: { after: string; limit: number }): Promise<string[]> {
  const { rows } = await db.query<{ userId: string }>(
    `select distinct user_id as "userId" from ledger_entries e
     where user_id > $1 and not exists (select from memberships m where m.user_id = e.user_id)
     order by user_id limit $2`,
    [page.after, page.limit],
  );
  return rows.map(({ userId }) => userId);
}

/** The key with that name, stored with the data that it protects; the first proposal stays. */
export async function getKey(db: Db, given: { name: string; proposed: Buffer }): Promise<Buffer> {
  const find = () => db.query<{ key: Buffer }>('select key from membership_keys where name = $1', [given.name]);
  const known = (await find()).rows[0];
  if (known) return known.key;
  await db.query('insert into membership_keys (name, key) values ($1, $2) on conflict (name) do nothing', [
    given.name,
    given.proposed,
  ]);
  const made = (await find()).rows[0];
  if (!made) throw new Error(`There is no key ${given.name}, although it was just made`);
  return made.key;
}

/**
 * The grants of payments that were not taken back, in the order of their decision: from after that cause's entry on.
 */
export async function listPaidGrants(
  db: Db,
  page: { after: number; limit: number },
): Promise<{ id: number; cause: string; userId: string }[]> {
  const { rows } = await db.query<{ id: number; cause: string; userId: string }>(
    `select id, cause, user_id as "userId" from ledger_entries granted
     where id > $1 and kind = 'extend' and source in ('wechat', 'stripe')
       and not exists (select from ledger_entries where revokes = granted.cause)
     order by id limit $2`,
    [page.after, page.limit],
  );
  return rows;
}

/**
 * The ones of these causes that granted nothing, or whose grants were taken back; a gift is a grant. A grant that
 * somebody took back by hand is not missing: they have decided about it.
 */
export async function listMissingGrants(db: Db, causes: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ cause: string }>(
    `select cause from unnest($1::text[]) as due(cause)
     where not exists (
       select from ledger_entries granted where granted.cause = due.cause and granted.kind = 'extend'
         and not exists (
           select from ledger_entries taken where taken.revokes = granted.cause and taken.source <> 'operator'))
       and not exists (select from coupons given where given.gift_cause = due.cause and given.gift_ended_at is null)`,
    [causes],
  );
  return rows.map(({ cause }) => cause);
}

/** Those of these users who are members now. */
export async function listMembersAmong(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    'select user_id as id from memberships where user_id = any($1::uuid[]) and expire_at > now()',
    [userIds],
  );
  return new Set(rows.map(({ id }) => id));
}
