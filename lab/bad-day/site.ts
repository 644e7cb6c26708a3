import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool, type DbPool } from '../../src/server/database/db.ts';
import { joinEmbeddedDatabase } from '../../src/server/embedded/postgres.ts';
import { packageRoot } from '../../src/server/process/package-root.ts';
import { findFreePort } from '../../src/server/testing/loopback.ts';
import { deployedRuntime } from '../../tools/deployed.ts';

const longstrip = join(packageRoot, 'bin', 'longstrip.mjs');
const startsWithinMs = 90_000;
const answersWithinMs = 20_000;

export interface Answer {
  /** 0: the connection broke, or nothing came. */
  status: number;
  ms: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  /** A text is sent as it is, anything else as JSON. */
  payload?: unknown;
}

/** The built product as an operator starts it, with the database that it brings along. */
export class Site {
  readonly dataDir: string;
  readonly port: number;
  readonly #settings: Record<string, string>;
  #server: ChildProcess | null = null;
  #said = '';

  constructor(given: { dataDir: string; port: number; settings?: Record<string, string> }) {
    this.dataDir = given.dataDir;
    this.port = given.port;
    this.#settings = given.settings ?? {};
  }

  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the server; returns the milliseconds until `/readyz` was 200. */
  async start(settings: Record<string, string> = {}): Promise<number> {
    const began = performance.now();
    const child = this.#spawn(['start'], settings);
    this.#server = child;
    this.#said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        this.#said = (this.#said + text).slice(-4000);
      });
    await this.untilReady(() => {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${this.#said}`);
    });
    return performance.now() - began;
  }

  /** Resolves when `/readyz` is 200. */
  async untilReady(check = () => {}): Promise<void> {
    const deadline = performance.now() + startsWithinMs;
    for (;;) {
      const { status } = await this.ask('/readyz');
      if (status === 200) return;
      check();
      if (performance.now() > deadline) throw new Error(`The server is not ready: ${this.#said}`);
      await pause(20);
    }
  }

  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#server;
    this.#server = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async command(args: readonly string[]): Promise<{ status: number | null; out: string; err: string }> {
    const child = this.#spawn(['--quiet', ...args], {});
    const said = { out: '', err: '' };
    child.stdout?.on('data', (text: Buffer) => {
      said.out += text;
    });
    child.stderr?.on('data', (text: Buffer) => {
      said.err += text;
    });
    child.stdin?.end();
    return new Promise((resolve) => child.once('close', (status) => resolve({ status, ...said })));
  }

  /** As `command`; throws where it fails. */
  async run(args: readonly string[]): Promise<string> {
    const { status, out, err } = await this.command(args);
    if (status !== 0) throw new Error(`longstrip ${args.join(' ')} ended with ${status}: ${err}${out}`);
    return out;
  }

  /** A command under way that is to be killed: its process. */
  begin(args: readonly string[]): ChildProcess {
    return this.#spawn(['--quiet', ...args], {});
  }

  #spawn(args: readonly string[], settings: Record<string, string>): ChildProcess {
    const { PATH = '' } = process.env;
    const secrets = { JWT_SECRET: 'j'.repeat(32), MEDIA_SECRET: 'm'.repeat(32) };
    const usual = { LOG_LEVEL: 'fatal', RATE_LIMIT_SCALE: '0', ...secrets };
    const place = { PATH, DATA_DIR: this.dataDir, PORT: String(this.port), HOST: '127.0.0.1' };
    const env = { ...deployedRuntime(), ...place, ...usual, ...this.#settings, ...settings };
    return spawn(process.execPath, [longstrip, ...args], { cwd: '/', env, stdio: 'pipe' });
  }

  /** A request on a connection of its own; it never rejects. */
  ask(path: string, { method = 'GET', headers = {}, payload }: Question = {}): Promise<Answer> {
    const began = performance.now();
    const body = payload === undefined ? null : typeof payload === 'string' ? payload : JSON.stringify(payload);
    const typed = body === null ? {} : { 'content-type': 'application/json' };
    return new Promise((resolve) => {
      const fail = () => resolve({ status: 0, ms: performance.now() - began, headers: {}, body: '' });
      const given = { host: '127.0.0.1', port: this.port, path, method, headers: { ...typed, ...headers } };
      const asked = request({ ...given, agent: false, timeout: answersWithinMs }, (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => {
          text += part;
        });
        answer.on('error', fail);
        answer.on('end', () => {
          const status = answer.complete ? (answer.statusCode ?? 0) : 0;
          resolve({ status, ms: performance.now() - began, headers: answer.headers, body: text });
        });
      });
      asked.on('timeout', () => asked.destroy());
      asked.on('error', fail).end(body);
    });
  }

  call(method: string, path: string, payload?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask(`/api/v1${path}`, { method, headers, payload });
  }

  /** The database's process and those of its connections. */
  databasePids(): number[] {
    const file = join(this.dataDir, 'postgres', 'cluster', 'postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    return pid === 0 ? [] : [pid, ...childrenOf(pid)];
  }

  /** The processes of a server of several that answer. */
  workerPids(): number[] {
    return childrenOf(this.pid).filter((pid) => read(`/proc/${pid}/cmdline`).includes('server-worker'));
  }

  /** The site's own database, joined for as long as `work` takes. */
  async withDatabase<T>(work: (db: DbPool, url: string) => Promise<T>): Promise<T> {
    const embedded = await joinEmbeddedDatabase({ directory: join(this.dataDir, 'postgres') });
    const db = createPool({ url: embedded.url, purpose: 'import' });
    try {
      return await work(db, embedded.url);
    } finally {
      await db.end();
      await embedded.leave();
    }
  }

  /** Ends everything that is left of it. */
  async close(): Promise<void> {
    await this.end();
    if (existsSync(join(this.dataDir, 'postgres'))) await this.withDatabase(async () => {});
  }
}

/** A site in that folder, which is not started yet. */
export async function openSite(dataDir: string, settings: Record<string, string> = {}): Promise<Site> {
  chmodSync(dataDir, 0o711); // under root, the database may belong to another user
  return new Site({ dataDir, port: await findFreePort(), settings });
}

const paragraph = 'It was late, and nobody in the house had slept. '.repeat(12);

/** Writes a novel of four chapters as a file. */
export function writeNovel(site: Site, title: string): string {
  const file = join(site.dataDir, `${title}.txt`);
  const chapters = [1, 2, 3, 4].map((number) => `Chapter ${number}\n\n${paragraph}\n\n${title} ${number}\n`);
  writeFileSync(file, chapters.join('\n'));
  return file;
}

/** Imports such novels; returns the ids of all books. */
export async function addNovels(site: Site, titles: readonly string[]): Promise<string[]> {
  await site.run(['import', ...titles.map((title) => writeNovel(site, title))]);
  const listed: { book_uuid: string }[] = JSON.parse(await site.run(['book', 'list', '--json']));
  return listed.map(({ book_uuid: id }) => id);
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && Number(/\) \w (\d+) /.exec(read(`/proc/${pid}/stat`))?.[1]) === parent);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process has ended
  }
}

/** Sends a signal to those of the processes that still are. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
}
