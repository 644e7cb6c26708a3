// Runs programs one after the other or two at a time, and prints the time of each. Plain JavaScript: it runs without a
// build.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, seconds } from './prepare.mjs';

export const bin = (name) => join(root, 'node_modules', '.bin', name);

/** Where checks keep what they found in files that have not changed since; git does not know it. */
const caches = 'node_modules/.cache/';

/** Four checkers, the usual number, find the same types again and again: 34 s of processor time against 24. */
const oneChecker = ['--checkers', '1'];

/** The checks that are no tests. */
export const checks = [
  // The laboratory's project has all of the main one in it: two of their own would read the product twice.
  { name: 'types', command: [bin('tsc'), ...oneChecker, '-p', 'lab/tsconfig.json'] },
  { name: 'types of the browser', command: [bin('tsc'), ...oneChecker, '-p', 'tsconfig.web.json'] },
  { name: 'types of the pure parts', command: [bin('tsc'), ...oneChecker, '-p', 'tsconfig.pure.json'] },
  { name: 'lint and format', command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  {
    name: 'styles',
    command: [bin('stylelint'), '--cache', '--cache-strategy', 'content', '--cache-location', caches, 'src/**/*.css'],
  },
  { name: 'unused code', command: [bin('knip'), '--cache'] },
];

export function createSteps() {
  const failed = [];
  /** Messages that are printed once more at the end, where they are easy to find. */
  const remarks = [];

  function report(name, ok, begun) {
    if (!ok) failed.push(name);
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name} (${seconds(begun)})`);
  }

  /**
   * Runs a program to its end. After a failure it prints the summary by `review`, then the output: in a long output
   * nobody finds the one failed test.
   */
  async function run({ name, command, env = {}, review = () => [] }) {
    const begun = performance.now();
    const { status, output } = await execute(command, env);
    report(name, status === 0, begun);
    const found = review();
    remarks.push(...found);
    if (status === 0) return;
    for (const remark of found) console.log(indent(remark));
    console.log(indent(output.trim() || `it ended with ${status}`));
  }

  /** Two at a time, since our promised times are for two cores. */
  async function runInPairs(steps) {
    const waiting = [...steps];
    const work = async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) await run(step);
    };
    await Promise.all([work(), work()]);
  }

  return { failed, remarks, report, run, runInPairs };
}

function execute([file, ...args], env) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => resolve({ status: 1, output: error.message }));
    child.once('close', (status) => resolve({ status, output }));
  });
}

export function indent(text) {
  return text.replace(/^/gm, '        ');
}
