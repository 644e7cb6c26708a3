#!/usr/bin/env node
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBuild } from '../tools/build-stamp.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const build = checkBuild(root);
if (build === 'fresh') {
  const { runCommandLine } = await import('../dist/server/cli.js');
  process.exitCode = await runCommandLine(process.argv);
} else {
  const what = build === 'missing' ? 'The build is missing' : 'The build is older than the source';
  console.error(`${what}. Run \`npm run build\` in ${root}, then try again.`);
  process.exitCode = 1;
}
