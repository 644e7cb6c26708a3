import { type Command, Option } from 'commander';
import type { Cli } from '../../server/command/command.ts';
import type { ImportOptions } from './commands.ts';
import { addRelease } from './release-program.ts';

/** Adds the commands that bring books in. */
export function addImporting(program: Command, cli: Cli): void {
  program
    .command('import')
    .description('publish folders and archives of comics and novels; again, to add what is new')
    .argument('<path...>', 'folders of a book, shelves of such folders, archives, EPUB or TXT files')
    .option('--dry-run', 'show what would change, change nothing')
    .option('--prune', 'remove what is gone from the folders')
    .option('--draft', 'new chapters, and new languages of old ones, become drafts')
    .option('--prune-anyway', 'with --prune, even where more than half of a book would go')
    .option('--one-book', 'take a folder as one book, even where it looks like several')
    .option('--same-book', 'go on where a book of the same name holds mostly other content')
    .option('--json', 'print the report as JSON')
    .addOption(
      new Option('--avif <when>', 'make AVIF files at once, or leave them to the server').choices(['now', 'later']),
    )
    .option('--explain', 'show which lines of a plain text were taken for headings, and why; change nothing')
    .option('--encoding <name>', 'the encoding of the texts, such as shift_jis, where it cannot be told')
    .action(async (paths: string[], options: ImportOptions, command: Command) => {
      const { runExplain, runImport } = await import('./commands.ts');
      cli.end(
        options.explain
          ? await runExplain(paths, options)
          : await runImport(cli.loadSite(command, 'prepares'), paths, options),
      );
    });
  program
    .command('seed')
    .description('fill the catalogue with the demo: comics and novels made for this project')
    .option('--json', 'print {"seeded": true or false}')
    .action(async (options: { json?: true }, command: Command) => {
      const { runSeed } = await import('./commands.ts');
      await runSeed(cli.loadSite(command, 'prepares'), options);
    });
}

/** Adds the commands of imports that were made. */
export function addBatches(program: Command, cli: Cli): void {
  const batch = program.command('batch').description('list the imports of the site, or take one back');
  batch
    .command('list')
    .description('the imports, the newest first, whether a command or the studio has made them')
    .option('--json', 'print [{id, name, source, state, created_at, committed_at, undo_until}]')
    .action(async (options: { json?: true }, command: Command) => {
      const { runBatchList } = await import('./batch-commands.ts');
      await runBatchList(cli.loadSite(command, 'uses'), options);
    });
  batch
    .command('undo')
    .description('take an import of the last 30 days back; what was edited by hand since stays')
    .argument('<id>', 'as batch list shows it')
    .option('--json', 'print {"batch", "state"}')
    .action(async (id: string, options: { json?: true }, command: Command) => {
      const { runBatchUndo } = await import('./batch-commands.ts');
      await runBatchUndo(cli.loadSite(command, 'uses'), id, options);
    });
  batch
    .command('work', { hidden: true })
    .description('do what an import of the studio waits for; the server calls it')
    .argument('<id>', 'the import')
    .option('--plan', 'only make its plan anew')
    .action(async (id: string, options: { plan?: true }, command: Command) => {
      const { runBatchWork } = await import('./batch-commands.ts');
      await runBatchWork(cli.loadSite(command, 'uses'), id, options);
    });
}

/** Adds the commands of the books that are there. */
export function addBooks(program: Command, cli: Cli): void {
  const book = program.command('book').description('list the books and chapters, and say what readers see, and when');
  addRelease(program, book, cli);
  book
    .command('list')
    .description('all books, hidden ones too, the last changed first: id, kind, chapters, languages, title, author')
    .option('--json', 'print [{book_uuid, title, author, kind, languages, chapter_count, hidden, updated_at}]')
    .action(async (options: { json?: true }, command: Command) => {
      const { runBookList } = await import('./commands.ts');
      await runBookList(cli.loadSite(command, 'uses'), options);
    });
  for (const [name, hidden] of [
    ['hide', true],
    ['show', false],
  ] as const) {
    book
      .command(name)
      .description(
        hidden
          ? 'take a book out of lists, search, feeds and addresses; likes and places are kept'
          : 'show a hidden book to readers again',
      )
      .argument('<id>', "the book's UUID, as in its address")
      .action(async (id: string, _options: object, command: Command) => {
        const { runBookVisibility } = await import('./commands.ts');
        await runBookVisibility(cli.loadSite(command, 'uses'), { id, hidden });
      });
  }
}
