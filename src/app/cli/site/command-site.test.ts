import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SiteNeed } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { migrate, readMigrations } from '../../../server/migrations/migrate.ts';
import { packageRoot } from '../../../server/process/package-root.ts';
import { eachOf, inLong } from '../../../server/testing/depth.ts';
import { folderForTests } from '../../../server/testing/folder.ts';
import { createTestSite, publishComic, runAsTyped, runCommand, siteForTests, sumTables } from '../../testing/site.ts';
import { createProgram } from '../cli.ts';

const migrations = await readMigrations();
const [first, last] = [migrations[0]?.name ?? '', migrations.at(-1)?.name ?? ''];

const folder = folderForTests();
const empty = siteForTests({ empty: true });

const someId = '11111111-1111-4111-8111-111111111111';
const backup = () => join(folder, 'backup.tar');

/** Every command as an operator types it, under what it needs of its site; `doctor` reads the settings by itself, `push keys` none. */
const typed: Record<SiteNeed, string[][]> = {
  'brings up': [['start'], ['migrate']],
  prepares: [['import', '.'], ['seed'], ['user', 'create', 'adaline']],
  replaces: [['restore', 'backup.tar']],
  uses: [
    ['book', 'list'],
    ['book', 'hide', someId],
    ['book', 'show', someId],
    ['book', 'chapters', someId],
    ['book', 'schedule', someId, '1', '2030-01-31T12:00'],
    ['book', 'publish', someId],
    ['book', 'unpublish', someId, '1'],
    ['book', 'access', someId, '1', 'free'],
    ['book', 'set', someId, '--free', '1'],
    ['book', 'window', someId],
    ['site', 'window'],
    ['batch', 'list'],
    ['export', someId, 'target'],
    ['batch', 'undo', someId],
    ['batch', 'work', someId],
    ['media', 'move', '--to', 's3://bucket'],
    ['media', 'check'],
    ['user', 'password', 'adaline'],
    ['user', 'role', 'adaline', 'owner'],
    ['user', 'delete', 'adaline'],
    ['user', 'grant', 'adaline', '--months', '1'],
    ['coupon', 'create', '--days', '7'],
    ['coupon', 'stop', 'SUMMER2030'],
    ['plan', 'list'],
    ['plan', 'set', 'month', '--amount', '900'],
    ['plan', 'add', 'year', '--months', '12', '--amount', '9600', '--name', 'Year card'],
    ['plan', 'pause', 'month'],
    ['payments', 'report'],
    ['payments', 'refund', 'an-order'],
    ['payments', 'resolve', 'an-order', '--note', 'by hand'],
    ['payments', 'ask'],
    ['payments', 'recheck'],
    ['payments', 'assign', 'an-order', 'adaline'],
    ['numbers', 'roll-up'],
    ['similar', 'refresh'],
    ['notices', 'send'],
    ['members', 'import', 'members.csv'],
    ['snapshots', 'list', 'no-repository/'],
    ['snapshots', 'check', 'no-repository/'],
    ['snapshots', 'prune', '--keep', 'last=1', 'no-repository/'],
    ['sql', 'select 1'],
  ],
  'looks at': [['backup', 'backup.tar']],
  'asks the server': [['health']],
};
const onlyOnSites = typed.uses
  .filter(([, name]) => name !== 'password') // it reads standard input first
  .map((argv): [string, string[]] => [argv.join(' '), argv]);
/** All go through one function: some of each kind stand for the others. */
const usual = 3;

type Finding = { check: string; ok: boolean; warning: boolean; found: string };

function findingOf(out: string, name: string): Omit<Finding, 'check'> | undefined {
  const findings: Finding[] = JSON.parse(out);
  const finding = findings.find(({ check }) => check === name);
  return finding && { ok: finding.ok, warning: finding.warning, found: finding.found };
}

describe('the need of a command', () => {
  const leaves = (command: Command): Command[] =>
    command.commands.length > 0 ? command.commands.flatMap(leaves) : [command];

  const nameOf = (command: Command): string =>
    command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

  it('is the one expected, of every command that exists', async () => {
    const asked: [string, SiteNeed][] = [];
    const loadSite = (command: Command, need: SiteNeed) => {
      asked.push([nameOf(command), need]);
      throw new OperatorError('Only its need is asked for.');
    };
    const cli = { loadSite, end: () => {} };
    for (const [need, commands] of Object.entries(typed))
      for (const argv of commands) {
        await expect(createProgram(cli).parseAsync(['node', 'longstrip', ...argv])).rejects.toThrow(OperatorError);
        expect(asked.at(-1)).toEqual([expect.stringMatching(`^${argv[0]}`), need]);
      }
    const names = createProgram(cli).commands.flatMap(leaves).map(nameOf);
    expect([...asked.map(([name]) => name), 'doctor', 'push keys'].toSorted()).toEqual(names.toSorted());
  });
});

describe('in a folder without a site', () => {
  eachOf<[string, string[]]>([['backup', []], ...onlyOnSites], usual)(
    '%s changes nothing, names the folder and ends 1',
    async (name, argv) => {
      const dataDir = join(folder, 'nowhere', 'data');
      const given = name === 'backup' ? ['backup', backup()] : argv;
      const { status, out, err } = await runCommand({ DATABASE_URL: '', DATA_DIR: dataDir }, given);
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err).toContain(`There is no site in ${dataDir}`);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('doctor says so in a failed check, changes nothing and ends 1', async () => {
    const dataDir = join(folder, 'nowhere', 'data');
    const { status, out } = await runCommand({ DATABASE_URL: '', DATA_DIR: dataDir }, ['doctor', '--json']);
    expect([status, findingOf(out, 'Database')]).toEqual([
      1,
      { ok: false, warning: false, found: expect.stringContaining(`no site in ${dataDir}`) },
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a dry run without a site', () => {
  const bookFolder = () => join(folder, 'The Long Hunt');
  beforeAll(async () => {
    await mkdir(bookFolder());
    await writeFile(join(bookFolder(), '01 - Once.txt'), 'Once upon a time.\n');
  });
  afterAll(() => rmSync(bookFolder(), { recursive: true }));

  eachOf([['folder'], ['database']], 0)('shows what a new site would take, and leaves the %s empty', async (kind) => {
    const dataDir = join(folder, 'nowhere');
    const settings = { DATABASE_URL: kind === 'database' ? empty.url : '', DATA_DIR: dataDir };
    const written: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const { status, err } = await runAsTyped(settings, ['import', bookFolder(), '--dry-run', '--json']);
    write.mockRestore();
    expect([status, JSON.parse(written.join('')).books.length]).toEqual([0, 1]);
    expect(err).toContain('There is no site in ');
    expect([existsSync(dataDir), await sumTables(empty.db)]).toEqual([false, {}]);
  });
});

describe('in a database without a site', () => {
  eachOf<[string, string[]]>([['backup', []], ...onlyOnSites], usual)(
    '%s changes nothing, names the database and ends 1',
    async (name, argv) => {
      const given = name === 'backup' ? ['backup', backup()] : argv;
      const { status, out, err } = await empty.run(...given);
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err).toContain('There is no site in ');
      expect(err).toContain(new URL(empty.url).pathname);
      expect([await sumTables(empty.db), readdirSync(empty.dataDir), readdirSync(folder)]).toEqual([{}, [], []]);
    },
  );

  inLong(
    "that belongs to another program, a command changes nothing, and `migrate` says that the database is not Longstrip's",
    async () => {
      const other = await createTestSite({ empty: true });
      await other.db.query('create table schema_migrations (version text primary key)');
      expect(await other.run('book', 'list')).toMatchObject({
        status: 1,
        err: expect.stringContaining('There is no site in'),
      });
      expect(await other.run('migrate')).toMatchObject({
        status: 1,
        err: expect.stringMatching(/^The database has a table schema_migrations that is another program's\..*\n$/),
      });
      await other.remove();
    },
  );

  inLong('doctor says so in a failed check and ends 1', async () => {
    const { status, out } = await empty.run('doctor', '--json');
    expect([status, findingOf(out, 'Database')]).toEqual([
      1,
      { ok: false, warning: false, found: expect.stringContaining('no site in ') },
    ]);
    expect([await sumTables(empty.db), readdirSync(empty.dataDir)]).toEqual([{}, []]);
  });
});

describe.skipIf(migrations.length === 1)('on an older schema', () => {
  const old = siteForTests({ empty: true });
  beforeAll(async () => {
    const some = join(folder, 'migrations');
    await mkdir(some);
    cpSync(join(packageRoot, 'migrations', first), join(some, first));
    await migrate({ url: old.url, directory: some });
    rmSync(some, { recursive: true });
  });

  const applied = async () => (await old.db.query('select name from schema_migrations')).rows.length;

  eachOf<[string, string[]]>([['seed', ['seed']], ['import', ['import', '.']], ...onlyOnSites], usual)(
    '%s changes nothing, names both versions and ends 1',
    async (_name, argv) => {
      const { status, out, err } = await old.run(...argv);
      expect({ status, out }).toEqual({ status: 1, out: '' });
      for (const name of [first, last]) expect(err).toContain(name.replace('.sql', ''));
      expect(err).toContain('longstrip migrate');
      expect(await applied()).toBe(1);
    },
  );

  inLong('doctor reports it and backup works, until migrate updates the schema', async () => {
    const doctor = await old.run('doctor', '--json');
    expect([doctor.status, doctor.out]).toEqual([1, expect.stringContaining('some are pending')]);
    expect(await old.run('backup', backup())).toMatchObject({ status: 0, err: '' });
    rmSync(backup());
    expect(await applied()).toBe(1);
    expect(await old.run('migrate')).toMatchObject({ status: 0, err: '' });
    expect(await old.run('book', 'list')).toMatchObject({ status: 0 });
  });
});

describe('on a database of a version whose migrations are gone', () => {
  eachOf([['migrate'], ['start'], ['doctor']], 1)(
    '%s changes nothing, says it in a sentence and ends 1',
    async (command) => {
      const early = await createTestSite();
      await early.db.query(`update schema_migrations set name = '0001_catalogue.sql' where name = $1`, [first]);
      const { status, out, err } = await early.run(command);
      expect(status).toBe(1);
      expect(out + err).toMatch(
        /The database was made by an early Longstrip, with 0001_catalogue\.sql.* Nothing was changed\. Give it an empty/,
      );
      await early.remove();
    },
  );
});

describe('the line that says which site it is', () => {
  const site = siteForTests();
  beforeAll(() => publishComic(site, { title: 'One', seed: 1 }));

  const settings = () => ({ DATABASE_URL: site.url, DATA_DIR: site.dataDir, SITE_NAME: 'Panels' });

  inLong('names the site, its place without the password, and its books, on standard error only', async () => {
    const { status, out, err } = await runAsTyped(settings(), ['book', 'list', '--json']);
    const { host, pathname, password } = new URL(site.url);
    expect(status).toBe(0);
    expect(err).toBe(`Site "Panels" in ${host}${pathname} (pictures in ${site.dataDir}): 1 book\n`);
    if (password) expect(err).not.toContain(password);
    expect(JSON.parse(out)).toHaveLength(1);
  });

  inLong.each([['--quiet book list'], ['book list --quiet'], ['book --quiet list -q']])(
    'is left out with %s',
    async (typed) => {
      expect(await runAsTyped(settings(), typed.split(' '))).toMatchObject({ status: 0, err: '' });
    },
  );
});
