import { createBoundedCache } from '../../../server/bounded-cache.ts';
import type { Clock } from '../../../server/clock.ts';
import type { Db } from '../../../server/db.ts';
import { notFound, unavailable } from '../../../server/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { findFolded, foldPassage } from '../../../shared/search-text.ts';
import { type ChapterWithText, listTexts, readTexts } from '../../catalog/server/catalog.ts';
import { accessOf, type Dates } from '../../catalog/server/release/openings.ts';
import { textOf } from '../block-text.ts';
import type { TextHit, TextSearchAnswer } from '../contract.ts';
import { decideChapterAccess, type Membership } from '../rules.ts';

const pageSize = 20;
/** Nobody looks through more passages; the search goes no further. */
const mostHits = 500;
/** So much stored text is read and folded at a time: other requests are answered in between. */
const batchBytes = 256 * 1024;
/** A search that takes longer is given up; the next search finds the text that this one has folded. */
const mostMs = 1500;
/** A reader who searches types, and asks again. */
const rememberedMs = 30_000;
const mostRemembered = 64 * 1024 * 1024;

interface FoldedChapter {
  title: string;
  texts: string[];
  folded: string[];
  readAt: number;
}

export type SearchBookText = (asked: {
  bookId: string;
  language: Language;
  q: string;
  page: number;
  membership: Membership | null;
  now: Date;
}) => Promise<TextSearchAnswer>;

/**
 * Finds the passages of a novel in which the words stand, one page of them. Only chapters that the viewer may read are
 * searched: the answer does not even say whether a locked chapter has the words. Rejects with 404 for an unknown or
 * hidden book, with 503 where the search takes too long.
 */
export function createTextSearch({ db, clock, dates }: { db: Db; clock: Clock; dates: Dates }): SearchBookText {
  const remembered = createBoundedCache<FoldedChapter>({
    limit: mostRemembered,
    sizeOf: ({ texts, folded }) => [...texts, ...folded].reduce((sum, { length }) => sum + 2 * length, 0),
  });
  const keyOf = ({ id, language }: ChapterWithText) => `${id} ${language}`;

  /** Gives the folded chapters, from memory or from the database. */
  async function fold(chapters: readonly ChapterWithText[]): Promise<Map<string, FoldedChapter>> {
    const now = clock().getTime();
    const known = new Map(
      chapters.flatMap((chapter) => {
        const one = remembered.get(keyOf(chapter));
        const isYoung = one && now - one.readAt < rememberedMs && one.readAt >= dates.changedAt();
        return isYoung ? [[chapter.id, one] as const] : [];
      }),
    );
    const missing = chapters.filter(({ id }) => !known.has(id));
    const read = missing.length > 0 ? await readTexts(db, missing) : [];
    for (const { chapterId, title, blocks } of read) {
      const texts = blocks.map(textOf);
      const chapter = { title, texts, folded: texts.map(foldPassage), readAt: now };
      known.set(chapterId, chapter);
      const asked = missing.find(({ id }) => id === chapterId);
      if (asked) remembered.set(keyOf(asked), chapter);
    }
    return known;
  }

  return async ({ bookId, language, q, page, membership, now }) => {
    const all = await listTexts(db, { bookId, language });
    if (!all) throw notFound('book_not_found', 'There is no such book');
    const chapters = all.filter((chapter) => {
      const access = accessOf(dates, { ...chapter, bookId }, now);
      const { kind } = decideChapterAccess({ access, membership, now });
      return kind === 'free' || kind === 'member';
    });
    const words = foldPassage(q);
    const first = page * pageSize;
    const result: TextHit[] = [];
    let total = 0;
    if (words === '') return { result, total };
    const givenUpAt = performance.now() + mostMs;
    for (const batch of batchesOf(chapters)) {
      if (performance.now() > givenUpAt) throw unavailable();
      const folded = await fold(batch);
      for (const chapter of batch) {
        const { title = '', texts = [], folded: candidates = [] } = folded.get(chapter.id) ?? {};
        for (const [index, candidate] of candidates.entries()) {
          if (!candidate.includes(words)) continue;
          total += 1;
          if (total > mostHits) return { result, total };
          if (total <= first || total > first + pageSize) continue;
          const excerpt = excerptOf(texts[index] ?? '', q);
          result.push({ chapter_uuid: chapter.id, chapter_number: chapter.number, title, index, excerpt });
        }
      }
    }
    return { result, total };
  };
}

/** Chapters in batches by their size, at least one chapter in each. */
function batchesOf(chapters: readonly ChapterWithText[]): ChapterWithText[][] {
  const batches: ChapterWithText[][] = [];
  let room = 0;
  for (const chapter of chapters) {
    if (chapter.size <= room) batches.at(-1)?.push(chapter);
    else {
      batches.push([chapter]);
      room = batchBytes;
    }
    room -= chapter.size;
  }
  return batches;
}

const before = 40;
const after = 120;

/** The words and the text around them, cut between words where there are spaces. */
function excerptOf(text: string, q: string): string {
  const [found] = findFolded(text, q, 1);
  const start = Math.max(0, (found?.start ?? 0) - before);
  const end = Math.min(text.length, (found?.end ?? 0) + after);
  const cut = text.slice(start, end).replace(/\s+/g, ' ');
  const head = start > 0 ? cut.replace(/^[\p{L}\p{M}\p{N}]{1,12} |^[\uDC00-\uDFFF]/u, '') : cut;
  const tail = end < text.length ? head.replace(/ [\p{L}\p{M}\p{N}]{1,12}$|[\uD800-\uDBFF]$/u, '') : head;
  return `${start > 0 ? '…' : ''}${tail.trim()}${end < text.length ? '…' : ''}`;
}
