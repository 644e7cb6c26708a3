import type { ApiClient } from './api-client.ts';

/** All of a list that comes in pages. */
export async function getAll<T>(api: ApiClient, path: string): Promise<T[]> {
  const all: T[] = [];
  for (let page = 0; ; page += 1) {
    const next = page === 0 ? '' : `${path.includes('?') ? '&' : '?'}page=${page}`;
    const { result, has_more: hasMore } = await api.get<{ result: T[]; has_more: boolean }>(path + next);
    all.push(...result);
    if (!hasMore) return all;
  }
}
