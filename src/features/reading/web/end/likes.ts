import type { ApiClient } from '../../../../web/api-client.ts';
import type { QueryClient } from '../../../../web/query-client.ts';
import { createStore } from '../../../../web/store.ts';
import type { FavorResult } from '../../contract.ts';
import { answersOf, chapterKey, type OpenedChapter } from '../chapter/chapter.ts';

export interface LikedChapter {
  chapterUuid: string;
  bookUuid: string;
}

export type LikeOutcome =
  /** It stood so already: the second of two quick presses. */
  { kind: 'unchanged' } | { kind: 'done' } | { kind: 'failed'; error: unknown };

/** Likes and take-backs reach the server in the order they were made; only the last of a chapter's is shown. */
const last = createStore<Promise<unknown>>(Promise.resolve());
const turns = new Map<string, number>();

/** Shows a like, or that it is taken back, at once; then asks the server, whose answer stands, or takes it back. */
export async function changeLike(
  { api, queryClient }: { api: ApiClient; queryClient: QueryClient },
  { chapterUuid, bookUuid }: LikedChapter,
  { wish }: { wish: boolean },
): Promise<LikeOutcome> {
  const before = findLike(queryClient, chapterUuid);
  if (before?.already_favor === wish) return { kind: 'unchanged' };
  if (before) {
    const total = before.total_likes + (wish ? 1 : -1);
    keepLike(queryClient, chapterUuid, { already_favor: wish, total_likes: Math.max(0, total) });
  }
  const turn = (turns.get(chapterUuid) ?? 0) + 1;
  turns.set(chapterUuid, turn);
  const keep = (like: FavorResult) => turns.get(chapterUuid) === turn && keepLike(queryClient, chapterUuid, like);
  const body = { book_uuid: bookUuid, chapter_uuid: chapterUuid };
  const sent = last.get().then(() => api.send(wish ? 'POST' : 'DELETE', '/comics/chapter/favor', { body }));
  last.set(sent.catch(() => undefined));
  try {
    keep((await sent).result);
    // Books count the likes of their chapters: what was answered about them is old now.
    queryClient.outdate(([kind]) => kind !== chapterKey);
    return { kind: 'done' };
  } catch (error) {
    if (before) keep(before);
    return { kind: 'failed', error };
  }
}

function findLike(queryClient: QueryClient, chapterUuid: string): FavorResult | null {
  for (const { state } of answersOf(queryClient, chapterUuid)) {
    if (state.data?.state !== 'open') continue;
    const { already_favor, total_likes } = state.data.chapter;
    return { already_favor, total_likes };
  }
  return null;
}

function keepLike(queryClient: QueryClient, chapterUuid: string, like: FavorResult): void {
  for (const { key, state } of answersOf(queryClient, chapterUuid)) {
    const opened = state.data;
    if (opened?.state !== 'open') continue;
    const liked: OpenedChapter = { ...opened, chapter: { ...opened.chapter, ...like } };
    queryClient.setQueryData(key, liked);
  }
}
