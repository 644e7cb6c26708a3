import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { runCommandLine } from '../../../app/cli/cli.ts';
import { startTestServer, type TestServer } from '../../../app/testing/server.ts';
import { signIn } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';

let server: TestServer;
let databaseUrl: string;
let dataDir: string;
beforeAll(async () => {
  server = await startTestServer();
  const { rows } = await server.db.query<{ name: string }>('select current_database() as name');
  const address = new URL(inject('maintenanceUrl'));
  address.pathname = `/${rows[0]?.name}`;
  databaseUrl = address.href;
  dataDir = mkdtempSync(join(tmpdir(), 'longstrip-commands-'));
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function run(...argv: string[]): Promise<{ status: number; out: string; err: string }> {
  vi.stubEnv('DATABASE_URL', databaseUrl);
  vi.stubEnv('DATA_DIR', dataDir);
  const said = { out: '', err: '' };
  vi.spyOn(console, 'log').mockImplementation((line) => {
    said.out += `${line}\n`;
  });
  vi.spyOn(console, 'error').mockImplementation((line) => {
    said.err += `${line}\n`;
  });
  const status = await runCommandLine(['node', 'longstrip', '--quiet', 'user', 'delete', ...argv]);
  return { status, ...said };
}

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
