import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Db, DbPool } from '../../../server/database/db.ts';
import type { Turns } from '../../../server/process/turns.ts';
import type { ImportedChapterEdition, ImportResult } from '../../catalog/server/imports.ts';
import type { ImageKind } from '../../media/rules.ts';
import {
  findPictureFault,
  findStoredImages,
  hashFile,
  type Media,
  readPictureWidth,
  storeImage,
} from '../../media/server/media.ts';
import { unreadable } from '../formats/format.ts';
import type { OpenedBook } from '../plan/book-file.ts';
import type { ComicInfo } from '../plan/metadata.ts';
import { planPages } from '../plan/page-plan.ts';
import type { Fault } from '../plan/source.ts';
import { entryName, inOrderByHand, type PageMove } from './page-moves.ts';
import type { ProgressStep } from './progress.ts';
import type { Reading } from './reading.ts';

export type ImportDeps = {
  db: DbPool;
  media: Media;
  now: Date;
  /** When AVIF files are made. Null: now, but later for the pages of a PDF, which are many and take longest. */
  avif: 'now' | 'later' | null;
  isDryRun: boolean;
  isPruning: boolean;
  /** New chapters, and new editions of published ones, become drafts. */
  asDrafts: boolean;
  /** Followers are told nothing of what it publishes. */
  isSilent: boolean;
  /** Removing more than half of a book is wanted. */
  mayPruneMost: boolean;
  /** A book of the same name is the same, whatever it holds. */
  isSameBook: boolean;
  /** In a dry run pictures are not decoded, and nothing of their content is told. */
  isHasty: boolean;
  /** The pictures that were decoded before, for a dry run that also warns of lookalikes; null: it only tells faults. */
  looks: PictureLooks | null;
  /** Where what is read of the files is kept, or was kept; null: nobody asks for it. */
  reading: Reading | null;
  /** The stored images of the reading's pictures; null: each picture asks for its own. */
  stored: StoredImages | null;
  /** Called with each picture that is found, before anything is decoded. */
  onPicture?: (picture: FoundPicture) => void;
  /** The batch that it belongs to; null: nothing is kept for an undo. */
  batch: string | null;
  /** Books of this batch that its undo has put into the trash. */
  undone: readonly string[];
  /** Files, and entries of archives as `a.cbz/001.png`, that are left out by hand. */
  leftOut: ReadonlySet<string>;
  moves: readonly PageMove[];
  /** The books that this import has brought in already, by their ids. */
  taken: Set<string>;
  /** Called in the transaction of each book that changes. */
  onWritten?: (tx: Db, book: WrittenBook) => Promise<void>;
  /** Called with remarks that are no faults. */
  onNote: (note: Fault) => void;
  /** Called after each edition of a chapter, after each page, and with the number of pages when a chapter is opened. */
  onProgress: (step: ProgressStep) => void;
};

type StoredImages = Awaited<ReturnType<typeof findStoredImages>>;

/** A book that an import has written, with what becomes of its chapters. */
export interface WrittenBook extends Pick<ImportResult, 'bookId' | 'order' | 'removed'> {
  title: string;
  state: 'created' | 'updated';
}

/** A decoded picture: the reason why it is refused, and its perceptual hash; null: it is of one tone, or refused. */
export type PictureLook = { cause: string | null; hash: string | null };

/** The pictures that were decoded, by the hashes of their bytes. */
export interface PictureLooks {
  find(sourceHash: string): PictureLook | null;
  /** Decodes a picture that is not known yet. */
  look(path: string, sourceHash: string): Promise<PictureLook>;
}

/** A picture by its path as tables of files write it. `sourceHash` null: it cannot be read, which is told already. */
export type FoundPicture = { path: string; sourceHash: string | null; width: number | null };

/** One book's import while it runs. */
export type Run = ImportDeps & {
  chapterLimit: Turns;
  pageLimit: Turns;
  hashing: Map<string, Promise<string>>;
  storing: Map<string, Promise<PictureOutcome>>;
  /** The sources of images that a real run would make, by the ids that a dry run uses for them. */
  foreseen: Map<string, string>;
  /** The faults that a dry run found in each picture's bytes, by their hash. */
  examining: Map<string, Promise<string | null>>;
  /** The hashes of all pages: a cover with the same bytes as a page is not the book's own cover. */
  pageHashes: Set<string>;
  faults: Fault[];
  pages: { converted: number; reused: number };
  /** The pictures in archives that are covers by hand, and what became of each; null: its archive was not read yet. */
  entryCovers: Map<string, PictureOutcome | null>;
  /** Files that are whole books, opened once for all their parts. */
  books: Map<string, Promise<OpenedBook>>;
};

export type PictureOutcome = { state: 'stored'; imageIds: string[] } | { state: 'refused'; cause: string };

/** A file, or an entry of one, and what it is in its chapter. `key` is the page's. */
export type PlacedFile = { path: string; as: 'page' | 'cover' | 'text' | 'archive'; key?: string };

/** The stored content of one chapter. */
export type StoredContent = {
  imported: Partial<ImportedChapterEdition>;
  front: Picture | null;
  files: PlacedFile[];
};

/** `isCounted`: the progress has counted it as a page already. */
export type Picture = {
  name: string;
  path: string;
  shownAs: string;
  sourceHash: string;
  fault?: string;
  isCounted?: true;
};
export type GivenPicture = Omit<Picture, 'sourceHash'> & { sourceHash?: string };

/** Stores the pictures of a folder or archive as one chapter: its pages in natural order, perhaps with its cover. */
export async function storePictures(
  given: readonly GivenPicture[],
  comicInfo: ComicInfo | null,
  run: Run,
): Promise<StoredContent> {
  const planned = planPages(
    given.map((picture) => picture.name),
    comicInfo,
  );
  const plan = {
    ...planned,
    pages: inOrderByHand(planned.pages, ({ index }) => given[index]?.shownAs ?? '', run.moves),
  };
  const pictures = await Promise.all(given.map((picture) => run.pageLimit(() => hashed(picture, run))));
  const at = (index: number) => pictures[index] as Picture; // the plan's indexes are of this list
  const stored = await storePages(
    plan.pages.map(({ index, key }) => ({ key, picture: at(index) })),
    run,
  );
  const coverImageId = await storeChapterCover(plan.cover === null ? null : at(plan.cover), stored.first, run);
  const previewImageId = await storePreview(stored.first, run);
  const front = await frontOf(plan, { at, first: stored.first, run });
  const files = plan.pages.map(({ index, key }): PlacedFile => ({ path: at(index).shownAs, as: 'page', key }));
  if (plan.cover !== null) files.push({ path: at(plan.cover).shownAs, as: 'cover' });
  return { imported: { ...stored.imported, ...namesOf({ coverImageId, previewImageId }) }, front, files };
}

/** The page that serves as the chapter's cover: the named front cover if it can be read, else the first page. */
async function frontOf(
  plan: ReturnType<typeof planPages>,
  from: { at: (index: number) => Picture; first: Picture | null; run: Run },
): Promise<Picture | null> {
  const { frontCover } = plan;
  if (frontCover === null) return from.first;
  const named = from.at(frontCover);
  const isPage = plan.pages.some(({ index }) => index === frontCover);
  // Stored now, because an archive's files are gone when the book's cover is chosen.
  const stored = await storePicture(named, isPage ? 'page' : 'cover', from.run);
  return stored.state === 'stored' ? named : from.first;
}

type Page = { key: string; picture: Picture };

/** Stores pages in the given order; `first` is the first readable one. */
async function storePages(
  given: readonly Page[],
  run: Run,
): Promise<{ imported: Pick<ImportedChapterEdition, 'pages' | 'unreadablePages'>; first: Picture | null }> {
  if (!given.some(({ picture }) => picture.isCounted)) run.onProgress({ found: given.length });
  const outcomes = await Promise.all(
    given.map(async ({ key, picture }) => {
      const outcome = await storePicture(picture, 'page', run);
      run.pageHashes.add(picture.sourceHash);
      if (!picture.isCounted) run.onProgress({ pages: 1 });
      if (outcome.state === 'refused') run.faults.push({ path: picture.shownAs, cause: outcome.cause });
      return { key, picture, outcome };
    }),
  );
  const pages = outcomes.flatMap(({ key, picture, outcome }) =>
    outcome.state === 'stored' ? [{ sourceKey: key, imageIds: outcome.imageIds, source: picture.sourceHash }] : [],
  );
  const unreadablePages = outcomes.flatMap(({ key, outcome }) => (outcome.state === 'refused' ? [key] : []));
  const first = outcomes.find(({ outcome }) => outcome.state === 'stored')?.picture ?? null;
  return { imported: { pages, unreadablePages }, first };
}

/** Stores a chapter whose pages have an order of their own; its thumbnail is the first page's. */
export async function storePagesInOrder(given: readonly Page[], run: Run): Promise<StoredContent> {
  const { imported, first } = await storePages(given, run);
  const coverImageId = await storeChapterCover(null, first, run);
  const previewImageId = await storePreview(first, run);
  const files = given.map(({ key, picture }): PlacedFile => ({ path: picture.shownAs, as: 'page', key }));
  return { imported: { ...imported, ...namesOf({ coverImageId, previewImageId }) }, front: first, files };
}

/** A picture with its hash, or with the reason why it cannot be read. */
export async function hashed(given: GivenPicture, run: Run): Promise<Picture> {
  const name = `picture ${given.shownAs}`;
  const known = run.reading?.find<HashedPicture>(name);
  const { picture, width } = known ?? (await readPicture(given, run));
  if (!known) run.reading?.keep(name, { picture, width });
  run.onPicture?.({ path: entryName(picture.shownAs), sourceHash: picture.sourceHash || null, width });
  return picture;
}

type HashedPicture = { picture: Picture; width: number | null };

async function readPicture(given: GivenPicture, run: Run): Promise<HashedPicture> {
  const picture = await withHash(given, run);
  // Pages of a PDF are all drawn in one width, and their files are gone by now.
  const isWanted = run.onPicture && picture.sourceHash !== '' && !picture.isCounted;
  return { picture, width: isWanted ? await readPictureWidth(picture.path) : null };
}

async function withHash(picture: GivenPicture, run: Run): Promise<Picture> {
  const { name, path, shownAs, fault } = picture;
  if (picture.isCounted && picture.sourceHash) return { ...picture, sourceHash: picture.sourceHash };
  if (fault) return { name, path, shownAs, fault, sourceHash: '' };
  if (picture.sourceHash) return { name, path, shownAs, sourceHash: picture.sourceHash };
  return await hashOnce(path, run).then(
    (sourceHash) => ({ name, path, shownAs, sourceHash }),
    (error) => ({ name, path, shownAs, sourceHash: '', fault: unreadable(error) }),
  );
}

/** A file with several names on the disk (hard links) is read once for all of them. */
async function hashOnce(path: string, run: Run): Promise<string> {
  const { dev, ino, size, ctimeNs, nlink } = await stat(path, { bigint: true });
  if (nlink < 2n) return await hashFile(path);
  const key = [dev, ino, size, ctimeNs].join(' ');
  const hash = run.hashing.get(key) ?? hashFile(path);
  run.hashing.set(key, hash);
  return await hash;
}

/** A chapter's `cover.*`, else the small public view of its first page (spec: importing.md#chapter-covers). */
async function storeChapterCover(cover: Picture | null, firstPage: Picture | null, run: Run): Promise<string | null> {
  if (cover) {
    const stored = await storePicture(cover, 'cover', run);
    if (stored.state === 'stored') return stored.imageIds[0] ?? null;
    run.faults.push({ path: cover.shownAs, cause: stored.cause });
  }
  if (!firstPage) return null;
  const stored = await storePicture(firstPage, 'thumb', run);
  return stored.state === 'stored' ? (stored.imageIds[0] ?? null) : null;
}

/** The unreadable view of the first page (spec: importing.md#chapter-previews). */
async function storePreview(firstPage: Picture | null, run: Run): Promise<string | null> {
  if (!firstPage) return null;
  const stored = await storePicture(firstPage, 'blur', run);
  return stored.state === 'stored' ? (stored.imageIds[0] ?? null) : null;
}

function namesOf({ coverImageId, previewImageId }: { coverImageId: string | null; previewImageId: string | null }) {
  return { ...(coverImageId ? { coverImageId } : {}), ...(previewImageId ? { previewImageId } : {}) };
}

/** The same bytes for the same purpose are converted once, also where two pages ask at the same moment. */
export function storePicture(picture: Picture, kind: ImageKind, run: Run): Promise<PictureOutcome> {
  if (picture.fault) return Promise.resolve({ state: 'refused', cause: picture.fault });
  const key = `${picture.sourceHash} ${kind}`;
  const underWay = run.storing.get(key);
  if (underWay) return underWay;
  const outcome = run.pageLimit(() => storeOne(picture, kind, run));
  run.storing.set(key, outcome);
  return outcome;
}

async function storeOne(picture: Picture, kind: ImageKind, run: Run): Promise<PictureOutcome> {
  if (run.isDryRun) return await foresee(picture, kind, run);
  const outcome = await storeImage(run.db, run.media, {
    path: picture.path,
    sourceHash: picture.sourceHash,
    kinds: [kind],
    avif: run.avif ?? 'now',
  });
  if (outcome.state === 'refused') return outcome;
  if (outcome.note) run.onNote({ path: picture.shownAs, cause: outcome.note });
  if (kind === 'page') run.pages[outcome.converted > 0 ? 'converted' : 'reused'] += 1;
  return { state: 'stored', imageIds: outcome.images[kind] ?? [] };
}

/** What storing would give, without storing. A picture that is not stored yet is decoded once for that. */
async function foresee(picture: Picture, kind: ImageKind, run: Run): Promise<PictureOutcome> {
  const { path, sourceHash } = picture;
  const stored = (run.stored ?? (await findStoredImages(run.db, [sourceHash]))).get(sourceHash);
  if (run.looks) {
    const look = run.isHasty ? run.looks.find(sourceHash) : await run.looks.look(path, sourceHash);
    if (!stored && look && look.cause !== null) return { state: 'refused', cause: look.cause };
  } else if (!stored && !run.isHasty) {
    const examining = run.examining.get(sourceHash) ?? findPictureFault(run.media, path);
    run.examining.set(sourceHash, examining);
    const cause = await examining;
    if (cause !== null) return { state: 'refused', cause };
  }
  const known = stored?.[kind];
  if (kind === 'page') run.pages[known ? 'reused' : 'converted'] += 1;
  if (known) return { state: 'stored', imageIds: known };
  const id = randomUUID();
  run.foreseen.set(id, sourceHash);
  return { state: 'stored', imageIds: [id] };
}
