import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { drawPicture } from '../../features/media/testing/pictures.ts';
import { inLong } from '../../server/testing/depth.ts';
import { folderForTests } from '../../server/testing/folder.ts';
import { longstripProgram } from '../testing/built.ts';
import { siteForTests } from '../testing/site.ts';

const folder = folderForTests();
let comic: string;
let novel: string;
const site = siteForTests();
beforeAll(async () => {
  comic = join(folder, 'Comic');
  await mkdir(comic);
  for (const seed of [1, 2, 3, 4])
    writeFileSync(join(comic, `${seed}.jpg`), await drawPicture({ width: 900, height: 1200, seed }));
  novel = join(folder, 'Novel');
  await mkdir(novel);
  for (const chapter of [1, 2, 3]) writeFileSync(join(novel, `0${chapter} - Once.txt`), 'Once upon a time.\n');
});

function start(...argv: string[]) {
  const child = spawn(process.execPath, [...longstripProgram, ...argv], {
    env: { ...process.env, DATABASE_URL: site.url, DATA_DIR: site.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { err: '' };
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  return { child, said, ended: once(child, 'close') };
}

vi.setConfig({ testTimeout: 60_000 });

it('an import that loses its database says so in a sentence and ends 1', async () => {
  const { child, said, ended } = start('import', comic);
  await vi.waitFor(() => expect(said.err).toContain('Site "Longstrip"'), { timeout: 40_000 });
  while (child.exitCode === null)
    await site.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'longstrip import %' and state <> 'idle'`,
    );
  expect(await ended).toEqual([1, null]);
  expect(said.err).toMatch(/\nThe database went away \([^\n]*\)\. When it is back, run the command again[^\n]*\n$/);
  expect(said.err).not.toContain('    at ');
});

inLong('a command goes on, without a stack trace, when the reader of its output closes the pipe', async () => {
  const { child, said, ended } = start('import', novel, '--dry-run');
  child.stdout.destroy();
  expect(await ended).toEqual([0, null]);
  expect(said.err).toMatch(/Nobody reads the output any more; the command itself goes on to its end\.\n$/);
  expect(said.err).not.toContain('    at ');
});
