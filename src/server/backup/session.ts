import pg from 'pg';
import { type CopyStreamQuery, type CopyToStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { asDb, type Db, typeParser } from '../database/db.ts';
import { shareMediaLock } from '../lease/media-lock.ts';
import { processTag } from '../process/process-tag.ts';
import type { TableShape } from './queries.ts';

/** One connection for a whole backup or restore: one transaction, with COPY streams as well as queries. */
export type Session = {
  db: Db;
  /** A table's rows in COPY's text form; ends each row with a line feed and has none within a row. */
  copyOut(table: TableShape): CopyToStreamQuery;
  /** Takes the rows in the form of `copyOut`. */
  copyIn(table: TableShape): CopyStreamQuery;
  /** Ends the connection and rolls back an open transaction. */
  end(): Promise<void>;
};

/** The text of values must not depend on the settings of a server or a role. */
const SETTINGS = [
  "client_encoding = 'UTF8'",
  "timezone = 'UTC'",
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  "bytea_output = 'hex'",
  'extra_float_digits = 1',
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
];

export async function openSession(options: { url: string; purpose: 'backup' | 'restore' }): Promise<Session> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: `longstrip ${options.purpose} ${processTag}`,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: typeParser },
    keepAlive: true,
  });
  client.on('error', () => {}); // the pending query rejects
  await client.connect();
  await client.query(SETTINGS.map((setting) => `set ${setting}`).join(';'));
  await shareMediaLock(asDb(client)); // while the session lasts, no picture is removed
  return {
    db: asDb(client),
    // COPY needs a query to read a partitioned table.
    copyOut: ({ name, columns }) =>
      client.query(copyTo(`copy (select ${listOf(columns)} from ${pg.escapeIdentifier(name)}) to stdout`)),
    copyIn: ({ name, columns }) =>
      client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${listOf(columns)}) from stdin`)),
    end: () => client.end(),
  };
}

function listOf(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}
