import type { Command } from 'commander';
import type { Cli } from '../../../server/command/command.ts';
import type { NumberSources } from '../server/sources.ts';

/** Adds the commands of numbers. */
export function addNumbersCommands(program: Command, cli: Cli, openSources: () => Promise<NumberSources>): void {
  program
    .command('numbers')
    .description('the sums of what readers do')
    .command('roll-up')
    .description('sum the days that are not closed, and close those that are over')
    .option('--json', 'print {"closed": [day], "open": day}')
    .action(async (options: { json?: true }, command: Command) => {
      const { runRollUp } = await import('./roll-up.ts');
      await runRollUp(cli.loadSite(command, 'uses'), options, await openSources());
    });
}
