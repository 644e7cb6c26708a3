import type { DbPool } from '../../../server/db.ts';
import { type Media, tidyMedia } from '../../media/server/media.ts';
import { type BookPlan, planBook, planSingles } from '../plan/book-plan.ts';
import { isShelfOfFiles, planBookFile, planShelfOfFiles } from '../plan/shelf.ts';
import { type Fault, isShelf, type SourceFile, type SourceFolder } from '../plan/source.ts';
import { importBook } from './import.ts';
import { outlineTexts } from './outline-texts.ts';
import { createProgress } from './progress.ts';
import { type ImportReport, printReport } from './report.ts';
import { type Scan, type Source, scanPath } from './scan.ts';
import { withTextPictures } from './text-pictures.ts';

export type ImportArguments = {
  paths: readonly string[];
  isDryRun?: boolean;
  isPruning?: boolean;
  isJson?: boolean;
  avif?: 'now' | 'later';
};

type Output = { write(text: string): unknown; isTTY?: boolean; columns?: number };

export type ImportContext = {
  db: DbPool;
  media: Media;
  stdout: Output;
  stderr: Output;
  /** For tests; by default the clock's time. */
  now?: Date;
};

/**
 * `longstrip import PATH…`: returns the exit status, 1 if anything was left out. One bad page, file or book never stops
 * the others; a broken database or disk does, by an error.
 */
export async function importCommand(context: ImportContext, given: ImportArguments): Promise<0 | 1> {
  const now = context.now ?? new Date();
  await tidyMedia(context.media, now);
  const progress = createProgress(context.stderr, { isShown: Boolean(context.stderr.isTTY) && !given.isJson });
  const scan: Scan = { faults: [], notes: [], onFile: progress.look };
  const plans = await planPaths(context.media, given.paths, scan).catch((error: unknown) => {
    progress.end();
    throw error;
  });
  progress.begin(plans.reduce((sum, plan) => sum + countEditions(plan), 0));
  const report: ImportReport = {
    books: [],
    leftOut: [...scan.faults],
    notes: scan.notes,
    isDryRun: given.isDryRun ?? false,
  };
  try {
    for (const plan of plans) {
      progress.show(plan.editions[0]?.title ?? plan.path);
      const imported = await importBook(plan, {
        db: context.db,
        media: context.media,
        now,
        avif: given.avif ?? 'now',
        isDryRun: report.isDryRun,
        isPruning: given.isPruning ?? false,
        onProgress: progress.step,
        onNote: (note) => report.notes.push(note),
      });
      report.leftOut.push(...imported.faults);
      if ('bookId' in imported) report.books.push(imported);
    }
  } finally {
    progress.end();
  }
  printReport(context, report, { isJson: given.isJson ?? false });
  return report.leftOut.length > 0 ? 1 : 0;
}

export type PlannedImport = { plans: BookPlan[]; leftOut: Fault[] };

/** Plans an import as far as no database is needed: each book that the paths hold, and what is left out. */
export async function planImport(media: Media, paths: readonly string[]): Promise<PlannedImport> {
  const scan: Scan = { faults: [], notes: [] };
  const plans = await planPaths(media, paths, scan);
  return { plans, leftOut: [...scan.faults, ...plans.flatMap((plan) => plan.faults)] };
}

function countEditions(plan: BookPlan): number {
  return plan.chapters.reduce((sum, chapter) => sum + chapter.editions.filter((edition) => edition.content).length, 0);
}

async function planPaths(media: Media, paths: readonly string[], scan: Scan): Promise<BookPlan[]> {
  const sources: Source[] = [];
  for (const path of paths) {
    const source = await scanPath(media, path, scan);
    if (source) sources.push(await outlineTexts(await withTextPictures(media, source, scan), scan));
  }
  const singles = sources.flatMap((source) => {
    if (source.type !== 'file') return [];
    const { file, folderName } = source;
    if (file.type === 'archive') return [{ file, folderName }];
    if (file.type === 'image') scan.faults.push({ path: file.path, cause: 'a picture needs a folder' });
    return [];
  });
  const books = sources.flatMap((source) =>
    source.type === 'folder' ? planFolder(source.folder, scan) : planFile(source.file, scan),
  );
  return [...books, ...planSingles(singles)];
}

function planFile(file: SourceFile, scan: Scan): BookPlan[] {
  if (file.type !== 'book') return [];
  if (file.fault === undefined) return [planBookFile(file)];
  scan.faults.push({ path: file.path, cause: file.fault });
  return [];
}

function planFolder(folder: SourceFolder, scan: Scan): BookPlan[] {
  if (!isShelf(folder)) return isShelfOfFiles(folder) ? planShelfOfFiles(folder, scan.faults) : planKnown(folder, scan);
  for (const file of folder.files) scan.faults.push({ path: file.path, cause: 'a loose file on a shelf of books' });
  return folder.folders.flatMap((child) => {
    if (child.book) return planKnown(child, scan);
    scan.faults.push({ path: child.path, cause: 'a folder without a book.yaml on a shelf of books' });
    return [];
  });
}

function planKnown(folder: SourceFolder, scan: Scan): BookPlan[] {
  if (!folder.isUnknownBook) return [planBook(folder)];
  const cause = 'the book is left out: without what its book.yaml should tell it may come in as another one';
  scan.faults.push({ path: folder.path, cause });
  return [];
}
