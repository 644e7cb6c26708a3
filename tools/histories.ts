// `npm run histories -- 20000 [seed]`: runs the property of src/features/payments/server/histories.test.ts for longer,
// on its own database. It ends 1 and prints the shortest histories after which the accounts do not balance.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHistories } from '../src/features/payments/testing/histories.ts';
import { joinEmbeddedDatabase } from '../src/server/embedded/postgres.ts';
import { migrate } from '../src/server/migrations/migrate.ts';

const [count = 20_000, seed = Date.now() % 2 ** 30] = process.argv.slice(2).map(Number);
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error('Usage: npm run histories -- [COUNT] [SEED]');
  process.exit(1);
}

const directory = mkdtempSync(join(tmpdir(), 'longstrip-histories-'));
chmodSync(directory, 0o711); // under root, the database may belong to another user
const database = await joinEmbeddedDatabase({ directory: join(directory, 'postgres') });
try {
  await migrate({ url: database.url });
  const started = performance.now();
  const { histories, grants, violations } = await runHistories(database.url, { count, seed });
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${histories} histories (seed ${seed}) in ${seconds} s, ${grants} grants, ${violations} violations`);
  process.exitCode = violations === 0 ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await database.leave();
  rmSync(directory, { recursive: true, force: true });
}
