import { countOrEstimate, type Db } from '../../../server/database/db.ts';
import type { LedgerEntry, Source } from '../rules.ts';
import type { KeptEntry } from '../spans.ts';
import { type EntryRow, entryColumns, entryFrom } from './queries.ts';

export type PeopleFilter = 'member' | 'expired' | 'never' | 'banned' | 'staff';

/** The properties of the people in a list; null stands for any. */
export interface PeopleAsked {
  ids: readonly string[] | null;
  /** Or those whose names' keys are like this. */
  pattern: string | null;
  filter: PeopleFilter | null;
}

export interface PersonRow {
  userId: string;
  username: string;
  usernameKey: string;
  role: 'owner' | 'editor' | 'support' | null;
  isBanned: boolean;
  /** Null: the user never had a membership, or nothing is left of it. */
  expireAt: Date | null;
  isExpired: boolean;
  createdAt: Date;
}

const columns = `user_id as "userId", username, username_key as "usernameKey", role, banned_at is not null as "isBanned",
  expire_at as "expireAt", coalesce(expire_at <= now(), false) as "isExpired", created_at as "createdAt"`;

const conditions: Record<PeopleFilter, string> = {
  member: 'expire_at > now()',
  expired: 'expire_at <= now()',
  never: 'expire_at is null',
  banned: 'banned_at is not null',
  staff: 'role is not null',
};

const fits = ({ filter }: PeopleAsked) =>
  `(($1::uuid[] is null and $2::text is null) or user_id = any($1) or username_key like $2)
     and ${filter === null ? 'true' : conditions[filter]}`;
const valuesOf = ({ ids, pattern }: PeopleAsked) => [ids, pattern];

/** The people that fit, in the order of their names; `after` is the key of the last one that is known. */
export async function listPeopleRows(
  db: Db,
  given: { asked: PeopleAsked; after: string | null; offset: number; limit: number },
): Promise<PersonRow[]> {
  const { rows } = await db.query<PersonRow>(
    `select ${columns} from people where ${fits(given.asked)} and ($3::text is null or username_key ~>~ $3)
     order by username_key using ~<~ offset $4 limit $5`,
    [...valuesOf(given.asked), given.after, given.offset, given.limit],
  );
  return rows;
}

/** The users whose ids begin with these 8 hexadecimal signs. */
export async function listIdsBeginning(db: Db, signs: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select user_id as id from people where user_id between $1::uuid and $2::uuid limit 100`,
    [`${signs}-0000-0000-0000-000000000000`, `${signs}-ffff-ffff-ffff-ffffffffffff`],
  );
  return rows.map(({ id }) => id);
}

export function countPeople(db: Db, asked: PeopleAsked): Promise<number> {
  return countOrEstimate(db, `select from people where ${fits(asked)}`, valuesOf(asked));
}

export interface LedgerRow {
  id: number;
  userId: string;
  at: Date;
  source: Source;
  entry: KeptEntry;
  cause: string;
  months: number | null;
  days: number | null;
  until: Date | null;
  kind: LedgerEntry['kind'];
  reason: string | null;
  madeBy: string | null;
  /** Whether it was not taken back. */
  counts: boolean;
}

const ledgerColumns = `id, user_id as "userId", source, reason, made_by as "madeBy", ${entryColumns},
  not exists (select from ledger_entries taken where taken.revokes = entry.cause) as counts`;

type SelectedRow = EntryRow & Pick<LedgerRow, 'id' | 'userId' | 'source' | 'reason' | 'madeBy' | 'counts'>;

/** A user's ledger in the order in which it was decided. */
export async function listLedgerRows(db: Db, userId: string): Promise<LedgerRow[]> {
  const { rows } = await db.query<SelectedRow>(
    `select ${ledgerColumns} from ledger_entries entry where user_id = $1 order by id`,
    [userId],
  );
  return rows.map(ledgerRowFrom);
}

/** The rows of these causes, and those that take them back. */
export async function listRowsOfCauses(db: Db, causes: readonly string[]): Promise<LedgerRow[]> {
  const { rows } = await db.query<SelectedRow>(
    `select ${ledgerColumns} from ledger_entries entry where cause = any($1)
     union all
     select ${ledgerColumns} from ledger_entries entry where revokes = any($1)
     order by id`,
    [causes],
  );
  return rows.map(ledgerRowFrom);
}

function ledgerRowFrom(row: SelectedRow): LedgerRow {
  return { ...row, at: row.createdAt, entry: { ...entryFrom(row), id: row.id } };
}

/** The moment of the database's clock, in whole milliseconds. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>(`select date_trunc('milliseconds', clock_timestamp()) as now`);
  if (!rows[0]) throw new Error('The database has no clock');
  return rows[0].now;
}

/** The coupons that a user has redeemed, the last one first; 200 at most. */
export async function listRedemptionsOf(
  db: Db,
  userId: string,
): Promise<
  { couponId: string; batch: string; lastFour: string; at: Date; months: number | null; days: number | null }[]
> {
  const { rows } = await db.query<{
    couponId: string;
    batch: string;
    lastFour: string;
    at: Date;
    months: number | null;
    days: number | null;
  }>(
    `select c.id as "couponId", c.batch, c.last_four as "lastFour", r.created_at as at, c.months, c.days
     from ledger_entries e join coupon_redemptions r on r.id = substr(e.cause, 8)::uuid join coupons c on c.id = r.coupon_id
     where e.user_id = $1 and e.source = 'coupon' and e.kind = 'extend'
     order by e.id desc limit 200`,
    [userId],
  );
  return rows;
}

/** The causes in a user's ledger of gifts that they have redeemed. */
export async function listGiftCauses(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.query<{ cause: string }>(
    `select e.cause from ledger_entries e join coupon_redemptions r on r.id = substr(e.cause, 8)::uuid
     join coupons c on c.id = r.coupon_id and c.gift_cause is not null
     where e.user_id = $1 and e.source = 'coupon' and e.kind = 'extend'`,
    [userId],
  );
  return rows.map(({ cause }) => cause);
}

/** The users whom these ones' invitations have rewarded: as inviter and as invitee. */
export async function listRewardsOf(
  db: Db,
  inviteeIds: readonly string[],
): Promise<{ inviteeId: string; inviterRewarded: boolean }[]> {
  const { rows } = await db.query<{ inviteeId: string; inviterRewarded: boolean }>(
    `select invitee_id as "inviteeId", inviter_rewarded as "inviterRewarded" from invite_rewards
     where invitee_id = any($1::uuid[])`,
    [inviteeIds],
  );
  return rows;
}
