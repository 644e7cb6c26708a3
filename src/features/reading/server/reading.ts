import type { Db } from '../../../server/database/db.ts';
import type { Access } from '../../catalog/access.ts';
import { type ChapterFacts, listBlocks, listComicPages, type PageOfChapter } from '../../catalog/server/catalog.ts';
import { accessOf, type Dates } from '../../catalog/server/dates/openings.ts';
import type { StoredBlock } from '../../catalog/server/imports.ts';
import type { ImageRight } from '../../media/rules.ts';
import { decideChapterAccess, type Membership } from '../rules.ts';
import { type ImageUse, listImageUses, listImageUsesOfBook, listUsesOfImages, type UseByAll } from './image-queries.ts';

/** A user who reads. */
export interface Reader {
  userId: string;
  membership: Membership | null;
  /** The database's clock at the request. */
  now: Date;
  /** The name of the session in image addresses. */
  imageAudience: string;
}

/** The content of a chapter: images of a comic, blocks of a novel. */
export interface ChapterContent {
  pages: PageOfChapter[];
  blocks: StoredBlock[];
}

export type Refusal = { kind: 'membership_required' | 'membership_expired'; chapter: ChapterFacts; access: Access };

/** The reason why a chapter stays closed to the viewer who asks; null: it is open to them. */
export function decideRefusal(
  chapter: ChapterFacts,
  asked: { access: Access; membership: Membership | null; now: Date },
): Refusal | null {
  const { kind } = decideChapterAccess(asked);
  switch (kind) {
    case 'membership_required':
    case 'membership_expired':
      return { kind, chapter, access: asked.access };
    case 'free':
    case 'member':
      return null;
  }
}

/** The content of a chapter that was decided to be open. */
export async function readContent(db: Db, chapter: ChapterFacts): Promise<ChapterContent> {
  const content = { chapterId: chapter.id, language: chapter.language };
  return chapter.kind === 'novel'
    ? { pages: [], blocks: await listBlocks(db, content) }
    : { pages: await listComicPages(db, content), blocks: [] };
}

/**
 * Decides who may have an image's bytes. Covers, thumbnails and images of free chapters are for everybody, other images
 * for readers who may read one of their chapters. A reader is named by their session's `audience`. An image that no
 * visible book shows is missing. Asks the database once.
 */
export async function decideImage(
  db: Db,
  asked: { imageId: string; audience: string | null; dates: Dates },
): Promise<ImageRight> {
  const uses = await listImageUses(db, asked);
  if (uses.length === 0) return { kind: 'missing' };
  const decided = uses.map((use) => ({ use, ...decideUse(use, asked.dates) }));
  const free = decided.filter(({ kind }) => kind === 'free');
  if (free.length > 0) return { kind: 'public', until: latestOf(free.map(({ until }) => until)) };
  const open = decided.find(({ kind }) => kind === 'member')?.use;
  return open?.chapterId
    ? { kind: 'allowed', chapterId: open.chapterId, imageIds: open.imageIds }
    : { kind: 'refused' };
}

/** The ids of those images of a book that everybody may have; none of a hidden book. */
export async function publicImagesOfBook(
  db: Db,
  { bookId, dates }: { bookId: string; dates: Dates },
): Promise<Set<string>> {
  return imagesForAll(await listImageUsesOfBook(db, bookId), dates);
}

/** Those of these images that everybody may have, through any book. */
export async function publicImagesAmong(
  db: Db,
  { imageIds, dates }: { imageIds: readonly string[]; dates: Dates },
): Promise<Set<string>> {
  return imagesForAll(await listUsesOfImages(db, imageIds), dates);
}

function imagesForAll(uses: readonly UseByAll[], dates: Dates): Set<string> {
  const isFree = (use: UseByAll) => decideUse({ ...use, expireAt: null, imageIds: [] }, dates).kind === 'free';
  return new Set(uses.filter(isFree).map(({ imageId }) => imageId));
}

function decideUse(use: ImageUse, dates: Dates) {
  if (use.number === null) return { kind: 'free' as const, until: null }; // a cover
  const { now, expireAt, publishedAt } = use;
  const facts = { ...use, number: use.number, publishedAt: publishedAt ?? now, access: use.access ?? 'rule' };
  const access = accessOf(dates, facts, now);
  const { kind } = decideChapterAccess({ access, membership: expireAt && { expireAt }, now });
  return { kind, until: access.until };
}

/** The latest of these times; null where one of them never comes. */
function latestOf(ends: readonly (Date | null)[]): Date | null {
  const times = ends.flatMap((end) => end?.getTime() ?? []);
  return times.length < ends.length ? null : new Date(Math.max(...times));
}
