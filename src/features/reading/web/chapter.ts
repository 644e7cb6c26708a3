import type { Language } from '../../../shared/languages.ts';
import { type ApiClient, ApiError } from '../../../web/api-client.ts';
import { queryOptions } from '../../../web/query.ts';
import type { ChaptersAnswer } from '../../catalog/contract.ts';
import type { ChapterAnswer, ChapterContent, LockedChapter } from '../contract.ts';

/** A chapter as it is kept for reading; `images` repeats the pages' addresses and is left out. */
export type ReadableChapter = Omit<ChapterContent, 'images'>;
export type LockReason = 'membership_required' | 'membership_expired';

/** What opening a chapter comes to. A lock is an answer; other failures are errors of the query. */
export type OpenedChapter =
  | { state: 'open'; chapter: ReadableChapter }
  | { state: 'locked'; reason: LockReason; chapter: LockedChapter };

interface ChapterKey {
  chapterUuid: string;
  language: Language;
}

export function chapterQuery(api: ApiClient, { chapterUuid, language }: ChapterKey) {
  return queryOptions({
    queryKey: ['chapter', chapterUuid, language],
    queryFn: () => openChapter(api, { chapterUuid, language }),
    // A chapter that is being read stays as it is: new addresses would load every image again.
    staleTime: 5 * 60_000,
  });
}

async function openChapter(api: ApiClient, { chapterUuid, language }: ChapterKey): Promise<OpenedChapter> {
  try {
    const { result } = await api.get<ChapterAnswer>(`/comics/chapter_comics/${chapterUuid}/${language}`);
    const { images: _, ...chapter } = result;
    return { state: 'open', chapter };
  } catch (error) {
    const locked = lockedOf(error);
    if (locked) return locked;
    throw error;
  }
}

function lockedOf(error: unknown): OpenedChapter | null {
  if (!(error instanceof ApiError) || error.status !== 403 || !isLockReason(error.code) || !error.body.chapter) {
    return null;
  }
  // The contract gives a refused chapter's metadata beside these two codes.
  return { state: 'locked', reason: error.code, chapter: error.body.chapter as LockedChapter };
}

function isLockReason(code: string | null): code is LockReason {
  return code === 'membership_required' || code === 'membership_expired';
}

/** A neighbour before it is opened: enough to name it, and to know whether opening it early would be refused. */
export interface ChapterPeek {
  title: string;
  isFree: boolean;
}

interface PeekKey {
  bookUuid: string;
  language: Language;
  number: number;
}

export function peekQuery(api: ApiClient, { bookUuid, language, number }: PeekKey) {
  return queryOptions({
    queryKey: ['chapter-peek', bookUuid, language, number],
    queryFn: async (): Promise<ChapterPeek | null> => {
      // Numbers have no gaps, so with one chapter a page the page's index is the number less one.
      const path = `/comics/chapters/${bookUuid}/${language}/asc/${number - 1}/1`;
      const { result } = await api.get<ChaptersAnswer>(path);
      const chapter = result?.chapters[0];
      if (!result || !chapter) return null;
      return { title: chapter.title, isFree: number <= (result.public_free_chapters ?? defaultFreeChapters) };
    },
  });
}

/** product.md section 9, for a book that does not say. */
const defaultFreeChapters = 3;
