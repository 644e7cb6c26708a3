import type { Db } from '../../../server/db.ts';
import type { Language } from '../../../shared/languages.ts';
import {
  type ChapterFacts,
  findChapter,
  isCoverOfVisibleBook,
  listBlocks,
  listChaptersWithImage,
  listPages,
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
  const chapter = await findChapter(db, asked);
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
    : { pages: await listPages(db, content), blocks: [] };
}

/** Whether anybody may have an image's bytes: covers and thumbnails, and pages of chapters that are free. */
export async function isImagePublic(db: Db, asked: { imageId: string; now: Date }): Promise<boolean> {
  if (await isCoverOfVisibleBook(db, asked.imageId)) return true;
  const places = await listChaptersWithImage(db, asked.imageId);
  return places.some(
    ({ number, publicFreeChapters }) =>
      decideChapterAccess({ chapterNumber: number, publicFreeChapters, membership: null, now: asked.now }).kind ===
      'free',
  );
}
