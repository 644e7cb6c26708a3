import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPool } from '../database/db.ts';
import { eachOf, inLong } from '../testing/depth.ts';
import { type EmbeddedDatabase, joinEmbeddedDatabase } from './postgres.ts';
import { findProcessStart } from './process-lock.ts';

const script = join(import.meta.dirname, '..', 'testing', 'join-database.ts');

let dataDir: string;
let directory: string;
let joined: EmbeddedDatabase[];
let children: ChildProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'longstrip-embedded-'));
  chmodSync(dataDir, 0o711);
  directory = join(dataDir, 'postgres');
  joined = [];
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const database of joined) await database.leave();
  const pid = postmasterPid();
  if (pid !== null) process.kill(pid, 'SIGQUIT');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

async function joinHere(): Promise<EmbeddedDatabase> {
  const database = await joinEmbeddedDatabase({ directory });
  joined.push(database);
  return database;
}

type Visitor = { child: ChildProcess; url: string };

/** Starts a second process; resolves when it has joined, rejects with its message when it could not. */
function joinElsewhere(): Promise<Visitor> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, directory], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.stdout.once('data', (chunk) => resolve({ child, url: String(chunk).trim() }));
    child.once('exit', () => reject(new Error(said)));
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return ended;
}

function postmasterPid(): number | null {
  const file = join(directory, 'cluster', 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
  return pid !== null && findProcessStart(pid) !== null ? pid : null;
}

async function ask<R>(url: string, sql: string): Promise<R[]> {
  const pool = createPool({ url, purpose: 'web', max: 1 });
  try {
    return (await pool.query<R>(sql)).rows;
  } finally {
    await pool.end();
  }
}

async function openSession(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  client.on('error', () => {}); // the database may stop while the session is open
  await client.connect();
  return client;
}

describe('the embedded database', () => {
  it('is created at the first start, with checksums, UTF-8 and a password nobody else can read', async () => {
    const { url } = await joinHere();
    const rows = await ask<{ checksums: string; encoding: string; order: boolean }>(
      url,
      `select current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
              'É' ~ '[[:alpha:]]' as order`,
    );
    expect(rows).toEqual([{ checksums: 'on', encoding: 'UTF8', order: true }]);
    expect(statSync(join(directory, 'password')).mode & 0o777).toBe(0o600);
    const open = new URL(url);
    open.password = 'wrong';
    await expect(ask(open.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  inLong('keeps its data, stops with its last user, and starts again', async () => {
    const first = await joinHere();
    await ask(first.url, 'create table notes as select 1 as n');
    await first.leave();
    expect(postmasterPid()).toBeNull();
    const second = await joinHere();
    expect(await ask(second.url, 'select n from notes')).toEqual([{ n: 1 }]);
  });

  inLong('is shared by processes, and the last one to leave stops it', async () => {
    const here = await joinHere();
    const elsewhere = await joinElsewhere();
    expect(elsewhere.url).toBe(here.url);
    await here.leave();
    expect(await ask(elsewhere.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    expect(await end(elsewhere.child, 'SIGTERM')).toBe(0);
    expect(postmasterPid()).toBeNull();
  });

  inLong('is stopped by the last one although a session of a process that has left is still closing', async () => {
    const here = await joinHere();
    const lingering = await openSession(here.url, 'longstrip web 1-of-a-process-that-has-left');
    await here.leave();
    expect(postmasterPid()).toBeNull();
    await lingering.end().catch(() => {});
  });

  inLong('is not stopped while another program uses it', async () => {
    const here = await joinHere();
    const other = await openSession(here.url, 'a report');
    await here.leave();
    expect((await other.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await other.end();
  });

  inLong('is created once by processes that start together', async () => {
    const visitors = await Promise.all([joinElsewhere(), joinElsewhere(), joinHere()]);
    expect(new Set(visitors.map(({ url }) => url)).size).toBe(1);
  });

  inLong('is joined after the process that started it was killed, and stopped by the process that joined', async () => {
    const killed = await joinElsewhere();
    const pid = postmasterPid();
    await end(killed.child, 'SIGKILL');
    const heir = await joinHere();
    expect(postmasterPid()).toBe(pid);
    expect(await ask(heir.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    await heir.leave();
    expect(postmasterPid()).toBeNull();
  });

  inLong('is restarted at the same address when it is killed while a process uses it', async () => {
    const { url } = await joinHere();
    process.kill(postmasterPid() ?? 0, 'SIGKILL');
    await vi.waitFor(async () => expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }]), {
      timeout: 15_000,
      interval: 100,
    });
  });

  inLong('starts over a pid file whose number now belongs to another program', async () => {
    const first = await joinHere();
    await first.leave();
    writeFileSync(join(directory, 'cluster', 'postmaster.pid'), `${process.pid}\n${directory}/cluster\n1\n5432\n\n\n`);
    const second = await joinHere();
    expect(await ask(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  eachOf(
    [
      ['of another machine', 'another kernel'],
      ['of a container here', null],
    ],
    0,
  )('counts as running while the heartbeat %s goes on, and is left as it is', async (_whose, kernel) => {
    const first = await joinHere();
    const pidFile = join(directory, 'cluster', 'postmaster.pid');
    const left = readFileSync(pidFile, 'utf8');
    await first.leave();
    // The socket and the processes are not visible.
    writeFileSync(pidFile, left);
    const startedOn = join(directory, 'started-on.json');
    const starter = JSON.parse(readFileSync(startedOn, 'utf8'));
    writeFileSync(
      startedOn,
      JSON.stringify({ ...starter, ...(kernel && { kernel }), processes: 'not ours', host: 'box' }),
    );
    const before = statSync(pidFile);
    const heart = setInterval(() => writeFileSync(join(directory, 'heartbeat'), String(performance.now())), 100);
    await expect(joinHere()).rejects.toThrow(
      /counts as running[\s\S]*its heartbeat goes on[\s\S]*Nothing was changed[\s\S]*postmaster\.pid \(started on host box\)/,
    );
    clearInterval(heart);
    expect([statSync(pidFile).ino, readFileSync(pidFile, 'utf8')]).toEqual([before.ino, left]);
  });

  inLong('counts as running where the port of its pid file accepts connections and never answers', async () => {
    await (await joinHere()).leave();
    const other = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const pidFile = join(directory, 'cluster', 'postmaster.pid');
    writeFileSync(pidFile, `1\n${directory}/cluster\n1\n${port}\n\n\n`);
    await expect(joinHere()).rejects.toThrow(/is running, for somebody answers at port \d+, but it lets nobody in/);
    expect(existsSync(pidFile)).toBe(true);
    other.close();
    rmSync(pidFile);
  });

  inLong('is created anew after an interrupted creation', async () => {
    mkdirSync(join(`${directory}.new`, 'cluster', 'base'), { recursive: true });
    writeFileSync(join(`${directory}.new`, 'cluster', 'PG_VERSION'), '18\n');
    await joinHere();
    expect(readdirSync(dataDir).sort()).toEqual(['postgres']);
  });

  it.each([
    ['an empty folder', () => mkdirSync(directory)],
    [
      'another version',
      () => {
        mkdirSync(join(directory, 'cluster'), { recursive: true });
        writeFileSync(join(directory, 'cluster', 'PG_VERSION'), '16\n');
        for (const name of ['password', 'launcher']) writeFileSync(join(directory, name), 'x');
      },
    ],
    [
      'one of 0.1, whose site was a superuser',
      () => {
        mkdirSync(join(directory, 'cluster'), { recursive: true });
        writeFileSync(join(directory, 'cluster', 'PG_VERSION'), '18\n');
        writeFileSync(join(directory, 'password'), 'x');
      },
    ],
  ])('refuses %s and leaves it as it is', async (_what, prepare) => {
    prepare();
    const before = readdirSync(directory, { recursive: true });
    await expect(joinHere()).rejects.toThrow(/Nothing was changed/);
    expect(readdirSync(directory, { recursive: true })).toEqual(before);
  });

  it('refuses a link to a missing folder, and leaves the link', async () => {
    symlinkSync(join(dataDir, 'elsewhere'), directory);
    await expect(joinHere()).rejects.toThrow(/where no database is any more/);
    expect(readlinkSync(directory)).toBe(join(dataDir, 'elsewhere'));
  });

  inLong('reports a damaged database, and creates no new one', async () => {
    const first = await joinHere();
    await first.leave();
    writeFileSync(join(directory, 'cluster', 'global', 'pg_control'), 'garbage');
    await expect(joinHere()).rejects.toThrow(/does not open[\s\S]*pg_control[\s\S]*Nothing was changed/);
    expect(readFileSync(join(directory, 'cluster', 'global', 'pg_control'), 'utf8')).toBe('garbage');
  });

  inLong('uses loopback where the path of a socket would be too long', async () => {
    directory = join(dataDir, 'a'.repeat(100), 'postgres');
    const { url } = await joinHere();
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const elsewhere = await joinElsewhere();
    expect(elsewhere.url).toBe(url);
    await end(elsewhere.child, 'SIGTERM');
  });
});
