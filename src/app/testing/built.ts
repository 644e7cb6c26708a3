import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../server/process/package-root.ts';

const { checkBuild }: { checkBuild(root: string): string } = await import(join(packageRoot, 'tools/build-stamp.mjs'));

/** Whether the build is of this source; `npm test` builds before it tests. */
export const isBuilt = checkBuild(packageRoot) === 'fresh';
/** The command line as operators run it, from the build. */
export const longstrip = join(packageRoot, 'bin', 'longstrip.mjs');
/** What node starts for a command in a process of its own: the build, or the source, which takes seconds to load. */
export const longstripProgram = isBuilt
  ? [longstrip]
  : ['--import', 'tsx', fileURLToPath(new URL('./run-command.ts', import.meta.url))];
