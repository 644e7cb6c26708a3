import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPool } from '../../../server/database/db.ts';
import { joinEmbeddedDatabase } from '../../../server/embedded/postgres.ts';
import { inLong, isLong } from '../../../server/testing/depth.ts';
import { findFreePort } from '../../../server/testing/loopback.ts';
import { isBuilt } from '../../testing/built.ts';
import { endOwn, finishOwn, type OwnProcess, serveOwn } from '../../testing/own-process.ts';

// Two servers share a folder and little else, as containers on one volume do.

const container = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const networkToo = [...container, '--net'];
const unprivileged = ['setpriv', '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace'];
const stranger = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--bounding-set=-sys_ptrace'];

/** The reason why a wrapper cannot be used here, or null. */
function whyNot([file = '', ...args]: string[]): string | null {
  const { status, stderr, error } = spawnSync(file, [...args, 'true'], { encoding: 'utf8' });
  return status === 0 ? null : (error?.message ?? stderr.trim());
}

const wrappers: [string, string[]][] = [
  ['a namespace of pids', container],
  ['a namespace of pids and one of networks', networkToo],
  ['root without CAP_SYS_PTRACE', unprivileged],
  ['another user', stranger],
];
const skipped = wrappers.flatMap(([name, wrapper]) => {
  const reason = whyNot(wrapper);
  return reason === null ? [] : [`${name}: ${reason}`];
});
const usable = wrappers.filter(([, wrapper]) => whyNot(wrapper) === null);

let dataDir: string;
let port: number;
const servers = new Set<OwnProcess>();

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'longstrip-places-'));
  chmodSync(dataDir, 0o711);
  port = await findFreePort();
});
afterEach(async () => {
  await Promise.all([...servers].map((server) => endOwn(server, 'SIGTERM')));
  servers.clear();
  // A killed server leaves its database running; the last process to leave the database stops it.
  if (existsSync(join(dataDir, 'postgres'))) await (await joinHere()).leave();
  // Converters of a killed server may still be writing.
  await vi.waitFor(() => rmSync(dataDir, { recursive: true, force: true }), { timeout: 20_000, interval: 100 });
});

const joinHere = () => joinEmbeddedDatabase({ directory: join(dataDir, 'postgres') });

const settings = () => ({ DATA_DIR: dataDir, PORT: String(port) });
const finished = (args: string[], wrapper: string[], more: Record<string, string> = {}) =>
  finishOwn(args, { ...settings(), ...more }, { wrapper });

async function serve(wrapper: string[] = []): Promise<OwnProcess> {
  const server = await serveOwn(settings(), { wrapper });
  servers.add(server);
  return server;
}

/** Registers users one after another; `stop` resolves to the names that the server has confirmed. */
function keepWriting(): { stop(): Promise<string[]> } {
  const acknowledged: string[] = [];
  let isOver = false;
  const writing = (async () => {
    for (let count = 0; !isOver; count += 1) {
      const username = `writer${count}`;
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/user/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username, password: 'correct horse battery', invite_code: '' }),
      }).catch(() => null); // the server was killed: not confirmed
      if (answer?.ok) acknowledged.push(username);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await writing;
      return acknowledged;
    },
  };
}

async function listUsernames(): Promise<string[]> {
  const database = await joinHere();
  const db = createPool({ url: database.url, purpose: 'web', max: 1 });
  const { rows } = await db.query<{ username: string }>('select username from users');
  await db.end();
  await database.leave();
  return rows.map(({ username }) => username);
}

function pidFile(): { inode: number; text: string } {
  const path = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return { inode: statSync(path).ino, text: readFileSync(path, 'utf8') };
}

// The tests start processes and create a database, which is slow on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

describe.skipIf(!isBuilt)('two places on one folder', () => {
  it.skipIf(skipped.length > 0)(`are all tried${skipped.map((why) => `; not allowed here: ${why}`).join('')}`, () => {
    expect(usable).toEqual(wrappers);
  });

  it.skipIf(usable.length === 0 || !isLong)(
    'let one server in, and lose nothing of what it has acknowledged',
    async () => {
      const server = await serve();
      const writing = keepWriting();
      const before = pidFile();
      for (const [name, wrapper] of usable) {
        const startedAt = performance.now();
        const second = await finished(['start'], wrapper, { PORT: '1' });
        expect({ name, status: second.status, err: second.err }).toMatchObject({ name, status: 1 });
        expect(performance.now() - startedAt).toBeLessThan(30_000);
        expect(second.err).toContain(dataDir);
        expect(second.err).toContain('running');
        expect(second.err).not.toContain('    at ');
        const command = await finished(['migrate', '--json'], wrapper);
        if (command.status === 0) expect(command.out).toBe('{"applied":[]}\n');
        else
          expect({ status: command.status, err: command.err }).toEqual({
            status: 1,
            err: expect.stringMatching(/running/),
          });
        expect(pidFile()).toEqual(before);
      }
      const acknowledged = await writing.stop();
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      expect(await endOwn(server, 'SIGTERM')).toBe(0);
      expect(existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(await listUsernames()).toEqual(expect.arrayContaining(acknowledged));
    },
  );

  inLong('refuse a second server even where somebody has deleted the lock by hand', async () => {
    const server = await serve();
    rmSync(join(dataDir, 'server.lock'));
    const places = usable.filter(([, wrapper]) => wrapper !== stranger).map(([, wrapper]) => wrapper);
    for (const wrapper of [[], ...places]) {
      const second = await finished(['start'], wrapper, { PORT: '1' });
      expect(second).toMatchObject({
        status: 1,
        err: expect.stringMatching(/is already running on .*longstrip-places-/),
      });
    }
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(await endOwn(server, 'SIGTERM')).toBe(0);
  });

  it.skipIf(!isLong || whyNot(networkToo) !== null)(
    'let the next server in once everything in a namespace was killed',
    async () => {
      const quiet = performance.now();
      await endOwn(await serve(), 'SIGTERM');
      const startMs = performance.now() - quiet;
      const first = await serve(container);
      const writing = keepWriting();
      await vi.waitFor(async () => expect((await listUsernames()).length).toBeGreaterThan(0), { timeout: 20_000 });
      await endOwn(first, 'SIGKILL');
      const acknowledged = await writing.stop();
      const killedAt = performance.now();
      const next = await serve();
      expect(performance.now() - killedAt).toBeLessThan(5_000 + startMs);
      expect(await listUsernames()).toEqual(expect.arrayContaining(acknowledged));
      await endOwn(next, 'SIGKILL');
      // The server's database still runs; the command joins it from another place and, as its last user, stops it.
      expect(await finished(['migrate', '--json'], networkToo)).toMatchObject({ status: 0, out: '{"applied":[]}\n' });
      expect(existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
      expect(await listUsernames()).toEqual(expect.arrayContaining(acknowledged));
    },
  );

  inLong('log that the database was restarted', async () => {
    const server = await serve();
    process.kill(Number(pidFile().text.split('\n')[0]), 'SIGKILL');
    await vi.waitFor(() => expect(server.said.out).toMatch(/"event":"database restarted","awayMs":\d+/), {
      timeout: 30_000,
    });
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200));
    expect(await endOwn(server, 'SIGTERM')).toBe(0);
  });
});
