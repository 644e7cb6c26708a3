import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../server/testing/database.ts';
import { howMany, inLong, seed } from '../../../server/testing/depth.ts';
import { runHistories, type Spoil } from '../testing/histories.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const count = howMany({ usual: 1, long: 2000 });

// Drawn anew, the histories would be others: a second try would hide what the first has found.
const once = { timeout: 600_000, retry: 0 };

it(
  `the books balance after ${count} histories, whatever is sent, when, how often, and where it is cut off`,
  once,
  async () => {
    const { histories, grants, violations } = await runHistories(database.url, { count, seed });
    console.log(`${histories} histories (seed ${seed}), ${grants} grants, ${violations} violations`);
    expect(histories).toBeGreaterThanOrEqual(count);
    expect(grants).toBeGreaterThanOrEqual(Math.floor(count / 10));
    expect(violations).toBe(0);
  },
);

const faults: { fault: string; spoil: Spoil; seen: RegExp }[] = [
  {
    fault: 'a membership that is a millisecond too long',
    spoil: async (db) =>
      void (await db.query("update memberships set expire_at = expire_at + interval '1 millisecond'")),
    seen: /a membership ends .*, not/,
  },
  {
    fault: 'a sale that is forgotten',
    spoil: async (db) => void (await db.query("update payment_orders set state = 'closed' where state = 'paid'")),
    seen: /is closed, not paid/,
  },
  {
    fault: 'a gift that is given twice',
    spoil: async (db) =>
      void (await db.query(
        `insert into coupons (code_hash, last_four, months, max_uses, expires_at, batch, gift_cause)
         select sha256(code_hash), last_four, months, 1, expires_at, batch, gift_cause || ':2' from coupons
         where gift_cause is not null`,
      )),
    seen: /has \d grants and \d codes, \d are due/,
  },
  {
    fault: 'money that is dropped',
    spoil: async (db) => void (await db.query("update payment_events set outcome = 'nothing' where outcome is null")),
    seen: /is in no list/,
  },
];

for (const { fault, spoil, seen } of faults)
  inLong(
    `${fault} does not go unseen`,
    async () => {
      await expect(runHistories(database.url, { count: 100, seed: 1, spoil })).rejects.toThrow(seen);
    },
    300_000,
  );
