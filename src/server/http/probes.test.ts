import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../config/log.ts';
import type { Db } from '../database/db.ts';
import { writeNote } from '../database/server-notes.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createTestDatabase } from '../testing/database.ts';
import { createHttp, type HttpApp } from './http.ts';
import { noLimits } from './limits.ts';
import { addProbes, mayReadMetrics, watchReadiness } from './probes.ts';
import { PublicAnswers } from './public-answers.ts';

let app: HttpApp | undefined;
afterEach(() => app?.close());

function createApp(options: { isReady: () => Promise<boolean>; metricsToken?: string }): HttpApp {
  const metrics = createMetrics();
  const deps = { log: createLog('silent'), trustProxy: false, limiter: noLimits, metrics } as const;
  app = createHttp({ ...deps, answers: new PublicAnswers(), securityHeaders: {} }).app;
  addProbes(app, { readiness: options, metrics, metricsToken: options.metricsToken ?? null });
  return app;
}

const ready = async () => true;

describe('GET /healthz', () => {
  it('answers while nothing else works', async () => {
    const answer = await createApp({ isReady: () => Promise.reject(new Error('never asked')) }).inject('/healthz');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('GET /readyz', () => {
  it('answers 200 when ready and 503 with Retry-After when not', async () => {
    expect((await createApp({ isReady: ready }).inject('/readyz')).statusCode).toBe(200);
    const answer = await createApp({ isReady: async () => false }).inject('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'unavailable' });
    expect(answer.headers['retry-after']).toBeDefined();
  });
});

describe('readiness', () => {
  const broken: Db = { query: () => Promise.reject(new Error('connection refused')) };
  const mute: Db = { query: () => new Promise(() => {}) };

  it('needs a migrated database', async () => {
    const migrated = await createTestDatabase();
    const empty = await createTestDatabase({ empty: true });
    expect(await watchReadiness({ db: migrated.db, isStopping: () => false }).isReady()).toBe(true);
    expect(await watchReadiness({ db: empty.db, isStopping: () => false }).isReady()).toBe(false);
    await Promise.all([migrated.drop(), empty.drop()]);
  });

  it('is there on a database that a newer version has migrated, and not on one that lacks or changed a migration', async () => {
    const { db, drop } = await createTestDatabase();
    const isReady = () => watchReadiness({ db, isStopping: () => false }).isReady();
    await db.query(
      `insert into schema_migrations (name, checksum) values ('9998_next.sql', 'a'), ('9999_last.sql', 'b')`,
    );
    expect(await isReady()).toBe(true);
    await db.query(`update schema_migrations set checksum = 'c' where name like '0001%'`);
    expect(await isReady()).toBe(false);
    await db.query(`delete from schema_migrations where name like '0001%'`);
    expect(await isReady()).toBe(false);
    await drop();
  });

  it('ends when the process receives a signal to stop', async () => {
    const { db, drop } = await createTestDatabase();
    let stopping = false;
    const readiness = watchReadiness({ db, isStopping: () => stopping });
    expect(await readiness.isReady()).toBe(true);
    stopping = true;
    expect(await readiness.isReady()).toBe(false);
    await drop();
  });

  it('ends when the database refuses, or does not answer within half a second', async () => {
    expect(await watchReadiness({ db: broken, isStopping: () => false }).isReady()).toBe(false);
    const started = performance.now();
    expect(await watchReadiness({ db: mute, isStopping: () => false }).isReady()).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('asks the database once a second at most', async () => {
    let now = 0;
    let asked = 0;
    const db: Db = {
      query: () => {
        asked += 1;
        return Promise.reject(new Error('down'));
      },
    };
    const readiness = watchReadiness({ db, isStopping: () => false, now: () => now });
    await Promise.all([readiness.isReady(), readiness.isReady()]);
    now = 900;
    await readiness.isReady();
    expect(asked).toBe(1);
    now = 1_100;
    await readiness.isReady();
    expect(asked).toBe(2);
  });
});

describe('GET /metrics', () => {
  it('prints Prometheus text with routes, the process and the event loop', async () => {
    const answer = await createApp({ isReady: ready }).inject('/metrics');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/plain');
    for (const name of [
      'http_request_duration_seconds',
      'nodejs_eventloop_lag_seconds',
      'nodejs_heap_size_used_bytes',
    ]) {
      expect(answer.body).toContain(`# TYPE ${name} `);
    }
  });

  it('counts requests by route template, method and status', async () => {
    const server = createApp({ isReady: ready });
    await server.inject('/healthz');
    const { body } = await server.inject('/metrics');
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1');
  });

  it('names every figure from the first scrape, with its meaning and its kind', async () => {
    const { body } = await createApp({ isReady: ready }).inject('/metrics');
    for (const name of [
      'backup_last_success_timestamp_seconds',
      'connections_cut_total',
      'db_clock_offset_seconds',
      'db_pool_connections',
      'disk_free_bytes',
      'disk_free_inodes',
      'http_refusals_total',
      'job_duration_seconds',
      'job_failures_total',
      'job_last_success_timestamp_seconds',
    ]) {
      expect(body).toMatch(new RegExp(`# HELP ${name} \\w`));
      expect(body).toContain(`# TYPE ${name} `);
    }
  });

  it('shows the free space of the disks and the clock offset of the database', async () => {
    const { db, drop } = await createTestDatabase();
    await writeNote(db, 'backup');
    const metrics = createMetrics();
    metrics.watchMachine({ paths: [process.cwd(), '/no/such/folder'], db });
    const text = await metrics.print();
    const figure = (name: string) =>
      Number(new RegExp(`^${name}(?:\\{path="${process.cwd()}"\\})? (\\S+)$`, 'm').exec(text)?.[1]);
    expect(figure('disk_free_bytes')).toBeGreaterThan(0);
    expect(figure('disk_free_inodes')).toBeGreaterThan(0);
    expect(Math.abs(figure('db_clock_offset_seconds'))).toBeLessThan(1);
    expect(Math.abs(figure('backup_last_success_timestamp_seconds') - Date.now() / 1000)).toBeLessThan(60);
    expect(text).not.toContain('/no/such/folder');
    await drop();
  });

  it('is printed while the database is away', async () => {
    const metrics = createMetrics();
    metrics.watchMachine({ paths: [process.cwd()], db: { query: async () => Promise.reject(new Error('away')) } });
    expect(await metrics.print()).toContain('disk_free_bytes{');
  });

  it('is 404 for others', async () => {
    const server = createApp({ isReady: ready, metricsToken: 'sesame' });
    const answer = await server.inject({ url: '/metrics', remoteAddress: '203.0.113.9' });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('http_request');
  });

  it.each([
    ['127.0.0.1', {}, true],
    ['::1', {}, true],
    ['::ffff:127.0.0.1', {}, true],
    ['203.0.113.9', {}, false],
    ['127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, false],
    ['127.0.0.1', { forwarded: 'for=203.0.113.9' }, false],
    ['127.0.0.1', { via: '1.1 proxy' }, false],
  ])('without a token set, from %s with %o: %s', (remoteAddress, headers, expected) => {
    expect(mayReadMetrics({ headers, socket: { remoteAddress } }, null)).toBe(expected);
  });

  it.each([
    ['127.0.0.1', {}, true],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
    ['203.0.113.9', {}, false],
    ['127.0.0.1', { authorization: 'Bearer sesame' }, true],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1', authorization: 'Bearer sesame' }, true],
    ['203.0.113.9', { authorization: 'Bearer sesame' }, true],
    ['203.0.113.9', { authorization: 'Bearer guess' }, false],
    ['203.0.113.9', { authorization: 'Token sesame' }, false],
  ])('with a token set, from %s with %o: %s', (remoteAddress, headers, expected) => {
    expect(mayReadMetrics({ headers, socket: { remoteAddress } }, 'sesame')).toBe(expected);
  });

  it('accepts no token when none is configured', () => {
    const request = { headers: { authorization: 'Bearer ' }, socket: { remoteAddress: '203.0.113.9' } };
    expect(mayReadMetrics(request, null)).toBe(false);
  });
});
