// Finds a browser for the journeys. Plain JavaScript: tools/test.mjs imports it before packages are installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const KNOWN_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The browser of CHROMIUM, else the one that Playwright has fetched, else one of the system. Null when there is none.
 */
export async function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) return existsSync(named) ? named : null;
  const { chromium } = await import('@playwright/test');
  return [chromium.executablePath(), ...KNOWN_PATHS].find((path) => path && existsSync(path)) ?? null;
}

/** As root on Debian or a similar system, installs one by apt-get. Returns the output of a failure. */
export function installChromium() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  const update = spawnSync('apt-get', ['update', '-qq'], options);
  const install = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
  return install.status === 0 ? null : `${update.stderr}${install.stderr}`.trim();
}

/** The command that installs a browser for an ordinary user. */
export function howToInstall() {
  const debian = existsSync('/usr/bin/apt-get');
  return debian ? 'sudo apt-get install chromium' : 'npx playwright install chromium';
}
