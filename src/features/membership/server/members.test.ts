import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { databaseForTests } from '../../../server/testing/database.ts';
import { foldLedger, type LedgerEntry, spansOf } from '../rules.ts';
import { countMembers } from './members.ts';

const database = databaseForTests();
beforeEach(() => database.db.query('delete from memberships'));

const at = (day: string) => new Date(`${day}T12:00:00Z`);

async function buy(userId: string, ...days: string[]): Promise<void> {
  const { db } = database;
  await db.query(
    `insert into users (id, username, username_key, password_hash) values ($1::uuid, $2, $2, 'no password fits this')`,
    [userId, userId],
  );
  await db.query('insert into memberships (user_id) values ($1)', [userId]);
  for (const day of days) {
    await db.query(
      `insert into ledger_entries (user_id, cause, kind, source, months, created_at)
       values ($1, $2, 'extend', 'wechat', 1, $3)`,
      [userId, `wechat:${randomUUID()}`, at(day)],
    );
  }
}

async function count(from: string, to: string, now: string) {
  const periods = [{ from: at(from), to: at(to) }];
  const [figures] = await countMembers(database.db, { periods, now: at(now) });
  return figures;
}

describe('the members of a period', () => {
  it('are those who came, left, will leave and paid again', async () => {
    await buy(randomUUID(), '2026-01-05'); // ends on 5 February
    await buy(randomUUID(), '2026-01-05', '2026-02-01'); // paid again before
    await buy(randomUUID(), '2026-01-05', '2026-02-10'); // paid again five days after
    await buy(randomUUID(), '2026-01-05', '2026-02-20'); // paid again too late
    await buy(randomUUID(), '2026-02-06'); // new in February
    const february = await count('2026-02-01', '2026-03-01', '2026-03-20');
    expect(february).toEqual({ now: 4, new: 1, leaving: 2, left: 3, renewed: 2, undecided: 0, lapsed: 2 });
  });

  it('are undecided for seven days after an end, and nothing of the future is told', async () => {
    await buy(randomUUID(), '2026-01-05');
    expect(await count('2026-02-01', '2026-03-01', '2026-02-04')).toMatchObject({ now: 1, leaving: 1, left: 0 });
    expect(await count('2026-02-01', '2026-03-01', '2026-02-08')).toMatchObject({
      now: 0,
      left: 1,
      undecided: 1,
      lapsed: 0,
    });
    expect(await count('2026-02-01', '2026-03-01', '2026-02-13')).toMatchObject({ left: 1, undecided: 0, lapsed: 1 });
  });
});

describe('the spans of a ledger', () => {
  const extend = (cause: string, day: string): LedgerEntry => ({
    kind: 'extend',
    cause,
    by: { days: 10 },
    createdAt: at(day),
  });

  it('follow each other, leave out what was taken back, and end where the membership does', () => {
    const entries: LedgerEntry[] = [
      extend('wechat:a', '2026-01-01'),
      extend('wechat:b', '2026-01-02'),
      extend('coupon:c', '2026-01-03'),
      { kind: 'revoke', revokes: 'wechat:b' },
      extend('wechat:d', '2026-03-01'),
    ];
    expect(spansOf(entries).map(({ from, until, cause }) => [from, until, cause])).toEqual([
      [at('2026-01-01'), at('2026-01-11'), 'wechat:a'],
      [at('2026-01-11'), at('2026-01-21'), 'coupon:c'],
      [at('2026-03-01'), at('2026-03-11'), 'wechat:d'],
    ]);
    expect(spansOf(entries).at(-1)?.until).toEqual(foldLedger(entries));
  });

  it('are cut where an operator sets an earlier end, and go on to a later one', () => {
    const set = (until: string): LedgerEntry => ({
      kind: 'set',
      cause: 'operator:x',
      until: at(until),
      createdAt: at('2026-01-05'),
    });
    const first = extend('wechat:a', '2026-01-01');
    expect(spansOf([first, set('2026-01-06')])).toEqual([
      { from: at('2026-01-01'), until: at('2026-01-06'), cause: 'wechat:a' },
    ]);
    expect(spansOf([first, set('2026-02-01')]).map(({ until }) => until)).toEqual([at('2026-01-11'), at('2026-02-01')]);
  });
});
