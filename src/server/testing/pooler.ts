import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, listenOnLoopback } from './loopback.ts';

/** pgbouncer in transaction mode, on loopback, before one database server. */
export interface Pooler {
  /** The address of a database, by the way through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0;

/** Nobody's number: pgbouncer refuses to run as root. */
const nobody = 65_534;
/** Few, so that transactions of different clients share them. */
const serverConnections = 8;

export async function startPooler(to: string): Promise<Pooler> {
  const url = new URL(to);
  const folder = mkdtempSync(join(tmpdir(), 'longstrip-pooler-'));
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const relay = await openRelay(url);
  const [user, password] = [url.username, url.password].map(decodeURIComponent);
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${relay.host} port=${relay.port} user=${user} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 1000',
    `default_pool_size = ${serverConnections}`,
    'server_idle_timeout = 5',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const child = spawn('pgbouncer', [file], { stdio: ['ignore', 'ignore', 'pipe'], ...asNobody });
  await listening(child);
  return {
    through(given) {
      const way = new URL(given);
      way.searchParams.delete('host');
      way.hostname = '127.0.0.1';
      way.port = String(port);
      return way.href;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      child.kill('SIGKILL');
      await ended;
      relay.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until it says that it listens. */
async function listening(child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const failed = once(child, 'exit').then(() => {
    throw new Error(`pgbouncer did not start: ${said}`);
  });
  failed.catch(() => {});
  const up = new Promise<void>((resolve) => {
    child.stderr?.on('data', () => /process up|listening on/.test(said) && resolve());
  });
  await Promise.race([up, failed]);
}

/** A socket of the embedded database belongs to the user of the tests alone: nobody reaches it over this port. */
async function openRelay(url: URL): Promise<{ host: string; port: number; close(): void }> {
  const folder = url.searchParams.get('host');
  const port = Number(url.port || '5432');
  if (!folder?.startsWith('/')) return { host: folder ?? url.hostname, port, close() {} };
  const server = createServer((near) => {
    const far = connect(join(folder, `.s.PGSQL.${port}`));
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  return { host: '127.0.0.1', port: await listenOnLoopback(server), close: () => server.close() };
}
