import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeBook } from '../features/catalog/testing/books.ts';
import { createPool, type DbPool } from '../server/database/db.ts';
import { inLong } from '../server/testing/depth.ts';
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
  systemPostgres,
} from '../server/testing/replicated-database.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import { signIn } from './testing/users.ts';

const search = '/api/v1/comics/book/search?page_size=100';

describe.skipIf(systemPostgres === null)('a site with a replica (needs the system’s PostgreSQL)', () => {
  let databases: ReplicatedDatabase;
  let server: TestServer;
  let replica: DbPool;
  let salt: { id: string; chapterIds: string[] };
  beforeAll(async () => {
    databases = await startReplicatedDatabase();
    const db = createPool({ url: databases.url, purpose: 'web' });
    replica = createPool({ url: databases.replicaUrl, purpose: 'web' });
    server = await startTestServer({ database: { url: databases.url, db, drop: () => db.end() }, replica });
    salt = await makeBook(server.db, { titles: { 'en-us': 'Salt' } });
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    await replica.end();
    databases.remove();
  });

  const run = (statement: string) => replica.query(statement);
  /** A question that no cache has the answer to. */
  const ask = () => server.app.inject(`${search}&q=${randomUUID()}`);
  async function readsOf(): Promise<{ replica: number; primary: number }> {
    const text = (await server.app.inject('/metrics')).body;
    const of = (to: string) =>
      Number(new RegExp(`^db_replica_reads_total\\{to="${to}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    return { replica: of('replica'), primary: of('primary') };
  }
  /** The database that the next visitor is answered from. */
  async function nextRead(): Promise<'replica' | 'primary'> {
    const before = await readsOf();
    expect((await ask()).statusCode).toBe(200);
    return (await readsOf()).replica > before.replica ? 'replica' : 'primary';
  }
  const whereReadsGo = (to: 'replica' | 'primary') =>
    vi.waitFor(async () => expect(await nextRead()).toBe(to), { timeout: 15_000, interval: 100 });

  it('answers visitors from it, and users from the database itself', async () => {
    await whereReadsGo('replica');
    const user = await signIn(server);
    const before = await readsOf();
    const answer = await server.app.inject({ url: `${search}&q=Salt`, headers: user.headers });
    expect(answer.json().data.result).toHaveLength(1);
    expect(await readsOf()).toEqual(before);
  });

  inLong('leaves it when it is behind, and comes back to it', async () => {
    await run('select pg_wal_replay_pause()');
    await whereReadsGo('primary');
    const book = await makeBook(server.db, { titles: { 'en-us': 'Pepper' } });
    expect((await server.app.inject(`${search}&q=Pepper`)).body).toContain(book.id);
    expect((await server.app.inject('/metrics')).body).toMatch(/^db_replica_lag_seconds [\d.]+$/m);
    await run('select pg_wal_replay_resume()');
    await whereReadsGo('replica');
    expect((await server.app.inject(`${search}&q=Peppe`)).body).toContain(book.id);
  });

  inLong('does not read from it what an operator changed a moment ago', async () => {
    await whereReadsGo('replica');
    server.noteChange();
    expect(await nextRead()).toBe('primary');
    await whereReadsGo('replica');
  });

  inLong('refuses nobody while it goes and comes', async () => {
    let isGoing = true;
    const statuses: number[] = [];
    const reading = (async () => {
      while (isGoing) statuses.push((await ask()).statusCode);
    })();
    databases.stop('replica');
    await whereReadsGo('primary');
    databases.start('replica');
    await whereReadsGo('replica');
    isGoing = false;
    await reading;
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('answers visitors while the database itself is away, and users again once it is back', async () => {
    const user = await signIn(server);
    await whereReadsGo('replica');
    databases.stop('primary');
    for (const _ of Array.from({ length: 20 })) expect((await ask()).statusCode).toBe(200);
    const [chapter] = salt.chapterIds;
    for (const path of [`comics/chapters/${salt.id}/en-us/asc/1/20`, `comics/chapter_comics/${chapter}/en-us`])
      expect([path, (await server.app.inject(`/api/v1/${path}`)).statusCode]).toEqual([path, 200]);
    expect((await server.app.inject(`/media/${randomUUID()}/w480.webp`)).statusCode).toBe(404);
    const asked = { url: '/api/v1/user/follows', headers: user.headers };
    expect((await server.app.inject(asked)).statusCode).toBe(503);
    databases.start('primary');
    await vi.waitFor(async () => expect((await server.app.inject(asked)).statusCode).toBe(200), { timeout: 10_000 });
    await whereReadsGo('replica');
  });
});
