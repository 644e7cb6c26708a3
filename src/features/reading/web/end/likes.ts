import type { ApiClient } from '../../../../web/api-client.ts';
import type { Query, QueryClient } from '../../../../web/query-client.ts';
import { createStore } from '../../../../web/store.ts';
import type { FavorResult } from '../../contract.ts';
import { chapterKey, type OpenedChapter } from '../chapter/chapter.ts';

export interface LikedChapter {
  chapterUuid: string;
  bookUuid: string;
}

export type LikeOutcome =
  /** It was so already, e.g. by the second of two quick presses. */
  { kind: 'unchanged' } | { kind: 'done' } | { kind: 'failed'; error: unknown };

/** Calls reach the server in the order of the presses; only the last one of a chapter changes what is shown. */
const last = createStore<Promise<unknown>>(Promise.resolve());
const turns = new Map<string, number>();

/** Shows the like, or its end, at once. Then asks the server, whose answer replaces it; a failure undoes it. */
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
    // Answers about books count the likes of their chapters: they are out of date now.
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

/** Every answer to a chapter that is kept, in whatever language. */
function answersOf(queryClient: QueryClient, chapterUuid: string) {
  // Only chapterQuery stores answers under this key, so their type is known.
  return queryClient.answered([chapterKey, chapterUuid]) as Query<OpenedChapter>[];
}

function keepLike(queryClient: QueryClient, chapterUuid: string, like: FavorResult): void {
  for (const { key, state } of answersOf(queryClient, chapterUuid)) {
    const opened = state.data;
    if (opened?.state !== 'open') continue;
    const liked: OpenedChapter = { ...opened, chapter: { ...opened.chapter, ...like } };
    queryClient.setQueryData(key, liked);
  }
}
