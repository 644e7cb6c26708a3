import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool } from '../../src/server/database/db.ts';
import { packageRoot } from '../../src/server/process/package-root.ts';
import { findFreePort } from '../../src/server/testing/loopback.ts';
import { postgresAccount, systemPostgres } from '../../src/server/testing/replicated-database.ts';
import { paths } from '../../src/shared/paths.ts';
import { countWrongFiles, writeComic } from './comics.ts';
import type { Day } from './day.ts';
import { timeUntil } from './load.ts';
import { listMissingUsers } from './queries.ts';
import { addReaders, logIn, password } from './readers.ts';
import { openSite, type Site } from './site.ts';

/** PostgreSQL archives at least once a minute (archive_timeout): the writes last longer. */
const writesForMs = { short: 10_000, usual: 100_000, long: 300_000 };
const writeEveryMs = 250;
/** So many books make a database of 5 GiB, the size that the time to restore is meant for. */
const grownBooks = { short: 0, usual: 0, long: 230_000 };
const leastMegabytes = 5 * 1024;
const mostLossMs = 5 * 60_000;
const mostRestoreMs = 15 * 60_000;

export const walDrill: Day = {
  name: 'wal-drill',
  what: "The database's machine is lost amid writes, and comes back from pgBackRest's base backup and archive.",
  async play({ folder, size }) {
    const absent = systemPostgres === null ? "PostgreSQL of the system's packages" : 'pgbackrest';
    if (systemPostgres === null || spawnSync('pgbackrest', ['version']).status !== 0)
      return { figures: {}, targets: {}, skipped: `all of it: ${absent} is absent` };
    const cluster = await openCluster(folder, systemPostgres);
    const place = join(folder, 'site');
    mkdirSync(place);
    const site = await openSite(place, { DATABASE_URL: cluster.url });
    try {
      cluster.begin();
      if (grownBooks[size] > 0) await grow(grownBooks[size], { databaseUrl: cluster.url, dataDir: place });
      await site.start();
      const readers = await addReaders(site);
      await site.run(['import', await writeComic(folder, { title: 'Kept', pages: 10 })]);
      cluster.archive('--type=full', 'backup');
      const acknowledged = await writeOn(site, writesForMs[size]);
      const lostAt = performance.now();
      cluster.lose();
      await site.end('SIGKILL');
      const began = performance.now();
      cluster.archive('restore');
      cluster.start();
      await timeUntil(() => cluster.isPrimary(), mostRestoreMs);
      await site.start();
      await timeUntil(async () => (await site.ask(paths.home())).status === 200, mostRestoreMs);
      const restoredMs = Math.round(performance.now() - began);
      const missing = new Set(await cluster.listMissing(acknowledged.map(({ name }) => name)));
      const lost = acknowledged.filter(({ name }) => missing.has(name));
      const oldest = Math.min(lostAt, ...lost.map(({ at }) => at));
      const token = await logIn(site, readers.guest.username);
      const headers = { authorization: `Token ${token}` };
      const paid = await site.call(
        'GET',
        `/comics/chapter_comics/${readers.chapterIds[3]}/en-us`,
        undefined,
        readers.headers,
      );
      const own = await site.call('GET', '/user/progress', undefined, headers);
      return {
        figures: {
          acknowledged: acknowledged.length,
          lost_writes: lost.length,
          loss_ms: Math.round(lostAt - oldest),
          restored_ms: restoredMs,
          database_mb: cluster.megabytes(),
          paid_page_and_login: paid.status === 200 && own.status === 200 ? 1 : 0,
          files_wrong_afterwards: await countWrongFiles(site),
        },
        targets: {
          acknowledged: { least: 10 },
          ...(grownBooks[size] > 0 && { database_mb: { least: leastMegabytes } }),
          loss_ms: { most: mostLossMs },
          restored_ms: { most: mostRestoreMs },
          paid_page_and_login: { least: 1 },
          files_wrong_afterwards: { most: 0 },
        },
        ...(grownBooks[size] === 0 && { skipped: 'a database of 5 GiB (--long has it)' }),
      };
    } finally {
      await site.end('SIGKILL');
      cluster.stop();
    }
  },
};

/** Fills the empty database with so many books. */
async function grow(books: number, { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }): Promise<void> {
  const args = ['--import', 'tsx', 'lab/grow.ts', '--books', String(books)];
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const [status] = await once(spawn(process.execPath, args, { cwd: packageRoot, env, stdio: 'ignore' }), 'exit');
  if (status !== 0) throw new Error(`The database cannot be filled: grow ended with ${status}`);
}

/** Users who register one after another, with the times of the answers. */
async function writeOn(site: Site, forMs: number): Promise<{ name: string; at: number }[]> {
  const acknowledged: { name: string; at: number }[] = [];
  const until = performance.now() + forMs;
  for (let count = 0; performance.now() < until; count += 1) {
    const name = `walled${count}`;
    const { status } = await site.call('POST', '/user/register', { username: name, password, invite_code: '' });
    if (status === 200) acknowledged.push({ name, at: performance.now() });
    await pause(writeEveryMs);
  }
  return acknowledged;
}

/** A server of its own with the settings of docs/runbooks/postgres-backup.md, which is not started yet. */
async function openCluster(folder: string, programs: string) {
  const as = postgresAccount();
  const home = join(folder, 'database');
  const [data, repository, file] = [join(home, 'main'), join(home, 'repository'), join(home, 'pgbackrest.conf')];
  chmodSync(folder, 0o711);
  for (const path of [home, data, repository]) {
    mkdirSync(path, { mode: 0o700 });
    if (as.uid !== undefined && as.gid !== undefined) chownSync(path, as.uid, as.gid);
  }
  const port = await findFreePort();
  const url = `postgresql://longstrip@127.0.0.1:${port}/postgres`;
  const places = ['log', 'lock', 'spool'].map((name) => `${name}-path=${home}/${name}`);
  writeFileSync(
    file,
    `[global]
repo1-path=${repository}
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=a-long-random-text
start-fast=y
${places.join('\n')}
[longstrip]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${home}
pg1-user=longstrip
pg1-database=postgres
`,
  );
  const run = (program: string, ...words: string[]) => {
    const { status, stderr, stdout } = spawnSync(program, words, { ...as, encoding: 'utf8', cwd: home });
    if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  };
  const archive = (...words: string[]) => run('pgbackrest', `--config=${file}`, '--stanza=longstrip', ...words);
  const start = () => run(join(programs, 'pg_ctl'), '-D', data, '-l', join(home, 'server.log'), '-w', 'start');
  const stop = () =>
    void spawnSync(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], { ...as, cwd: home });
  const ask = async <T>(work: (db: ReturnType<typeof createPool>) => Promise<T>): Promise<T> => {
    const db = createPool({ url, purpose: 'import' });
    try {
      return await work(db);
    } finally {
      await db.end();
    }
  };
  return {
    url,
    archive,
    start,
    stop,
    begin() {
      run(join(programs, 'initdb'), '-D', data, '-U', 'longstrip', '-A', 'trust', '-E', 'UTF8', '--no-locale');
      appendFileSync(
        join(data, 'postgresql.conf'),
        `listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = '${home}'
archive_mode = on
archive_command = 'pgbackrest --config=${file} --stanza=longstrip archive-push %p'
archive_timeout = 60
`,
      );
      start();
      archive('stanza-create');
      archive('check');
    },
    /** Nothing is left of the machine but what pgBackRest has. */
    lose() {
      stop();
      for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
    },
    isPrimary: () =>
      ask(async (db) => {
        const { rows } = await db.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
        return rows[0]?.standby === false;
      }),
    listMissing: (names: readonly string[]) => ask((db) => listMissingUsers(db, names)),
    megabytes(): number {
      const { stdout } = spawnSync('du', ['-sm', data], { encoding: 'utf8' });
      return Number(stdout.split('\t')[0]);
    },
  };
}
