// `npm start`: prepares what is missing, then serves. Plain JavaScript: it runs before anything is installed.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBuild } from './build-stamp.mjs';
import { buildProduct, installPackages, packagesAreInstalled, requireNode } from './prepare.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
requireNode();
if (!packagesAreInstalled(root)) await installPackages(root);
if (checkBuild(root) !== 'fresh') await buildProduct(root);
const { quickStart } = await import('../dist/server/quick-start.js');
process.exit(await quickStart());
