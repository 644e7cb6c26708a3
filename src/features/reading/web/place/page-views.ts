import type { Language } from '../../../../shared/languages.ts';
import { pages } from '../../../../shared/paths.ts';
import type { Environment, OpenedPage } from '../../../../web/navigation.ts';
import type { QueryClient } from '../../../../web/query-client.ts';
import type { Router } from '../../../../web/router.tsx';
import { answerOf } from './known-chapter.ts';
import { noteReadingEvent } from './reading-events.ts';

/** If a chapter's answer takes longer, the view is reported with the language of the site's page. */
const longestWaitMs = 10_000;

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

/** Reports the language of the edition once it is known; the returned function stops the wait. */
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

const nameOf = ({ path, params }: OpenedPage) => params.chapter_uuid ?? path;

/** What an opened page shows: the kind of page, with the book and the chapter that it is about. */
export function placeOf({ path, params, found }: OpenedPage): {
  page: string;
  bookUuid?: string;
  chapterUuid?: string;
} {
  if (!found) return { page: 'other' };
  const { chapter_uuid: chapterUuid, bookid, id } = params;
  if (chapterUuid !== undefined && bookid !== undefined) return { page: 'chapter', bookUuid: bookid, chapterUuid };
  if (id !== undefined) return { page: 'book', bookUuid: id };
  return { page: path === pages.home || path === pages.books ? 'home' : 'other' };
}

/** The host of the site that led here; null: none, or this one. */
export function foreignHost(referrer: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { hostname } = new URL(referrer);
  return hostname === location.hostname ? null : hostname;
}

/** Hears of each image that fails to load. Code that most visits never load then finds its page and chapter. */
function watchBrokenPages(router: Pick<Router, 'current'>, environment: Environment): void {
  const hear = ({ target }: Event) => {
    const { chapter_uuid: chapterUuid } = router.current().params;
    if (!(target instanceof HTMLImageElement) || chapterUuid === undefined || !navigator.onLine) return;
    // The image may have another address by the time that the code is there.
    const failed = { src: target.currentSrc || target.src, chapterUuid };
    import('./broken-pages.ts').then(
      ({ noteBrokenPage }) => noteBrokenPage(environment, failed),
      () => {}, // without a connection the page is not broken
    );
  };
  document.addEventListener('error', hear, true);
}
