import pg from 'pg';
import { asDb, type Db } from './db.ts';
import { splitStatements } from './sql-text.ts';

/** The result of a statement: rows of named columns, or the number of changed rows. */
export type SqlResult = { columns: string[]; rows: unknown[][]; command: string; changed: number | null };

/** Further work after statements that changed something, in the same transaction. */
export type AlsoWritten = (tx: Db, results: readonly SqlResult[]) => Promise<void>;

/**
 * Runs the statements of a text in order. With `mayWrite`, all run in one transaction. Without it, each runs in its own
 * read-only transaction. It is sent as a prepared statement, so that no second statement can follow. It comes after a
 * first query, since PostgreSQL then no longer lets the transaction become a writing one.
 */
export async function runSql(given: {
  url: string;
  text: string;
  mayWrite: boolean;
  also?: AlsoWritten;
}): Promise<SqlResult[]> {
  const client = new pg.Client({
    connectionString: given.url,
    application_name: `longstrip sql ${process.pid}`,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: typeParser },
  });
  client.on('error', () => {}); // the pending query rejects
  await client.connect();
  try {
    const statements = splitStatements(given.text);
    return given.mayWrite ? await writeAll(client, statements, given.also) : await readEach(client, statements);
  } finally {
    await client.end();
  }
}

async function readEach(client: pg.Client, statements: readonly string[]): Promise<SqlResult[]> {
  const results: SqlResult[] = [];
  for (const statement of statements) {
    await client.query('begin transaction read only');
    await client.query('select 1');
    results.push(await runOne(client, statement));
    await client.query('rollback');
  }
  return results;
}

async function writeAll(client: pg.Client, statements: readonly string[], also?: AlsoWritten): Promise<SqlResult[]> {
  const results: SqlResult[] = [];
  await client.query('begin');
  for (const statement of statements) results.push(await runOne(client, statement));
  if (also && (await hasWritten(client))) await also(asDb(client), results);
  await client.query('commit');
  return results;
}

/** Whether the transaction has changed anything, also by a function or within a query. */
async function hasWritten(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_current_xact_id_if_assigned() is not null as wrote');
  return rows[0]?.wrote === true;
}

async function runOne(client: pg.Client, statement: string): Promise<SqlResult> {
  // The driver's types lack `queryMode`, which makes PostgreSQL refuse several statements in one text.
  const query = { text: statement, rowMode: 'array', queryMode: 'extended' } as pg.QueryArrayConfig;
  const { fields, rows, command, rowCount } = await client.query(query);
  const columns = fields.map(({ name }) => name);
  return { columns, rows, command: command ?? '', changed: columns.length > 0 ? null : rowCount };
}

const BOOLEAN = 16;
const NUMBERS = [20, 21, 23, 26];
const DOCUMENTS = [114, 3802];

/** Reads numbers, booleans and JSON as such; all other types, also times, as PostgreSQL's text. */
function typeParser(oid: number): (text: string) => unknown {
  if (oid === BOOLEAN) return (text) => text === 't';
  if (NUMBERS.includes(oid)) return (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);
  if (DOCUMENTS.includes(oid)) return (text): unknown => JSON.parse(text);
  return (text) => text;
}
