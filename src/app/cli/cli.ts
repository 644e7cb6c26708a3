import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import type { PurgesOfBook } from '../../features/catalog/commands/book.ts';
import { addCatalogCommands } from '../../features/catalog/commands/commands.ts';
import { addExportingCommands } from '../../features/exporting/commands/commands.ts';
import { addImportingCommands } from '../../features/importing/commands/commands.ts';
import type { TellingPurges } from '../../features/importing/commands/import.ts';
import { addLeavingCommands } from '../../features/leaving/commands/commands.ts';
import { addLibraryCommands } from '../../features/library/commands/commands.ts';
import { addMediaCommands } from '../../features/media/commands/commands.ts';
import { addMembershipCommands } from '../../features/membership/commands/commands.ts';
import type { IsPlan } from '../../features/membership/commands/coupon.ts';
import { addMovingCommands } from '../../features/moving/commands/commands.ts';
import { addNoticesCommands } from '../../features/notices/commands/commands.ts';
import type { TellMembers } from '../../features/notices/commands/send.ts';
import { addNumbersCommands } from '../../features/numbers/commands/commands.ts';
import { addPaymentsCommands } from '../../features/payments/commands/commands.ts';
import { addReleasesCommands } from '../../features/releases/commands/commands.ts';
import { addStudioCommands } from '../../features/studio/commands/commands.ts';
import type { EndFeed } from '../../features/studio/commands/user.ts';
import { announce } from '../../server/command/announce.ts';
import type { Cli } from '../../server/command/command.ts';
import { describeFailure } from '../../server/command/operator-error.ts';
import { completeSettings } from '../../server/config/config.ts';
import { packageRoot } from '../../server/process/package-root.ts';
import { addBackups } from './backup/commands.ts';
import type { HealthOptions } from './serve/health.ts';
import { isQuiet, loadSite } from './site/command-site.ts';
import type { SqlOptions } from './sql-command.ts';

/** Runs one command of `longstrip` and returns its exit status, 0 or 1. Each command loads only what it needs. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  if (!process.stdout.listeners('error').includes(reportClosedOutput)) process.stdout.on('error', reportClosedOutput);
  let status = 0;
  const end = (result: number) => {
    status = result;
  };
  try {
    await createProgram({ loadSite, end }).parseAsync(argv);
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

/** All commands of `longstrip`. */
export function createProgram(cli: Cli): Command {
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const program = new Command('longstrip')
    .description('A web site to read comics and novels. Settings come from the environment or .env.')
    .version(version)
    .option('-q, --quiet', 'do not say on standard error which site the command works on, nor in lines how far it is')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  addServing(program, cli);
  addImportingCommands(program, cli, tellingPurges);
  addExportingCommands(program, cli);
  addMediaCommands(program, cli);
  addLibraryCommands(program, cli);
  addNoticesCommands(program, cli, tellMembers);
  const book = program.command('book').description('list the books and chapters, and say what readers see, and when');
  addReleasesCommands({ program, book }, cli);
  addCatalogCommands(book, cli, purgesOfBook);
  const user = program
    .command('user')
    .description('register a user, or change one: their password, their role, their membership');
  addStudioCommands(user, cli, endFeed);
  addMembershipCommands({ program, user }, cli, isPlan);
  addLeavingCommands(user, cli, loadOwnData);
  addPaymentsCommands(program, cli);
  addMovingCommands(program, cli);
  addBackups(program, cli);
  addDoctor(program, cli);
  addNumbersCommands(program, cli, openSources);
  addSql(program, cli);
  return program;
}

// What commands of a feature ask of others is loaded when it is asked.

const tellingPurges: TellingPurges = async (...given) => (await import('./purge.ts')).tellingPurges(...given);
const purgesOfBook: PurgesOfBook = async (...given) => (await import('./purge.ts')).purgesOfBook(...given);
const loadOwnData = async () => (await import('../own-data.ts')).ownData;
const openSources = async () => (await import('../number-sources.ts')).numberSources;

const endFeed: EndFeed = async (tx, userId) => {
  const feeds = await import('../../features/library/server/feed-tokens.ts');
  await feeds.endFeed(tx, userId);
};

const tellMembers: TellMembers = async (db) => {
  const { tellEndings } = await import('../../features/membership/server/endings.ts');
  return tellEndings(db);
};

const isPlan: IsPlan = async (db, plan) => {
  const { findPlan } = await import('../../features/payments/server/plan-queries.ts');
  return (await findPlan(db, plan)) !== null;
};

function addServing(program: Command, cli: Cli): void {
  program
    .command('start')
    .description('migrate the database, then serve the site until SIGTERM or Ctrl+C')
    .action(async (_options: object, command: Command) => {
      const site = cli.loadSite(command, 'brings up');
      const { runServer } = await import('./serve/start.ts');
      cli.end(await runServer(completeSettings(site), { print: announce, isQuiet: site.isQuiet }));
    });
  program
    .command('migrate')
    .description('bring the database to the schema of this version')
    .option('--json', 'print {"applied": [...]}')
    .action(async (options: { json?: true }, command: Command) => {
      const { runMigrate } = await import('./serve/migrate.ts');
      await runMigrate(cli.loadSite(command, 'brings up'), options);
    });
  program
    .command('health')
    .description('ask the server of these settings whether it lives; ends 1 when it does not')
    .option('--ready', 'ask whether it is ready to serve')
    .option('--json', 'print {"status"}')
    .action(async (options: HealthOptions, command: Command) => {
      const { runHealth } = await import('./serve/health.ts');
      cli.end(await runHealth(cli.loadSite(command, 'asks the server'), options));
    });
}

function addDoctor(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .description('check this machine, the settings and the database, and say what to do')
    .option('--deep', 'also read every picture that the site keeps, and name those that are missing or damaged')
    .option('--json', 'print [{"check", "ok", "warning", "found", "advice"}]')
    .action(async (options: { deep?: true; json?: true }, command: Command) => {
      const { examine, printFindings } = await import('./doctor/doctor.ts');
      const findings = await examine({ isDeep: options.deep ?? false, isQuiet: isQuiet(command) });
      console.log(options.json ? JSON.stringify(findings, null, 2) : printFindings(findings));
      cli.end(findings.every((finding) => finding.ok) ? 0 : 1);
    });
}

function addSql(program: Command, cli: Cli): void {
  program
    .command('sql')
    .description("ask the site's own database; without a query, opens psql or reads standard input")
    .argument('[query]', 'one statement or several, with a semicolon between them')
    .option('--write', 'let it change rows: all of it, or nothing where a statement fails')
    .option('--json', 'print the rows of each statement as a JSON array in a line')
    .action(async (query: string | undefined, options: SqlOptions, command: Command) => {
      const { runSqlCommand } = await import('./sql-command.ts');
      cli.end(await runSqlCommand(cli.loadSite(command, 'uses'), query, options));
    });
}
