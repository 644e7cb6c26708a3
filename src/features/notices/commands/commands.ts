import type { Command } from 'commander';
import type { Cli } from '../../../server/command/command.ts';
import type { TellMembers } from './send.ts';

/** Adds the commands of what users are told. `tellMembers` makes the notices of memberships. */
export function addNoticesCommands(program: Command, cli: Cli, tellMembers: TellMembers): void {
  program
    .command('notices')
    .description('tell users what there is to tell')
    .command('send')
    .description('make the notices that are due now and send them to devices, as the site does every few seconds')
    .option('--json', 'print {"new_chapter", "membership_ending", "membership_ended", "pushes"}')
    .action(async (options: { json?: true }, command: Command) => {
      const { runNoticesSend } = await import('./send.ts');
      await runNoticesSend(cli.loadSite(command, 'uses'), options, tellMembers);
    });
  program
    .command('push')
    .description('tell users on their devices')
    .command('keys')
    .description('print a new pair of keys for .env; without one the site makes and keeps its own')
    .action(async () => {
      const { printPushKeys } = await import('./push-keys.ts');
      await printPushKeys();
    });
}
