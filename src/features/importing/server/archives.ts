import { drawPdf, isPdf, type OpenArchive, openArchive } from '../../media/server/archives.ts';
import { comparePaths } from '../names/names.ts';
import { type ArchiveFile, type Fault, isCompanionName, isCreditsName, type UnreadFile } from '../plan/source.ts';
import { findSamePages } from './given-here.ts';
import { entryName } from './page-moves.ts';
import { type GivenPicture, hashed, type Run, type StoredContent, storePicture, storePictures } from './pictures.ts';

/** Stores the pictures of an archive, or the pages of a PDF, as one chapter; null where there are none. */
export async function storeArchive(file: ArchiveFile | UnreadFile<'archive'>, run: Run): Promise<StoredContent | null> {
  if (file.fault !== undefined) {
    run.faults.push({ path: file.path, cause: file.fault });
    return null;
  }
  const known = run.reading?.find<ReadArchive>(nameOf(file));
  if (known) return await storeRead(file, known, run);
  return (await isPdf(file.path)) ? await storePdf(file, run) : await storeUnpacked(file, run);
}

/** What was read of an archive or a PDF. */
type ReadArchive = { state: 'refused'; cause: string } | { state: 'done'; note: string | null; found: Found };

async function storeUnpacked(file: ArchiveFile, run: Run): Promise<StoredContent | null> {
  const opened = await openArchive(run.media, file.path);
  if (opened.state === 'refused') return await storeRead(file, opened, run);
  const { release, note, entries } = opened.result;
  if (isWholeBook(entries)) {
    await release();
    return await storeRead(file, { state: 'refused', cause: 'a whole book; unpack it, and import its folder' }, run);
  }
  try {
    return await storeRead(file, { state: 'done', note: note ?? null, found: picturesOf(file, opened.result) }, run);
  } finally {
    await release();
  }
}

async function storeRead(file: ArchiveFile, read: ReadArchive, run: Run): Promise<StoredContent | null> {
  run.reading?.keep(nameOf(file), read);
  if (read.state === 'refused') {
    run.faults.push({ path: file.path, cause: read.cause });
    return null;
  }
  if (read.note) run.onNote({ path: file.path, cause: read.note });
  return await storeFound(file, read.found, run);
}

/** Whether an archive holds a book's folder, or archives of chapters, where a chapter has its pictures. */
function isWholeBook(entries: readonly { name: string }[]): boolean {
  return (
    entries.some(({ name }) => /(?:^|\/)book\.ya?ml$/i.test(name)) ||
    (entries.length > 0 && entries.every(({ name }) => /\.cb[z7tr]$/i.test(name)))
  );
}

function nameOf({ path }: { path: string }): string {
  return `archive ${path}`;
}

async function storeFound(file: ArchiveFile, found: Found, run: Run): Promise<StoredContent | null> {
  const { unread, faults } = found;
  const covers = found.pictures.filter(({ shownAs }) => run.entryCovers.has(entryName(shownAs)));
  for (const cover of covers)
    run.entryCovers.set(entryName(cover.shownAs), await storePicture(await hashed(cover, run), 'cover', run));
  const pictures = found.pictures.filter((each) => !covers.includes(each) && !run.leftOut.has(entryName(each.shownAs)));
  run.faults.push(...faults);
  const isAsItWas = unread.length === 0 && pictures.length === found.pictures.length && run.moves.length === 0;
  const same = isAsItWas ? await findSamePages(file, inNaturalOrder(pictures), run) : null;
  if (same) return same;
  if (pictures.length > 0) return await storePictures([...pictures, ...unread], file.comicInfo, run);
  for (const { shownAs, fault } of unread) run.faults.push({ path: shownAs, cause: fault });
  if (unread.length + faults.length + covers.length === 0)
    run.faults.push({ path: file.path, cause: 'no picture in it' });
  return null;
}

/** Stores each page while the next ones are drawn; then the chapter finds them all stored. */
async function storePdf(file: ArchiveFile, run: Run): Promise<StoredContent | null> {
  const parts: (Found & { first: number })[] = [];
  const pageRun: Run = { ...run, avif: run.avif ?? 'later' };
  const drawn = await drawPdf(run.media, file.path, async ({ first, pageCount, ...part }) => {
    if (parts.length === 0) run.onProgress({ found: pageCount });
    const found = picturesOf(file, part);
    const pictures = found.pictures.map((picture) => ({ ...picture, isCounted: true as const }));
    parts.push({ ...found, pictures, first });
    run.onProgress({ pages: part.faults.length });
    await Promise.all(
      pictures.map(async (picture) => {
        await storePicture(picture, 'page', pageRun);
        run.onProgress({ pages: 1 });
      }),
    );
  });
  if (drawn.state === 'refused') return await storeRead(file, drawn, run);
  parts.sort((a, b) => a.first - b.first);
  const found = {
    pictures: parts.flatMap(({ pictures }) => pictures),
    unread: parts.flatMap(({ unread }) => unread),
    faults: parts.flatMap(({ faults }) => faults),
  };
  return await storeRead(file, { state: 'done', note: null, found }, run);
}

type Found = {
  pictures: (GivenPicture & { sourceHash: string })[];
  unread: (GivenPicture & { fault: string })[];
  faults: Fault[];
};

/** The pictures of an archive. A page that is there but unreadable keeps its position, so its published image stays. */
function picturesOf(file: { path: string }, opened: Pick<OpenArchive, 'entries' | 'faults'>): Found {
  const shownAs = (name: string) => `${file.path}: ${name}`;
  const isUnreadPage = (fault: OpenArchive['faults'][number]) => fault.isUnread && !isCompanion(fault);
  return {
    pictures: opened.entries
      .filter((entry) => !isCompanion(entry))
      .map((entry) => ({
        name: entry.name,
        path: entry.file,
        sourceHash: entry.sha256,
        shownAs: shownAs(entry.name),
      })),
    unread: opened.faults
      .filter(isUnreadPage)
      .map(({ name, cause }) => ({ name, path: '', shownAs: shownAs(name), fault: cause })),
    faults: opened.faults
      .filter((fault) => !isUnreadPage(fault))
      .map(({ name, cause }) => ({ path: shownAs(name), cause })),
  };
}

const inNaturalOrder = <Named extends { name: string }>(pictures: readonly Named[]) =>
  [...pictures].sort((a, b) => comparePaths(a.name, b.name));

function isCompanion({ name }: { name: string }): boolean {
  const base = name.split('/').at(-1) ?? name;
  return isCompanionName(base) || isCreditsName(base);
}
