import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { packageRoot } from '../../../server/process/package-root.ts';
import { databaseForTests } from '../../../server/testing/database.ts';
import { howMany, inLong } from '../../../server/testing/depth.ts';
import { faultsOfReceipts } from '../testing/receipt-numbers.ts';
import { expectBalance } from '../testing/shop.ts';

const orders = 600;
const kills = howMany({ usual: 1, long: 12 });
const program = join(packageRoot, 'src/features/payments/testing/settle-until-killed.ts');

const database = databaseForTests();

/** The providers' events: every order is paid, and every third payment was given back. */
async function makeNews(): Promise<string[]> {
  const numbers = Array.from({ length: orders }, () => randomUUID().replaceAll('-', ''));
  await database.db.query(
    `with buyers as (
       insert into users (id, username, username_key, password_hash)
       select number::uuid, left(number, 20), left(number, 20), 'none' from unnest($1::text[]) as number returning id)
     insert into payment_orders (id, provider, reference, user_id, plan, months, amount_minor, currency, state)
     select gen_random_uuid(), 'wechat', replace(id::text, '-', ''), id, 'month', 1, 1000, 'CNY', 'open' from buyers`,
    [numbers],
  );
  const paid = numbers.map((number) => JSON.stringify({ number, amountMinor: 1000, kind: 'paid' }));
  const refunded = numbers.flatMap((number, index) =>
    index % 3 === 0 ? [JSON.stringify({ number, amountMinor: 1000, kind: 'refunded' })] : [],
  );
  return [...paid, ...refunded];
}

function shuffle(lines: readonly string[]): string[] {
  return lines
    .map((line) => ({ line, at: randomInt(2 ** 31) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ line }) => line);
}

/** Sends everything to a process of its own; resolves once some payments are settled, most of them granted. */
async function sendAll(
  news: readonly string[],
): Promise<{ child: ChildProcess; said: () => string; ended: Promise<unknown> }> {
  const args = ['--import', 'tsx', program, database.url, '4'];
  const child = spawn(process.execPath, args, { cwd: packageRoot, stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  const ended = once(child, 'exit');
  const begun = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (/(?:^paid[\s\S]*){5}|^done/m.test(said)) resolve();
    });
  });
  child.stdin.on('error', () => {}); // the process may be gone before it has read all
  child.stdin.end(`${shuffle(news).join('\n')}\n`);
  await Promise.race([begun, ended]);
  return { child, said: () => said, ended };
}

const countGrants = async () => {
  const { rows } = await database.db.query<{ count: number }>(
    "select count(*) as count from ledger_entries where kind = 'extend'",
  );
  return rows[0]?.count ?? 0;
};

inLong(
  `each order is granted and numbered once by a process that is killed ${kills} times and gets everything again`,
  async () => {
    const news = await makeNews();
    const grants: number[] = [];
    for (let killed = 0; killed < kills; killed += 1) {
      const { child, ended } = await sendAll(news);
      // A process dies at any time.
      await pause(randomInt(0, 60));
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      grants.push(await countGrants());
    }
    expect(grants.some((count) => count > 0 && count < orders)).toBe(true);
    const { said, ended } = await sendAll(news);
    expect(await ended).toEqual([0, null]);
    expect(said()).toContain('done');
    // A payment that was refunded before we learnt of it is not granted; chance decides which payments these are.
    expect(await countGrants()).toBeGreaterThanOrEqual((orders * 2) / 3);

    const { rows } = await database.db.query<{ state: string; grants: number; entries: number; orders: number }>(
      `select state, grants, entries, count(*) as orders from (
       select state, grants, (select count(*) from ledger_entries where user_id = sale.user_id) as entries
       from payment_orders sale) as booked
     group by state, grants, entries order by state`,
    );
    const refunded = rows.filter(({ state }) => state === 'refunded');
    expect(rows[0]).toEqual({ state: 'paid', grants: 1, entries: 1, orders: (orders * 2) / 3 });
    expect(refunded.map(({ grants: times, entries }) => entries - 2 * times)).toEqual(refunded.map(() => 0));
    expect(refunded.reduce((sum, each) => sum + each.orders, 0)).toBe(orders / 3);
    expect(await faultsOfReceipts(database.db)).toEqual([]);
    await expectBalance(database.db);
  },
  180_000,
);
