import pg from 'pg';
import { splitStatements } from './sql-text.ts';

/** What a statement gave: rows of named columns, or none and how many rows it changed. */
export type SqlResult = { columns: string[]; rows: unknown[][]; command: string; changed: number | null };

/**
 * Runs a text of statements one after the other. To read only, each runs alone in a read-only transaction: sent as one
 * prepared statement, so that nothing can follow it, and after a first query, so that PostgreSQL no longer lets the
 * transaction be made one that writes. To write, all of them are one transaction.
 */
export async function runSql(given: { url: string; text: string; mayWrite: boolean }): Promise<SqlResult[]> {
  const client = new pg.Client({
    connectionString: given.url,
    application_name: `longstrip sql ${process.pid}`,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: typeParser },
  });
  client.on('error', () => {}); // the query that waits is told
  await client.connect();
  try {
    const statements = splitStatements(given.text);
    return given.mayWrite ? await writeAll(client, statements) : await readEach(client, statements);
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

async function writeAll(client: pg.Client, statements: readonly string[]): Promise<SqlResult[]> {
  const results: SqlResult[] = [];
  await client.query('begin');
  for (const statement of statements) results.push(await runOne(client, statement));
  await client.query('commit');
  return results;
}

async function runOne(client: pg.Client, statement: string): Promise<SqlResult> {
  // Node's types of the driver do not know `queryMode`, which keeps a text from being several statements.
  const query = { text: statement, rowMode: 'array', queryMode: 'extended' } as pg.QueryArrayConfig;
  const { fields, rows, command, rowCount } = await client.query(query);
  const columns = fields.map(({ name }) => name);
  return { columns, rows, command: command ?? '', changed: columns.length > 0 ? null : rowCount };
}

const BOOLEAN = 16;
const NUMBERS = [20, 21, 23, 26];
const DOCUMENTS = [114, 3802];

/** Numbers, booleans and JSON as what they are; all else, times too, as PostgreSQL writes it. */
function typeParser(oid: number): (text: string) => unknown {
  if (oid === BOOLEAN) return (text) => text === 't';
  if (NUMBERS.includes(oid)) return (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);
  if (DOCUMENTS.includes(oid)) return (text): unknown => JSON.parse(text);
  return (text) => text;
}
