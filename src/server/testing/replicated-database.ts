import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../migrations/migrate.ts';
import { findFreePort } from './loopback.ts';

/** A database server with a replica that follows it, both on loopback. */
export interface ReplicatedDatabase {
  url: string;
  replicaUrl: string;
  stop(which: 'primary' | 'replica'): void;
  start(which: 'primary' | 'replica'): void;
  remove(): void;
}

const home = '/usr/lib/postgresql';

/** The programs of the system's newest PostgreSQL that can copy a cluster; null: there is none. */
export const systemPostgres = findPrograms();

function findPrograms(): string | null {
  const versions = existsSync(home) ? readdirSync(home).map(Number) : [];
  const found = versions
    .filter((version) => version >= 15)
    .toSorted((one, other) => other - one)
    .map((version) => join(home, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'pg_basebackup')) && existsSync(join(folder, 'initdb')));
  return found ?? null;
}

/** PostgreSQL refuses to run as root. */
export function postgresAccount(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  if (systemPostgres === null) throw new Error('No PostgreSQL of the system can copy a cluster');
  const programs = systemPostgres;
  const as = postgresAccount();
  const folder = mkdtempSync(join(tmpdir(), 'longstrip-replicated-'));
  chmodSync(folder, 0o777);
  const ports = { primary: await findFreePort(), replica: await findFreePort() };
  const run = (program: string, ...words: string[]) => {
    const { status, stderr } = spawnSync(join(programs, program), words, { ...as, encoding: 'utf8', cwd: folder });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  };
  const clusterOf = (which: 'primary' | 'replica') => join(folder, which);
  const start = (which: 'primary' | 'replica') => {
    const options = `-c listen_addresses=127.0.0.1 -c port=${ports[which]} -c unix_socket_directories= -c fsync=off`;
    run('pg_ctl', '-D', clusterOf(which), '-l', join(folder, `${which}.log`), '-w', '-o', options, 'start');
  };
  const stop = (which: 'primary' | 'replica') => run('pg_ctl', '-D', clusterOf(which), '-m', 'immediate', 'stop');
  const urlOf = (which: 'primary' | 'replica') => `postgresql://longstrip@127.0.0.1:${ports[which]}/postgres`;
  run('initdb', '-D', clusterOf('primary'), '-U', 'longstrip', '-A', 'trust', '-E', 'UTF8', '--no-locale');
  start('primary');
  await migrate({ url: urlOf('primary') });
  run('pg_basebackup', '-D', clusterOf('replica'), '-d', urlOf('primary'), '-R', '-X', 'stream', '-c', 'fast');
  start('replica');
  return {
    url: urlOf('primary'),
    replicaUrl: urlOf('replica'),
    start,
    stop,
    remove() {
      for (const which of ['replica', 'primary'] as const)
        if (existsSync(join(clusterOf(which), 'postmaster.pid'))) stop(which);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
