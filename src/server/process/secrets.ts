import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasCode } from './error-code.ts';

/** The secret of that name, created at the first call and kept below the data folder, readable by its owner only. */
export function keepSecret(dataDir: string, name: string): string {
  const directory = join(dataDir, 'secrets');
  const path = join(directory, name);
  return findSecret(path) ?? createSecret(directory, path);
}

function findSecret(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function createSecret(directory: string, path: string): string {
  // Others may pass through the data folder: where root runs the program, the database in it belongs to another user.
  mkdirSync(dirname(directory), { recursive: true, mode: 0o711 });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const draft = join(directory, `.draft-${randomBytes(8).toString('hex')}`);
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  try {
    // Of two processes that start together, one link succeeds, and both read the same complete file.
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, 'utf8');
}
