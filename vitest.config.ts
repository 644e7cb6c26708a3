import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { checkBuild } from './tools/build-stamp.mjs';
import { earlyScript } from './tools/early-script.ts';
import { SlowFirst } from './tools/slow-first.ts';

const folders = ['src', 'demo', 'tools', 'lab'];
const inDom = 'src/**/*.dom.test.tsx';

/** Files that put something in the place of what the platform gives: no other file may have read it before. */
const alone = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter(
    (path) =>
      /(?<!\.dom)\.test\.tsx?$/.test(path) && /vi\.(stubGlobal|resetModules)\(/.test(readFileSync(path, 'utf8')),
  )
  .map((path) => path.replaceAll('\\', '/'));

/** Real processes against the clock: beside other tests they would be late for what they promise. They run last. */
const byTheClock = [
  'lab/bad-day/bad-day.test.ts',
  'src/app/behind-nginx.test.ts',
  'src/app/cli/serve/two-places.test.ts',
  'src/app/processes.test.ts',
  'src/app/replica.test.ts',
];

/** They only read files, and need no database. */
const house = ['docs', 'house-rules', 'imports', 'messages'].map((name) => `tools/${name}.test.ts`);

/** `npm test` builds before it tests; without a build of this source, programs start from the source. */
const isBuilt = checkBuild(import.meta.dirname) === 'fresh';

/** Lets tests start the programs of the build. */
const builtPrograms: Plugin = {
  name: 'built-programs',
  enforce: 'pre',
  resolveId(source, importer) {
    const isOurs = importer?.endsWith('/built-programs.ts');
    if (isBuilt && !isOurs && source.endsWith('process/program-path.ts'))
      return join(import.meta.dirname, 'src/server/testing/built-programs.ts');
    return null;
  },
};

export default defineConfig({
  plugins: [earlyScript(), builtPrograms],
  test: {
    // Two more than cores, since many tests wait for the clock, the database or programs.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: [...alone, ...byTheClock, ...house, inDom],
          globalSetup: ['src/server/testing/global-setup.ts'],
          // To load the code anew for each file took half of the run.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
      { extends: true, test: { name: 'house', include: house, isolate: false } },
      {
        extends: true,
        test: {
          name: 'dom',
          include: [inDom],
          environment: 'happy-dom',
          setupFiles: ['src/web/testing/dom-tests.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'by the clock',
          include: byTheClock,
          globalSetup: ['src/server/testing/global-setup.ts'],
          fileParallelism: false,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    // A busy machine may be late, as in the journeys: `npm test` names what did not pass at its first try. What failed for
    // drawn values would be tried with others, so it is not tried again.
    retry: { count: process.env.CI ? 1 : 0, condition: /^(?!Property failed)/ },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
