import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createPool } from '../src/server/database/db.ts';

/** A built site of its own, beside the one that all journeys share: it begins empty. */
export interface OwnSite {
  url: string;
  dataDir: string;
  /** The lines that its start has printed. */
  said(): string;
  /** Runs the command line on it; resolves to what it printed. */
  operate(...words: string[]): Promise<string>;
  close(): Promise<void>;
}

const program = 'bin/longstrip.mjs';
const startsWithinMs = 60_000;
const stopsWithinMs = 20_000;

/** Starts it at a free port with these settings. */
export async function openOwnSite(port: number, settings: Record<string, string>): Promise<OwnSite> {
  const url = `http://127.0.0.1:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'longstrip-own-'));
  // If this process is root, the embedded database runs as another user.
  await chmod(dataDir, 0o711);
  const database = await makeDatabase();
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
    PAYMENTS_SANDBOX: '',
    RATE_LIMIT_SCALE: '0',
    LOG_LEVEL: 'warn',
    SITE_NAME: '',
    CONTACT_EMAIL: '',
    ...settings,
  };
  const operate = async (...words: string[]) =>
    (await promisify(execFile)(process.execPath, [program, ...words], { env })).stdout;
  const server = spawn(process.execPath, [program, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const close = async () => {
    await stop(server);
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const said = await untilItServes(server);
    return { url, dataDir, said, operate, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Trusts only this process: another one that answers at the address is another site. */
async function untilItServes(server: ChildProcess): Promise<() => string> {
  let said = '';
  const serving = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (text) => {
        said += text;
        if (said.includes('is serving on')) resolve();
      });
  });
  const ended = once(server, 'close').then(() => 'it ended');
  // The longest time that a start may take.
  const late = pause(startsWithinMs, 'it took too long', { ref: false });
  const trouble = await Promise.race([serving, ended, late]);
  if (trouble) throw new Error(`The site did not start, ${trouble}:\n${said}`);
  return () => said;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const impatience = setTimeout(() => server.kill('SIGKILL'), stopsWithinMs);
  await ended;
  clearTimeout(impatience);
}

/** If the tests have a database server, the site gets a database there; otherwise it uses its embedded one. */
async function makeDatabase(): Promise<{ url: string; drop: () => Promise<void> } | null> {
  const given = process.env.DATABASE_URL;
  if (!given) return null;
  const name = `longstrip_own_${randomBytes(6).toString('hex')}`;
  const administrate = async (statement: string) => {
    const pool = createPool({ url: given, purpose: 'import', max: 1 });
    await pool.query(statement).finally(() => pool.end());
  };
  await administrate(`create database ${name} template template0`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administrate(`drop database if exists ${name} with (force)`) };
}
