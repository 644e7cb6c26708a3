// `npm start`: prepares what is missing, then serves. Plain JavaScript: it runs before anything is installed.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBuild } from './build-stamp.mjs';
import { buildProduct, installPackages, packagesAreInstalled, requireNode } from './prepare.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
requireNode();
stopWithParent();
if (!packagesAreInstalled(root)) await installPackages(root);
if (checkBuild(root) !== 'fresh') await buildProduct(root);
const { quickStart } = await import('../dist/server/quick-start.js');
process.exit(await quickStart());

/**
 * npm passes a signal only to its shell, and the shell ends without passing it on. A signal to `npm start` is meant for
 * the server.
 */
function stopWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 300);
  watch.unref();
}
