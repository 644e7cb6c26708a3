import type { Command } from 'commander';
import type { Cli } from '../../../server/command/command.ts';
import type { EndFeed, UserOptions } from './user.ts';

/** Adds the commands of accounts, and of what they may do in the studio. */
export function addStudioCommands(user: Command, cli: Cli, endFeed: EndFeed): void {
  user
    .command('create')
    .description('register a user; the password is the first line of standard input')
    .argument('<username>', '4-16 letters and digits of any script')
    .option('--role <role>', 'let the user run the site: owner, editor or support')
    .option('--json', 'print {"uuid", "username"}')
    .action(async (username: string, options: UserOptions & { role?: string }, command: Command) => {
      const { runUserCreate } = await import('./user.ts');
      await runUserCreate(cli.loadSite(command, 'prepares'), username, options);
    });
  user
    .command('password')
    .description('give a user a new password, the first line of standard input, and end all their sessions')
    .argument('<username>', 'in any spelling that is the same name')
    .option('--json', 'print {"uuid", "username"}')
    .action(async (username: string, options: UserOptions, command: Command) => {
      const { runUserPassword } = await import('./user.ts');
      await runUserPassword(cli.loadSite(command, 'uses'), username, { ...options, endFeed });
    });
  user
    .command('role')
    .description('let a user run the site, or take that away; the only owner stays one')
    .argument('<username>', 'in any spelling that is the same name')
    .argument('<role>', 'owner, editor, support or none')
    .option('--json', 'print {"uuid", "username", "role"}')
    .action(async (username: string, role: string, options: UserOptions, command: Command) => {
      const { runUserRole } = await import('./user.ts');
      await runUserRole(cli.loadSite(command, 'uses'), { username, role }, options);
    });
}
