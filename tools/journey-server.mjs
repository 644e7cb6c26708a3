// The server of the browser tests: the build in dist/, the demo catalogue, and data that is removed after the run.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const dataDir = process.env.JOURNEY_DATA_DIR;
if (!dataDir) throw new Error('JOURNEY_DATA_DIR names a folder that is not there yet');
// Where we are root, the embedded database runs as another user.
mkdirSync(dataDir);
chmodSync(dataDir, 0o711);
const database = process.env.DATABASE_URL ? await createDatabase(process.env.DATABASE_URL) : null;
const settings = {
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
  // In every journey payment is possible; a journey without it replaces the answer itself.
  PAYMENTS_SANDBOX: 'true',
  // Connections tell receivers of the journeys themselves.
  HOOKS_LOOPBACK: 'true',
};
// For the command line beside this server (e2e/operator.ts).
writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
Object.assign(process.env, settings);
const { quickStart } = await import('../dist/server/quick-start.js');
let isOver = false;
const serving = quickStart().finally(() => {
  isOver = true;
});
// If it fails, the run only takes longer.
spareAvif().catch(console.error);
process.exitCode = await serving;
await database?.drop();
rmSync(dataDir, { recursive: true, force: true });

/** Once the server runs, takes most of the background encoding away from it (journey-pictures.ts). */
async function spareAvif() {
  const isReady = () =>
    fetch(`http://127.0.0.1:${settings.PORT}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!isOver && !(await isReady())) await pause(200);
  if (!isOver) await promisify(execFile)(process.execPath, ['--import', 'tsx', 'tools/journey-pictures.ts']);
}

/** Where DATABASE_URL names a server, creates a separate database for the journeys. */
async function createDatabase(server) {
  const name = basename(dataDir).replaceAll('-', '_');
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
