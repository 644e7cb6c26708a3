import type { Command } from 'commander';
import type { Cli } from '../../../server/command/command.ts';

/** Adds the commands of what readers keep. */
export function addLibraryCommands(program: Command, cli: Cli): void {
  program
    .command('similar')
    .description('find which books have the same readers')
    .command('refresh')
    .description('find it out now, as every night at 03:00 UTC')
    .option('--json', 'print {"books", "pairs"}')
    .action(async (options: { json?: true }, command: Command) => {
      const { runSimilarRefresh } = await import('./similar.ts');
      await runSimilarRefresh(cli.loadSite(command, 'uses'), options);
    });
}
