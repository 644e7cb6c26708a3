import { expect, it } from 'vitest';
import { databaseForTests } from '../testing/database.ts';
import { dropObjects, listObjects } from './queries.ts';

const database = databaseForTests();

it('all that the migrations make can be dropped, and nothing of it stays', async () => {
  const objects = await listObjects(database.db);
  expect(objects.length).toBeGreaterThan(50);
  await dropObjects(database.db, objects);
  expect(await listObjects(database.db)).toEqual([]);
});
