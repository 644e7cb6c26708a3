import type { Command } from 'commander';
import type { Cli } from '../../../server/command/command.ts';
import type { ExportOptions } from './export.ts';

/** Adds the command that takes a book out again. */
export function addExportingCommands(program: Command, cli: Cli): void {
  program
    .command('export')
    .description('write a book into a new folder, as an import takes it: drafts too')
    .argument('<book>', "the book's UUID")
    .argument('<target>', 'a folder that is made, or an empty one')
    .option('--language <code>', 'only this edition; an EPUB has the original one without it')
    .option('--format <format>', 'folder, cbz (a file for each chapter of a comic) or epub (a novel)')
    .option('--json', 'print {"files"}')
    .action(async (book: string, target: string, options: ExportOptions, command: Command) => {
      const { runExport } = await import('./export.ts');
      await runExport(cli.loadSite(command, 'uses'), { book, target }, options);
    });
}
