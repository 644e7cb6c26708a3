// `npm start`: prepares what is missing, then serves. Plain JavaScript: it runs before anything is installed.
import { checkBuild } from './build-stamp.mjs';
import { buildProduct, prepare, root } from './prepare.mjs';

stopWithParent();
await prepare();
if (checkBuild(root) !== 'fresh') await buildProduct();
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
