import type { Command } from 'commander';
import type { Cli } from '../../../server/command/command.ts';
import type { CheckOptions, MoveOptions } from './media.ts';

/** Adds the commands that look after the store of pictures. */
export function addMediaCommands(program: Command, cli: Cli): void {
  const media = program.command('media').description('move the files of pictures to another place, or check them');
  media
    .command('move')
    .description('copy all files to another place while the site serves, and read each there; nothing is deleted')
    .requiredOption('--to <place>', 's3://bucket[/prefix] or a folder')
    .option('--from <place>', 'the place that they are in; MEDIA_STORE without it')
    .option('--dry-run', 'only say what would be copied')
    .option('--json', 'print {"copied", "present", "failed": [{"name", "reason"}], "bytes"}')
    .action(async (options: MoveOptions, command: Command) => {
      const { runMediaMove } = await import('./media.ts');
      cli.end(await runMediaMove(cli.loadSite(command, 'uses'), options));
    });
  media
    .command('check')
    .description('compare the store with the database; ends with 1 where a file is missing or damaged')
    .option('--sums', 'read the bytes of every file, and not its size alone')
    .option('--adopt', "make the store this site's, and let the server remove what is orphaned after a day")
    .option('--json', 'print {"missing", "damaged", "orphaned": [{"name", "address"}], "checked"}')
    .action(async (options: CheckOptions, command: Command) => {
      const { runMediaCheck } = await import('./media.ts');
      cli.end(await runMediaCheck(cli.loadSite(command, 'uses'), options));
    });
}
