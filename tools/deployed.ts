import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/server/process/package-root.ts';

/** Settings of the runtime, and not of Longstrip. */
const ofRuntime = /^Environment="?(NODE_OPTIONS|MALLOC_ARENA_MAX)=([^"\n]+)"?$/gm;

/** The environment that `deploy/longstrip.service` gives to the runtime of a server: what is measured starts with it. */
export function deployedRuntime(): Record<string, string> {
  const unit = readFileSync(join(packageRoot, 'deploy', 'longstrip.service'), 'utf8');
  const found = [...unit.matchAll(ofRuntime)].map(([, name, value]) => [name, value]);
  if (found.length === 0) throw new Error('deploy/longstrip.service gives nothing to the runtime');
  return Object.fromEntries(found);
}
