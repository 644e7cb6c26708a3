import type { Db } from '../../../server/database/db.ts';
import { createMemo, type Memo } from '../../../server/database/memo.ts';
import type { Clock } from '../../../server/process/clock.ts';
import type { Language } from '../../../shared/languages.ts';
import type { Seller } from '../../../shared/site-settings.ts';
import { tagOfWords, wordsIn } from '../../../shared/text-language.ts';
import {
  type ChapterFacts,
  findFewestFree,
  findReadableChapter,
  readPreview,
  sumChaptersForMembers,
} from '../../catalog/server/catalog.ts';
import { accessOf, type Dates, presentAccess } from '../../catalog/server/dates/openings.ts';
import { findOfferedDays } from '../../membership/server/membership.ts';
import type { ChapterLock, LockPreview, PlanOnSale } from '../contract.ts';
import { wordPreview } from '../word-preview.ts';
import { chapterNotFound, type PicturesOf, presentLocked } from './present.ts';

export interface LockDeps {
  db: Db;
  clock: Clock;
  dates: Dates;
  picturesOf: PicturesOf;
  /** The plans on sale, in their order, as GET /site gives them. */
  plansOnSale(): Promise<PlanOnSale[]>;
  /** Who sells them, as readers are told; null: nothing is told. */
  sellerTold(): Seller | null;
}

/** Together with the caches before it, what is told is at most 10 minutes old. */
const opensForMs = 9 * 60 * 1000;

/** The locks of chapters, and what a membership opens, as everybody may see them. */
export function createLocks(deps: LockDeps) {
  const { db, clock, dates, sellerTold } = deps;
  const opens: Memo<ChapterLock['opens']> = createMemo({
    keepMs: opensForMs,
    limit: 100,
    now: () => clock().getTime(),
  });

  async function opensIn(language: Language): Promise<ChapterLock['opens']> {
    const { chapters, seconds } = await sumChaptersForMembers(db, { language, now: dates.now() });
    return { chapters, hours: Math.floor(seconds / 3600) };
  }

  async function offerIn(language: Language) {
    return {
      opens: await opens.get(language, () => opensIn(language)),
      free_chapters: await findFewestFree(db),
      trial_days: await findOfferedDays(db, clock()),
      seller: sellerTold(),
    };
  }

  /** Rejects with 404 where there is no such chapter. */
  async function lockOf(asked: { chapterId: string; language: Language }): Promise<ChapterLock> {
    const chapter = await findReadableChapter(db, asked);
    if (!chapter) throw chapterNotFound();
    const access = accessOf(dates, chapter);
    return {
      chapter: presentLocked(chapter, presentAccess(access)),
      rating: chapter.rating,
      preview: access.state === 'members' ? await previewOf(chapter, deps) : null,
      opens: await opens.get(asked.language, () => opensIn(asked.language)),
      plans: await deps.plansOnSale(),
    };
  }

  return { lockOf, offerIn };
}

async function previewOf(chapter: ChapterFacts, { db, picturesOf }: LockDeps): Promise<LockPreview | null> {
  const { id: chapterId, language } = chapter;
  const preview = await readPreview(db, { chapterId, language });
  switch (preview.kind) {
    case 'none':
      return null;
    case 'words': {
      const text = wordPreview(preview.blocks, tagOfWords({ language, ...wordsIn(chapter.textLanguage) }));
      return text === '' ? null : { kind: 'words', text };
    }
    case 'blur': {
      const picture = preview.imageId && (await picturesOf([preview.imageId])).get(preview.imageId);
      if (!picture) return null;
      const { src, width, height } = picture;
      return { kind: 'blur', src, width, height };
    }
  }
}
