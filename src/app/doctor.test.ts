import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkKeyFile } from './doctor-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'longstrip-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(process.platform === 'win32')("the merchant's key file", () => {
  const file = join(folder, 'merchant.pem');
  writeFileSync(file, 'a key');

  it.each([0o600, 0o400])('is right with mode %o', (mode) => {
    chmodSync(file, mode);
    expect(checkKeyFile(file)).toMatchObject([{ ok: true }]);
  });

  it.each([0o640, 0o604, 0o644, 0o620])('is wrong with mode %o, and what to do is said', (mode) => {
    chmodSync(file, mode);
    expect(checkKeyFile(file)).toMatchObject([{ ok: false, advice: `Run \`chmod 600 ${file}\`.` }]);
  });

  it('is no matter where the key stands in the settings themselves', () => {
    expect(checkKeyFile(undefined)).toEqual([]);
  });
});
