import type { Language } from '../../../../shared/languages.ts';
import { pages } from '../../../../shared/paths.ts';
import type { Environment, OpenedPage } from '../../../../web/navigation.ts';
import type { QueryClient } from '../../../../web/query-client.ts';
import type { Router } from '../../../../web/router.tsx';
import type { OpenedChapter } from '../chapter/chapter.ts';
import { noteReadingEvent } from './reading-events.ts';

/** Without an answer after so long, a view of a chapter is told in the page's language. */
const longestWaitMs = 10_000;
/** The `retry` in the address of an image's last try by itself (../pictures/image-retry.ts). */
const lastTry = 3;

/** Tells which pages are seen, and which pages of comics do not come, for the studio's numbers. */
export function watchPages(router: Pick<Router, 'current' | 'subscribe'>, environment: Environment): void {
  watchViews(router, environment);
  watchBrokenPages(router, environment);
}

function watchViews(router: Pick<Router, 'current' | 'subscribe'>, { api, queryClient, text }: Environment): void {
  let seen: string | null = null;
  let settle = () => {};
  let referrerHost = foreignHost(document.referrer);

  function look(): void {
    const opened = router.current();
    if (nameOf(opened) === seen) return;
    seen = nameOf(opened);
    settle();
    const view = { name: 'page_view' as const, ...placeOf(opened), ...(referrerHost && { referrerHost }) };
    referrerHost = null;
    const tell = (language: Language) => noteReadingEvent(api, { ...view, language });
    if (view.page === 'chapter' && view.chapterUuid) {
      settle = tellOnceKnown({ queryClient, chapterUuid: view.chapterUuid, language: text.language, tell });
    } else tell(text.language);
  }

  // Before the events that have gathered leave with the page.
  addEventListener('pagehide', () => settle());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && settle());
  look();
  router.subscribe(look);
}

/** Tells the language of the edition that is shown once it is known; the returned function waits no longer. */
function tellOnceKnown(given: {
  queryClient: QueryClient;
  chapterUuid: string;
  language: Language;
  tell: (language: Language) => void;
}): () => void {
  const { queryClient, chapterUuid, language, tell } = given;
  let isTold = false;
  const settle = () => {
    if (isTold) return;
    isTold = true;
    stop();
    clearTimeout(timer);
    tell(answerOf(queryClient, { chapterUuid, language })?.chapter.language ?? language);
  };
  const stop = queryClient.subscribe(() => answerOf(queryClient, { chapterUuid, language }) && settle());
  const timer = setTimeout(settle, longestWaitMs);
  if (answerOf(queryClient, { chapterUuid, language })) settle();
  return settle;
}

/** The chapter as `chapterQuery` keeps it. To import that would load the reader's code on every page. */
function answerOf(
  queryClient: QueryClient,
  { chapterUuid, language }: { chapterUuid: string; language: Language },
): OpenedChapter | undefined {
  return queryClient.getQueryData<OpenedChapter>(['chapter', chapterUuid, language]);
}

const nameOf = ({ path, params }: OpenedPage) => params.chapter_uuid ?? path;

function placeOf({ path, params, found }: OpenedPage) {
  if (!found) return { page: 'other' };
  const { chapter_uuid: chapterUuid, bookid, id } = params;
  if (chapterUuid !== undefined && bookid !== undefined) return { page: 'chapter', bookUuid: bookid, chapterUuid };
  if (id !== undefined) return { page: 'book', bookUuid: id };
  return { page: path === pages.home || path === pages.books ? 'home' : 'other' };
}

/** The host of the site that led here; null: none, or this one. */
function foreignHost(referrer: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { hostname } = new URL(referrer);
  return hostname === location.hostname ? null : hostname;
}

/** An image says that it failed to its document, too; the address tells which page it is, and which try it was. */
function watchBrokenPages(router: Pick<Router, 'current'>, { api, queryClient, text }: Environment): void {
  const told = new Set<string>();
  const hear = ({ target }: Event) => {
    const { chapter_uuid: chapterUuid } = router.current().params;
    if (!(target instanceof HTMLImageElement) || chapterUuid === undefined || !navigator.onLine) return;
    const address = new URL(target.currentSrc || target.src, location.href);
    if (Number(address.searchParams.get('retry')) < lastTry) return;
    const opened = answerOf(queryClient, { chapterUuid, language: text.language });
    if (opened?.state !== 'open') return;
    const { pages: images = [], language, book_uuid: bookUuid } = opened.chapter;
    const page = images.find(({ src }) => new URL(src, location.href).pathname === address.pathname)?.page;
    if (page === undefined || told.has(`${chapterUuid} ${page}`)) return;
    told.add(`${chapterUuid} ${page}`);
    noteReadingEvent(api, { name: 'page_broken', bookUuid, chapterUuid, page, language });
  };
  document.addEventListener('error', hear, true);
}
