import type { AnswerOf, CallAt, GivenTo, PathOf } from '../shared/calls.ts';
import type { ApiClient } from './api-client.ts';

/** The lists that come in pages. */
type ListPath = {
  [Path in PathOf<'GET'>]: AnswerOf<CallAt<'GET', Path>> extends { result: unknown[]; has_more: boolean }
    ? Path
    : never;
}[PathOf<'GET'>];
type RowOf<Path> = AnswerOf<CallAt<'GET', Path>> extends { result: (infer Row)[] } ? Row : never;
type QueryOf<Path> = GivenTo<CallAt<'GET', Path>> extends { query?: infer Query } ? Omit<Query, 'page'> : never;

/** All of a list that comes in pages. */
export async function getAll<Path extends ListPath>(
  api: ApiClient,
  path: Path,
  query?: QueryOf<Path>,
): Promise<RowOf<Path>[]> {
  // Each list is asked in the same way; its own types are those of this function.
  const get = api.get as unknown as (
    path: Path,
    given: { query: object },
  ) => Promise<{ result: RowOf<Path>[]; has_more: boolean }>;
  const all: RowOf<Path>[] = [];
  for (let page = 0; ; page += 1) {
    const { result, has_more: hasMore } = await get(path, { query: { ...query, ...(page > 0 && { page }) } });
    all.push(...result);
    if (!hasMore) return all;
  }
}
