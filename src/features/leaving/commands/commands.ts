import type { Command } from 'commander';
import type { Cli } from '../../../server/command/command.ts';
import type { OwnData } from '../../../server/database/own-data.ts';
import type { DeleteOptions } from './delete.ts';

/** Adds the commands of users who leave; `loadOwn` brings what each feature keeps of them. */
export function addLeavingCommands(user: Command, cli: Cli, loadOwn: () => Promise<readonly OwnData[]>): void {
  user
    .command('delete')
    .description('delete a user in 14 days, in which they may take it back by a login; the only owner stays')
    .argument('<username>', 'in any spelling that is the same name')
    .option('--now', 'at once')
    .option('--json', 'print {"uuid", "username", "deletes_at"}')
    .action(async (username: string, options: DeleteOptions, command: Command) => {
      const { runUserDelete } = await import('./delete.ts');
      await runUserDelete(cli.loadSite(command, 'uses'), username, { ...options, own: await loadOwn() });
    });
}
