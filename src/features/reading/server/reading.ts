import type { Db } from '../../../server/db.ts';
import type { Language } from '../../../shared/languages.ts';
import {
  type ChapterFacts,
  type ChapterPlace,
  findImageUses,
  findReadableChapter,
  listBlocks,
  listComicPages,
  type PageOfChapter,
} from '../../catalog/server/catalog.ts';
import type { StoredBlock } from '../../catalog/server/publish.ts';
import { decideChapterAccess } from '../rules.ts';

export type OpenedChapter =
  | { kind: 'not_found' }
  | { kind: 'membership_required' | 'membership_expired'; chapter: ChapterFacts }
  | { kind: 'open'; chapter: ChapterFacts; pages: PageOfChapter[]; blocks: StoredBlock[] };

/** A chapter for whoever asks; nothing of what is read in it is even looked up before the decision. */
export async function openChapter(
  db: Db,
  asked: { chapterId: string; language: Language; now: Date },
): Promise<OpenedChapter> {
  const chapter = await findReadableChapter(db, asked);
  if (!chapter) return { kind: 'not_found' };
  const access = decideChapterAccess({
    chapterNumber: chapter.number,
    publicFreeChapters: chapter.publicFreeChapters,
    membership: null,
    now: asked.now,
  });
  switch (access.kind) {
    case 'membership_required':
    case 'membership_expired':
      return { kind: access.kind, chapter };
    case 'free':
    case 'member':
      return { kind: 'open', chapter, ...(await readContent(db, chapter)) };
  }
}

async function readContent(db: Db, chapter: ChapterFacts): Promise<{ pages: PageOfChapter[]; blocks: StoredBlock[] }> {
  const content = { chapterId: chapter.id, language: chapter.language };
  return chapter.kind === 'novel'
    ? { pages: [], blocks: await listBlocks(db, content) }
    : { pages: await listComicPages(db, content), blocks: [] };
}

export type ImageDecision = 'public' | 'refused' | 'missing';

/**
 * Who may have an image's bytes: covers, thumbnails and the pages of free chapters are everybody's. An image that no
 * visible book shows is missing.
 */
export async function decideImage(db: Db, asked: { imageId: string; now: Date }): Promise<ImageDecision> {
  const { isCover, chapters } = await findImageUses(db, asked.imageId);
  if (isCover) return 'public';
  if (chapters.length === 0) return 'missing';
  const isFree = ({ number, publicFreeChapters }: ChapterPlace) =>
    decideChapterAccess({ chapterNumber: number, publicFreeChapters, membership: null, now: asked.now }).kind ===
    'free';
  return chapters.some(isFree) ? 'public' : 'refused';
}
