import type { Db } from '../../../server/db.ts';
import type { Language } from '../../../shared/languages.ts';
import {
  type ChapterFacts,
  findReadableChapter,
  listBlocks,
  listComicPages,
  type PageOfChapter,
} from '../../catalog/server/catalog.ts';
import type { StoredBlock } from '../../catalog/server/publish.ts';
import type { ImageRight } from '../../media/rules.ts';
import { type ChapterAccess, decideChapterAccess, type Membership } from '../rules.ts';
import { type ImageUse, listImageUses } from './image-queries.ts';

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

export type Refusal = { kind: 'membership_required' | 'membership_expired'; chapter: ChapterFacts };

export type OpenedChapter =
  | { kind: 'not_found' }
  | Refusal
  | { kind: 'open'; chapter: ChapterFacts; content: ChapterContent };

/** Opens a chapter for a visitor. Its content is not even read from the database before the decision. */
export async function openChapter(
  db: Db,
  asked: { chapterId: string; language: Language; now: Date },
): Promise<OpenedChapter> {
  const chapter = await findReadableChapter(db, asked);
  if (!chapter) return { kind: 'not_found' };
  const refusal = decideRefusal(chapter, { membership: null, now: asked.now });
  return refusal ?? { kind: 'open', chapter, content: await readContent(db, chapter) };
}

/** The reason why a chapter stays closed to the viewer who asks; null: it is open to them. */
export function decideRefusal(
  chapter: ChapterFacts,
  asked: { membership: Membership | null; now: Date },
): Refusal | null {
  const { number: chapterNumber, publicFreeChapters } = chapter;
  const access = decideChapterAccess({ chapterNumber, publicFreeChapters, ...asked });
  switch (access.kind) {
    case 'membership_required':
    case 'membership_expired':
      return { kind: access.kind, chapter };
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
export async function decideImage(db: Db, asked: { imageId: string; audience: string | null }): Promise<ImageRight> {
  const uses = await listImageUses(db, asked);
  if (uses.length === 0) return { kind: 'missing' };
  const decided = uses.map((use) => ({ use, access: accessBy(use) }));
  if (decided.some(({ access }) => access === 'free')) return { kind: 'public' };
  const open = decided.find(({ access }) => access === 'member')?.use;
  return open?.chapterId
    ? { kind: 'allowed', chapterId: open.chapterId, imageIds: open.imageIds }
    : { kind: 'refused' };
}

function accessBy({ number, publicFreeChapters, expireAt, now }: ImageUse): ChapterAccess['kind'] {
  if (number === null) return 'free'; // a cover
  const membership = expireAt && { expireAt };
  return decideChapterAccess({ chapterNumber: number, publicFreeChapters, membership, now }).kind;
}
