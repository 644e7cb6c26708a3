// The server of the browser tests: the build in dist/, the demo catalogue, and data that goes with the run.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const dataDir = mkdtempSync(join(tmpdir(), 'longstrip-journeys-'));
chmodSync(dataDir, 0o711);
const database = process.env.DATABASE_URL ? await createDatabase(process.env.DATABASE_URL) : null;
Object.assign(process.env, {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  PORT: process.env.JOURNEY_PORT ?? '3190',
  PUBLIC_URL: '',
  DATA_DIR: dataDir,
  DATABASE_URL: database?.url ?? '',
  LOG_LEVEL: 'warn',
  RATE_LIMIT_SCALE: '0',
  SITE_NAME: '',
  CONTACT_EMAIL: '',
});
const { quickStart } = await import('../dist/server/quick-start.js');
process.exitCode = await quickStart();
await database?.drop();
rmSync(dataDir, { recursive: true, force: true });

/** On a server of one's own, the journeys get a database of their own too. */
async function createDatabase(server) {
  const name = `longstrip_journeys_${randomBytes(6).toString('hex')}`;
  await administrate(server, `create database ${name} template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administrate(server, `drop database if exists ${name} with (force)`) };
}

async function administrate(connectionString, statement) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}
