import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Db, withTransaction } from '../../../server/database/db.ts';
import { databaseForTests } from '../../../server/testing/database.ts';
import { draws } from '../../../server/testing/depth.ts';
import { addMonths, type Cause, foldLedger, type LedgerEntry } from '../rules.ts';
import { findMembership } from '../testing/memberships.ts';
import { checkLedger } from './jobs.ts';
import { type Changed, extendMembership, setExpiry, takeBack } from './membership.ts';
import { listEntries } from './queries.ts';

const database = databaseForTests();

async function newMember(): Promise<string> {
  const id = randomUUID();
  await database.db.query(
    "insert into users (id, username, username_key, password_hash) values ($1::uuid, $1::text, $1::text, 'none')",
    [id],
  );
  return id;
}

const inOne = (work: (tx: Db) => Promise<Changed>) => withTransaction(database.db, work);
const grant = (userId: string, cause: Cause, months = 1) =>
  inOne((tx) => extendMembership(tx, { userId, cause, by: { months } }));
const refund = (userId: string, cause: Cause) => inOne((tx) => takeBack(tx, { userId, cause }));

async function databaseNow(): Promise<Date> {
  const { rows } = await database.db.query<{ now: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) as now`,
  );
  return rows[0]?.now ?? new Date(Number.NaN);
}

describe('a membership', () => {
  it('begins when it is granted, by the clock of the database, and goes on from its end', async () => {
    const userId = await newMember();
    const before = await databaseNow();
    const first = await grant(userId, `wechat:${randomUUID()}`);
    const after = await databaseNow();
    expect(first.isNew).toBe(true);
    expect(first.expireAt?.getTime()).toBeGreaterThanOrEqual(addMonths(before, 1).getTime());
    expect(first.expireAt?.getTime()).toBeLessThanOrEqual(addMonths(after, 1).getTime());
    const second = await grant(userId, `stripe:${randomUUID()}`, 3);
    expect(second.expireAt).toEqual(addMonths(first.expireAt ?? before, 3));
    expect(await findMembership(database.db, userId)).toEqual({ expireAt: second.expireAt });
  });

  it('counts a cause once, however often it is reported', async () => {
    const userId = await newMember();
    const cause: Cause = `wechat:${randomUUID()}`;
    const first = await grant(userId, cause);
    expect(await grant(userId, cause)).toEqual({ expireAt: first.expireAt, isNew: false });
    const taken = await refund(userId, cause);
    expect(taken).toEqual({ expireAt: null, isNew: true });
    expect(await refund(userId, cause)).toEqual({ expireAt: null, isNew: false });
    expect(await grant(userId, cause)).toEqual({ expireAt: null, isNew: false });
    expect(await findMembership(database.db, userId)).toBeNull();
  });

  it('is not granted by a cause that was taken back before it was reported', async () => {
    const userId = await newMember();
    const cause: Cause = `stripe:${randomUUID()}`;
    expect(await refund(userId, cause)).toEqual({ expireAt: null, isNew: true });
    expect(await grant(userId, cause)).toEqual({ expireAt: null, isNew: true });
  });

  it('ends exactly when an operator says, earlier or later, and goes on from there', async () => {
    const userId = await newMember();
    await grant(userId, `wechat:${randomUUID()}`, 12);
    const until = new Date(Date.UTC(2020, 0, 31, 12));
    expect((await inOne((tx) => setExpiry(tx, { userId, cause: 'operator:early', until }))).expireAt).toEqual(until);
    const late = new Date(Date.UTC(2999, 0, 31, 12));
    const set = await inOne((tx) => setExpiry(tx, { userId, cause: 'operator:late', until: late }));
    expect(set.expireAt).toEqual(late);
    expect((await grant(userId, `coupon:${randomUUID()}`)).expireAt).toEqual(new Date(Date.UTC(2999, 1, 28, 12)));
  });

  it("does not take another user's cause, and keeps nothing of the attempt", async () => {
    const [owner, other] = [await newMember(), await newMember()];
    const [granted, taken]: Cause[] = [`wechat:${randomUUID()}`, `wechat:${randomUUID()}`];
    if (!granted || !taken) throw new Error('two causes stand above');
    await grant(owner, granted);
    await refund(owner, taken);
    for (const attempt of [() => grant(other, granted), () => refund(other, granted), () => grant(other, taken)])
      await expect(attempt()).rejects.toThrow(/belongs to/);
    await expect(inOne((tx) => setExpiry(tx, { userId: owner, cause: granted, until: new Date() }))).rejects.toThrow(
      /but was extend/,
    );
    expect(await listEntries(database.db, other)).toEqual([]);
  });

  it('grants once when fifty report the same order at once', async () => {
    const userId = await newMember();
    const cause: Cause = `wechat:${randomUUID()}`;
    const all = await Promise.all(Array.from({ length: 50 }, () => grant(userId, cause)));
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(all.map(({ expireAt }) => expireAt?.getTime())).size).toBe(1);
    expect(await listEntries(database.db, userId)).toHaveLength(1);
  });
});

describe('the ledger', () => {
  it.each(['update ledger_entries set months = 12', 'delete from ledger_entries', 'truncate ledger_entries'])(
    'refuses %s',
    async (statement) => {
      await grant(await newMember(), `wechat:${randomUUID()}`);
      await expect(database.db.query(statement)).rejects.toThrow('ledger_entries is only ever added to');
    },
  );

  const report = fc.record({
    index: fc.nat(7),
    kind: fc.constantFrom('extend' as const, 'extend' as const, 'takeBack' as const, 'set' as const),
    months: fc.integer({ min: 1, max: 12 }),
    until: fc.date({ min: new Date('2025-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
  });

  it('comes to the same for any order and any repetition, reported by eight at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 32 }), async (reports) => {
        const userId = await newMember();
        // The cause of one order is the same each time; an operator's decision is another cause.
        const monthsOf = new Map(reports.map(({ index, months }) => [index, months]));
        const report = ({ index, kind, until }: (typeof reports)[number]) => {
          const order: Cause = `wechat:${userId}:${index}`;
          if (kind === 'set')
            return inOne((tx) => setExpiry(tx, { userId, cause: `operator:${userId}:${index}`, until }));
          return kind === 'takeBack' ? refund(userId, order) : grant(userId, order, monthsOf.get(index));
        };
        const queue = [...reports];
        let fresh = 0;
        const reporter = async () => {
          for (let next = queue.shift(); next; next = queue.shift()) if ((await report(next)).isNew) fresh += 1;
        };
        await Promise.all(Array.from({ length: 8 }, reporter));

        const unique = new Set(reports.map(({ index, kind }) => `${kind} ${index}`)).size;
        const entries = await listEntries(database.db, userId);
        expect([entries.length, fresh]).toEqual([unique, unique]);
        expect((await findMembership(database.db, userId))?.expireAt ?? null).toEqual(foldLedger(entries));
        const takenBack = new Set(entries.flatMap((entry) => (entry.kind === 'revoke' ? [entry.revokes] : [])));
        const kept = entries.filter((entry) => entry.kind !== 'revoke' && !takenBack.has(entry.cause));
        expect(foldLedger(entries)).toEqual(foldLedger(kept));
        expectToFallOnlyOnDemand(entries);
      }),
      { numRuns: draws(40) },
    );
    expect(await checkLedger(database.db, { log: { error: () => {} } })).toBe(0);
  });
});

/** A grant never shortens a membership. */
function expectToFallOnlyOnDemand(entries: readonly LedgerEntry[]): void {
  let before = Number.NEGATIVE_INFINITY;
  entries.forEach((entry, index) => {
    const after = foldLedger(entries.slice(0, index + 1))?.getTime() ?? Number.NEGATIVE_INFINITY;
    if (entry.kind === 'extend') expect(after).toBeGreaterThanOrEqual(before);
    before = after;
  });
}

describe('the check of the ledger', () => {
  it('reports every membership that differs from its ledger, and corrects none', async () => {
    const [right, wrong, lost] = [await newMember(), await newMember(), await newMember()];
    for (const userId of [right, wrong, lost]) await grant(userId, `wechat:${randomUUID()}`);
    const kept = new Date(Date.UTC(2030, 0, 1));
    await database.db.query('update memberships set expire_at = $2 where user_id = $1', [wrong, kept]);
    await database.db.query('delete from memberships where user_id = $1', [lost]);
    const logged: unknown[] = [];
    const log = { error: (line: unknown) => void logged.push(line) };
    expect(await checkLedger(database.db, { log })).toBe(2);
    expect(logged).toEqual([
      expect.objectContaining({ event: 'ledger differs', userId: lost }),
      expect.objectContaining({ event: 'ledger differs', userId: wrong, kept, replayed: expect.any(Date) }),
    ]);
    expect(await findMembership(database.db, wrong)).toEqual({ expireAt: kept });
  });
});
