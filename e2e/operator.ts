import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs the command line beside the journeys' server, on its data; resolves to what it printed. */
export async function operate(...words: string[]): Promise<string> {
  const dataDir = process.env.JOURNEY_DATA_DIR;
  if (!dataDir) throw new Error('playwright.config.ts names JOURNEY_DATA_DIR');
  const settings: Record<string, string> = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8'));
  const { stdout } = await run(process.execPath, ['bin/longstrip.mjs', ...words], {
    env: { ...process.env, ...settings },
  });
  return stdout;
}
