// The preparation for `npm start` and `npm test`. Plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Works from the root of the repository, with the packages of its lock file. */
export async function prepare() {
  process.chdir(root);
  requireNode();
  if (!packagesAreInstalled()) await installPackages();
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Longstrip runs on Node.js 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}

/** True when node_modules holds every package at the version of the lock file. */
function packagesAreInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, devOptional, peer }]) => {
    if (path === '' || ((optional || devOptional || peer) && !present[path])) return true;
    return present[path]?.version === version;
  });
}

async function installPackages() {
  const started = performance.now();
  console.log('Installing packages; the first time this takes a minute or so.');
  const npm = findNpm();
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await run(npm.file, [...npm.args, 'ci', '--include=dev', ...quiet], { cwd: root });
  console.log(`Packages installed (${seconds(started)}).`);
}

export async function buildProduct() {
  const started = performance.now();
  console.log('Building the site.');
  await run(process.execPath, [join(root, 'tools', 'build.mjs')], { cwd: root });
  console.log(`Site built (${seconds(started)}).`);
}

function findNpm() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('npm-cli.js')) return { file: process.execPath, args: [script] };
  return { file: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

/** Runs a step whose failure ends the process: its own output has been printed. */
function run(file, args, options) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', (error) => fail(file, args, error.message));
    child.once('close', (status) => (status === 0 ? resolve() : fail(file, args, `it ended with ${status}`)));
  });
}

function fail(file, args, reason) {
  console.error(`\`${[file, ...args].join(' ')}\` failed: ${reason}`);
  process.exit(1);
}

export function seconds(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}
