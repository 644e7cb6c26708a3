import type { Db } from '../../../server/database/db.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { usernamePattern } from '../../accounts/rules.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import { spansOf } from '../spans.ts';
import type { LedgerRowOnWire, PersonOnWire, SpanOnWire } from '../studio-contract.ts';
import {
  countPeople,
  type LedgerRow,
  listGiftCauses,
  listIdsBeginning,
  listLedgerRows,
  listPeopleRows,
  listRedemptionsOf,
  listRewardsOf,
  listRowsOfCauses,
  type PeopleAsked,
  type PeopleFilter,
  type PersonRow,
} from './people-queries.ts';

export { listGiftCauses, listRedemptionsOf };

/** The users who bought orders of this id, number, receipt, reference or payment, or used this code. */
export type BuyersOf = (name: string) => Promise<string[]>;

/** A question to the list of people. */
export interface PeopleQuestion {
  /** A part of a name, a user's id, an order by its id, number, receipt, reference or payment, or a code. */
  q?: string | undefined;
  filter?: PeopleFilter | undefined;
}

const peopleAtOnce = 500;

/** A page of the people that fit, in the order of their names. The total is an estimate where it is large. */
export async function listPeople(
  db: Db,
  given: { question: PeopleQuestion; buyersOf: BuyersOf; page: number; pageSize: number },
): Promise<{ result: PersonOnWire[]; total: number }> {
  const { page, pageSize } = given;
  const asked = await askedBy(db, given);
  if (!asked) return { result: [], total: 0 };
  const rows = await listPeopleRows(db, { asked, after: null, offset: page * pageSize, limit: pageSize });
  return { result: rows.map(presentPerson), total: await countPeople(db, asked) };
}

/** All people that fit, in the order of their names, in batches. */
export async function* eachPerson(
  db: Db,
  given: { question: PeopleQuestion; buyersOf: BuyersOf },
): AsyncGenerator<PersonOnWire[]> {
  const asked = await askedBy(db, given);
  if (!asked) return;
  let after: string | null = null;
  for (;;) {
    const rows: PersonRow[] = await listPeopleRows(db, { asked, after, offset: 0, limit: peopleAtOnce });
    yield rows.map(presentPerson);
    after = rows.at(-1)?.usernameKey ?? after;
    if (rows.length < peopleAtOnce) return;
  }
}

/** Null: nobody can fit. */
async function askedBy(
  db: Db,
  {
    question: { q, filter = null },
    buyersOf,
  }: { question: { q?: string | undefined; filter?: PeopleFilter | null | undefined }; buyersOf: BuyersOf },
): Promise<PeopleAsked | null> {
  const text = q?.trim() ?? '';
  if (text === '') return { ids: null, pattern: null, filter };
  const named = [parseUuid(text), ...(await listIdsShown(db, text)), ...(await buyersOf(text))].flatMap(
    (id) => id ?? [],
  );
  const pattern = usernamePattern(text);
  return named.length === 0 && pattern === null ? null : { ids: named.length === 0 ? null : named, pattern, filter };
}

/** The users whose ids begin with the 8 signs that pages show of them; none for any other text. */
export async function listIdsShown(db: Db, text: string): Promise<string[]> {
  return /^[0-9a-f]{8}$/i.test(text) ? await listIdsBeginning(db, text) : [];
}

/** The person with that id, as the list of people has them; null: there is nobody. */
export async function findPerson(db: Db, userId: string): Promise<PersonOnWire | null> {
  const asked = { ids: [userId], pattern: null, filter: null };
  const [row] = await listPeopleRows(db, { asked, after: null, offset: 0, limit: 1 });
  return row ? presentPerson(row) : null;
}

function presentPerson({ userId: uuid, username, role, isBanned, expireAt, isExpired, createdAt }: PersonRow) {
  return {
    ...{ uuid, username, role, banned: isBanned },
    expire_at: expireAt?.toISOString() ?? null,
    is_expired: isExpired,
    created_at: createdAt.toISOString(),
  };
}

/** Of these invited users, whether their inviters got the reward; an invitation that is not decided is left out. */
export async function listRewarded(db: Db, inviteeIds: readonly string[]): Promise<Map<string, boolean>> {
  const rewards = await listRewardsOf(db, inviteeIds);
  return new Map(rewards.map(({ inviteeId, inviterRewarded }) => [inviteeId, inviterRewarded]));
}

/** A user's ledger in the order in which it was decided, and the times of the membership that it makes. */
export async function readLedger(db: Db, userId: string): Promise<{ rows: LedgerRowOnWire[]; spans: SpanOnWire[] }> {
  const kept = await listLedgerRows(db, userId);
  const rows = await presentRows(db, kept);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const spans = spansOf(kept.map(({ entry }) => entry)).flatMap(({ from, to, entry }) => {
    const row = rowOf.get(entry);
    if (!row) return [];
    const { kind, source, months, days, until } = row;
    return [{ from: from.toISOString(), to: to.toISOString(), entry, kind, source, months, days, until }];
  });
  return { rows, spans };
}

/** The rows of the ledger that these causes made, and those that took them back. */
export async function readLedgerOfCauses(db: Db, causes: readonly string[]): Promise<LedgerRowOnWire[]> {
  return presentRows(db, await listRowsOfCauses(db, causes));
}

async function presentRows(db: Db, rows: readonly LedgerRow[]): Promise<LedgerRowOnWire[]> {
  const names = await namesOfUsers(db, [...new Set(rows.flatMap(({ madeBy }) => madeBy ?? []))]);
  return rows.map(({ id, at, kind, source, cause, months, days, until, reason, madeBy, counts }) => ({
    ...{ id, at: at.toISOString(), kind, source, cause, months, days },
    until: until?.toISOString() ?? null,
    ...{ reason, by: (madeBy && names.get(madeBy)) ?? null, counts },
  }));
}
