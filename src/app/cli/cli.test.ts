import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { eachOf, inLong, isLong } from '../../server/testing/depth.ts';
import { folderForTests } from '../../server/testing/folder.ts';
import { isBuilt, longstrip } from '../testing/built.ts';

// The command line as operators run it: the build, in processes of its own. `npm test` builds before it tests.

const dataDir = folderForTests();
let port: number;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  chmodSync(dataDir, 0o711);
  const probe = await listen(0);
  port = portOf(probe);
  probe.close();
});
afterEach(async () => {
  await Promise.all([...children].map((child) => end(child, 'SIGTERM')));
});
afterAll(async () => {
  // A server that quit at once has left its database running; a command joins it and stops it as its last user.
  if (isBuilt) await finished(['migrate']);
});

type Running = { child: ChildProcess; said: { out: string; err: string }; ended: Promise<number | null> };

function run(args: string[], env: Record<string, string> = {}, input: 'ignore' | 'pipe' = 'ignore'): Running {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [longstrip, ...args], {
    cwd: dataDir,
    env: { PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', ...env },
    stdio: [input, 'pipe', 'pipe'],
  });
  children.add(child);
  const said = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    said.err += chunk;
  });
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (status) => {
      children.delete(child);
      resolve(status);
    }),
  );
  return { child, said, ended };
}

async function finished(args: string[], env?: Record<string, string>) {
  const { ended, said } = run(args, env);
  return { status: await ended, ...said };
}

async function startServing(): Promise<Running> {
  const running = run(['start']);
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
    timeout: 40_000,
    interval: 30,
  });
  return running;
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill(signal);
  });
}

function listen(wanted: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(wanted, '127.0.0.1', () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Sends a call without its body: the request stays under way until the test calls `complete`. */
async function beginRequest(): Promise<{ socket: Socket; answer: Promise<string>; complete(): void }> {
  const socket = connect(port, '127.0.0.1');
  const body = '{"events":[]}';
  const head = `POST /api/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(`${head}{`, () => resolve()));
  // Once the server has answered a later request, it has read the head of ours.
  await fetch(`http://127.0.0.1:${port}/healthz`);
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', () => resolve(text));
  });
  return { socket, answer, complete: () => socket.write(body.slice(1)) };
}

// The tests start processes and create a database, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(!isBuilt)('longstrip', () => {
  eachOf<[string[]]>(
    [
      [['--help']],
      [['start', '--help']],
      [['migrate', '--help']],
      [['import', '--help']],
      [['seed', '--help']],
      [['book', '--help']],
      [['book', 'hide', '--help']],
      [['user', 'create', '--help']],
      [['user', 'password', '--help']],
      [['user', 'role', '--help']],
      [['user', 'grant', '--help']],
      [['coupon', '--help']],
      [['coupon', 'create', '--help']],
      [['coupon', 'stop', '--help']],
      [['plan', '--help']],
      [['plan', 'set', '--help']],
      [['backup', '--help']],
      [['restore', '--help']],
      [['doctor', '--help']],
      [['sql', '--help']],
    ],
    1,
  )('%s explains itself and ends 0', async (args) => {
    expect(await finished(args)).toMatchObject({
      status: 0,
      out: expect.stringContaining('Usage: longstrip'),
      err: '',
    });
  });

  eachOf([[['nonsense']], [['import']], [['start', '--nonsense']], [['book', 'hide', 'x']]], 1)(
    '%s is an error on standard error and ends 1',
    async (args) => {
      const { status, out, err } = await finished(args);
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err).not.toBe('');
      expect(err).not.toContain('    at ');
    },
  );

  inLong('lists every wrong setting, also from .env, before it does anything', async () => {
    writeFileSync(join(dataDir, '.env'), 'LOG_LEVEL=loud\nSITE_NAME=From the file\nCONTACT_EMAIL=nobody\n');
    const { status, err } = await finished(['start'], { PORT: 'abc', LOG_LEVEL: '' });
    rmSync(join(dataDir, '.env'));
    expect(status).toBe(1);
    expect(err).toMatch(/2 settings are wrong[\s\S]*PORT: got "abc"[\s\S]*CONTACT_EMAIL: got "nobody"/);
  });

  inLong('says that the database cannot be reached, without its password', async () => {
    const { status, err } = await finished(['migrate'], { DATABASE_URL: 'postgresql://me:hunter2@127.0.0.1:1/x' });
    expect({ status, err }).toEqual({
      status: 1,
      err: 'The database of DATABASE_URL (127.0.0.1:1/x) cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
    });
  });

  inLong('migrates once and says so as JSON', async () => {
    const first = await finished(['migrate', '--json']);
    expect(JSON.parse(first.out).applied).toContain('0001_schema.sql');
    expect(await finished(['migrate', '--json'])).toMatchObject({ status: 0, out: '{"applied":[]}\n' });
  });

  it('serves, refuses a second server on its data and names the first, and lets commands join', async () => {
    const first = await startServing();
    const second = await finished(['start'], { PORT: '1' });
    expect(second.status).toBe(1);
    expect(second.err).toContain(`process ${first.child.pid}, http://127.0.0.1:${port}`);
    const doctor = await finished(['doctor', '--json']);
    const findings: { check: string; ok: boolean; found: string }[] = JSON.parse(doctor.out);
    expect(findings.filter((finding) => !finding.ok)).toEqual([]);
    expect(findings.find((finding) => finding.check === 'Server')?.found).toContain(`process ${first.child.pid}`);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
  });

  it.skipIf(!isLong || process.platform !== 'linux')(
    'serves pages without a decoder of pictures in its memory',
    async () => {
      const server = await startServing();
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
      const files = await readFile(`/proc/${server.child.pid}/maps`, 'utf8');
      expect(files).toContain('/node');
      expect(files).not.toContain('libvips');
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
    },
  );

  inLong(
    'prints the address of the first owner at each start, once and in no line of the log, until there is one',
    async () => {
      const place = { DATA_DIR: join(dataDir, 'claimed'), LOG_LEVEL: 'debug' };
      const isServing = async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      const address = /^No owner yet\. Claim this site once: (http:\/\/localhost:\d+\/studio\/claim\/([\w-]{43}))$/;
      const codes: string[] = [];
      for (const _ of ['first', 'second']) {
        const server = run(['start'], place);
        await vi.waitFor(isServing, { timeout: 40_000, interval: 30 });
        await vi.waitFor(() => expect(server.said.out).toContain('No owner yet'));
        const lines = server.said.out.split('\n').filter((line) => address.test(line));
        const code = address.exec(lines[0] ?? '')?.[2] ?? '';
        const headers = { 'content-type': 'application/json' };
        await fetch(`http://127.0.0.1:${port}/studio/claim/${code}`, { redirect: 'manual' });
        const body = JSON.stringify({ code, password: 'a guess' });
        const refused = await fetch(`http://127.0.0.1:${port}/api/v1/studio/claim`, { method: 'POST', headers, body });
        expect(refused.status).toBe(401);
        server.child.kill('SIGTERM');
        await server.ended;
        expect(server.said.out.split(code)).toHaveLength(2);
        expect(server.said.err).not.toContain(code);
        codes.push(code);
      }
      expect(new Set(codes).size).toBe(2);
      const doctor = JSON.parse((await finished(['doctor', '--json'], place)).out) as { check: string }[]; // as it prints them
      expect(doctor.find(({ check }) => check === 'Owner')).toMatchObject({ ok: true, warning: true });
      await created('Adaline', place);
      const owned = run(['start'], place);
      await vi.waitFor(isServing, { timeout: 40_000, interval: 30 });
      owned.child.kill('SIGTERM');
      await owned.ended;
      expect(owned.said.out).not.toContain('No owner yet');
    },
  );

  /** Makes an owner by a command, whose standard input is a pipe. */
  async function created(name: string, env: Record<string, string>): Promise<void> {
    const { child, ended } = run(['user', 'create', name, '--role', 'owner'], env, 'pipe');
    child.stdin?.end('a password\n');
    expect(await ended).toBe(0);
  }

  inLong('begins a new site in production with one warning that names its folder', async () => {
    const nowhere = join(dataDir, 'mistyped');
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      JWT_SECRET: '7f3b9c1e5d2a8046f1e0b7c3d9a52864',
      MEDIA_SECRET: 'e8f1a0c7b3d9526487f3b9c1e5d2a804',
      CONTACT_EMAIL: 'ask@example.org',
      DATA_DIR: nowhere,
      DATADIR: '/srv',
      LOG_LEVEL: 'info',
    };
    const isServing = async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    const events: string[] = [];
    const warnings: string[] = [];
    for (const _ of ['first', 'second']) {
      const server = run(['start'], production);
      await vi.waitFor(isServing, { timeout: 40_000, interval: 30 });
      server.child.kill('SIGTERM');
      await server.ended;
      expect(server.said.err).toContain(`Site "Longstrip" in ${nowhere}: 0 books\n`);
      warnings.push(...server.said.out.split('\n').filter((line) => line.includes('"level":"warn"')));
      for (const [, event = ''] of server.said.out.matchAll(/"event":"(migrated|serving|stopping)"/g))
        events.push(event);
      expect(server.said.err).not.toMatch(/is serving|Stopping|migrated/);
    }
    expect(warnings.filter((line) => line.includes('a new site begins here'))).toEqual([
      expect.stringContaining(nowhere),
    ]);
    expect(events).toEqual(['migrated', 'serving', 'stopping', 'serving', 'stopping']);
    expect(warnings.filter((line) => line.includes('Perhaps DATA_DIR is meant'))).toHaveLength(2);
  });

  inLong('names the port that another program has taken', async () => {
    const other = await listen(port);
    const { status, err } = await finished(['start']);
    other.close();
    expect({ status, taken: err.includes(`Port ${port} is taken`) }).toEqual({ status: 1, taken: true });
  });

  inLong('finishes the requests under way after a signal to stop, accepts no others, and ends 0', async () => {
    const server = await startServing();
    const request = await beginRequest();
    server.child.kill('SIGTERM');
    await vi.waitFor(() => expect(server.said.err).toContain('Stopping'));
    await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow());
    request.complete();
    expect(await request.answer).toMatch(/^HTTP\/1\.1 (202|400) /);
    expect(await server.ended).toBe(0);
  });

  inLong('ends 0 when it is stopped before it serves, and the next start goes on', async () => {
    const place = { DATA_DIR: join(dataDir, 'stopped early') };
    const server = run(['start'], place);
    await vi.waitFor(() => expect(server.said.err).toContain('Preparing the database'), { timeout: 20_000 });
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.said.err).not.toMatch(/is serving/);
    const next = run(['start'], place);
    await vi.waitFor(() => expect(next.said.err).toContain('is serving'), { timeout: 40_000 });
    next.child.kill('SIGTERM');
    expect(await next.ended).toBe(0);
  });

  inLong('does not wait for connections that never asked anything', async () => {
    const server = await startServing();
    const silent = connect(port, '127.0.0.1');
    silent.on('error', () => {}); // a reset also closes it
    await once(silent, 'connect');
    const askedAt = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(performance.now() - askedAt).toBeLessThan(15_000);
    silent.destroy();
  });

  inLong('quits at the second signal, not with 0', async () => {
    const server = await startServing();
    const request = await beginRequest();
    server.child.kill('SIGTERM');
    await vi.waitFor(() => expect(server.said.err).toContain('Stopping'));
    const again = setInterval(() => server.child.kill('SIGTERM'), 50);
    expect(await server.ended).toBe(1);
    clearInterval(again);
    request.socket.destroy();
  });
});
