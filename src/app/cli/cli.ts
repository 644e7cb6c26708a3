import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { completeSettings } from '../../server/config/config.ts';
import { packageRoot } from '../../server/process/package-root.ts';
import { describeFailure } from '../operator-error.ts';
import { announce } from './announce.ts';
import { addBackups } from './backup-program.ts';
import { loadSite, readCommand } from './command-site.ts';
import type { HealthOptions } from './health.ts';
import { addBatches, addBooks, addImporting } from './importing-program.ts';
import { addMedia } from './media-program.ts';
import { addPayments, addPlans } from './payments-program.ts';
import type { SqlOptions } from './sql-command.ts';
import { addCoupons, addUsers } from './user-program.ts';

type End = (status: number) => void;

/** Runs one command of `longstrip` and returns its exit status, 0 or 1. Each command loads only what it needs. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  if (!process.stdout.listeners('error').includes(reportClosedOutput)) process.stdout.on('error', reportClosedOutput);
  let status = 0;
  const end: End = (result) => {
    status = result;
  };
  try {
    await createProgram(end).parseAsync(argv);
    return status;
  } catch (error) {
    // Commander has printed the message already: help on standard output, errors on standard error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    console.error(describeFailure(error));
    return 1;
  }
}

/** The reader of a pipe has closed it (`… | head -3`): the command goes on, and only its output is lost. */
function reportClosedOutput(error: Error): void {
  if (!('code' in error && error.code === 'EPIPE')) throw error;
  process.stdout.write = () => true;
  console.error('Nobody reads the output any more; the command itself goes on to its end.');
}

/**
 * All commands of `longstrip`; `end` takes the exit status of a command that may end well with another status than 0.
 */
export function createProgram(end: End): Command {
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const program = new Command('longstrip')
    .description('A web site to read comics and novels. Settings come from the environment or .env.')
    .version(version)
    .option('-q, --quiet', 'do not say on standard error which site the command works on, nor in lines how far it is')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  addServing(program, end);
  addImporting(program, end);
  addBatches(program);
  addMedia(program, end);
  addBooks(program);
  addUsers(program);
  addCoupons(program);
  addPlans(program);
  addBackups(program, end);
  addPayments(program, end);
  addDoctor(program, end);
  addNumbers(program);
  addSql(program, end);
  return program;
}

function addServing(program: Command, end: End): void {
  program
    .command('start')
    .description('migrate the database, then serve the site until SIGTERM or Ctrl+C')
    .action(async (_options: object, command: Command) => {
      const site = loadSite(command);
      const { runServer } = await import('./start.ts');
      end(await runServer(completeSettings(site), { print: announce, isQuiet: site.isQuiet }));
    });
  program
    .command('migrate')
    .description('bring the database to the schema of this version')
    .option('--json', 'print {"applied": [...]}')
    .action(async (options: { json?: true }, command: Command) => {
      const { runMigrate } = await import('./commands.ts');
      await runMigrate(loadSite(command), options);
    });
  program
    .command('health')
    .description('ask the server of these settings whether it lives; ends 1 when it does not')
    .option('--ready', 'ask whether it is ready to serve')
    .option('--json', 'print {"status"}')
    .action(async (options: HealthOptions, command: Command) => {
      const { runHealth } = await import('./health.ts');
      end(await runHealth(loadSite(command), options));
    });
}

function addDoctor(program: Command, end: End): void {
  program
    .command('doctor')
    .description('check this machine, the settings and the database, and say what to do')
    .option('--deep', 'also read every picture that the site keeps, and name those that are missing or damaged')
    .option('--json', 'print [{"check", "ok", "warning", "found", "advice"}]')
    .action(async (options: { deep?: true; json?: true }, command: Command) => {
      const { examine, printFindings } = await import('./doctor.ts');
      const findings = await examine({ ...readCommand(command), isDeep: options.deep ?? false });
      console.log(options.json ? JSON.stringify(findings, null, 2) : printFindings(findings));
      end(findings.every((finding) => finding.ok) ? 0 : 1);
    });
}

function addNumbers(program: Command): void {
  program
    .command('numbers')
    .description('the sums of what readers do')
    .command('roll-up')
    .description('sum the days that are not closed, and close those that are over')
    .option('--json', 'print {"closed": [day], "open": day}')
    .action(async (options: { json?: true }, command: Command) => {
      const { runRollUp } = await import('./numbers-commands.ts');
      await runRollUp(loadSite(command), options);
    });
}

function addSql(program: Command, end: End): void {
  program
    .command('sql')
    .description("ask the site's own database; without a query, opens psql or reads standard input")
    .argument('[query]', 'one statement or several, with a semicolon between them')
    .option('--write', 'let it change rows: all of it, or nothing where a statement fails')
    .option('--json', 'print the rows of each statement as a JSON array in a line')
    .action(async (query: string | undefined, options: SqlOptions, command: Command) => {
      const { runSqlCommand } = await import('./sql-command.ts');
      end(await runSqlCommand(loadSite(command), query, options));
    });
}
