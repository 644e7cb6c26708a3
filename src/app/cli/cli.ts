import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import { completeSettings } from '../../server/config.ts';
import { packageRoot } from '../../server/package-root.ts';
import { describeFailure } from '../operator-error.ts';
import type { UserOptions } from './account-commands.ts';
import { announce } from './announce.ts';
import type { BackupOptions } from './backup.ts';
import { loadSite, readCommand } from './command-site.ts';
import type { ImportOptions } from './commands.ts';
import type { HealthOptions } from './health.ts';
import { addMedia } from './media-program.ts';
import type { CouponOptions, GrantOptions } from './membership-commands.ts';
import type { AddOptions, SetOptions } from './plan-commands.ts';
import { addRelease } from './release-program.ts';
import type { RestoreOptions } from './restore.ts';
import type { AssignOptions, ResolveOptions } from './settling-commands.ts';
import type { SqlOptions } from './sql-command.ts';

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
  addPublishing(program, end);
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

function addPublishing(program: Command, end: End): void {
  program
    .command('import')
    .description('publish folders and archives of comics and novels; again, to add what is new')
    .argument('<path...>', 'folders of a book, shelves of such folders, archives, EPUB or TXT files')
    .option('--dry-run', 'show what would change, change nothing')
    .option('--prune', 'remove what is gone from the folders')
    .option('--draft', 'new chapters, and new languages of old ones, become drafts')
    .option('--prune-anyway', 'with --prune, even where more than half of a book would go')
    .option('--one-book', 'take a folder as one book, even where it looks like several')
    .option('--same-book', 'go on where a book of the same name holds mostly other content')
    .option('--json', 'print the report as JSON')
    .addOption(
      new Option('--avif <when>', 'make AVIF files at once, or leave them to the server').choices(['now', 'later']),
    )
    .option('--explain', 'show which lines of a plain text were taken for headings, and why; change nothing')
    .option('--encoding <name>', 'the encoding of the texts, such as shift_jis, where it cannot be told')
    .action(async (paths: string[], options: ImportOptions, command: Command) => {
      const { runExplain, runImport } = await import('./commands.ts');
      end(options.explain ? await runExplain(paths, options) : await runImport(loadSite(command), paths, options));
    });
  program
    .command('seed')
    .description('fill the catalogue with the demo: comics and novels made for this project')
    .option('--json', 'print {"seeded": true or false}')
    .action(async (options: { json?: true }, command: Command) => {
      const { runSeed } = await import('./commands.ts');
      await runSeed(loadSite(command), options);
    });
}

function addBatches(program: Command): void {
  const batch = program.command('batch').description('list the imports of the site, or take one back');
  batch
    .command('list')
    .description('the imports, the newest first, whether a command or the studio has made them')
    .option('--json', 'print [{id, name, source, state, created_at, committed_at, undo_until}]')
    .action(async (options: { json?: true }, command: Command) => {
      const { runBatchList } = await import('./batch-commands.ts');
      await runBatchList(loadSite(command), options);
    });
  batch
    .command('undo')
    .description('take an import of the last 30 days back; what was edited by hand since stays')
    .argument('<id>', 'as batch list shows it')
    .option('--json', 'print {"batch", "state"}')
    .action(async (id: string, options: { json?: true }, command: Command) => {
      const { runBatchUndo } = await import('./batch-commands.ts');
      await runBatchUndo(loadSite(command), id, options);
    });
  batch
    .command('work', { hidden: true })
    .description('do what an import of the studio waits for; the server calls it')
    .argument('<id>', 'the import')
    .option('--plan', 'only make its plan anew')
    .action(async (id: string, options: { plan?: true }, command: Command) => {
      const { runBatchWork } = await import('./batch-commands.ts');
      await runBatchWork(loadSite(command), id, options);
    });
}

function addBooks(program: Command): void {
  const book = program.command('book').description('list the books and chapters, and say what readers see, and when');
  addRelease(program, book);
  book
    .command('list')
    .description('all books, hidden ones too, the last changed first: id, kind, chapters, languages, title, author')
    .option('--json', 'print [{book_uuid, title, author, kind, languages, chapter_count, hidden, updated_at}]')
    .action(async (options: { json?: true }, command: Command) => {
      const { runBookList } = await import('./commands.ts');
      await runBookList(loadSite(command), options);
    });
  for (const [name, hidden] of [
    ['hide', true],
    ['show', false],
  ] as const) {
    book
      .command(name)
      .description(
        hidden
          ? 'take a book out of lists, search, feeds and addresses; likes and places are kept'
          : 'show a hidden book to readers again',
      )
      .argument('<id>', "the book's UUID, as in its address")
      .action(async (id: string, _options: object, command: Command) => {
        const { runBookVisibility } = await import('./commands.ts');
        await runBookVisibility(loadSite(command), { id, hidden });
      });
  }
}

function addUsers(program: Command): void {
  const user = program
    .command('user')
    .description('register a user, or change one: their password, their role, their membership');
  user
    .command('create')
    .description('register a user; the password is the first line of standard input')
    .argument('<username>', '4-16 letters and digits of any script')
    .option('--role <role>', 'let the user run the site: owner, editor or support')
    .option('--json', 'print {"uuid", "username"}')
    .action(async (username: string, options: UserOptions & { role?: string }, command: Command) => {
      const { runUserCreate } = await import('./account-commands.ts');
      await runUserCreate(loadSite(command), username, options);
    });
  user
    .command('password')
    .description('give a user a new password, the first line of standard input, and end all their sessions')
    .argument('<username>', 'in any spelling that is the same name')
    .option('--json', 'print {"uuid", "username"}')
    .action(async (username: string, options: UserOptions, command: Command) => {
      const { runUserPassword } = await import('./account-commands.ts');
      await runUserPassword(loadSite(command), username, options);
    });
  user
    .command('role')
    .description('let a user run the site, or take that away; the only owner stays one')
    .argument('<username>', 'in any spelling that is the same name')
    .argument('<role>', 'owner, editor, support or none')
    .option('--json', 'print {"uuid", "username", "role"}')
    .action(async (username: string, role: string, options: UserOptions, command: Command) => {
      const { runUserRole } = await import('./account-commands.ts');
      await runUserRole(loadSite(command), { username, role }, options);
    });
  user
    .command('grant')
    .description("extend a user's membership, or end it at exactly a time")
    .argument('<username>', 'in any spelling that is the same name')
    .option('--months <n>', 'extend it by so many calendar months')
    .option('--until <time>', 'end it then, earlier or later: ISO 8601, UTC without a zone')
    .option('--json', 'print {"username", "expire_at"}')
    .action(async (username: string, options: GrantOptions, command: Command) => {
      const { runUserGrant } = await import('./membership-commands.ts');
      await runUserGrant(loadSite(command), username, options);
    });
}

function addCoupons(program: Command): void {
  const coupon = program
    .command('coupon')
    .description('make codes that grant membership or lower a price, or stop one');
  coupon
    .command('create')
    .description('make coupons and print their codes, this one time')
    .option('--months <n>', 'what a coupon grants, in calendar months')
    .option('--days <n>', 'what a coupon grants, in days')
    .option('--percent <n>', 'by what share it lowers the price of an order: 1 to 90 percent')
    .option('--amount <fen>', 'by how much it lowers the price of an order, in fen')
    .option('--plan <code>', 'the only plan that it makes cheaper')
    .option('--code <word>', "a campaign's word instead of a code that is drawn")
    .option('--count <n>', 'how many codes to draw', '1')
    .option('--max-uses <n>', 'how many users may redeem each', '1')
    .option('--expires <time>', 'until when: ISO 8601, UTC without a zone')
    .option('--new-users', 'only for users who never had a membership')
    .option('--json', 'print [{"code", "months", "days", "max_uses", "expires_at", "percent", "amount", "plan"}]')
    .action(async (options: CouponOptions, command: Command) => {
      const { runCouponCreate } = await import('./membership-commands.ts');
      await runCouponCreate(loadSite(command), options);
    });
  coupon
    .command('stop')
    .description('let nobody redeem a code from now on')
    .argument('<code>', 'as it was printed')
    .action(async (code: string, _options: object, command: Command) => {
      const { runCouponStop } = await import('./membership-commands.ts');
      await runCouponStop(loadSite(command), code);
    });
}

function addPlans(program: Command): void {
  const plan = program.command('plan').description('say what is sold, for how much, and by which card buttons');
  plan
    .command('list')
    .description('list all plans, paused ones too')
    .option('--json', 'print [{"plan", "months", "amount", "name", "card", "order", "active", "etag"}]')
    .action(async (options: { json?: true }, command: Command) => {
      const { runPlanList } = await import('./plan-commands.ts');
      await runPlanList(loadSite(command), options);
    });
  withCard(plan.command('set'))
    .description('reprice a plan, give it another card or place; orders stay as they are')
    .argument('<code>', 'as plan list shows it')
    .option('--amount <fen>', 'its price at WeChat Pay, in fen')
    .action(async (code: string, options: SetOptions, command: Command) => {
      const { runPlanSet } = await import('./plan-commands.ts');
      await runPlanSet(loadSite(command), code, options);
    });
  withCard(plan.command('add'))
    .description('put another plan on sale')
    .argument('<code>', '2 to 32 of a–z, 0–9, _ and -, with a letter first')
    .requiredOption('--months <n>', 'its length in calendar months, 1 to 36')
    .requiredOption('--amount <fen>', 'its price at WeChat Pay, in fen')
    .requiredOption('--name <text>', 'its English name')
    .action(async (code: string, options: AddOptions, command: Command) => {
      const { runPlanAdd } = await import('./plan-commands.ts');
      await runPlanAdd(loadSite(command), code, options);
    });
  plan
    .command('pause')
    .description('take a plan off sale')
    .argument('<code>', 'as plan list shows it')
    .option('--resume', 'put it on sale again instead')
    .option('--json', 'print the plan')
    .action(async (code: string, options: { json?: true; resume?: true }, command: Command) => {
      const { runPlanPause } = await import('./plan-commands.ts');
      await runPlanPause(loadSite(command), code, options);
    });
}

function withCard(command: Command): Command {
  return command
    .option(
      '--card <values...>',
      "its card button: plink_… buy_btn_… AMOUNT CURRENCY, the amount in the currency's minor units",
    )
    .option('--no-card', 'it has no card button, also none of STRIPE_BUTTONS')
    .option('--order <n>', 'its place: the lowest stands first')
    .option('--json', 'print the plan');
}

function addBackups(program: Command, end: End): void {
  program
    .command('backup')
    .description('write the whole site, pictures included, into a file or as a snapshot; the server may run')
    .argument('<target>', 'a file, replaced when the new one is good; or a folder of snapshots, with / where it is new')
    .option('--replace-anyway', "replace another site's file, or one at least twice as large, too")
    .option('--recipients <file>', 'encrypt a snapshot for these age recipients')
    .option(
      '--json',
      'print {"snapshot", "bytes", "added_bytes"}, of a file also "file", "made_at", "tables", "rows", "files"',
    )
    .action(async (target: string, options: BackupOptions, command: Command) => {
      const { runBackup } = await import('./backup.ts');
      await runBackup(loadSite(command), target, options);
    });
  program
    .command('restore')
    .description('bring the site back from a backup, into an empty database and folder; the server must not run')
    .argument('<target>', 'as `longstrip backup` wrote it; it is checked to its last byte first')
    .option('--snapshot <id>', 'this snapshot, and not the newest')
    .option('--at <time>', 'the last snapshot of that time or before: ISO 8601, UTC without a zone')
    .option('--identity <file>', 'open an encrypted snapshot with these age identities')
    .option('--force', 'replace the site that is there')
    .option('--json', 'print {"made_at", "files", "migrated"}')
    .action(async (target: string, options: RestoreOptions, command: Command) => {
      const { runRestore } = await import('./restore.ts');
      await runRestore(loadSite(command), target, options);
    });
  const snapshots = program.command('snapshots').description('look after the snapshots of a folder');
  snapshots
    .command('list')
    .description('list the whole ones, newest first')
    .argument('<target>', 'the folder')
    .option('--json', 'print [{"id", "created_at", "bytes", "added_bytes", "media_files", "encrypted"}]')
    .action(async (target: string, options: { json?: true }, command: Command) => {
      const { runSnapshotsList } = await import('./snapshot-commands.ts');
      await runSnapshotsList(loadSite(command), target, options);
    });
  snapshots
    .command('check')
    .description('read the newest to its last byte; ends with 1 where something is damaged or missing')
    .argument('<target>', 'the folder')
    .option('--all', 'read every object of the folder')
    .option('--json', 'print {"checked", "damaged", "missing"}')
    .action(async (target: string, options: { all?: true; json?: true }, command: Command) => {
      const { runSnapshotsCheck } = await import('./snapshot-commands.ts');
      end(await runSnapshotsCheck(loadSite(command), target, options));
    });
  snapshots
    .command('prune')
    .description('remove snapshots, and what only they need; the newest stays')
    .argument('<target>', 'the folder')
    .requiredOption('--keep <rule>', 'the ones that stay, as last=24,daily=14,weekly=8; also hourly and monthly')
    .option('--json', 'print {"kept", "removed"}')
    .action(async (target: string, options: { keep: string; json?: true }, command: Command) => {
      const { runSnapshotsPrune } = await import('./snapshot-commands.ts');
      await runSnapshotsPrune(loadSite(command), target, options);
    });
}

function addPayments(program: Command, end: End): void {
  const payments = program
    .command('payments')
    .description('hold money against memberships, settle what is left over, or give money back');
  payments
    .command('report')
    .description('list money that does not add up or wants a look; ends 1 when it is to be settled')
    .option('--json', 'print the lists as JSON')
    .action(async (options: { json?: true }, command: Command) => {
      const { runPaymentsReport } = await import('./payment-commands.ts');
      end(await runPaymentsReport(loadSite(command), options));
    });
  payments
    .command('refund')
    .description("give all of an order's money back (WeChat Pay)")
    .argument('<order>', 'its id, or what the provider calls it')
    .option('--json', 'print {"order_id", "state"}')
    .action(async (order: string, options: { json?: true }, command: Command) => {
      const { runPaymentsRefund } = await import('./payment-commands.ts');
      end(await runPaymentsRefund(loadSite(command), order, options));
    });
  addSettling(payments);
}

function addSettling(payments: Command): void {
  payments
    .command('resolve')
    .description('note that unsettled money, or a sale in review, was settled by hand; later news of it lists it again')
    .argument('<reference>', "the line's reference, or the order's id")
    .requiredOption('--note <text>', 'what was done, to be kept')
    .option('--json', 'print {"reference", "resolved"}')
    .action(async (reference: string, options: ResolveOptions, command: Command) => {
      const { runPaymentsResolve } = await import('./settling-commands.ts');
      await runPaymentsResolve(loadSite(command), reference, options);
    });
  payments
    .command('recheck')
    .description("judge card sales in doubt anew, by today's settings")
    .option('--json', 'print {"judged", "granted", "still_in_review"}')
    .action(async (options: { json?: true }, command: Command) => {
      const { runPaymentsRecheck } = await import('./settling-commands.ts');
      await runPaymentsRecheck(loadSite(command), options);
    });
  payments
    .command('assign')
    .description('give a paid sale that names no user of ours to its buyer: it is granted, once')
    .argument('<order>', 'its id, or what the provider calls it')
    .argument('<username>', 'in any spelling that is the same name')
    .option('--months <n>', 'grant so many calendar months instead of what was sold')
    .option('--json', 'print {"order_id", "username", "months", "expire_at"}')
    .action(async (order: string, username: string, options: AssignOptions, command: Command) => {
      const { runPaymentsAssign } = await import('./settling-commands.ts');
      await runPaymentsAssign(loadSite(command), { order, username }, options);
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
