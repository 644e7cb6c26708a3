import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeFailure } from '../../../server/command/operator-error.ts';
import { describeMisspelt, loadSettings, type Settings } from '../../../server/config/config.ts';
import { packageRoot } from '../../../server/process/package-root.ts';
import { checkConverters } from './converters.ts';
import { checkDatabase } from './database.ts';
import { checkDataFolder, checkDisk, checkEnvFile, checkInodes, checkKeyFile, checkSecrets } from './files.ts';
import { doubtful, type Finding, good, wrong } from './finding.ts';
import { checkBackupPlace, checkStores } from './stores.ts';

/** Checks everything that the product depends on and says how to mend each fault. Changes nothing. */
export async function examine(wanted: { isDeep: boolean; isQuiet: boolean }): Promise<Finding[]> {
  const findings = [checkNode(), await checkImages(), checkBuildFiles()];
  const { settings, finding } = readSettings();
  findings.push(finding);
  if (!settings) return findings;
  findings.push(...settings.misspelt.map(checkName));
  findings.push(...checkEnvFile(settings), ...checkSecrets(settings));
  findings.push(...checkKeyFile(settings.payments.wechat?.mchPrivateKeyFile));
  findings.push(checkDataFolder(settings), ...checkDisk(settings));
  findings.push(...checkInodes(settings));
  findings.push(...(await checkStores(settings)));
  findings.push(await checkConverters(settings));
  const place = await checkBackupPlace(settings);
  const inDatabase = await checkDatabase({ ...settings, ...wanted, backupSiteId: place?.siteId });
  return [...findings, ...(place ? withBackupPlace(inDatabase, place.finding) : inDatabase)];
}

/** One check tells of the backups: of the last one's age, which the database has, and of their place. */
function withBackupPlace(inDatabase: readonly Finding[], place: Finding): Finding[] {
  const age = inDatabase.find(({ check }) => check === place.check);
  if (!age) return [...inDatabase, place];
  const [first, second] = place.ok ? [age, place] : [place, age];
  const both = { ...first, found: `${first.found}; ${second.found}` };
  return inDatabase.map((finding) => (finding === age ? both : finding));
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const found = `Node.js ${process.versions.node}`;
  if (major > 20 || (major === 20 && minor >= 19)) return good('Node.js', found);
  return wrong('Node.js', found, 'Install Node.js 20.19 or later.');
}

async function checkImages(): Promise<Finding> {
  const check = 'Images';
  try {
    const { default: sharp } = await import('sharp');
    const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
    await Promise.all([pixel.clone().webp().toBuffer(), pixel.clone().avif().toBuffer()]);
    return good(check, `sharp with libvips ${sharp.versions.vips}`);
  } catch (error) {
    return wrong(check, describeFailure(error), 'Run `npm ci` on this machine: sharp is built per platform.');
  }
}

function checkBuildFiles(): Finding {
  if (existsSync(join(packageRoot, 'dist', 'client'))) return good('Build', 'the site is built');
  return wrong('Build', 'dist/client is missing', 'Run `npm run build`.');
}

function readSettings(): { settings: Settings | null; finding: Finding } {
  try {
    const settings = loadSettings();
    const { environment, publicUrl, dataDir } = settings;
    return { settings, finding: good('Settings', `${environment}, ${publicUrl}, data in ${dataDir}`) };
  } catch (error) {
    const advice = 'Correct them in the environment or in .env.';
    return { settings: null, finding: wrong('Settings', describeFailure(error), advice) };
  }
}

function checkName(misspelt: Settings['misspelt'][number]): Finding {
  return doubtful(
    'Setting',
    describeMisspelt(misspelt),
    `Write ${misspelt.likely}, or leave it if another program reads it.`,
  );
}

export function printFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, ok, warning, found, advice }) => {
      const line = `${ok ? (warning ? 'LOOK ' : 'ok   ') : 'WRONG'} ${check.padEnd(width)} ${found}`;
      return advice ? `${line}\n      ${''.padEnd(width)} ${advice}` : line;
    })
    .join('\n');
}
