import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/server/process/package-root.ts';
import type { Day } from './day.ts';

const test = 'src/app/cli/serve/two-places.test.ts';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
}

export const twoPlaces: Day = {
  name: 'two-places',
  what: 'Other servers and commands try to use the folder of a running one, from namespaces and as another user.',
  async play({ folder }) {
    const file = join(folder, 'report.json');
    const vitest = join(packageRoot, 'node_modules', '.bin', 'vitest');
    const child = spawn(vitest, ['run', test, '--reporter=json', `--outputFile=${file}`], {
      cwd: packageRoot,
      stdio: 'ignore',
    });
    await new Promise((resolve) => child.once('close', resolve));
    const report: Report = JSON.parse(readFileSync(file, 'utf8'));
    const { numPassedTests: passed, numFailedTests: failed, numPendingTests: pending } = report;
    return {
      figures: { passed, failed },
      targets: { passed: { least: 1 }, failed: { most: 0 } },
      ...(pending > 0 && { skipped: `${pending} forms that this machine does not allow` }),
    };
  },
};
