import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Config, parseSettings } from '../server/config.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { withOpenDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database.drop());

it.each(['SIGTERM', 'SIGINT'] as const)('a command that %s stops says so, and ends with 1', async (signal) => {
  const secrets = { jwtSecret: 'x'.repeat(32), mediaSecret: 'x'.repeat(32) };
  const config: Config = { ...parseSettings({ DATABASE_URL: database.url }), ...secrets };
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never); // the test goes on
  const said: string[] = [];
  await withOpenDatabase(
    config,
    (text) => said.push(text),
    async () => {
      process.emit(signal);
      await expect.poll(() => exit.mock.calls).toEqual([[1]]);
    },
  );
  exit.mockRestore();
  expect(said).toEqual(['Stopped before it was done.']);
});
