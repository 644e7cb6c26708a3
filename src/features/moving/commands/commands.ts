import type { Command } from 'commander';
import type { Cli } from '../../../server/command/command.ts';

/** Adds the command that brings in the members of another site. */
export function addMovingCommands(program: Command, cli: Cli): void {
  program
    .command('members')
    .description('bring in the members of another site')
    .command('import')
    .description('make accounts, or codes for lines without a name, and print a table with their links, this one time')
    .argument('<file>', 'CSV: external_id, username, email, expires_at or days, note; or an export of Ghost or PMPro')
    .option('--dry-run', 'print what would be done, and do nothing')
    .action(async (file: string, options: { dryRun?: true }, command: Command) => {
      const { runMembersImport } = await import('./members-import.ts');
      cli.end(await runMembersImport(cli.loadSite(command, 'uses'), file, options));
    });
}
