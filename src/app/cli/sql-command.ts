import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { commandLine, writeAudit } from '../../features/studio/server/audit.ts';
import type { CommandSite } from '../../server/command/command.ts';
import { OperatorError } from '../../server/command/operator-error.ts';
import { environmentWith } from '../../server/config/config.ts';
import type { Db } from '../../server/database/db.ts';
import { runSql, type SqlResult } from '../../server/database/sql-session.ts';
import { hasCode } from '../../server/process/error-code.ts';
import { printable } from '../../shared/text.ts';

export type SqlOptions = { write?: true; json?: true };

/**
 * `longstrip sql`: queries the site's own database; without a query at a terminal it opens `psql` where it is
 * installed.
 */
export function runSqlCommand(site: CommandSite, given: string | undefined, options: SqlOptions): Promise<0 | 1> {
  return site.withOpenDatabase(async ({ url }) => {
    const mayWrite = options.write ?? false;
    const isAtTerminal = given === undefined && !options.json && process.stdin.isTTY;
    if (isAtTerminal) return await openPsql(url, mayWrite);
    const text = given ?? (await readAll(process.stdin));
    if (text.trim() === '') throw new OperatorError('Give a query: `longstrip sql "SELECT …"`, or on standard input.');
    const results = await runSql({ url, text, mayWrite, also: noteChanges }).catch((error: unknown) => {
      throw explain(error, mayWrite);
    });
    for (const result of results) console.log(options.json ? printJson(result) : printTable(result));
    return 0;
  });
}

/**
 * Says in the audit which commands ran in a transaction that changed something, never with their text: it may hold a
 * secret.
 */
async function noteChanges(tx: Db, results: readonly SqlResult[]): Promise<void> {
  await writeAudit(tx, {
    by: commandLine,
    action: 'site.sql',
    target: { kind: 'site', id: null, name: null },
    after: { commands: results.map(({ command, changed }) => ({ command, rows: changed })) },
  });
}

/** Opens `psql` for the operator; without `--write` the session is read-only, and PostgreSQL refuses changes. */
async function openPsql(url: string, mayWrite: boolean): Promise<0 | 1> {
  const mode = `-c default_transaction_read_only=${mayWrite ? 'off' : 'on'}`;
  const child = spawn('psql', [], {
    stdio: 'inherit',
    env: environmentWith({ ...connectionOf(url), PGOPTIONS: mode }),
  });
  const ignoreSignal = () => {}; // in psql, Ctrl+C stops a query, not this command
  process.on('SIGINT', ignoreSignal);
  try {
    const [status] = await once(child, 'close');
    return status === 0 ? 0 : 1;
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    throw new OperatorError(
      'psql is not installed here. Give the query: `longstrip sql "SELECT …"`, or on standard input.',
    );
  } finally {
    process.off('SIGINT', ignoreSignal);
  }
}

/**
 * Passes the connection in the environment: other users of the machine can read a password in a command's arguments.
 */
function connectionOf(text: string): Record<string, string> {
  const url = new URL(text);
  return {
    PGHOST: url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, ''),
    PGPORT: url.port || '5432',
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    ...(url.searchParams.has('sslmode') && { PGSSLMODE: url.searchParams.get('sslmode') ?? '' }),
  };
}

async function readAll(input: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

const READ_ONLY = '25006';

function explain(error: unknown, mayWrite: boolean): unknown {
  if (!(error instanceof Error && 'code' in error && 'severity' in error)) return error;
  const advice = error.code === READ_ONLY ? ' With --write it may.' : '';
  return new OperatorError(`PostgreSQL: ${error.message}.${advice}${mayWrite ? '' : ' Nothing was changed.'}`);
}

function printJson({ columns, rows, command, changed }: SqlResult): string {
  if (columns.length === 0) return JSON.stringify({ command, changed });
  return JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))));
}

function printTable({ columns, rows, command, changed }: SqlResult): string {
  if (columns.length === 0) return changed === null ? command : `${command} ${changed}`;
  const lines = [columns, ...rows.map((row) => row.map(printValue))];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const table = lines.map((line) =>
    line
      .map((value, column) => value.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd(),
  );
  table.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('-+-'));
  return [...table, `(${rows.length} ${rows.length === 1 ? 'row' : 'rows'})`].join('\n');
}

function printValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
