import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../server/testing/database.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { findFreePort } from '../../../server/testing/loopback.ts';
import { isBuilt } from '../../testing/built.ts';
import { endOwn, finishOwn, type OwnProcess, serveOwn } from '../../testing/own-process.ts';

// Processes of several roles on one database, as on several machines.

let database: TestDatabase;
let dataDir: string;
const running = new Set<Process>();

type Process = OwnProcess & { port: number };

const settings = () => ({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });

async function start(ROLE: string): Promise<Process> {
  const port = await findFreePort();
  const started = { port, ...(await serveOwn({ ...settings(), PORT: String(port), ROLE })) };
  running.add(started);
  return started;
}

/** A command with the settings of a process, or of none. */
const command = (args: string[], port = 0) =>
  finishOwn(['--quiet', ...args], { ...settings(), ...(port > 0 && { PORT: String(port) }) });

async function leads({ port }: Process): Promise<boolean> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return text.includes('\njobs_leader 1\n');
}

async function doctorOnJobs(): Promise<{ warning: boolean; found: string } | undefined> {
  const findings: { check: string; warning: boolean; found: string }[] = JSON.parse(
    (await command(['doctor', '--json'])).out,
  );
  return findings.find(({ check }) => check === 'Jobs');
}

describe.skipIf(!isBuilt)('processes on one database', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'longstrip-roles-'));
  });
  afterEach(async () => {
    await Promise.all([...running].map((each) => endOwn(each, 'SIGTERM')));
    running.clear();
  });
  afterAll(async () => {
    await database.drop();
    // Converters of a killed server may still be writing.
    await vi.waitFor(() => rmSync(dataDir, { recursive: true, force: true }), { timeout: 20_000, interval: 100 });
  });

  inLong(
    'serve without any jobs where all are web, and the doctor warns; then the one for jobs runs them',
    async () => {
      const web = await Promise.all([start('web'), start('web')]);
      expect(await Promise.all(web.map(leads))).toEqual([false, false]);
      expect(await doctorOnJobs()).toMatchObject({ warning: true, found: 'no process runs them' });
      const [one] = web;
      const health = await command(['health', '--ready', '--json'], one?.port);
      expect(health).toMatchObject({ status: 0, out: '{"status":"ready"}\n' });

      const jobs = await start('jobs');
      await vi.waitFor(async () => expect(await leads(jobs)).toBe(true), { timeout: 10_000 });
      expect(await doctorOnJobs()).toMatchObject({
        warning: false,
        found: `run in process ${jobs.child.pid} on ${hostname()}`,
      });
      const home = await fetch(`http://127.0.0.1:${jobs.port}/`, { redirect: 'manual' });
      expect([home.status, (await home.json()).code]).toEqual([404, 'not_found']);

      expect(await Promise.all(web.map(leads))).toEqual([false, false]);
      expect(one && (await endOwn(one, 'SIGTERM'))).toBe(0);
      expect(await command(['health'], one?.port)).toMatchObject({ status: 1, out: '' });
    },
  );

  inLong('go on with the jobs within 15 s of the death of the one that ran them', async () => {
    const [jobs, all] = [await start('jobs'), await start('all')];
    await vi.waitFor(async () => expect(await leads(jobs)).toBe(true), { timeout: 10_000 });
    expect(await leads(all)).toBe(false);
    jobs.child.kill('SIGKILL');
    const killedAt = performance.now();
    await vi.waitFor(async () => expect(await leads(all)).toBe(true), { timeout: 15_000, interval: 50 });
    expect(performance.now() - killedAt).toBeLessThan(15_000);
  });
});
