import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { askerOf } from '../../../app/testing/ask.ts';
import { serverForTests, startTestServer } from '../../../app/testing/server.ts';
import { publishComic } from '../../../app/testing/site.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { createLog } from '../../../server/config/log.ts';
import { startJobs } from '../../../server/jobs/jobs.ts';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import { createTestDatabase } from '../../../server/testing/database.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import type { Role } from '../../studio/contract.ts';
import { listToday } from '../../studio/server/today.ts';
import { createBackups } from './backups.ts';
import { createJobDiary, noteNotification, readBackups } from './health.ts';
import { healthAttention } from './problems.ts';
import { noteBackup } from './queries.ts';
import { readDisks, readStorage } from './storage.ts';

const database = forAllTests(createTestDatabase);
const server = serverForTests({ database });
const owner = forAllTests(() => signInStaff(server, 'owner'));
const editor = forAllTests(() => signInStaff(server, 'editor'));
const support = forAllTests(() => signInStaff(server, 'support'));
// Before the first look: a sum of the pictures' bytes is kept for long where counting took long.
beforeAll(() => publishComic({ db: server.db, dataDir: server.config.dataDir }, { title: 'Heavy', seed: 500 }));

const ask = askerOf(server, owner);
const health = async (as = owner) => (await ask('GET', '/health', { as })).result;
const page = '/studio/health';
/** The things of these kinds that want the attention of that user. */
const wanted = async (as: SignedInUser, ...kinds: string[]) =>
  (await ask('GET', '/today', { as })).result.filter(({ kind }: { kind: string }) => kinds.includes(kind));

describe('the health of the site', () => {
  it('shows each role its parts, and no others', async () => {
    expect(Object.keys(await health(owner)).sort()).toEqual([
      ...['backups', 'database', 'disk', 'jobs', 'migrations', 'problems', 'reconciliation'],
      ...['storage', 'uptime_seconds', 'version', 'webhooks'],
    ]);
    expect(Object.keys(await health(editor)).sort()).toEqual(['jobs', 'problems', 'storage']);
    expect(Object.keys(await health(support)).sort()).toEqual(['problems', 'reconciliation', 'webhooks']);
  });

  it('counts what providers send, and says when much of it is refused', async () => {
    await noteNotification(server.db, { provider: 'stripe', outcome: 'taken' });
    for (let count = 0; count < 10; count += 1)
      await noteNotification(server.db, { provider: 'stripe', outcome: 'refused' });
    const { webhooks, problems } = await health(support);
    expect(webhooks).toMatchObject([{ provider: 'stripe', refused_24h: 10, reason: 'refused' }]);
    expect(webhooks[0].last_accepted_at).not.toBeNull();
    expect(problems).toContainEqual({ kind: 'webhooks_refused', count: 10, name: 'stripe' });
    expect(await wanted(support, 'webhooks_refused')).toEqual([{ kind: 'webhooks_refused', count: 10, page }]);
    expect(await wanted(editor, 'webhooks_refused')).toEqual([]);
  });
});

describe('the storage', () => {
  const storage = async (as: SignedInUser) => (await ask('GET', '/health', { as })).result.storage;

  it('tells the folder of the pictures and how much they take', async () => {
    let files = 0;
    for await (const { size } of server.media.store.list('images/')) files += size;
    expect(files).toBeGreaterThan(0);
    const name = join(server.config.dataDir, 'media');
    const told = { place: 'disk', name, own_disk: null, bytes: files };
    await vi.waitFor(async () => expect((await storage(editor)).media).toMatchObject(told), { timeout: 30_000 });
  });

  inLong('tells the bucket of the pictures, of which it asks nothing', async () => {
    const nobody = 'http://127.0.0.1:9';
    const settings = { MEDIA_STORE: 's3://pictures/site', S3_ENDPOINT: nobody };
    const onBucket = await startTestServer({ settings });
    try {
      const as = await signInStaff(onBucket, 'editor');
      const answer = await onBucket.app.inject({ url: '/api/v1/studio/health', headers: as.headers });
      expect(answer.json().data.result.storage).toEqual({
        free_bytes: expect.any(Number),
        total_bytes: expect.any(Number),
        media: { place: 's3', name: 's3://pictures/site/', bytes: 0, own_disk: null },
      });
    } finally {
      await onBucket.stop();
    }
  });

  it('tells the disk of the pictures where it is another one, before its folder is made too', async () => {
    const { dataDir } = server.config;
    const media = { name: '/dev/longstrip/media', place: 'disk' as const, sumBytes: async () => 7 };
    const told = await readStorage(server.db, { dataDir, media });
    const { bsize, blocks } = await statfs('/dev');
    expect(told.media).toMatchObject({ bytes: 7, own_disk: { total_bytes: bsize * blocks } });
    expect(await readDisks({ dataDir, media })).toHaveLength(2);
    expect(await readDisks({ dataDir, media: { ...media, name: join(dataDir, 'media') } })).toHaveLength(1);
  });
});

describe('a disk that is nearly full', () => {
  it('wants the attention of owners and editors', async () => {
    const sources = (free: number) =>
      healthAttention({
        backups: createBackups({
          settings: () => ({ to: '/backups', isNamed: true, everyMinutes: null, keep: 'last=1' }),
          ready: () => null,
          snapshots: { add: async () => {}, prune: async () => {}, read: async () => {} },
          log: createLog('silent'),
        }),
        failedWork: { list: async () => ({ rows: [], total: 0 }), retry: async () => {}, dismiss: async () => {} },
        listReported: async () => [],
        dataDir: server.config.dataDir,
        readDisks: async () => [
          { free_bytes: 90e9, total_bytes: 100e9 },
          { free_bytes: free, total_bytes: 100e9 },
        ],
      });
    const told = async (role: Role, free: number) =>
      (await listToday(server.db, { role, sources: sources(free) })).filter(({ kind }) => kind === 'disk_full');
    for (const role of ['owner', 'editor'] as const)
      expect(await told(role, 5e9)).toEqual([{ kind: 'disk_full', count: 1, page }]);
    expect(await told('support', 5e9)).toEqual([]);
    expect(await told('owner', 6e9)).toEqual([]);
  });
});

describe('a job', () => {
  it('is written down whoever runs it, runs when it is asked for, and is told while it runs', async () => {
    let runs = 0;
    let fails = true;
    let release = () => {};
    const jobs = startJobs({
      url: database.url,
      log: createLog('silent'),
      figures: createMetrics().jobs,
      diary: createJobDiary(server.db),
      jobs: [
        {
          name: 'trash',
          everyMs: 3_600_000,
          async run() {
            runs += 1;
            if (fails) throw new Error('no disk\nand more');
            await new Promise<void>((resolve) => {
              release = resolve;
            });
          },
        },
      ],
    });
    const trash = async () => (await health(editor)).jobs.find(({ name }: { name: string }) => name === 'trash');
    try {
      await vi.waitFor(async () => expect(await trash()).toMatchObject({ failures: 1, last_error: 'no disk' }), {
        timeout: 10_000,
      });
      expect((await health(editor)).problems).toContainEqual({ kind: 'job_failed', count: 1, name: 'trash' });
      expect(await wanted(editor, 'job_failed')).toEqual([{ kind: 'job_failed', count: 1, page }]);
      expect(await wanted(support, 'job_failed')).toEqual([]);
      fails = false;
      expect((await ask('POST', '/health/jobs/trash/run', { as: editor })).result).toEqual({
        name: 'trash',
        running: true,
      });
      await vi.waitFor(async () => expect((await trash()).running).toBe(true), { timeout: 10_000 });
      expect((await ask('POST', '/health/jobs/trash/run', { as: editor })).code).toBe('job_running');
      release();
      await vi.waitFor(
        async () => expect(await trash()).toMatchObject({ failures: 0, last_error: null, running: false }),
        { timeout: 10_000 },
      );
      expect(runs).toBe(2);
    } finally {
      release();
      await jobs.stop();
    }
    const { rows } = await server.db.query(
      `select from audit_entries where action = 'job.run' and target_id = 'trash'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('of another name is none, and a backup is the business of owners', async () => {
    expect((await ask('POST', '/health/jobs/nothing/run')).code).toBe('job_not_found');
    expect((await ask('POST', '/health/jobs/backup/run', { as: editor })).code).toBe('forbidden');
    expect((await ask('POST', '/health/jobs/trash/run', { as: support })).code).toBe('forbidden');
  });
});

describe('a backup', () => {
  it('is missing until one was made, and lies beside the site where no setting names a place', async () => {
    expect((await health()).problems).toContainEqual({ kind: 'backup_missing', count: 1, name: null });
    const file = '/somewhere/site.backup';
    await noteBackup(server.db, { file, bytes: 12, madeAt: new Date(), verifiedAt: null });
    const { backups, problems } = await health();
    expect(backups).toMatchObject({ configured: false, last: { file, bytes: 12, verified: null }, overdue: false });
    expect(backups).toMatchObject({ same_disk: true, progress: null });
    expect(problems.map(({ kind }: { kind: string }) => kind)).not.toContain('backup_missing');
    expect((await ask('GET', '/health/backups')).result).toHaveLength(1);
    const beyond = await ask('GET', '/health/backups?page=1&page_size=1');
    expect(beyond.data).toMatchObject({ result: [], total: 1 });
    expect((await ask('GET', '/health/backups', { as: editor })).code).toBe('forbidden');
  });

  inLong('wants the attention of owners alone once it is overdue', async () => {
    const settings = { BACKUP_TO: '/backups', BACKUP_EVERY_MINUTES: '15' };
    const other = await startTestServer({ settings });
    const today = async (role: Role) => {
      const { headers } = await signInStaff(other, role);
      return (await other.app.inject({ url: '/api/v1/studio/today', headers })).json().data.result;
    };
    try {
      const madeAt = new Date(Date.now() - 31 * 60_000);
      await noteBackup(other.db, { file: '/backups', bytes: 12, madeAt, verifiedAt: null });
      expect(await today('owner')).toContainEqual({ kind: 'backup_overdue', count: 1, page });
      expect(await today('editor')).not.toContainEqual(expect.objectContaining({ kind: 'backup_overdue' }));
    } finally {
      await other.stop();
    }
  });

  it('begins so early that it is whole before the last one is too old, and no other backup puts it off', async () => {
    const minutes = (count: number) => count * 60_000;
    let [made, pruned, read] = [0, 0, 0];
    const { jobs } = createBackups({
      settings: () => ({ to: 's3://copies/early', isNamed: true, everyMinutes: 5, keep: 'last=1' }),
      ready: () => null,
      log: createLog('silent'),
      snapshots: {
        async add() {
          made += 1;
        },
        async prune() {
          pruned += 1;
        },
        async read() {
          read += 1;
        },
      },
    });
    const look = async () => {
      for (const job of jobs) await job.run(server.db, new AbortController().signal);
      return made;
    };
    const note = (file: string, age: number) =>
      noteBackup(server.db, { file, bytes: 1, madeAt: new Date(Date.now() - age), verifiedAt: null });
    await note('/elsewhere/site.tar', 0);
    await note('s3://copies/other/#20261127T000000Z', 0);
    expect(await look()).toBe(1);
    expect(read).toBe(0);
    await note('s3://copies/early/#20261127T000001Z', minutes(4.5));
    expect(await look()).toBe(1);
    expect(read).toBe(1);
    await note('/elsewhere/site.tar', 0);
    await server.db.query("update backups set made_at = made_at - interval '20 s' where file like '%early%'");
    expect(await look()).toBe(2);
    await note('s3://copies/early/#20261127T000002Z', -minutes(24 * 60));
    expect(await look()).toBe(3);
    // It reads what all snapshots name, so it comes once an hour.
    expect(pruned).toBe(1);
    const { last } = await readBackups(server.db, {
      settings: { to: '/backups', isNamed: true, everyMinutes: 5, keep: 'last=1' },
      dataDir: server.config.dataDir,
    });
    expect(last?.file).not.toContain('000002Z');
  });

  inLong('that a button asked for and that fails is a failure of the job', async () => {
    const ended: unknown[] = [];
    const backups = createBackups({
      settings: () => ({ to: '/backups', isNamed: true, everyMinutes: 5, keep: 'last=1' }),
      ...{ ready: () => null, log: createLog('silent') },
      diary: { ended: async (job, error) => void ended.push([job.name, String(error)]) },
      snapshots: {
        add: () => Promise.reject(new Error('disk full')),
        ...{ prune: async () => {}, read: async () => {} },
      },
    });
    await vi.waitFor(async () => expect(await backups.begin(server.db)).toBe(true), { timeout: 30_000 });
    await vi.waitFor(() => expect(ended).toEqual([['backup', 'Error: disk full']]));
  });

  inLong('is made one at a time into the folder, and only those are kept that the rule keeps', async () => {
    let release = () => {};
    const done: string[] = [];
    const backups = createBackups({
      settings: () => ({ to: '/backups', isNamed: true, everyMinutes: 5, keep: 'last=1' }),
      ready: () => null,
      log: createLog('silent'),
      snapshots: {
        async add(folder, _signal, onProgress) {
          onProgress({ done: 3, total: 12 });
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          done.push(`added to ${folder}`);
        },
        async prune(folder, keep) {
          done.push(`pruned ${folder} to ${keep}`);
        },
        read: async () => {},
      },
    });
    const beginTwice = async () => {
      const begun = await Promise.all([backups.begin(server.db), backups.begin(server.db)]);
      const count = begun.filter((isBegun) => isBegun).length;
      if (count === 0) throw new Error('No backup was begun');
      return count;
    };
    // A backup that an earlier test has asked for may still be under way.
    expect(await vi.waitFor(beginTwice, { timeout: 30_000 })).toBe(1);
    expect(await backups.begin(server.db)).toBe(false);
    // Another process knows of it too.
    await vi.waitFor(async () => expect((await health()).backups.progress).toEqual({ done: 3, total: 12 }), 5000);
    expect(await ask('POST', '/health/backups')).toMatchObject({ status: 409, code: 'backup_running' });
    expect(await ask('POST', '/health/jobs/backup/run')).toMatchObject({ status: 409, code: 'job_running' });
    release();
    await vi.waitFor(() => expect(done).toEqual(['added to /backups', 'pruned /backups to last=1']));
    await vi.waitFor(async () => expect((await health()).backups.progress).toBeNull());
  });
});
