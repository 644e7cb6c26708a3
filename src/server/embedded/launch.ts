import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { launchAs, reachableBinaries } from './binaries.ts';
import { type Home, writeStarter } from './home.ts';
import { type Address, SOCKET_PORT, socketOf } from './liveness.ts';
import { LONGEST_SOCKET_PATH } from './socket-probe.ts';

export type Launched = { child: ChildProcess; address: Address };

/** Starts PostgreSQL on a stopped cluster, with a cache of so many MB; it outlives this process. */
export async function launchPostgres(place: Home, cacheMb = usualCacheMb()): Promise<Launched> {
  const address = await chooseAddress(place);
  const binaries = reachableBinaries(place.account);
  const launch = launchAs(place.account, join(binaries, 'bin', 'postgres'), [
    '-D',
    place.cluster,
    ...serverSettings({ home: place.home, address, cacheMb }).flatMap((setting) => ['-c', setting]),
  ]);
  writeStarter(place);
  const log = openSync(join(place.home, 'log'), 'w', 0o600);
  // PostgreSQL runs in its own session: Ctrl+C in our terminal must not stop the database before the requests are
  // finished.
  const child = spawn(launch.file, launch.args, { ...launch.options, detached: true, stdio: ['ignore', log, log] });
  child.on('error', () => {}); // the caller that waits for the database reports it
  child.unref();
  closeSync(log);
  return { child, address };
}

function serverSettings({ home, address, cacheMb }: { home: string; address: Address; cacheMb: number }): string[] {
  const where =
    address.kind === 'socket'
      ? ['listen_addresses=', `unix_socket_directories=${home}`, `port=${SOCKET_PORT}`, 'unix_socket_permissions=0700']
      : ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${address.port}`];
  return [
    ...where,
    'max_connections=200',
    `shared_buffers=${cacheMb}MB`,
    'jit=off', // compiling costs more than our short queries take
    'random_page_cost=1.1',
    'timezone=UTC',
    'log_timezone=UTC',
    'max_wal_size=512MB',
  ];
}

/**
 * The size of PostgreSQL's cache (shared_buffers): an eighth of this process's memory limit, from its default 128 MB to
 * 1 GB. The memory is used only as the cache fills, so that a small site stays small.
 */
function usualCacheMb(): number {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.min(1024, Math.max(128, Math.floor(bytes / 8 / 1024 / 1024)));
}

/**
 * Chooses a socket, which is faster and closed to other users; loopback where its path is too long or sockets are
 * missing.
 */
async function chooseAddress(place: Home): Promise<Address> {
  const path = socketOf(place);
  const fits = Buffer.byteLength(path) <= LONGEST_SOCKET_PATH && !/[",\\\s]/.test(path);
  if (fits && process.platform !== 'win32') return { kind: 'socket' };
  // Takes the last port where it is free, so that a restart keeps the address that other processes know.
  const kept = join(place.home, 'port');
  const wanted = existsSync(kept) ? Number(readFileSync(kept, 'utf8')) : 0;
  const port = await findFreePort(wanted).catch(() => findFreePort(0));
  writeFileSync(kept, String(port), { mode: 0o600 });
  return { kind: 'tcp', port };
}

function findFreePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
