import { randomUUID } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { type DbPool, withTransaction } from '../../../server/db.ts';
import {
  type PublishedBook,
  type PublishedChapterEdition,
  type PublishResult,
  publishBook,
  type StoredBlock,
} from '../../catalog/server/publish.ts';
import { type ImageKind, sniffImage } from '../../media/rules.ts';
import { findStoredImages, hashFile, type Media, openArchive, storeImage } from '../../media/server/media.ts';
import type { ComicInfo } from '../metadata.ts';
import { nameKey } from '../names.ts';
import {
  type BookPlan,
  type ChapterContent,
  type EditionPlan,
  type Fault,
  planPages,
  type SourceFile,
} from '../rules.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { unreadable } from './scan.ts';
import { decodeText, parseText, plainText } from './text.ts';

export type ImportDeps = {
  db: DbPool;
  media: Media;
  now: Date;
  avif: 'now' | 'later';
  isDryRun: boolean;
  isPruning: boolean;
  /** Called after each chapter's edition, and after each page. */
  onProgress: (step: { chapters?: number; pages?: number }) => void;
};

export type ImportedBook = PublishResult & {
  title: string;
  kind: 'comic' | 'novel';
  languages: string[];
  pages: { converted: number; reused: number };
  faults: Fault[];
};

type Run = ImportDeps & {
  chapterLimit: Limiter;
  pageLimit: Limiter;
  hashing: Map<string, Promise<string>>;
  storing: Map<string, Promise<PictureOutcome>>;
  faults: Fault[];
  pages: { converted: number; reused: number };
};

type PictureOutcome = { state: 'stored'; imageIds: string[] } | { state: 'refused'; cause: string };

/**
 * Stores every file of a book and then publishes it in one transaction: an import that dies half-way shows nothing of
 * it to readers, and running it again finds what was stored.
 */
export async function importBook(plan: BookPlan, deps: ImportDeps): Promise<ImportedBook | { faults: Fault[] }> {
  const run: Run = {
    ...deps,
    chapterLimit: createLimiter(deps.media.workers.size + 1),
    pageLimit: createLimiter(deps.media.workers.size * 3),
    hashing: new Map(),
    storing: new Map(),
    faults: [...plan.faults],
    pages: { converted: 0, reused: 0 },
  };
  const chapters = await Promise.all(plan.chapters.map((chapter) => storeChapter(chapter, run)));
  const firstReadable = chapters.find((chapter) => chapter.editions.some((edition) => hasContent(edition.published)));
  if (!firstReadable) {
    if (run.faults.length === 0) run.faults.push({ path: plan.path, cause: 'nothing to read in it' });
    return { faults: run.faults };
  }
  const editions = await Promise.all(plan.editions.map((edition) => storeEdition(edition, plan, firstReadable, run)));
  const book: PublishedBook = { ...bookFields(plan), editions, chapters: chapters.map(publishedChapter) };
  const result = await withTransaction(deps.db, (tx) =>
    publishBook(tx, book, {
      now: deps.now,
      dryRun: deps.isDryRun,
      ...(deps.isPruning ? { prune: { chapters: plan.isWhole, pages: true } } : {}),
    }),
  );
  const title = plan.editions[0]?.title ?? '';
  const languages = plan.editions.map((edition) => edition.language);
  return { ...result, title, kind: plan.kind, languages, pages: run.pages, faults: run.faults };
}

function bookFields(plan: BookPlan): Omit<PublishedBook, 'editions' | 'chapters'> {
  const { title: _title, introduction: _introduction, id: _id, kind: _kind, ...fields } = plan.fields;
  return {
    ...fields,
    sourceKey: plan.sourceKey,
    formerKeys: plan.formerKeys,
    kind: plan.kind,
    likelyLanguage: plan.likelyLanguage,
    ...(plan.author === null ? {} : { author: plan.author }),
    ...(plan.tags === null ? {} : { tags: plan.tags }),
    ...(plan.readingDirection === null ? {} : { readingDirection: plan.readingDirection }),
  };
}

type StoredEdition = {
  published: PublishedChapterEdition;
  /** The picture that can stand for the book where it has no cover. */
  front: Picture | null;
};
type StoredChapter = { key: string; createdAt: Date | null; editions: StoredEdition[] };

function publishedChapter(chapter: StoredChapter): PublishedBook['chapters'][number] {
  return {
    sourceKey: chapter.key,
    ...(chapter.createdAt ? { createdAt: chapter.createdAt } : {}),
    editions: chapter.editions.map((edition) => edition.published),
  };
}

function hasContent(edition: PublishedChapterEdition): boolean {
  return (edition.pages ?? []).length > 0 || (edition.blocks ?? []).length > 0;
}

async function storeChapter(chapter: BookPlan['chapters'][number], run: Run): Promise<StoredChapter> {
  const editions = await Promise.all(
    chapter.editions.map(({ language, title, content }) =>
      run.chapterLimit(async (): Promise<StoredEdition> => {
        const stored = content && (await storeContent(content, title, run));
        if (content) run.onProgress({ chapters: 1 });
        return { published: { language, title, ...stored?.published }, front: stored?.front ?? null };
      }),
    ),
  );
  return { key: chapter.key, createdAt: chapter.createdAt, editions };
}

type StoredContent = { published: Partial<PublishedChapterEdition>; front: Picture | null };

async function storeContent(content: ChapterContent, title: string, run: Run): Promise<StoredContent | null> {
  if (content.type === 'texts') return await storeTexts(content.files, title, run);
  if (content.type === 'images') {
    const pictures = content.images.map((file) => ({ ...file, shownAs: file.path }));
    return await storePictures(pictures, content.comicInfo, run);
  }
  return await storeArchive(content.file, run);
}

async function storeArchive(file: SourceFile, run: Run): Promise<StoredContent | null> {
  if (file.fault) {
    run.faults.push({ path: file.path, cause: file.fault });
    return null;
  }
  const opened = await openArchive(run.media, file.path);
  if (opened.state === 'refused') {
    run.faults.push({ path: file.path, cause: opened.cause });
    return null;
  }
  const { entries, faults, release } = opened.result;
  try {
    for (const fault of faults) run.faults.push({ path: `${file.path}: ${fault.name}`, cause: fault.cause });
    const pictures = entries
      .filter((entry) => !isCompanionEntry(entry.name))
      .map((entry) => ({
        name: entry.name,
        path: entry.file,
        sourceHash: entry.sha256,
        shownAs: `${file.path}: ${entry.name}`,
      }));
    if (pictures.length === 0) {
      if (faults.length === 0) run.faults.push({ path: file.path, cause: 'no picture in it' });
      return null;
    }
    return await storePictures(pictures, file.comicInfo ?? null, run);
  } finally {
    await release();
  }
}

/** Metadata of other programs and notes that come with an archive: neither pages nor faults. */
function isCompanionEntry(name: string): boolean {
  return /(\.(nfo|jsonl?|xml|opf|sfv|md5|url|css|ini|log|ya?ml)|(^|\/)(readme|licen[cs]e|credits)(\.[a-z]{2,4})?)$/i.test(
    name,
  );
}

type Picture = { name: string; path: string; shownAs: string; sourceHash: string; fault?: string };
type GivenPicture = Omit<Picture, 'sourceHash'> & { sourceHash?: string };

async function storePictures(
  given: readonly GivenPicture[],
  comicInfo: ComicInfo | null,
  run: Run,
): Promise<StoredContent> {
  const plan = planPages(
    given.map((picture) => picture.name),
    comicInfo,
  );
  const pictures = await Promise.all(given.map((picture) => run.pageLimit(() => hashed(picture, run))));
  const at = (index: number) => pictures[index] as Picture; // the plan's indexes are of this list
  const outcomes = await Promise.all(
    plan.pages.map(async ({ index, key }) => {
      const outcome = await storePicture(at(index), 'page', run);
      run.onProgress({ pages: 1 });
      if (outcome.state === 'refused') run.faults.push({ path: at(index).shownAs, cause: outcome.cause });
      return { key, picture: at(index), outcome };
    }),
  );
  const pages = outcomes.flatMap(({ key, outcome }) =>
    outcome.state === 'stored' ? [{ sourceKey: key, imageIds: outcome.imageIds }] : [],
  );
  const unreadablePages = outcomes.flatMap(({ key, outcome }) => (outcome.state === 'refused' ? [key] : []));
  const firstGood = outcomes.find(({ outcome }) => outcome.state === 'stored')?.picture ?? null;
  const coverImageId = await storeChapterCover(plan.cover === null ? null : at(plan.cover), firstGood, run);
  const front = (plan.frontCover === null ? null : at(plan.frontCover)) ?? firstGood;
  return { published: { pages, unreadablePages, ...(coverImageId ? { coverImageId } : {}) }, front };
}

async function hashed(picture: GivenPicture, run: Run): Promise<Picture> {
  const { name, path, shownAs, fault } = picture;
  if (fault) return { name, path, shownAs, fault, sourceHash: '' };
  if (picture.sourceHash) return { name, path, shownAs, sourceHash: picture.sourceHash };
  return await hashOnce(path, run).then(
    (sourceHash) => ({ name, path, shownAs, sourceHash }),
    (error) => ({ name, path, shownAs, sourceHash: '', fault: unreadable(error) }),
  );
}

/** A file that stands on the disk under several names (hard links) is read once for all of them. */
async function hashOnce(path: string, run: Run): Promise<string> {
  const { dev, ino, size, ctimeNs, nlink } = await stat(path, { bigint: true });
  if (nlink < 2n) return await hashFile(path);
  const key = [dev, ino, size, ctimeNs].join(' ');
  const hash = run.hashing.get(key) ?? hashFile(path);
  run.hashing.set(key, hash);
  return await hash;
}

/** A chapter's `cover.*`, else the small public view of its first page (contract.md section 2). */
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

/** The same bytes for the same purpose are converted once, also where two pages ask at the same moment. */
function storePicture(picture: Picture, kind: ImageKind, run: Run): Promise<PictureOutcome> {
  if (picture.fault) return Promise.resolve({ state: 'refused', cause: picture.fault });
  const key = `${picture.sourceHash} ${kind}`;
  const underWay = run.storing.get(key);
  if (underWay) return underWay;
  const outcome = run.pageLimit(() => storeOne(picture, kind, run));
  run.storing.set(key, outcome);
  return outcome;
}

async function storeOne(picture: Picture, kind: ImageKind, run: Run): Promise<PictureOutcome> {
  if (run.isDryRun) {
    const sniffed = sniffImage(await readOpening(picture.path));
    if ('fault' in sniffed) return { state: 'refused', cause: sniffed.fault };
    const known = (await findStoredImages(run.db, [picture.sourceHash])).get(picture.sourceHash)?.[kind];
    if (kind === 'page') run.pages[known ? 'reused' : 'converted'] += 1;
    return { state: 'stored', imageIds: known ?? [randomUUID()] };
  }
  const outcome = await storeImage(run.db, run.media, {
    path: picture.path,
    sourceHash: picture.sourceHash,
    kinds: [kind],
    avif: run.avif,
  });
  if (outcome.state === 'refused') return outcome;
  if (kind === 'page') run.pages[outcome.converted > 0 ? 'converted' : 'reused'] += 1;
  return { state: 'stored', imageIds: outcome.images[kind] ?? [] };
}

async function readOpening(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const maxTextBytes = 20 * 1024 * 1024;

async function readText(file: SourceFile, run: Run): Promise<Buffer | null> {
  try {
    if ((await stat(file.path)).size <= maxTextBytes) return await readFile(file.path);
    run.faults.push({ path: file.path, cause: 'the text is too large for one chapter (at most 20 MiB)' });
  } catch (error) {
    run.faults.push({ path: file.path, cause: unreadable(error) });
  }
  return null;
}

async function storeTexts(files: readonly SourceFile[], title: string, run: Run): Promise<StoredContent | null> {
  const blocks: StoredBlock[] = [];
  let heading: string | null = null;
  for (const [index, file] of files.entries()) {
    const bytes = await readText(file, run);
    if (!bytes) continue;
    const parsed = parseText(file.name, decodeText(bytes).text);
    if (index === 0) heading = parsed.heading;
    blocks.push(...parsed.blocks);
  }
  if (blocks.length === 0) {
    const isNamed = new Set(run.faults.map((fault) => fault.path));
    for (const { path } of files) if (!isNamed.has(path)) run.faults.push({ path, cause: 'there is no text in it' });
    return null;
  }
  // A heading that only repeats the chapter's title would stand on the page twice.
  const first = blocks[0];
  if (first && heading && nameKey(plainText(first)) === nameKey(title)) blocks.shift();
  return { published: { blocks }, front: null };
}

async function storeEdition(
  edition: EditionPlan,
  plan: BookPlan,
  firstChapter: StoredChapter,
  run: Run,
): Promise<PublishedBook['editions'][number]> {
  const { language, title, introduction, cover } = edition;
  const published = { language, title, ...(introduction === null ? {} : { introduction }) };
  if (cover) {
    const picture = await hashed({ ...cover, shownAs: cover.path }, run);
    const stored = await storePicture(picture, 'cover', run);
    if (stored.state === 'stored') return { ...published, ...idOf(stored, 'coverImageId') };
    if (!run.faults.some((fault) => fault.path === cover.path))
      run.faults.push({ path: cover.path, cause: stored.cause });
  }
  const own = firstChapter.editions.find((stored) => stored.published.language === language && stored.front);
  const front = (own ?? firstChapter.editions.find((stored) => stored.front))?.front;
  if (!front) return published;
  // A page that only members may see must not become public as a cover.
  const kind = plan.fields.publicFreeChapters === 0 ? 'thumb' : 'cover';
  const stored = await storePicture(front, kind, run);
  return stored.state === 'stored' ? { ...published, ...idOf(stored, 'substituteCoverImageId') } : published;
}

function idOf<K extends string>(stored: { imageIds: string[] }, key: K): { [P in K]?: string } {
  const id = stored.imageIds[0];
  return (id ? { [key]: id } : {}) as { [P in K]?: string };
}
