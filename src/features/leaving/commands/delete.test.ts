import { expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { runCommand } from '../../../app/testing/site.ts';
import { signIn } from '../../../app/testing/users.ts';
import { createTestDatabase } from '../../../server/testing/database.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';

const database = forAllTests(createTestDatabase);
const server = serverForTests({ database });
const run = (...argv: string[]) =>
  runCommand({ DATABASE_URL: database.url, DATA_DIR: server.config.dataDir }, ['user', 'delete', ...argv]);

it('longstrip user delete says the day and ends every session; with --now the user is gone', async () => {
  const user = await signIn(server);
  const later = await run(user.username);
  expect(later).toMatchObject({ status: 0, err: '' });
  expect(later.out).toMatch(/ will be deleted on \d{4}-\d\d-\d\dT/);
  const asked = await server.app.inject({ url: '/api/v1/user/sessions', headers: user.headers });
  expect(asked.statusCode).toBe(401);
  const { rows } = await server.db.query('select action, target_id as id from audit_entries');
  expect(rows).toEqual([{ action: 'user.delete', id: user.id }]);

  expect(await run(user.username, '--now')).toMatchObject({ status: 0, out: `${user.username} is deleted.\n` });
  expect((await run(user.username)).status).toBe(1);
});

inLong('longstrip user delete leaves the only owner, and knows nobody of another name', async () => {
  const owner = await signIn(server);
  await server.db.query("insert into staff (user_id, role) values ($1, 'owner')", [owner.id]);
  const refused = await run(owner.username, '--now');
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('only owner')]);
  expect((await run('nobody1')).status).toBe(1);
});
