// Finds a browser for the journeys. Plain JavaScript: tools/test.mjs imports it before packages are installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Chromium without windows and notices, as Debian packs it. Journeys in it take a quarter less of the processor. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';

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
 * `windows: false` prefers one without windows.
 */
export async function findChromium({ windows = true } = {}) {
  const named = process.env.CHROMIUM;
  if (named) return existsSync(named) ? named : null;
  if (!windows && existsSync(WITHOUT_WINDOWS)) return WITHOUT_WINDOWS;
  const { chromium } = await import('@playwright/test');
  return [chromium.executablePath(), ...KNOWN_PATHS].find((path) => path && existsSync(path)) ?? null;
}

/** As root on Debian or a similar system, installs one by apt-get. Returns the output of a failure. */
export function installChromium({ windows = true } = {}) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  let complaint = spawnSync('apt-get', ['update', '-qq'], options).stderr;
  for (const name of windows ? ['chromium'] : ['chromium-headless-shell', 'chromium']) {
    const install = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
    if (install.status === 0) return null;
    complaint += install.stderr;
  }
  return complaint.trim();
}

/** The command that installs a browser for an ordinary user. */
export function howToInstall() {
  const debian = existsSync('/usr/bin/apt-get');
  return debian ? 'sudo apt-get install chromium' : 'npx playwright install chromium';
}
