import type { Command } from 'commander';
import type { Cli } from '../../server/command/command.ts';
import type { UserOptions } from './account-commands.ts';

/** Adds the commands of users. */
export function addUsers(user: Command, cli: Cli): void {
  user
    .command('create')
    .description('register a user; the password is the first line of standard input')
    .argument('<username>', '4-16 letters and digits of any script')
    .option('--role <role>', 'let the user run the site: owner, editor or support')
    .option('--json', 'print {"uuid", "username"}')
    .action(async (username: string, options: UserOptions & { role?: string }, command: Command) => {
      const { runUserCreate } = await import('./account-commands.ts');
      await runUserCreate(cli.loadSite(command, 'prepares'), username, options);
    });
  user
    .command('password')
    .description('give a user a new password, the first line of standard input, and end all their sessions')
    .argument('<username>', 'in any spelling that is the same name')
    .option('--json', 'print {"uuid", "username"}')
    .action(async (username: string, options: UserOptions, command: Command) => {
      const { runUserPassword } = await import('./account-commands.ts');
      await runUserPassword(cli.loadSite(command, 'uses'), username, options);
    });
  user
    .command('role')
    .description('let a user run the site, or take that away; the only owner stays one')
    .argument('<username>', 'in any spelling that is the same name')
    .argument('<role>', 'owner, editor, support or none')
    .option('--json', 'print {"uuid", "username", "role"}')
    .action(async (username: string, role: string, options: UserOptions, command: Command) => {
      const { runUserRole } = await import('./account-commands.ts');
      await runUserRole(cli.loadSite(command, 'uses'), { username, role }, options);
    });
}
