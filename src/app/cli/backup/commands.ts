import { type Command, Option } from 'commander';
import type { Cli } from '../../../server/command/command.ts';
import type { BackupOptions } from './backup.ts';
import type { RestoreOptions } from './restore.ts';

/** Adds the commands that write and read backups. */
export function addBackups(program: Command, cli: Cli): void {
  program
    .command('backup')
    .description('write the whole site, pictures included, into a file or as a snapshot; the server may run')
    .argument('<target>', 'a file, replaced when the new one is good; or a folder of snapshots, with / where it is new')
    .option('--replace-anyway', "replace another site's file, or one at least twice as large, too")
    .option('--recipients <file>', 'encrypt a snapshot for these age recipients')
    .addOption(new Option('--progress').hideHelp()) // the server reads it
    .option(
      '--json',
      'print {"snapshot", "bytes", "added_bytes"}, of a file also "file", "made_at", "tables", "rows", "files", "missing"',
    )
    .action(async (target: string, options: BackupOptions, command: Command) => {
      const { runBackup } = await import('./backup.ts');
      cli.end(await runBackup(cli.loadSite(command, 'looks at'), target, options));
    });
  program
    .command('restore')
    .description('bring the site back from a backup, into an empty database and folder; the server must not run')
    .argument('<target>', 'as `longstrip backup` wrote it; it is checked to its last byte first')
    .option('--snapshot <id>', 'this snapshot, and not the newest')
    .option('--at <time>', 'the last snapshot of that time or before: ISO 8601, UTC without a zone')
    .option('--identity <file>', 'open an encrypted snapshot with these age identities')
    .option('--without-damaged-pictures', 'leave out pictures that a snapshot lacks or has damaged; ends with 1 then')
    .option('--force', 'replace the site that is there')
    .option('--json', 'print {"made_at", "files", "migrated", "left_out"}')
    .action(async (target: string, options: RestoreOptions, command: Command) => {
      const { runRestore } = await import('./restore.ts');
      cli.end(await runRestore(cli.loadSite(command, 'replaces'), target, options));
    });
  const snapshots = program.command('snapshots').description('look after the snapshots of a folder');
  snapshots
    .command('list')
    .description('list the whole ones, newest first')
    .argument('<target>', 'the folder')
    .option(
      '--json',
      'print [{"id", "created_at", "bytes", "added_bytes", "media_files", "encrypted", "lacks", "verified"}]',
    )
    .action(async (target: string, options: { json?: true }, command: Command) => {
      const { runSnapshotsList } = await import('./snapshots.ts');
      await runSnapshotsList(cli.loadSite(command, 'uses'), target, options);
    });
  snapshots
    .command('check')
    .description('read the newest to its last byte; ends with 1 where something is damaged or missing')
    .argument('<target>', 'the folder')
    .option('--all', 'read every object of the folder')
    .option('--share', 'read what was not read for longest, as the site does by itself: all within a week')
    .option('--json', 'print {"checked", "damaged", "missing"}')
    .action(async (target: string, options: { all?: true; share?: true; json?: true }, command: Command) => {
      const { runSnapshotsCheck } = await import('./snapshots.ts');
      cli.end(await runSnapshotsCheck(cli.loadSite(command, 'uses'), target, options));
    });
  snapshots
    .command('prune')
    .description('remove snapshots, and what only they need; the newest stays')
    .argument('<target>', 'the folder')
    .requiredOption('--keep <rule>', 'the ones that stay, as last=24,daily=14,weekly=8; also hourly and monthly')
    .option('--json', 'print {"kept", "removed"}')
    .action(async (target: string, options: { keep: string; json?: true }, command: Command) => {
      const { runSnapshotsPrune } = await import('./snapshots.ts');
      await runSnapshotsPrune(cli.loadSite(command, 'uses'), target, options);
    });
}
