// `npm run -s bad-day -- [NAME…] [--long] [--json]`: plays days that go wrong against real processes. Without a name it
// lists them. It writes lab/bad-days.md, and ends 1 where a target is missed.

import { join } from 'node:path';
import { describeFailure, OperatorError } from '../src/server/command/operator-error.ts';
import { packageRoot } from '../src/server/process/package-root.ts';
import { names, page, play, readAsked, say, writePage } from './bad-day/command.ts';
import type { Verdict } from './bad-day/day.ts';

const { checkBuild }: { checkBuild(root: string): string } = await import(join(packageRoot, 'tools/build-stamp.mjs'));

try {
  const { days, size, isJson } = readAsked(process.argv.slice(2));
  if (days.length === 0) console.log(isJson ? JSON.stringify(names()) : names().join('\n'));
  else {
    if (checkBuild(packageRoot) !== 'fresh')
      throw new OperatorError('The build is not of this code: npm run -s build.');
    const verdicts: Verdict[] = [];
    for (const day of days) {
      const verdict = await play(day, size);
      verdicts.push(verdict);
      console.log(isJson ? JSON.stringify(verdict) : say(verdict));
    }
    writePage(page, { verdicts, size });
    process.exitCode = verdicts.every(({ pass }) => pass) ? 0 : 1;
  }
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
