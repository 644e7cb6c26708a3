import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest';
import { joinEmbeddedDatabase } from '../../../server/embedded/postgres.ts';
import { eachOf, inLong } from '../../../server/testing/depth.ts';
import { findFreePort } from '../../../server/testing/loopback.ts';
import { isBuilt } from '../../testing/built.ts';
import { endOwn, finishOwn, type OwnProcess, serveOwn } from '../../testing/own-process.ts';

// A server of several processes, as an operator starts it, on the database that it brings along.
const isPlayed = isBuilt && process.platform === 'linux';

let dataDir: string;
let port: number;
let parent: OwnProcess | null = null;

describe.skipIf(!isPlayed)('a server of several processes', () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'longstrip-workers-'));
    chmodSync(dataDir, 0o711);
    port = await findFreePort();
  });
  afterEach(async () => {
    if (parent) await end('SIGTERM');
  });
  afterAll(async () => {
    await (await joinEmbeddedDatabase({ directory: join(dataDir, 'postgres') })).leave();
    // Converters of a killed server may still be writing.
    await vi.waitFor(() => rmSync(dataDir, { recursive: true, force: true }), { timeout: 20_000, interval: 100 });
  });

  inLong('replaces a killed worker while the others serve, and ends 0 at SIGTERM', async () => {
    await start({ WORKERS: '3' });
    await vi.waitFor(() => expect(workers()).toHaveLength(3), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await figure('workers_alive')).toBe(3), { timeout: 20_000 });
    expect(await figure('jobs_leader')).toBe(1);
    const [victim = 0] = workers();
    let isOver = false;
    const asking = (async () => {
      const answers: number[] = [];
      while (!isOver) answers.push((await ask('/healthz')).status);
      return answers;
    })();
    process.kill(victim, 'SIGKILL');
    await vi.waitFor(async () => expect(await figure('worker_restarts_total')).toBe(1), {
      timeout: 20_000,
      interval: 20,
    });
    await vi.waitFor(async () => expect(await figure('workers_alive')).toBe(3), { timeout: 20_000, interval: 20 });
    isOver = true;
    expect(workers()).not.toContain(victim);
    const answers = await asking;
    expect(answers.length).toBeGreaterThan(20);
    expect(new Set(answers)).toEqual(new Set([200]));
    const all = workers();
    expect(await end('SIGTERM')).toBe(0);
    for (const pid of all) expect(isAlive(pid)).toBe(false);
  });

  inLong('gives a worker that replaces another the settings of the start, though .env has others by then', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'longstrip-settings-'));
    const file = join(folder, '.env');
    writeFileSync(file, 'SITE_NAME=Before\nWORKERS=2\n');
    await start({}, folder);
    await vi.waitFor(async () => expect(await figure('workers_alive')).toBe(2), { timeout: 20_000 });
    writeFileSync(file, `SITE_NAME=After\nWORKERS=2\nMEDIA_PUBLIC_URL=https://cdn.example.org\nPORT=${port + 1}\n`);
    const first = workers();
    for (const pid of first) process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => expect(await figure('workers_alive')).toBe(2), { timeout: 20_000 });
    expect(workers().filter((pid) => first.includes(pid))).toEqual([]);
    const { body } = await ask('/manifest/en-us.webmanifest');
    expect(JSON.parse(body).name).toBe('Before');
    rmSync(folder, { recursive: true });
  });

  inLong('sums the figures of all workers, whichever is asked', async () => {
    await start({ WORKERS: '3' });
    await vi.waitFor(async () => expect(await figure('workers_alive')).toBe(3), { timeout: 20_000 });
    const name = /^http_request_duration_seconds_count\{[^}]*route="\/api\/v1\/site"[^}]*\} (\d+)$/m;
    const asked = 40;
    await Promise.all(Array.from({ length: asked }, () => ask('/api/v1/site')));
    for (let time = 0; time < 5; time += 1) {
      const { body } = await ask('/metrics');
      expect(Number(name.exec(body)?.[1])).toBe(asked);
    }
    const [victim = 0] = workers();
    process.kill(victim, 'SIGKILL');
    await vi.waitFor(async () => expect(await figure('worker_restarts_total')).toBe(1), { timeout: 20_000 });
    await vi.waitFor(async () => expect(await figure('workers_alive')).toBe(3), { timeout: 20_000 });
    const { body } = await ask('/metrics');
    expect(Number(name.exec(body)?.[1])).toBe(asked);
  });

  inLong('shows in every worker within a second what a command has changed', async () => {
    await start({ WORKERS: '3' });
    await vi.waitFor(async () => expect(await figure('workers_alive')).toBe(3), { timeout: 20_000 });
    const totals = async () => {
      const path = '/api/v1/comics/book/search?page=0&page_size=10';
      const answers = await Promise.all(Array.from({ length: 30 }, () => ask(path)));
      return new Set(answers.map(({ body }) => JSON.parse(body).data.total));
    };
    const shows = (total: number, timeout: number) =>
      vi.waitFor(async () => expect(await totals()).toEqual(new Set([total])), { timeout, interval: 50 });
    await shows(0, 6000);
    const file = join(dataDir, 'A Night.txt');
    writeFileSync(file, `Chapter 1\n\n${'It was late. '.repeat(50)}\n\nChapter 2\n\n${'It was later. '.repeat(50)}\n`);
    expect(await command('import', file)).toMatchObject({ status: 0 });
    await shows(1, 1000);
    const [book] = JSON.parse((await command('book', 'list', '--json')).out);
    for (const [verb, total] of [
      ['hide', 0],
      ['show', 1],
    ] as const) {
      expect(await command('book', verb, book.book_uuid)).toMatchObject({ status: 0 });
      await shows(total, 1000);
    }
  });

  inLong('ends all its workers within 5 s when the parent is killed, and the next start serves', async () => {
    await start({ WORKERS: '2' });
    await vi.waitFor(() => expect(workers()).toHaveLength(2), { timeout: 10_000 });
    const all = workers();
    await end('SIGKILL');
    await vi.waitFor(() => expect(all.filter(isAlive)).toEqual([]), { timeout: 5000 });
    await start({ WORKERS: '2' });
    expect(await end('SIGTERM')).toBe(0);
  });

  inLong('ends a worker that does not react, at the third signal', async () => {
    await start({ WORKERS: '2' });
    await vi.waitFor(() => expect(workers()).toHaveLength(2), { timeout: 10_000 });
    const [held = 0] = workers();
    process.kill(held, 'SIGSTOP');
    const child = parent?.child;
    const status = end('SIGTERM');
    // Signals that follow at once are one that came twice.
    await vi.waitFor(
      () => {
        child?.kill('SIGTERM');
        expect(isAlive(held)).toBe(false);
      },
      { timeout: 10_000, interval: 300 },
    );
    expect(await status).toBe(1);
  });

  inLong('tries a worker that dies at once with growing pauses, and has all again when it lives', async () => {
    await start({ WORKERS: '2' });
    const seen = new Set<number>();
    const since = performance.now();
    // The time in which they die is what is tested.
    await vi.waitFor(
      () => {
        for (const pid of workers()) {
          seen.add(pid);
          process.kill(pid, 'SIGKILL');
        }
        expect(performance.now() - since).toBeGreaterThan(4000);
      },
      { timeout: 10_000, interval: 5 },
    );
    // Two places: at once, at once again, then after 0.5, 1 and 2 s; without pauses there would be hundreds.
    expect(seen.size).toBeGreaterThanOrEqual(4);
    expect(seen.size).toBeLessThanOrEqual(12);
    await vi.waitFor(async () => expect(await figure('workers_alive')).toBe(2), { timeout: 20_000 });
    // The one that ran the jobs is among the dead.
    await vi.waitFor(async () => expect(await figure('jobs_leader')).toBe(1), { timeout: 15_000 });
  });

  inLong('ends 1 with the reason where the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const { status, err } = await finishOwn(['start'], { ...settings(), WORKERS: '2' });
    expect(status).toBe(1);
    expect(err).toContain(`Port ${port} is taken by another program.`);
    other.close();
  });

  eachOf([['2'], ['1']], 0)('with %s serves on for STOP_DELAY_S after SIGTERM, until another one', async (WORKERS) => {
    await start({ WORKERS, STOP_DELAY_S: '30' });
    const signalledAt = performance.now();
    parent?.child.kill('SIGTERM');
    await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(503), { timeout: 5000 });
    expect((await ask('/healthz')).status).toBe(200);
    for (const path of ['/', '/api/v1/site']) {
      const answer = await ask(path, { connection: 'keep-alive' });
      expect([path, answer.status, answer.connection]).toEqual([path, 200, 'close']);
    }
    // A signal that follows within a short time is the same one, come twice.
    const isLater = () => expect(performance.now() - signalledAt).toBeGreaterThan(500);
    await vi.waitFor(isLater);
    expect((await ask('/healthz')).status).toBe(200);
    const begun = performance.now();
    expect(await end('SIGTERM')).toBe(0);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

const settings = () => ({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'fatal' });
const command = (...args: string[]) => finishOwn(['--quiet', ...args], settings());

async function start(more: Record<string, string>, cwd?: string): Promise<void> {
  parent = await serveOwn({ ...settings(), ...more }, cwd === undefined ? {} : { cwd });
}

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  const server = parent;
  parent = null;
  return server && (await endOwn(server, signal));
}

/** The processes of the server that answer; the others are its database's. */
function workers(): number[] {
  const pid = parent?.child.pid;
  return readdirSync('/proc')
    .map(Number)
    .filter((child) => child > 0 && statOf(child).startsWith(`${pid} `) && commandOf(child).includes('server-worker'));
}

/** The parent and what follows, of a process that lives. */
function statOf(pid: number): string {
  return read(`/proc/${pid}/stat`).replace(/^.*\) [RSDTtWI] /, '');
}

const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`);
const isAlive = (pid: number) => commandOf(pid).includes('server-worker');

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function figure(name: string): Promise<number> {
  const { body } = await ask('/metrics');
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
}

type Answer = { status: number; connection: string | undefined; body: string };

/** A request on a connection of its own. */
function ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      let body = '';
      answer.on('data', (part) => (body += part));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection, body }));
    });
    asked.on('error', reject).end();
  });
}
