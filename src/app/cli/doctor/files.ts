import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isTrial, nameOfTrial } from '../../../server/backup/repository/objects.ts';
import { readEnvFile, type Settings } from '../../../server/config/config.ts';
import { doubtful, type Finding, good, wrong } from './finding.ts';

const LOW_DISK_BYTES = 1024 ** 3;
const OTHERS = 0o077;
const ENV_FILE = '.env';

/** Windows has no permission bits. */
const hasModes = process.platform !== 'win32';

/** Checks the .env file beside the program: where it holds secrets, only this user may read it. */
export function checkEnvFile(settings: Pick<Settings, 'environment'>, path = ENV_FILE): Finding[] {
  if (!hasModes || !existsSync(path)) return [];
  const secrets = Object.keys(readEnvFile(path)).filter((name) => /SECRET|TOKEN|KEY|DATABASE_URL/.test(name));
  const found = `${path} has mode ${modeOf(path)}`;
  if (isPrivate(path)) return [good('.env', `${found}: for its owner alone`)];
  if (secrets.length === 0) return [good('.env', `${found}, and no secret is in it`)];
  return [
    atRisk(settings)('.env', `${found}: other users may read ${secrets.join(', ')}`, `Run \`chmod 600 ${path}\`.`),
  ];
}

/** Checks the secrets that were created because their settings are absent. */
export function checkSecrets({ dataDir, environment }: Pick<Settings, 'dataDir' | 'environment'>): Finding[] {
  const folder = join(dataDir, 'secrets');
  if (!hasModes || !existsSync(folder)) return [];
  if (isPrivate(folder)) return [good('Secrets', `${folder} has mode ${modeOf(folder)}: for its owner alone`)];
  const open = readdirSync(folder).find((name) => !isPrivate(join(folder, name)));
  if (open === undefined) return [good('Secrets', `${folder} holds files for their owner alone`)];
  const found = `${join(folder, open)} has mode ${modeOf(join(folder, open))}: other users may read it`;
  return [atRisk({ environment })('Secrets', found, `Run \`chmod -R go= ${folder}\`.`)];
}

/** Outside production no other users are expected on the machine: a warning is enough. */
function atRisk({ environment }: Pick<Settings, 'environment'>): typeof wrong {
  return environment === 'production' ? wrong : doubtful;
}

/** Only this user may read the file of the merchant's signing key. */
export function checkKeyFile(file: string | undefined): Finding[] {
  if (file === undefined || !hasModes) return [];
  if (isPrivate(file)) return [good('Key file', `${file} is readable by its owner alone`)];
  return [wrong('Key file', `${file} may be read by other users`, `Run \`chmod 600 ${file}\`.`)];
}

const isPrivate = (path: string) => (statSync(path).mode & OTHERS) === 0;
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

export function checkDataFolder({ dataDir }: Pick<Settings, 'dataDir'>): Finding {
  return checkFolder('Data folder', dataDir, 'DATA_DIR');
}

/** Checks that this user may make a folder, or, where it is there, that a file in it is written, read and deleted. */
export function checkFolder(check: string, path: string, setting: string): Finding {
  const there = nearestFolder(path);
  try {
    accessSync(there, constants.W_OK | constants.X_OK);
    if (there === path) {
      tryFolder(path);
      return good(check, `${path}: a file was written, read and deleted`);
    }
    return good(check, `${path} is not there yet; it is made when something is to be kept in it`);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return wrong(check, found, `Give this user the folder, or choose another with ${setting}.`);
  }
}

/** A trial takes no second: one that has rested for a minute belongs to a command that was killed. */
const restingMs = 60_000;

function isResting(path: string): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts !== undefined && Date.now() - facts.mtimeMs > restingMs;
}

/** A disk that is full or read-only, and one that is mounted for others, passes a look at the rights. */
function tryFolder(path: string): void {
  for (const name of readdirSync(path))
    if (isTrial(name) && isResting(join(path, name))) rmSync(join(path, name), { force: true });
  const file = join(path, nameOfTrial());
  const bytes = randomBytes(64);
  try {
    writeFileSync(file, bytes, { flag: 'wx' });
    if (!readFileSync(file).equals(bytes)) throw new Error(`${path} does not keep what is written to it`);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Checks a folder that is only read and freed: one that is not there is in no use, and most likely misspelt. */
export function checkOlderFolder(check: string, path: string, setting: string): Finding {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return checkFolder(check, path, setting);
  return wrong(check, `there is no folder ${path}`, `Correct ${setting}, mount its disk, or take the setting away.`);
}

export function checkDisk({ dataDir }: Pick<Settings, 'dataDir'>): Finding[] {
  const { bavail, bsize } = statfsSync(nearestFolder(dataDir));
  const free = bavail * bsize;
  const found = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  if (free >= LOW_DISK_BYTES) return [good('Disk', found)];
  return [wrong('Disk', found, 'Free some space: images and the database need room to grow.')];
}

const FEWEST_INODES = 0.1;

/** Warns where the disk of the pictures has room for few more files; some file systems count none. */
export function checkInodes({ dataDir, media }: Pick<Settings, 'dataDir' | 'media'>): Finding[] {
  const { ffree, files } = statfsSync(nearestFolder(media.store.kind === 'folder' ? media.store.path : dataDir));
  if (files === 0) return [];
  const found = `${Math.floor((ffree / files) * 100)} % of the files that the disk has room for are free`;
  if (ffree >= files * FEWEST_INODES) return [good('Inodes', found)];
  return [doubtful('Inodes', found, 'A picture takes up to ten files: move the pictures to a larger disk or to S3.')];
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
