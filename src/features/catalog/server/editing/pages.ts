import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Db, type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { invalidField, notFound } from '../../../../server/http/errors.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { Picture } from '../../../../shared/wire.ts';
import { type Maker, writeAudit } from '../../../studio/server/audit.ts';
import { etagOf } from '../../../studio/server/versions.ts';
import { readingSeconds } from '../../reading-time.ts';
import type { PageRow } from '../../studio-contract.ts';
import { lockBookForDates } from '../dates/dates-queries.ts';
import { readMoment, settleBooks } from '../dates/settle-queries.ts';
import type { HandPictures, SentFile } from './hand-pictures.ts';
import { findPagedEdition, type HandPage, type PagedEdition, putPages } from './page-queries.ts';
import { requireCurrent } from './versions.ts';

/** A chapter in a language; rejects with 404. */
export async function readPagedEdition(
  db: Db,
  asked: { chapterId: string; language: Language },
): Promise<PagedEdition> {
  const edition = await findPagedEdition(db, asked);
  if (!edition) throw notFound('chapter_not_found', 'There is no such chapter');
  // The pictures within a text are no pages.
  return edition.isText ? { ...edition, pages: [] } : edition;
}

/** The version of a chapter's pages in a language. */
export function versionOfPages({ chapterId, pages }: PagedEdition, language: Language): string {
  return etagOf([chapterId, language, pages.map(({ imageIds }) => imageIds)]);
}

export const imagesOfPages = (pages: readonly HandPage[]): string[] => pages.flatMap(({ imageIds }) => imageIds);

/** Pages for their editors; `pictures` has all their images. */
export function presentPages(pages: readonly HandPage[], pictures: ReadonlyMap<string, Picture>): PageRow[] {
  return pages.map(({ imageIds }, index) => {
    const tiles = imageIds.flatMap((id) => pictures.get(id) ?? []);
    const height = tiles.reduce((sum, tile) => sum + tile.height, 0);
    return { page: index + 1, width: tiles[0]?.width ?? 0, height, pictures: tiles };
  });
}

/** A change of pages: what becomes of them, with the images of the file that was sent. */
export interface ChangeOfPages {
  chapterId: string;
  language: Language;
  by: Maker;
  ifMatch: string | undefined;
  file: SentFile | null;
  /** The pages that the change names. */
  named: readonly number[];
  change(pages: readonly HandPage[], sent: string[]): HandPage[];
  /** The pages as GET shows them. */
  show(pages: readonly HandPage[]): Promise<PageRow[]>;
}

interface PagesDeps {
  db: DbPool;
  handPictures: HandPictures;
  refresh(): Promise<void>;
}

/**
 * Changes the pages of a chapter in a language by hand, so that imports leave them alone. Rejects with 400, 404, 412 and
 * 428. The first pages of a language make a draft of it.
 */
export async function changePages(deps: PagesDeps, given: ChangeOfPages): Promise<PagedEdition> {
  const { db, handPictures: pictures, refresh } = deps;
  const { file } = given;
  if (file) await pictures.requireFile(file);
  // Nothing is converted for a change that will be refused.
  await open(db, given);
  const after = await pictures.whileStored(async () => {
    const sent = file ? await pictures.storePage(file) : [];
    const seen = await open(db, given);
    const planned = given.change(seen.pages, sent);
    const coverImageId = await coverFor(pictures, seen, planned);
    return withTransaction(db, async (tx) => {
      await lockBookForDates(tx, seen.bookId);
      const before = await open(tx, given);
      if (file) await pictures.spendFile(tx, file);
      await write(tx, given, { before, pages: planned, coverImageId });
      return readPagedEdition(tx, given);
    });
  });
  if (file) await pictures.forgetFile(file);
  await refresh();
  return after;
}

/** The edition in the version that the call names. */
async function open(db: Db, { chapterId, language, ifMatch, named, show }: ChangeOfPages): Promise<PagedEdition> {
  const edition = await readPagedEdition(db, { chapterId, language });
  await requireCurrent(db, ifMatch, {
    ...{ target: { kind: 'chapter', id: chapterId }, etag: versionOfPages(edition, language) },
    current: await show(edition.pages),
  });
  // The same number may be another page in an older version, so the version is checked first.
  if (named.some((page) => page < 1 || page > edition.pages.length))
    throw notFound('page_not_found', 'There is no such page');
  if (edition.kind !== 'comic' || edition.isText) throw invalidField('language', 'A text has no pages');
  if (!edition.isThere) throw invalidField('language', 'The chapter has no title in this language');
  return edition;
}

/** A chapter's cover is its first page's thumbnail, unless it has one of its own. */
async function coverFor(
  pictures: HandPictures,
  seen: PagedEdition,
  planned: readonly HandPage[],
): Promise<string | null> {
  const [old, next] = [seen.pages[0]?.imageIds[0], planned[0]?.imageIds[0]];
  if (old === next) return seen.coverImageId;
  const isOwn =
    seen.coverImageId !== null && (old === undefined || (await pictures.thumbOf(old)) !== seen.coverImageId);
  if (isOwn) return seen.coverImageId;
  return next === undefined ? null : pictures.thumbOf(next);
}

async function write(
  tx: Db,
  { by, chapterId, language }: ChangeOfPages,
  { before, pages, coverImageId }: { before: PagedEdition; pages: HandPage[]; coverImageId: string | null },
): Promise<void> {
  if (isDeepStrictEqual(before.pages, pages)) return;
  const rows = pages.flatMap(({ imageIds }, page) => imageIds.map(() => ({ page })));
  await putPages(tx, {
    ...{ chapterId, language, pages, coverImageId },
    keepsPreview: before.pages[0]?.imageIds[0] === pages[0]?.imageIds[0],
    readingSeconds: pages.length > 0 ? readingSeconds({ blocks: null, pages: rows }) : null,
  });
  await settleBooks(tx, [before.bookId], await readMoment(tx));
  const field = `pages.${language}`;
  const { left, right } = differing(before.pages, pages);
  const target = { kind: 'chapter' as const, id: chapterId, name: before.title };
  await writeAudit(tx, {
    ...{ by, action: 'chapter.pages', target },
    before: { [field]: left },
    after: { [field]: right },
  });
}

/** The pages from the first to the last that differ, each by its number and its first image. */
function differing(before: readonly HandPage[], after: readonly HandPage[]) {
  const isSame = (one: HandPage | undefined, other: HandPage | undefined) =>
    isDeepStrictEqual(one?.imageIds, other?.imageIds);
  let first = 0;
  while (first < before.length && first < after.length && isSame(before[first], after[first])) first += 1;
  let last = 0;
  while (
    last < Math.min(before.length, after.length) - first &&
    isSame(before[before.length - 1 - last], after[after.length - 1 - last])
  )
    last += 1;
  const named = (pages: readonly HandPage[]) =>
    pages.slice(first, pages.length - last).map(({ imageIds }, at) => ({ page: first + at + 1, image: imageIds[0] }));
  return { left: named(before), right: named(after) };
}

/** The pages with one more at the end. */
export function withAdded(pages: readonly HandPage[], imageIds: string[]): HandPage[] {
  return [...pages, { sourceKey: `by hand ${randomUUID()}`, imageIds }];
}

/** The pages with another picture for one of them. */
export function withReplaced(pages: readonly HandPage[], page: number, imageIds: string[]): HandPage[] {
  return pages.map((old, index) => (index === page - 1 ? { ...old, imageIds } : old));
}

/** The pages without one of them. */
export function withoutPage(pages: readonly HandPage[], page: number): HandPage[] {
  return pages.filter((_, index) => index !== page - 1);
}

/** The pages with some of them, in that order, before another one or at the end. */
export function withMoved(
  pages: readonly HandPage[],
  { moved, before }: { moved: readonly number[]; before: number | null },
): HandPage[] {
  const isMoved = new Set(moved);
  const staying = pages.map((_, index) => index + 1).filter((number) => !isMoved.has(number));
  const place = before === null ? staying.length : staying.indexOf(before);
  return [...staying.slice(0, place), ...isMoved, ...staying.slice(place)].flatMap((number) => pages[number - 1] ?? []);
}
