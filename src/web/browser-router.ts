import { flushSync } from 'react-dom';
import { followLinks } from './link-clicks.ts';
import {
  type AnyPage,
  contextOf,
  type Environment,
  matchRoute,
  type NavigateOptions,
  type OpenedPage,
  preparePage,
  type Route,
} from './navigation.ts';
import { withHash } from './next-address.ts';
import type { PageOutcome } from './page.ts';
import { type Router, withLanguage } from './router.tsx';
import { currentUser, subscribeToSession } from './session.ts';
import { createStore } from './store.ts';

/** A page waits so long for its data before it opens with its skeleton. */
const longestWaitMs = 100;

interface Entry {
  key: string;
  scroll: number;
  /** The entry of a dialog, on top of its page's entry (ui/use-back-closes.ts). The next link replaces it. */
  isLayer?: boolean;
}

/**
 * The router of the browser. It loads a page's code before it leaves the present page, keeps the scroll position of
 * each history entry, and focuses the heading of the new page.
 */
export function createBrowserRouter({
  routes,
  environment,
  first,
}: {
  routes: readonly Route[];
  environment: Environment;
  first: OpenedPage;
}): Router {
  const loaded = new Map<Route, AnyPage>();
  const scrolls = new Map<string, number>();
  const opened = createStore(first);
  let entry = entryOf(history.state) ?? { key: newKey(), scroll: 0 };
  let turn = 0;

  history.scrollRestoration = 'manual';
  history.replaceState(entry, '');
  if (entry.scroll > 0) scrollTo(0, entry.scroll);

  function show(page: OpenedPage): void {
    flushSync(() => opened.set(page));
  }

  function keepScroll(): void {
    scrolls.set(entry.key, scrollY);
  }

  async function load(route: Route): Promise<AnyPage> {
    const page = loaded.get(route) ?? (await route.load());
    loaded.set(route, page);
    return page;
  }

  async function openPage(href: string, options: NavigateOptions): Promise<void> {
    const url = new URL(href, location.href);
    const match = url.origin === location.origin ? matchRoute(routes, url.pathname) : null;
    if (!match) return location.assign(url);
    const ownTurn = ++turn;
    const page = await load(match.route);
    const elsewhere = guardedTo(page, url.search, url.hash);
    if (elsewhere !== null) return ownTurn === turn ? openPage(elsewhere, options) : undefined;
    if (isUnderOtherPolicy(page)) return ownTurn === turn ? leave(url, options) : undefined;
    const wanted = { path: url.pathname, search: url.search, params: match.params, page, found: true };
    const outcome = preparePage(page, contextOf(wanted, environment)).catch((): PageOutcome => ({ status: 200 }));
    const early = await Promise.race([outcome, after(longestWaitMs)]);
    if (ownTurn !== turn) return;
    if (early && 'redirect' in early) return openPage(withLanguage(early.redirect, url.search), options);

    const shown = { ...wanted, found: early?.status !== 404 };
    const change = () => {
      enter(url, options);
      show(shown);
      if (!options.keepScroll) arrive(0);
    };
    // Another state of the same page shows at once and never delays typing.
    if (options.keepScroll) change();
    else await inTransition(change);
    if (!early) await settleLate(outcome, shown);
  }

  const isUnderOtherPolicy = (page: AnyPage) =>
    page !== opened.get().page && Boolean(page.hasOwnPolicy || opened.get().page.hasOwnPolicy);

  function leave(url: URL, { replace }: NavigateOptions): void {
    if (replace) location.replace(url);
    else location.assign(url);
  }

  /** Handles an answer that comes after the page has opened with its skeleton. */
  async function settleLate(outcome: Promise<PageOutcome>, shown: OpenedPage): Promise<void> {
    const late = await outcome;
    if (opened.get() !== shown) return;
    if ('redirect' in late) return openPage(withLanguage(late.redirect, shown.search), { replace: true });
    if (late.status === 404) show({ ...shown, found: false });
  }

  function enter(url: URL, { replace, keepScroll: stay }: NavigateOptions): void {
    keepScroll();
    const isOver = history.state?.isLayer;
    history.replaceState({ ...entry, scroll: scrollY }, '');
    entry = { key: replace ? entry.key : newKey(), scroll: stay ? scrollY : 0 };
    history[replace || isOver ? 'replaceState' : 'pushState'](entry, '', url);
  }

  async function goBack(state: unknown): Promise<void> {
    keepScroll();
    const before = entry.key;
    const found = entryOf(state);
    entry = found ?? { key: newKey(), scroll: scrollY };
    if (!found) history.replaceState(entry, '');
    const isOpen = document.querySelector('dialog[open], [data-layer]') !== null;
    // Back went from a closed dialog's entry to its page's entry: for the reader nothing changes, so go back once more.
    if (entry.key === before && !entry.isLayer && !isOpen) return history.back();
    // Must count even where nothing changes: a page that is still loading is no longer wanted.
    const ownTurn = ++turn;
    const { pathname: path, search } = location;
    const { path: pathNow, search: searchNow } = opened.get();
    if (path === pathNow && search === searchNow) return;
    const match = matchRoute(routes, path);
    if (!match) return location.reload();
    const page = loaded.get(match.route) ?? (await load(match.route));
    if (ownTurn !== turn) return;
    const elsewhere = guardedTo(page, search);
    if (elsewhere !== null) return openPage(elsewhere, { replace: true });
    if (isUnderOtherPolicy(page)) return location.reload();
    show({ path, search, params: match.params, page, found: true, isReturn: true });
    arrive(scrolls.get(entry.key) ?? entry.scroll);
  }

  function busyWhile(work: Promise<void>, href: string): void {
    const sign = setTimeout(() => {
      document.documentElement.dataset.busy = '';
    }, longestWaitMs);
    work
      // After a new version was deployed, the code of a page may be gone: the server still has the page.
      .catch(() => location.assign(href))
      .finally(() => {
        clearTimeout(sign);
        delete document.documentElement.dataset.busy;
      });
  }

  /**
   * Handles a session that began or ended, here or in another tab. For a new user all data is loaded anew: it was a
   * visitor's.
   */
  function followSession(): void {
    const { page, search } = opened.get();
    const elsewhere = guardedTo(page, search);
    if (elsewhere === null) return;
    if (currentUser()) location.replace(elsewhere);
    else open(elsewhere, { replace: true });
  }
  subscribeToSession(followSession);

  addEventListener('popstate', (event) => busyWhile(goBack(event.state), location.href));
  addEventListener('pagehide', () => history.replaceState({ ...entry, scroll: scrollY }, ''));

  const open = (href: string, options: NavigateOptions = {}) => busyWhile(openPage(href, options), href);

  followLinks({
    isPage: ({ pathname }) => matchRoute(routes, pathname) !== null,
    open,
    preload(href) {
      const match = matchRoute(routes, new URL(href).pathname);
      if (match) load(match.route).catch(() => {}); // following the link will report it
    },
  });

  return {
    current: opened.get,
    subscribe: opened.subscribe,
    open,
  };
}

function entryOf(state: unknown): Entry | null {
  const known = typeof state === 'object' && state !== null && 'key' in state && 'scroll' in state;
  return known ? (state as Entry) : null; // only this file writes history.state
}

const newKey = () => crypto.getRandomValues(new Uint32Array(2)).join('-');

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

/** The address to which this browser's user or visitor is redirected from a page; null: none. */
export function guardedTo(page: AnyPage, search: string, hash = ''): string | null {
  const elsewhere = page.guard?.({ isUser: currentUser() !== null, search }) ?? null;
  return elsewhere === null ? null : withHash(withLanguage(elsewhere, search), hash);
}

/** Scrolls, and focuses the heading, so that a screen reader starts there. */
function arrive(scroll: number): void {
  scrollTo({ top: scroll, behavior: 'instant' });
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!heading) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Changes the page within a view transition, where the browser supports it and the reader has not reduced motion. */
async function inTransition(change: () => void): Promise<void> {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (still || !('startViewTransition' in document)) return change();
  const { ready, updateCallbackDone } = document.startViewTransition(change);
  ready.catch(() => {}); // the next page may come before this one is shown
  await updateCallbackDone;
}
