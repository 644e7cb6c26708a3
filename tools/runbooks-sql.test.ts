import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../src/server/testing/database.ts';
import { readFiles } from './tree.ts';

describe('the SQL of the runbooks', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const statements = readFiles(/^docs\/runbooks\//).flatMap(({ path, text }) =>
    [
      ...text.matchAll(/```sql\n([^`]+)```|`((?:UPDATE|DELETE|SELECT)\b[^`]+)`|longstrip sql (?:--\w+ )*"([^"]+)"/g),
    ].map((match) => ({
      path,
      statement: (match[1] ?? match[2] ?? match[3] ?? '').trim(),
    })),
  );

  it('is there', () => {
    expect(statements.length).toBeGreaterThan(5);
  });

  it.each(statements)('$path: $statement', async ({ statement }) => {
    // The dots that stand for an id would be no valid id.
    await expect(database.db.query(`explain ${statement.replaceAll("'…'", 'null')}`)).resolves.toBeDefined();
  });
});
