import { basename, dirname, resolve } from 'node:path';
import type { DbPool } from '../../../server/database/db.ts';
import { findStoredImages, type Media, tidyMedia } from '../../media/server/media.ts';
import { readFileName } from '../names/file-name.ts';
import { languageNamed } from '../names/names.ts';
import { type BookPlan, hasNoBookName, planBook, planSingles } from '../plan/book-plan.ts';
import { foldersOfLoose, planLoose, withLooseCover } from '../plan/loose-files.ts';
import { booksOfArchives, whySeveralBooks } from '../plan/several-books.ts';
import { isShelfOfFiles, planBookFile, planShelfOfFiles } from '../plan/shelf.ts';
import { type Fault, isCoverName, isShelf, type SourceFile, type SourceFolder, type TextFile } from '../plan/source.ts';
import { importBook } from './import.ts';
import { outlineTexts } from './outline-texts.ts';
import type { PageMove } from './page-moves.ts';
import type { ImportDeps, PictureLooks } from './pictures.ts';
import { bothOf, createProgress, type Progress, type ProgressStyle } from './progress.ts';
import type { PlannedFiles, Reading } from './reading.ts';
import { type ImportReport, printReport } from './report.ts';
import { createScan, type Scan, type Source, scanPath } from './scan.ts';
import { withTextPictures } from './text-pictures.ts';

export type ImportArguments = {
  paths: readonly string[];
  isDryRun?: boolean;
  isPruning?: boolean;
  /** New chapters, and new editions of published ones, become drafts. */
  asDrafts?: boolean;
  /** Followers are told nothing of what it publishes. */
  isSilent?: boolean;
  /** A folder is one book, even where it looks like several. */
  isOneBook?: boolean;
  /** Removing more than half of a book is wanted. */
  mayPruneMost?: boolean;
  /** A book of the same name is the same, whatever it holds. */
  isSameBook?: boolean;
  isJson?: boolean;
  avif?: 'now' | 'later';
  /** The encoding of all texts given, where it cannot be told. */
  encoding?: string;
};

type Output = { write(text: string): unknown; isTTY?: boolean; columns?: number };

export type ImportContext = {
  db: DbPool;
  media: Media;
  stdout: Output;
  stderr: Output;
  /** Tells the progress to `stderr` in lines where that is no terminal; without it, nothing is told there. */
  tellsInLines?: true;
  /** For tests; by default the clock's time. */
  now?: Date;
};

/** An import, and how it is followed. */
export type ImportWork = ImportArguments & {
  /** The batch that it belongs to; a dry run has none. */
  batch?: string;
  /** Books of this batch that its undo has put into the trash: they come back. */
  undone?: readonly string[];
  /** The files lie where somebody has put them: the folder of an archive may name its series. */
  isTheirFolder?: boolean;
  /** The title of the book for which the folder was made; the name of the folder says nothing. */
  bookTitle?: string;
  /** Applies the changes by hand to the plans: after the files are read, before anything is stored. */
  alter?: (plans: BookPlan[]) => BookPlan[];
  /** The paths of files, and of entries in archives, that are left out by hand. */
  leftOut?: ReadonlySet<string>;
  /** Pages that were moved by hand: to before a certain page, or to the end. */
  moves?: readonly PageMove[];
  /** A dry run that does not decode pictures, so that the plan is there at once. */
  isHasty?: boolean;
  /** The pictures that were decoded before; a dry run that is not hasty adds to them, and decodes stored ones, too. */
  looks?: PictureLooks;
  /** Called with each picture that is found. */
  onPicture?: ImportDeps['onPicture'];
  /** Where what is read of the files is kept, or was kept: then no file is read. */
  reading?: Reading;
  /** Called in the transaction of each book that changes. */
  onWritten?: ImportDeps['onWritten'];
};

/**
 * Reads the paths and brings their books in, or says with `isDryRun` what would be. One bad page, file or book never
 * stops the others; a broken database or disk does, by an error.
 */
export async function importPaths(
  { db, media, now }: { db: DbPool; media: Media; now: Date },
  given: ImportWork,
  progress: Progress,
): Promise<ImportReport> {
  const scan = createScan({ onFile: progress.look, ...(given.encoding ? { encoding: given.encoding } : {}) });
  const found = await planOnce(media, given, scan).catch((error: unknown) => {
    progress.end();
    throw error;
  });
  const plans = given.alter ? given.alter(found) : found;
  const hashes = given.reading?.hashes;
  const stored = hashes ? await findStoredImages(db, hashes) : null;
  progress.begin(plans.reduce((sum, plan) => sum + countEditions(plan), 0));
  const report: ImportReport = {
    books: [],
    leftOut: [...scan.faults],
    notes: scan.notes,
    metadata: scan.metadata,
    passedOver: scan.passedOver,
    isDryRun: given.isDryRun ?? false,
    batch: given.isDryRun ? null : (given.batch ?? null),
  };
  const taken = new Set<string>();
  try {
    for (const plan of plans) {
      progress.show(plan.editions[0]?.title ?? plan.path);
      const imported = await importBook(plan, {
        db,
        media,
        now,
        avif: given.avif ?? null,
        isDryRun: report.isDryRun,
        isHasty: given.isHasty ?? false,
        looks: given.looks ?? null,
        reading: given.reading ?? null,
        stored,
        ...(given.onPicture ? { onPicture: given.onPicture } : {}),
        isPruning: given.isPruning ?? false,
        asDrafts: given.asDrafts ?? false,
        isSilent: given.isSilent ?? false,
        mayPruneMost: given.mayPruneMost ?? false,
        isSameBook: given.isSameBook ?? false,
        batch: report.batch,
        undone: given.undone ?? [],
        leftOut: given.leftOut ?? new Set(),
        moves: given.moves ?? [],
        taken,
        ...(given.onWritten ? { onWritten: given.onWritten } : {}),
        onProgress: progress.step,
        onNote: (note) => report.notes.push(note),
      });
      report.leftOut.push(...imported.faults);
      if ('bookId' in imported) report.books.push(imported);
      progress.finish();
    }
  } finally {
    progress.end();
  }
  return report;
}

/** `longstrip import PATH…`: prints the report and returns the exit status, 1 if anything was left out. */
export async function importCommand(
  context: ImportContext,
  given: ImportArguments &
    Pick<ImportWork, 'batch' | 'onWritten'> & { watch?: Progress; onReport?: (report: ImportReport) => Promise<void> },
): Promise<0 | 1> {
  const now = context.now ?? new Date();
  await tidyMedia(context.media, now);
  const shown = createProgress(context.stderr, { style: progressStyle(context, given) });
  const progress = given.watch ? bothOf(shown, given.watch) : shown;
  const work: ImportWork = { ...given, isTheirFolder: true };
  const report = await importPaths({ db: context.db, media: context.media, now }, work, progress);
  await given.onReport?.(report);
  printReport(context, report, { isJson: given.isJson ?? false });
  return report.leftOut.length > 0 ? 1 : 0;
}

function progressStyle({ stderr, tellsInLines }: ImportContext, { isJson }: ImportArguments): ProgressStyle {
  if (isJson) return 'none';
  if (stderr.isTTY) return 'bar';
  return tellsInLines ? 'lines' : 'none';
}

export type PlannedImport = { plans: BookPlan[]; leftOut: Fault[] };

/** Plans an import as far as no database is needed: each book that the paths hold, and what is left out. */
export async function planImport(media: Media, paths: readonly string[]): Promise<PlannedImport> {
  const scan = createScan();
  const plans = await planPaths(media, { paths }, scan);
  return { plans, leftOut: [...scan.faults, ...plans.flatMap((plan) => plan.faults)] };
}

function countEditions(plan: BookPlan): number {
  return plan.chapters.reduce((sum, chapter) => sum + chapter.editions.filter((edition) => edition.content).length, 0);
}

/** The plans of the paths, with what was noted of them in the scan; read once where a reading is kept. */
async function planOnce(media: Media, given: ImportWork, scan: Scan): Promise<BookPlan[]> {
  const name = 'plans';
  const known = given.reading?.find<PlannedFiles>(name);
  if (known) {
    const { plans, ...noted } = known;
    Object.assign(scan, noted);
    return plans;
  }
  const plans = await planPaths(media, given, scan);
  const { faults, notes, metadata, passedOver } = scan;
  given.reading?.keep(name, { plans, faults, notes, metadata, passedOver } satisfies PlannedFiles);
  return plans;
}

async function planPaths(
  media: Media,
  {
    paths,
    isOneBook = false,
    bookTitle,
    isTheirFolder = false,
  }: ImportArguments & Pick<ImportWork, 'bookTitle' | 'isTheirFolder'>,
  scan: Scan,
): Promise<BookPlan[]> {
  const { sources, series } = await readSources(media, { paths, bookTitle }, scan);
  const files = sources.flatMap((source) => (source.type === 'file' ? [source.file] : []));
  const singles = files.flatMap((file) => {
    if (file.type !== 'archive') return [];
    if (!hasNoBookName(file)) return [{ file }];
    const series = isTheirFolder ? seriesByFolder(file.path) : null;
    scan.notes.push({ path: file.path, cause: series === null ? unknownSeries : seriesOfFolder(series) });
    return [{ file, ...(series === null ? {} : { series }) }];
  });
  const books = sources.flatMap((source) =>
    source.type === 'folder' ? planFolder(source.folder, scan, isOneBook) : planFile(source.file, scan),
  );
  const plans = [...books, ...series.map(planLoose), ...planSingles(singles)];
  const pictures = files.filter((file) => file.type === 'image');
  const covers = pictures.filter(({ name }) => isCoverName(name));
  const covered = withLooseCover(plans, covers);
  for (const picture of pictures)
    if (!covered || !covers.includes(picture))
      scan.faults.push({ path: picture.path, cause: 'a picture needs a folder' });
  return covered ?? plans;
}

/** What the paths hold; texts and pictures given by themselves that are of one series stand together. */
async function readSources(
  media: Media,
  { paths, bookTitle }: { paths: readonly string[]; bookTitle: string | undefined },
  scan: Scan,
): Promise<{ sources: Source[]; series: SourceFolder[] }> {
  const found: { given: Source; source: Source; notes: Fault[] }[] = [];
  for (const path of paths) {
    const scanned = await scanPath(media, path, scan);
    if (!scanned) continue;
    if (scanned.type === 'folder' && bookTitle !== undefined) scanned.folder.name = bookTitle;
    const given = await withTextPictures(media, scanned, scan);
    const notes: Fault[] = [];
    found.push({ given, source: await outlineTexts(given, { ...scan, notes }), notes });
  }
  const texts = found.flatMap(({ given, source }) => textOf(given).map((text) => ({ text, source })));
  const shown = new Set(texts.flatMap(({ text }) => [...text.pictures.values()].map(({ path }) => path)));
  const pictures = found.flatMap(({ source }) =>
    source.type === 'file' && source.file.type === 'image' && !shown.has(source.file.path) ? [source.file] : [],
  );
  const series = [
    // A text with several chapters is a volume, and a book of its own.
    ...foldersOfLoose(texts.flatMap(({ text, source }) => (isOneChapter(source) ? [text] : []))),
    ...foldersOfLoose(pictures.filter(({ name }) => !isCoverName(name))),
  ];
  const isElsewhere = new Set([...shown, ...series.flatMap(({ files }) => files.map(({ path }) => path))]);
  const others = found.filter(({ source }) => source.type === 'folder' || !isElsewhere.has(source.file.path));
  scan.notes.push(...others.flatMap(({ notes }) => notes));
  return { sources: others.map(({ source }) => source), series };
}

function textOf(given: Source): TextFile[] {
  return given.type === 'file' && given.file.type === 'text' && given.file.fault === undefined ? [given.file] : [];
}

function isOneChapter(source: Source): boolean {
  if (source.type !== 'file' || source.file.type !== 'book' || source.file.fault !== undefined) return false;
  return source.file.outline.parts.length === 1;
}

const unknownSeries =
  'nothing names its series: it is a book of its own, called like the file. In a folder, or with a ComicInfo.xml, it is a chapter';

const seriesOfFolder = (name: string) =>
  `nothing but its folder names its series: it is a chapter of ${JSON.stringify(name)}`;

/** The name of the folder in which a file lies; null where that is only a language or a number. */
function seriesByFolder(path: string): string | null {
  const name = basename(dirname(resolve(path)));
  const isTelling = name !== '' && !languageNamed(name) && readFileName(name).number === null;
  return isTelling ? name : null;
}

function planFile(file: SourceFile, scan: Scan): BookPlan[] {
  if (file.type !== 'book') return [];
  if (file.fault === undefined) return [planBookFile(file)];
  scan.faults.push({ path: file.path, cause: file.fault });
  return [];
}

function planFolder(folder: SourceFolder, scan: Scan, isOneBook: boolean): BookPlan[] {
  if (!isShelf(folder)) {
    if (isShelfOfFiles(folder)) return planShelfOfFiles(folder, scan.faults);
    return isOneBook ? planKnown(folder, scan) : planSeries(folder, scan);
  }
  for (const file of folder.files) scan.faults.push({ path: file.path, cause: 'a loose file on a shelf of books' });
  return folder.folders.flatMap((child) => {
    if (child.book) return planKnown(child, scan);
    scan.faults.push({ path: child.path, cause: 'a folder without a book.yaml on a shelf of books' });
    return [];
  });
}

/** One book, or the series of a folder of archives; a folder that looks like other books is left out. */
function planSeries(folder: SourceFolder, scan: Scan): BookPlan[] {
  const series = booksOfArchives(folder);
  if (series) {
    const covers = folder.files.filter(({ type }) => type === 'image');
    for (const { path } of covers) scan.faults.push({ path, cause: 'a cover beside several series belongs to none' });
    const files = series.flatMap(({ name, files }) => files.map((file) => ({ file, series: name })));
    return planSingles(files, { isWhole: true });
  }
  const why = whySeveralBooks(folder);
  if (!why) return planKnown(folder, scan);
  const cause = `it looks like several books: ${why}. Put a book.yaml into each book's folder, which makes this folder a shelf, or give each folder by itself; with --one-book it is one book`;
  scan.faults.push({ path: folder.path, cause });
  return [];
}

function planKnown(folder: SourceFolder, scan: Scan): BookPlan[] {
  if (!folder.isUnknownBook) return [planBook(folder)];
  const cause = 'the book is left out: without what its book.yaml should tell it may come in as another one';
  scan.faults.push({ path: folder.path, cause });
  return [];
}
