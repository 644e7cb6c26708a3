import { expect, it, vi } from 'vitest';
import { parseSettings } from '../../../server/config/config.ts';
import { databaseForTests } from '../../../server/testing/database.ts';
import { withOpenDatabase } from './database.ts';
import type { NeededSite } from './site-state.ts';

const database = databaseForTests({ empty: true });

it.each(['SIGTERM', 'SIGINT'] as const)('a command that %s stops says so, and ends with 1', async (signal) => {
  const site: NeededSite = { ...parseSettings({ DATABASE_URL: database.url }), need: 'brings up', isQuiet: true };
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never); // the test goes on
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  await withOpenDatabase(site, async () => {
    process.emit(signal);
    await expect.poll(() => exit.mock.calls).toEqual([[1]]);
  });
  expect(error.mock.calls).toEqual([['Stopped before it was done.']]);
  vi.restoreAllMocks();
});
