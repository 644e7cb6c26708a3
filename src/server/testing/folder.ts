import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new folder, which is removed after the tests of the file. */
export function folderForTests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'longstrip-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
