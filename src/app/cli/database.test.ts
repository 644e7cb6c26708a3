import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parseSettings } from '../../server/config/config.ts';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import type { CommandSite } from './command-site.ts';
import { withOpenDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database.drop());

it.each(['SIGTERM', 'SIGINT'] as const)('a command that %s stops says so, and ends with 1', async (signal) => {
  const site: CommandSite = { ...parseSettings({ DATABASE_URL: database.url }), need: 'brings up', isQuiet: true };
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never); // the test goes on
  const said: string[] = [];
  await withOpenDatabase(
    site,
    (text) => said.push(text),
    async () => {
      process.emit(signal);
      await expect.poll(() => exit.mock.calls).toEqual([[1]]);
    },
  );
  exit.mockRestore();
  expect(said).toEqual(['Stopped before it was done.']);
});
