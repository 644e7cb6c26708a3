import { describe, expect, it, vi } from 'vitest';
import { type ApiClient, ApiError } from '../../../../web/api-client.ts';
import { QueryClient } from '../../../../web/query-client.ts';
import { chapterKey, type OpenedChapter } from '../chapter/chapter.ts';
import { changeLike } from './likes.ts';

const chapter = { chapterUuid: 'c', bookUuid: 'b' };
const keys = [
  [chapterKey, 'c', 'en-us'],
  [chapterKey, 'c', 'ar-sa'],
];

/** A reader with the chapter open in two languages, and a server that `send` stands for. */
function start({ liked, send }: { liked: boolean; send: ApiClient['send'] }) {
  const queryClient = new QueryClient();
  const like = { already_favor: liked, total_likes: 7 };
  for (const key of keys) queryClient.setQueryData(key, { state: 'open', viewer: 'u', chapter: like });
  const api: ApiClient = { get: () => Promise.reject(new Error('Nothing is read here')), send };
  const likes = () =>
    keys.map((key) => {
      const opened = queryClient.getQueryData(key) as OpenedChapter;
      return opened.state === 'open' && [opened.chapter.already_favor, opened.chapter.total_likes];
    });
  return { queryClient, change: (wish: boolean) => changeLike({ api, queryClient }, chapter, { wish }), likes };
}

const answering = (already_favor: boolean, total_likes: number) =>
  vi.fn(async () => ({ result: { already_favor, total_likes } })) as unknown as ApiClient['send'];

describe('a like', () => {
  it('shows at once, in every language, and then as the server counts', async () => {
    const { change, likes } = start({ liked: false, send: answering(true, 12) });
    const done = change(true);
    expect(likes()).toEqual([
      [true, 8],
      [true, 8],
    ]);
    expect(await done).toEqual({ kind: 'done' });
    expect(likes()).toEqual([
      [true, 12],
      [true, 12],
    ]);
  });

  it('is sent once for two quick presses', async () => {
    const send = answering(true, 8);
    const { change } = start({ liked: false, send });
    expect(await Promise.all([change(true), change(true)])).toEqual([{ kind: 'done' }, { kind: 'unchanged' }]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(send).toHaveBeenCalledWith('POST', '/comics/chapter/favor', { body: { book_uuid: 'b', chapter_uuid: 'c' } });
  });

  it('is taken back with a DELETE', async () => {
    const send = answering(false, 6);
    const { change, likes } = start({ liked: true, send });
    await change(false);
    expect(send).toHaveBeenCalledWith('DELETE', '/comics/chapter/favor', {
      body: { book_uuid: 'b', chapter_uuid: 'c' },
    });
    expect(likes()[0]).toEqual([false, 6]);
  });

  it('stands as before when it did not get through', async () => {
    const error = new ApiError(503, {});
    const { change, likes } = start({ liked: false, send: vi.fn(() => Promise.reject(error)) });
    expect(await change(true)).toEqual({ kind: 'failed', error });
    expect(likes()[0]).toEqual([false, 7]);
  });

  it('and its take-back reach the server in the order of the presses, and only the last one shows', async () => {
    const waiting: (() => void)[] = [];
    const send = vi.fn((method: string) => {
      const result = { already_favor: method === 'POST', total_likes: 7 };
      return new Promise((resolve) => waiting.push(() => resolve({ result })));
    }) as unknown as ApiClient['send'];
    const { change, likes } = start({ liked: false, send });
    const both = Promise.all([change(true), change(false)]);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    expect(send).toHaveBeenLastCalledWith('POST', expect.anything(), expect.anything());
    waiting[0]?.();
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    expect(likes()[0]).toEqual([false, 7]);
    waiting[1]?.();
    await both;
    expect(send).toHaveBeenLastCalledWith('DELETE', expect.anything(), expect.anything());
    expect(likes()[0]).toEqual([false, 7]);
  });

  it('makes old what was answered about books, and leaves the chapters', async () => {
    const { queryClient, change } = start({ liked: false, send: answering(true, 8) });
    queryClient.setQueryData(['some book'], { total_likes: 7 });
    await change(true);
    expect(queryClient.query(['some book']).isStale()).toBe(true);
    expect(queryClient.query(keys[0] ?? []).isStale()).toBe(false);
  });
});
