// Plain JavaScript without dependencies: runs before anything is installed, on every Node we support.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const INPUTS = [
  'src',
  'messages',
  'demo',
  'vite.config.ts',
  'vite.studio.config.ts',
  'vite.preview.config.ts',
  'tools/build-plugins.ts',
  'tools/early-script.ts',
  'tools/first-views.ts',
  'tools/studio-build.ts',
  'vite.worker.config.ts',
  'vite.server.config.ts',
  'package-lock.json',
];
const STAMP = 'dist/stamp';

/** Compares contents, not times: the times of a copied or newly checked out tree mean nothing. */
export function stampOfSource(root) {
  const hash = createHash('sha256');
  for (const input of INPUTS) addToHash(hash, root, input);
  return hash.digest('hex');
}

function addToHash(hash, root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) {
    hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
    return;
  }
  const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name === 'testing' || /\.test\.tsx?$/.test(entry.name)) continue;
    addToHash(hash, root, `${path}/${entry.name}`);
  }
}

/** 'missing', 'stale' or 'fresh'. Without the source, as in a deployed copy, a build is fresh. */
export function checkBuild(root) {
  const stamp = join(root, STAMP);
  if (!existsSync(stamp)) return 'missing';
  if (!existsSync(join(root, 'src'))) return 'fresh';
  return readFileSync(stamp, 'utf8') === stampOfSource(root) ? 'fresh' : 'stale';
}

export function writeStamp(root, stamp) {
  writeFileSync(join(root, STAMP), stamp);
}
