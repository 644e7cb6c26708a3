// Where tests write what need not last. Plain JavaScript: tools/test.mjs imports it before packages are installed.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const memory = '/dev/shm';
/** A whole run takes a third of a gigabyte at most. */
const neededBytes = 2 * 2 ** 30;

/**
 * Keeps the databases and pictures of tests in memory where the machine has room: each of some thousand databases would
 * wait for the disk else, whose speed is not what they test. A folder that TMPDIR names stays.
 */
export function writeToMemory() {
  if (process.env.TMPDIR || !existsSync(memory) || freemem() < 2 * neededBytes) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < neededBytes) return;
  const folder = mkdtempSync(`${memory}/longstrip-tests-`);
  chmodSync(folder, 0o711); // a database may belong to another user
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}
