import type { Command } from 'commander';
import type { Cli } from '../../../server/command/command.ts';
import type { PurgesOfBook } from './book.ts';

/** Adds the commands of the books that are there. */
export function addCatalogCommands(book: Command, cli: Cli, purgesOfBook: PurgesOfBook): void {
  book
    .command('list')
    .description('all books, hidden ones too, the last changed first: id, kind, chapters, languages, title, author')
    .option('--json', 'print [{book_uuid, title, author, kind, languages, chapter_count, hidden, updated_at}]')
    .action(async (options: { json?: true }, command: Command) => {
      const { runBookList } = await import('./book.ts');
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
        const { runBookVisibility } = await import('./book.ts');
        await runBookVisibility(cli.loadSite(command, 'uses'), { id, hidden, purgesOfBook });
      });
  }
}
