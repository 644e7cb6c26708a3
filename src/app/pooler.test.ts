import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBook } from '../features/catalog/testing/books.ts';
import { createPool, type DbPool, withTransaction } from '../server/database/db.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { hasPooler, type Pooler, startPooler } from '../server/testing/pooler.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import { runCommand } from './testing/site.ts';
import { daysFromNow, signIn } from './testing/users.ts';

// The suites of the server go through a pooler with TEST_POOLER=1 (CONTRIBUTING.md).
describe.skipIf(!hasPooler)('a site behind a pooler in transaction mode (needs pgbouncer)', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  let pooled: DbPool;
  let server: TestServer;
  beforeAll(async () => {
    database = await createTestDatabase();
    pooler = await startPooler(database.url);
    // More than the pooler has connections: transactions of one of ours meet several of the database's.
    pooled = createPool({ url: pooler.through(database.url), purpose: 'web', max: 40, pooling: 'transaction' });
    server = await startTestServer({ database, watch: () => pooled });
  });
  afterAll(async () => {
    await pooled.end();
    await pooler.stop();
    await server.stop();
  });

  it('answers visitors and users, many at the same time', async () => {
    const book = await makeBook(server.db, { titles: { 'en-us': 'Salt' } });
    const users = await Promise.all(Array.from({ length: 10 }, () => signIn(server, { expireAt: daysFromNow(30) })));
    const [chapter] = book.chapterIds;
    const paths = ['user/follows', 'comics/book/search', `comics/chapter_comics/${chapter}/en-us`, 'user/sessions'];
    const asked = Array.from({ length: 4 }, () =>
      users.flatMap(({ headers }) => paths.map((path) => server.app.inject({ url: `/api/v1/${path}`, headers }))),
    ).flat();
    const statuses = new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode));
    expect(statuses).toEqual(new Set([200]));
  });

  it('has its limits in each transaction', async () => {
    const shown = await withTransaction(pooled, (tx) =>
      tx.query<{ lock: string; statement: string }>(
        `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
      ),
    );
    expect(shown.rows).toEqual([{ lock: '1s', statement: '2s' }]);
    await expect(withTransaction(pooled, (tx) => tx.query('select pg_sleep(10)'))).rejects.toMatchObject({
      code: '57014',
    });
  });

  it('is found by the doctor, and named where it does not answer', async () => {
    const settings = (way: string) => ({
      ...{ DATABASE_URL: way, DATABASE_POOLING: 'transaction', DATABASE_DIRECT_URL: database.url },
      DATA_DIR: server.config.dataDir,
    });
    const find = async (way: string) => {
      const { out } = await runCommand(settings(way), ['doctor', '--json']);
      const findings: { check: string; ok: boolean }[] = JSON.parse(out);
      return findings.find(({ check }) => check === 'Pooler');
    };
    expect(await find(pooler.through(database.url))).toMatchObject({ ok: true });
    expect(await find('postgresql://user@127.0.0.1:1/site')).toMatchObject({ ok: false });
  });
});
