import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { loadConfig } from '../server/config.ts';
import { packageRoot } from '../server/package-root.ts';
import { describeFailure } from './operator-error.ts';

/** Runs one command of `longstrip` and returns its exit status, 0 or 1. Each command loads only what it needs. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  let status = 0;
  const end = (result: number) => {
    status = result;
  };
  try {
    await createProgram(end).parseAsync(argv);
    return status;
  } catch (error) {
    // Commander has said it already, on standard error unless it was asked for help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    console.error(describeFailure(error));
    return 1;
  }
}

function createProgram(end: (status: number) => void): Command {
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const program = new Command('longstrip')
    .description('A web site to read comics and novels. Settings come from the environment or .env.')
    .version(version)
    .exitOverride();
  program
    .command('start')
    .description('migrate the database, then serve the site until SIGTERM or Ctrl+C')
    .action(async () => {
      const config = loadConfig();
      const { runServer } = await import('./start.ts');
      end(await runServer(config, { print: announce }));
    });
  program
    .command('migrate')
    .description('bring the database to the schema of this version')
    .option('--json', 'print {"applied": [...]}')
    .action(async (options: { json?: true }) => {
      const { runMigrate } = await import('./migrate-command.ts');
      console.log(await runMigrate(loadConfig(), options));
    });
  program
    .command('doctor')
    .description('check this machine, the settings and the database, and say what to do')
    .option('--json', 'print the findings as JSON')
    .action(async (options: { json?: true }) => {
      const { examine, printFindings } = await import('./doctor.ts');
      const findings = await examine();
      console.log(options.json ? JSON.stringify(findings, null, 2) : printFindings(findings));
      end(findings.every((finding) => finding.ok) ? 0 : 1);
    });
  return program;
}

/** Logs go to standard output as JSON lines; words for people go beside them. */
function announce(line: string): void {
  console.error(line);
}
