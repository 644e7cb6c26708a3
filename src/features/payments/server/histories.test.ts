import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool, type Db, type DbPool } from '../../../server/db.ts';
import { createTestDatabase, type TestDatabase } from '../../../server/testing/database.ts';
import { runHistories } from '../testing/histories.ts';

let database: TestDatabase;
let db: DbPool;
beforeAll(async () => {
  database = await createTestDatabase();
  // Nobody pulls the plug here, so nothing needs to wait for the disk.
  const url = new URL(database.url);
  url.searchParams.set('options', '-csynchronous_commit=off');
  db = createPool({ url: url.href, purpose: 'web' });
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const count = 2000;

it(`the books balance after ${count} histories, whatever is told, when, how often, and where it is cut off`, async () => {
  const seed = randomInt(2 ** 31);
  const { histories, grants, violations } = await runHistories(db, { count, seed });
  console.log(`${histories} histories (seed ${seed}), ${grants} grants, ${violations} violations`);
  expect(histories).toBeGreaterThanOrEqual(count);
  expect(grants).toBeGreaterThan(count / 2);
  expect(violations).toBe(0);
}, 300_000);

it('a database that forgets what it committed does not go unseen', async () => {
  let commits = 0;
  const forgetful = (connection: Db): Db => ({
    query(sql, values) {
      commits += sql === 'commit' ? 1 : 0;
      return connection.query(sql === 'commit' && commits % 2 === 0 ? 'rollback' : sql, values);
    },
  });
  const lying: DbPool = { ...db, withConnection: (work) => db.withConnection((one) => work(forgetful(one))) };
  await expect(runHistories(lying, { count: 60, seed: 1 })).rejects.toThrow(/are due|is undefined, not|explained/);
});
