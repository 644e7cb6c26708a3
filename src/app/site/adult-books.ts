import type { PathOf } from '../../shared/calls.ts';
import type { Given } from '../../web/api-client.ts';
import type { Environment } from '../../web/navigation.ts';
import type { Router } from '../../web/router.tsx';
import { readKept, subscribeToKept } from '../../web/session.ts';

/** The calls that leave books for adults out unless they are asked for (spec: catalog.md#age). */
const lists: readonly string[] = [
  '/comics/book/search',
  '/comics/book/suggest',
  '/comics/book/similar/:bookId/:language',
  '/comics/book/recommendation/list',
  '/comics/calendar',
  '/comics/ranking/:language',
  '/reader/book/tags',
] satisfies PathOf<'GET'>[];

/** Whether the reader has said to be an adult: of the settings this one alone, since few pages load the others. */
export const adultStore = {
  get: () => Object(readKept('READER_SETTINGS')).adult === true,
  subscribe: (listener: () => void) => subscribeToKept('READER_SETTINGS', listener),
};

const asking = new WeakSet<object>();

/** From now on these calls have books for adults, as long as their reader says to be one. What was asked before is old. */
export function addAdultBooks({ api, queryClient }: Pick<Environment, 'api' | 'queryClient'>): void {
  if (asking.has(api)) return;
  asking.add(api);
  // Every page has this object: its calls change where it is used already.
  const client = api as { get(path: string, given?: Given): Promise<unknown> };
  const get = client.get;
  client.get = (path, given) =>
    lists.includes(path) && adultStore.get()
      ? get(path, { ...given, query: { ...given?.query, adult: 'true' } })
      : get(path, given);
  queryClient.outdate(() => true);
}

/** Adds them also to a page that is open: its lists are asked for again. A reader of a chapter is not disturbed. */
export function bringAdultBooks(router: Router, environment: Environment): void {
  if (environment.site.showsAdultBooks || asking.has(environment.api)) return;
  addAdultBooks(environment);
  const { page, path, search } = router.current();
  if (page.chrome !== 'quiet') router.open(path + search, { replace: true, keepScroll: true });
}
