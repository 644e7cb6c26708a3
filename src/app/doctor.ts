import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, loadConfig } from '../server/config.ts';
import { createPool } from '../server/db.ts';
import { isMigrated } from '../server/migrate.ts';
import { packageRoot } from '../server/package-root.ts';
import { findLockHolder } from '../server/process-lock.ts';
import { openDatabase, serverLockPath } from './database.ts';
import { describeFailure } from './operator-error.ts';

export type Finding = { check: string; ok: boolean; found: string; advice?: string };

const LOW_DISK_BYTES = 1024 ** 3;

/** Looks at everything the product stands on and says what to do about what is wrong. Changes nothing. */
export async function examine(): Promise<Finding[]> {
  const findings = [checkNode(), await checkImages(), checkBuildFiles()];
  const config = readConfig();
  findings.push(config.finding);
  if (!config.value) return findings;
  const folder = checkDataFolder(config.value);
  findings.push(...checkKeyFile(config.value.payments.wechat?.mchPrivateKeyFile));
  findings.push(folder, checkServer(config.value));
  if (folder.ok) findings.push(checkDisk(config.value), ...(await checkDatabase(config.value)));
  return findings;
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  const found = `Node.js ${process.versions.node}`;
  return ok
    ? { check: 'Node.js', ok, found }
    : { check: 'Node.js', ok, found, advice: 'Install Node.js 20.19 or later.' };
}

async function checkImages(): Promise<Finding> {
  const check = 'Images';
  try {
    const { default: sharp } = await import('sharp');
    const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
    await Promise.all([pixel.clone().webp().toBuffer(), pixel.clone().avif().toBuffer()]);
    return { check, ok: true, found: `sharp with libvips ${sharp.versions.vips}` };
  } catch (error) {
    return {
      check,
      ok: false,
      found: describeFailure(error),
      advice: 'Run `npm ci` on this machine: sharp is built per platform.',
    };
  }
}

function checkBuildFiles(): Finding {
  const ok = existsSync(join(packageRoot, 'dist', 'client'));
  const found = ok ? 'the site is built' : 'dist/client is missing';
  return ok ? { check: 'Build', ok, found } : { check: 'Build', ok, found, advice: 'Run `npm run build`.' };
}

function readConfig(): { value: Config | null; finding: Finding } {
  try {
    const value = loadConfig();
    const found = `${value.environment}, ${value.publicUrl}, data in ${value.dataDir}`;
    return { value, finding: { check: 'Settings', ok: true, found } };
  } catch (error) {
    const advice = 'Correct them in the environment or in .env.';
    return { value: null, finding: { check: 'Settings', ok: false, found: describeFailure(error), advice } };
  }
}

/** The key that signs for the merchant is for this user alone; Windows has no such bits to look at. */
export function checkKeyFile(file: string | undefined): Finding[] {
  if (file === undefined || process.platform === 'win32') return [];
  const check = 'Key file';
  if ((statSync(file).mode & 0o077) === 0)
    return [{ check, ok: true, found: `${file} is readable by its owner alone` }];
  return [{ check, ok: false, found: `${file} may be read by other users`, advice: `Run \`chmod 600 ${file}\`.` }];
}

function checkDataFolder(config: Config): Finding {
  const check = 'Data folder';
  const probe = join(config.dataDir, `.probe-${randomBytes(6).toString('hex')}`);
  try {
    mkdirSync(config.dataDir, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
    return { check, ok: true, found: `${config.dataDir} can be written` };
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return { check, ok: false, found, advice: 'Give this user the folder, or choose another with DATA_DIR.' };
  }
}

function checkServer(config: Config): Finding {
  const holder = findLockHolder(serverLockPath(config));
  return {
    check: 'Server',
    ok: true,
    found: holder ? `running: process ${holder.pid}, ${holder.note}` : 'not running',
  };
}

function checkDisk(config: Config): Finding {
  const { bavail, bsize } = statfsSync(config.dataDir);
  const free = bavail * bsize;
  const found = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  if (free >= LOW_DISK_BYTES) return { check: 'Disk', ok: true, found };
  return { check: 'Disk', ok: false, found, advice: 'Free some space: images and the database need room to grow.' };
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  const check = 'Database';
  if (config.database.kind === 'embedded' && !existsSync(config.database.directory)) {
    return [{ check, ok: true, found: 'none yet; it is made at the first start' }];
  }
  try {
    const database = await openDatabase(config);
    try {
      return [await describeDatabase(database.url), await checkMigrations(database.url)];
    } finally {
      await database.leave();
    }
  } catch (error) {
    return [{ check, ok: false, found: describeFailure(error), advice: 'See the reason above.' }];
  }
}

async function describeDatabase(url: string): Promise<Finding> {
  const pool = createPool({ url, purpose: 'web', max: 1 });
  try {
    const { rows } = await pool.query<{ version: string; size: string }>(
      `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`,
    );
    return { check: 'Database', ok: true, found: `PostgreSQL ${rows[0]?.version}, ${rows[0]?.size}` };
  } finally {
    await pool.end();
  }
}

async function checkMigrations(url: string): Promise<Finding> {
  const check = 'Migrations';
  const pool = createPool({ url, purpose: 'web', max: 1 });
  try {
    if (await isMigrated(pool)) return { check, ok: true, found: 'all applied' };
    return { check, ok: false, found: 'some are pending', advice: 'Run `longstrip migrate`; `start` does it too.' };
  } catch (error) {
    return { check, ok: false, found: describeFailure(error), advice: 'Run the version that fits the database.' };
  } finally {
    await pool.end();
  }
}

export function printFindings(findings: readonly Finding[]): string {
  return findings
    .map(({ check, ok, found, advice }) => {
      const line = `${ok ? 'ok   ' : 'WRONG'} ${check.padEnd(12)} ${found}`;
      return advice ? `${line}\n      ${''.padEnd(12)} ${advice}` : line;
    })
    .join('\n');
}
