import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, the same from src/ and from the bundle in dist/. */
export const packageRoot = findPackageRoot(dirname(fileURLToPath(import.meta.url)));

function findPackageRoot(directory: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error('package.json stands in no folder above the program');
  return findPackageRoot(parent);
}
