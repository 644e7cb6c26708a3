// `npm run check`: all checks that need no build and no database, also messages, house rules and docs.
import { installPackages, packagesAreInstalled, requireNode, seconds } from './prepare.mjs';
import { bin, checks, createSteps, root } from './steps.mjs';

process.chdir(root);
requireNode();
const started = performance.now();
if (!packagesAreInstalled(root)) await installPackages(root);
const steps = createSteps();
const houseTests = ['docs', 'house-rules', 'imports', 'messages', 'words'].map((name) => `tools/${name}.test.ts`);
await steps.runInPairs([
  { name: 'subjects of commits', command: [process.execPath, 'tools/commits.mjs'] },
  { name: 'house rules, messages, docs', command: [bin('vitest'), 'run', ...houseTests] },
  ...checks,
]);
console.log(
  `${steps.failed.length === 0 ? 'All checks passed' : `Failed: ${steps.failed.join(', ')}`} (${seconds(started)}).`,
);
process.exitCode = steps.failed.length === 0 ? 0 : 1;
