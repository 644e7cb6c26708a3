import type { Command } from 'commander';
import type { Cli } from '../../../server/command/command.ts';
import type { BookSetOptions, PublicationOptions, ScheduleOptions, WindowOptions } from './book.ts';

type Json = { json?: true };

const rowsAsJson = 'print the rows as JSON, as GET /studio/publishing has them';

/** Adds the commands that say when a book's chapters open, and to whom. */
export function addReleasesCommands({ program, book }: { program: Command; book: Command }, cli: Cli): void {
  book
    .command('chapters')
    .description('all chapters of a book, drafts too: id, place, number, state in each language, title')
    .argument('<id>', "the book's UUID")
    .option('--json', 'print [{chapter_uuid, place, number, title, access, free_at, editions}]')
    .action(async (id: string, options: Json, command: Command) => {
      const { runBookChapters } = await import('./book.ts');
      await runBookChapters(cli.loadSite(command, 'uses'), id, options);
    });
  addPublication(book, cli);
  addRules(book, cli);
  addWindows(program, book, cli);
}

function addPublication(book: Command, cli: Cli): void {
  book
    .command('schedule')
    .description('publish a chapter at a time, or a range of places such as 5-12 with --every')
    .argument('<id>', "the book's UUID")
    .argument('<chapter>', 'its UUID, its place in the book, drafts counted, or a range of places')
    .argument('<time>', 'ISO 8601, UTC without a zone')
    .option('--zone <name>', 'the time zone of a time without one, such as Asia/Shanghai')
    .option('--language <code>', 'only this language; all that have content without it')
    .option('--with-later', 'move later scheduled chapters by the same span')
    .option('--every <days>', 'the days between the chapters of a range')
    .option('--silent', 'tell followers nothing of it')
    .option('--json', rowsAsJson)
    .action(async (id: string, chapter: string, time: string, options: ScheduleOptions, command: Command) => {
      const { runBookSchedule } = await import('./book.ts');
      await runBookSchedule(cli.loadSite(command, 'uses'), { id, chapter, time }, options);
    });
  for (const [name, publish, description, argument] of [
    ['publish', true, 'publish a chapter at once, or all drafts', '[chapter]'],
    ['unpublish', false, 'take a chapter back from readers; its likes and places are kept', '<chapter>'],
  ] as const) {
    const publication = book
      .command(name)
      .description(description)
      .argument('<id>', "the book's UUID")
      .argument(argument, 'its UUID, or its place in the book, drafts counted')
      .option('--language <code>', 'only this language')
      .option('--json', rowsAsJson)
      .action(async (id: string, chapter: string | undefined, options: PublicationOptions, command: Command) => {
        const { runBookPublication } = await import('./book.ts');
        await runBookPublication(cli.loadSite(command, 'uses'), { id, chapter: chapter ?? null, publish }, options);
      });
    if (publish) publication.option('--silent', 'tell followers nothing of it');
  }
}

function addRules(book: Command, cli: Cli): void {
  book
    .command('access')
    .description('open a chapter to all, keep it for members, or leave it to the rule of its book')
    .argument('<id>', "the book's UUID")
    .argument('<chapter>', 'its UUID, or its place in the book, drafts counted')
    .argument('<access>', 'rule, free or members')
    .option('--free-at <time>', 'when it opens to all: ISO 8601, UTC without a zone')
    .option('--zone <name>', 'the time zone of a time without one')
    .option('--json', 'print the chapter as JSON, as GET /studio/chapters/{uuid} has it')
    .action(
      async (
        id: string,
        chapter: string,
        access: string,
        options: Json & { zone?: string; freeAt?: string },
        command: Command,
      ) => {
        const { runBookAccess } = await import('./book.ts');
        await runBookAccess(cli.loadSite(command, 'uses'), { id, chapter, access }, options);
      },
    );
  book
    .command('set')
    .description("set how a book's chapters open")
    .argument('<id>', "the book's UUID")
    .option('--free <n>', 'how many chapters from the first are free, or default')
    .option('--early-access <days>', 'how long members read before all others, or never')
    .option('--show-schedule <yes|no>', 'whether readers see when the next chapters come')
    .option('--preview <kind>', 'what a locked chapter shows: none, blur (comics) or words (novels)')
    .option('--json', 'print the book as JSON, as GET /studio/books/{uuid} has it')
    .action(async (id: string, options: BookSetOptions, command: Command) => {
      const { runBookSet } = await import('./book.ts');
      await runBookSet(cli.loadSite(command, 'uses'), id, options);
    });
}

function addWindows(program: Command, book: Command, cli: Cli): void {
  const described = (command: Command) =>
    command
      .argument('[from]', 'when it begins: ISO 8601, UTC without a zone')
      .argument('[to]', 'when it ends')
      .option('--zone <name>', 'the time zone of times without one')
      .option('--remove <window>', 'end a window that runs, or remove one that lies ahead')
      .option('--json', 'print {"window_id", "book_uuid", "from", "to"}, or the list of them');
  described(
    book
      .command('window')
      .description('open a book to all for a time, or list its windows')
      .argument('<id>', "the book's UUID"),
  ).action(
    async (
      bookId: string,
      from: string | undefined,
      to: string | undefined,
      options: WindowOptions,
      command: Command,
    ) => {
      const { runWindow } = await import('./book.ts');
      await runWindow(cli.loadSite(command, 'uses'), { bookId, from, to }, options);
    },
  );
  const site = program.command('site').description('what holds for the whole site');
  described(site.command('window').description('open all books to all for a time, or list these windows')).action(
    async (from: string | undefined, to: string | undefined, options: WindowOptions, command: Command) => {
      const { runWindow } = await import('./book.ts');
      await runWindow(cli.loadSite(command, 'uses'), { bookId: null, from, to }, options);
    },
  );
}
