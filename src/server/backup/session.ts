import pg from 'pg';
import { type CopyStreamQuery, type CopyToStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { asDb, type Db, typeParser } from '../db.ts';
import { shareMediaLock } from '../media-lock.ts';
import { processTag } from '../process-tag.ts';
import type { TableShape } from './queries.ts';

/** One connection for a whole backup or restore: one transaction, with COPY's streams beside the queries. */
export type Session = {
  db: Db;
  /** A table's rows in COPY's text form; ends each row with a line feed and has none within a row. */
  copyOut(table: TableShape): CopyToStreamQuery;
  /** Takes what `copyOut` gave. */
  copyIn(table: TableShape): CopyStreamQuery;
  /** What was not committed is undone. */
  end(): Promise<void>;
};

/** How values are written must not depend on how a server or a role is set up. */
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
  client.on('error', () => {}); // whoever waits for an answer is told
  await client.connect();
  await client.query(SETTINGS.map((setting) => `set ${setting}`).join(';'));
  await shareMediaLock(asDb(client)); // until it ends, no picture is freed under it
  return {
    db: asDb(client),
    // Asked for by a query, since a table in parts is copied out in no other way.
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
