// `npm run check`: types, lint, styles, unused code, and the tests of import rules, house rules, messages and documents.
import { prepare, seconds } from './prepare.mjs';
import { bin, checks, createSteps } from './steps.mjs';

const started = performance.now();
await prepare();
const steps = createSteps();
// These tests only read files: on a busy machine they are late, and right.
const patience = '--testTimeout=600000';
const houseTests = ['docs', 'house-rules', 'imports', 'messages'].map((name) => `tools/${name}.test.ts`);
await steps.runInPairs([
  { name: 'subjects of commits', command: [process.execPath, 'tools/commits.mjs'] },
  { name: 'import rules, house rules, messages, docs', command: [bin('vitest'), 'run', patience, ...houseTests] },
  ...checks,
]);
console.log(
  `${steps.failed.length === 0 ? 'All checks passed' : `Failed: ${steps.failed.join(', ')}`} (${seconds(started)}).`,
);
process.exitCode = steps.failed.length === 0 ? 0 : 1;
