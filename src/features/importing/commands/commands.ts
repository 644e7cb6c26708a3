import type { Command } from 'commander';
import type { Cli } from '../../../server/command/command.ts';
import type { ImportOptions, TellingPurges } from './import.ts';

/** Adds the commands that bring books in, and those of imports that were made. */
export function addImportingCommands(program: Command, cli: Cli, tellingPurges: TellingPurges): void {
  addImport(program, cli, tellingPurges);
  addBatches(program, cli);
}

function addImport(program: Command, cli: Cli, tellingPurges: TellingPurges): void {
  program
    .command('import')
    .description('publish folders and archives of comics and novels; again, to add what is new')
    .argument('<path...>', 'folders of a book, shelves of such folders, archives, EPUB or TXT files')
    .option('--dry-run', 'show what would change, change nothing')
    .option('--prune', 'remove what is gone from the folders')
    .option('--draft', 'new chapters, and new languages of old ones, become drafts')
    .option('--silent', 'tell followers nothing of what this publishes, now or at its moment')
    .option('--prune-anyway', 'with --prune, even where more than half of a book would go')
    .option('--one-book', 'take a folder as one book, even where it looks like several')
    .option('--same-book', 'go on where a book of the same name holds mostly other content')
    .option('--json', 'print the report as JSON')
    .addOption(
      program
        .createOption('--avif <when>', 'make AVIF files at once, or leave them to the server')
        .choices(['now', 'later']),
    )
    .option('--explain', 'show which lines of a plain text were taken for headings, and why; change nothing')
    .option('--encoding <name>', 'the encoding of the texts, such as shift_jis, where it cannot be told')
    .action(async (paths: string[], options: ImportOptions, command: Command) => {
      const { runExplain, runImport } = await import('./import.ts');
      cli.end(
        options.explain
          ? await runExplain(paths, options)
          : await runImport(cli.loadSite(command, 'prepares'), paths, { ...options, tellingPurges }),
      );
    });
  program
    .command('seed')
    .description('fill the catalogue with the demo: comics and novels made for this project')
    .option('--json', 'print {"seeded": true or false}')
    .action(async (options: { json?: true }, command: Command) => {
      const { runSeed } = await import('./seed.ts');
      await runSeed(cli.loadSite(command, 'prepares'), options);
    });
}

function addBatches(program: Command, cli: Cli): void {
  const batch = program.command('batch').description('list the imports of the site, or take one back');
  batch
    .command('list')
    .description('the imports, the newest first, whether a command or the studio has made them')
    .option('--json', 'print [{id, name, source, state, created_at, committed_at, undo_until}]')
    .action(async (options: { json?: true }, command: Command) => {
      const { runBatchList } = await import('./batch.ts');
      await runBatchList(cli.loadSite(command, 'uses'), options);
    });
  batch
    .command('undo')
    .description('take an import of the last 30 days back; what was edited by hand since stays')
    .argument('<id>', 'as batch list shows it')
    .option('--json', 'print {"batch", "state"}')
    .action(async (id: string, options: { json?: true }, command: Command) => {
      const { runBatchUndo } = await import('./batch.ts');
      await runBatchUndo(cli.loadSite(command, 'uses'), id, options);
    });
  batch
    .command('work', { hidden: true })
    .description('do what an import of the studio waits for; the server calls it')
    .argument('<id>', 'the import')
    .option('--plan', 'only make its plan anew')
    .action(async (id: string, options: { plan?: true }, command: Command) => {
      const { runBatchWork } = await import('./batch.ts');
      await runBatchWork(cli.loadSite(command, 'uses'), id, options);
    });
}
