import { readFileSync } from 'node:fs';
import pg from 'pg';
import { EmbeddedDatabaseError, type Home, LAUNCHER_ROLE, launcherFile, passwordFile } from './home.ts';
import { type Address, SOCKET_PORT } from './liveness.ts';

/** The role that the site uses, and its database: no superuser, so that no query reads files or starts programs. */
const SITE_ROLE = 'longstrip';
const DATABASE = 'longstrip';
const MAINTENANCE_DATABASE = 'postgres';

type At = { place: Home; address: Address };

/** The address for all work but starting and stopping. */
export function siteUrl(at: At): string {
  return urlOf(at, `${SITE_ROLE}:${readFileSync(passwordFile(at.place), 'utf8')}`);
}

/** The address for starting and stopping. */
export function launcherUrl(at: At, database = DATABASE): string {
  return urlOf(at, `${LAUNCHER_ROLE}:${readFileSync(launcherFile(at.place), 'utf8')}`, database);
}

function urlOf({ place, address }: At, who: string, database = DATABASE): string {
  if (address.kind === 'tcp') return `postgresql://${who}@127.0.0.1:${address.port}/${database}`;
  return `postgresql://${who}@localhost:${SOCKET_PORT}/${database}?host=${encodeURIComponent(place.home)}`;
}

/** Creates the site's role and database where they are missing, as at the first start. */
export async function createDatabase(at: At): Promise<void> {
  const client = new pg.Client({
    connectionString: launcherUrl(at, MAINTENANCE_DATABASE),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {}); // whoever waits for an answer is told
  await client.connect();
  try {
    const { rows } = await client.query('select from pg_roles where rolname = $1', [SITE_ROLE]);
    if (rows.length === 0) {
      const password = pg.escapeLiteral(readFileSync(passwordFile(at.place), 'utf8'));
      await client.query(`create role ${SITE_ROLE} login password ${password}`);
    }
    await client.query(`create database ${DATABASE} owner ${SITE_ROLE}`);
  } finally {
    await client.end();
  }
}

/** Stops exactly the database of this connection, even where its processes are not visible from here. */
export async function stopByConnection(client: pg.Client): Promise<void> {
  // SIGINT is PostgreSQL's "fast" stop: a checkpoint, and no recovery next time. It ends the programs of our backend by
  // SIGTERM, also this one. Programs run in the cluster's folder. The program reads its row first: if it ended before
  // the row is written, the copy would fail ("could not close pipe").
  await client
    .query(`copy (select 1) to program 'trap "" TERM; read -r row; read -r pid < postmaster.pid && kill -INT "$pid"'`)
    .catch((error) => {
      const reason = error instanceof Error ? error.message : String(error);
      // The server may end before it can confirm the command.
      if (!/terminat|closed|ECONNRESET|EPIPE/i.test(reason))
        throw new EmbeddedDatabaseError(`The database could not be stopped: ${reason}`, { cause: error });
    });
}
