import type { Language } from '../../../../shared/languages.ts';
import { type ApiClient, ApiError } from '../../../../web/api-client.ts';
import { queryOptions } from '../../../../web/query.ts';
import type { ChapterContent, HadMembership, LockedChapter } from '../../contract.ts';
import { viewerUuid } from './viewer.ts';

/** A chapter as it is kept for reading; `images` repeats the pages' addresses and is left out. */
export type ReadableChapter = Omit<ChapterContent, 'images'>;
export type LockReason = 'membership_required' | 'membership_expired';

type Answer =
  | { state: 'open'; chapter: ReadableChapter }
  | { state: 'locked'; reason: LockReason; chapter: RatedLock; had: HadMembership | null };

/** The facts of the refusal, and for whom the book is, which it does not tell. */
type RatedLock = LockedChapter & Pick<ReadableChapter, 'rating'>;

/**
 * The answer to opening a chapter, for one viewer: a user's uuid, or null for visitors; the server renders pages for
 * visitors. A lock is an answer; other failures are errors of the query.
 */
export type OpenedChapter = Answer & { viewer: string | null };

interface ChapterKey {
  chapterUuid: string;
  language: Language;
}

/** The start of every chapter's key; the uuid follows. */
export const chapterKey = 'chapter';

export function chapterQuery(api: ApiClient, { chapterUuid, language }: ChapterKey) {
  return queryOptions({
    queryKey: [chapterKey, chapterUuid, language],
    queryFn: () => openChapter(api, { chapterUuid, language }),
    // A chapter that is being read stays as it is: new addresses would load every image again.
    staleTime: 5 * 60_000,
  });
}

/** Asks again where the session changed during the call: an answer must belong to whoever reads now. */
async function openChapter(api: ApiClient, key: ChapterKey): Promise<OpenedChapter> {
  const viewer = viewerUuid();
  const answer = await askForChapter(api, key);
  return viewer === viewerUuid() ? { ...answer, viewer } : openChapter(api, key);
}

async function askForChapter(api: ApiClient, params: ChapterKey): Promise<Answer> {
  try {
    const { result } = await api.get('/comics/chapter_comics/:chapterUuid/:language', { params });
    const { images: _, ...chapter } = result;
    return { state: 'open', chapter };
  } catch (error) {
    const locked = lockedOf(error);
    if (!locked) throw error;
    // Null also where nobody can say, as offline: the lock shows nothing of the content.
    locked.chapter.rating = await api.get('/comics/chapter_lock/:chapterUuid/:language', { params }).then(
      ({ result }) => result.rating,
      () => null,
    );
    return locked;
  }
}

/** The rating is still to be asked for. */
function lockedOf(error: unknown) {
  if (!(error instanceof ApiError) || !isLockReason(error.code) || !error.body.chapter) {
    return null;
  }
  // By the contract the body of these two codes has the facts of the chapter, and that of one of them `had`.
  const { chapter, had = null } = error.body as { chapter: RatedLock; had?: HadMembership }; // by the contract
  return { state: 'locked' as const, reason: error.code, chapter, had };
}

function isLockReason(code: string | null): code is LockReason {
  // The call has these two alone of a membership.
  return code?.startsWith('membership_') === true;
}

/** The chapter before or after this one, not opened: its title, and whether opening it early would be refused. */
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
      // With one chapter a page, chapter n is page n - 1, since numbers have no gaps.
      const params = { bookId: bookUuid, language, direction: 'asc', page: number - 1, pageSize: 1 } as const;
      const { result } = await api.get('/comics/chapters/:bookId/:language/:direction/:page/:pageSize', { params });
      const chapter = result?.chapters[0];
      if (!result || !chapter) return null;
      return { title: chapter.title, isFree: chapter.access.state === 'free' };
    },
  });
}
