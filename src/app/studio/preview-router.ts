import { previewAddress } from '../../features/studio/pages.ts';
import { paths } from '../../shared/paths.ts';
import { followLinks } from '../../web/link-clicks.ts';
import {
  contextOf,
  type Environment,
  matchRoute,
  type NavigateOptions,
  type OpenedPage,
  preparePage,
  type Route,
} from '../../web/navigation.ts';
import type { PageOutcome } from '../../web/page.ts';
import type { Router } from '../../web/router.tsx';
import { createStore } from '../../web/store.ts';
import { type PreviewWish, readPath, readPreviewWish } from './preview-wish.ts';

interface PreviewRouterGiven {
  routes: readonly Route[];
  environment: Environment;
  wish: PreviewWish;
  /** Of the site. */
  timeZone: string;
  /** The language that the pages have chosen by now. */
  languageNow(): string;
  /** A link leads to where no preview goes. */
  onClosed(): void;
}

/**
 * The router of a preview. Readers' pages use their own addresses, while the browser shows those of the preview, so
 * that a reload, Back and a copied address stay in the preview.
 */
export async function createPreviewRouter(given: PreviewRouterGiven): Promise<Router> {
  const { routes, environment, wish, timeZone, onClosed } = given;
  const opened = createStore(await prepare(wish.path, true));
  let turn = 0;
  mapHistory(given);

  async function prepare(path: string, isReturn: boolean): Promise<OpenedPage> {
    const url = new URL(path, location.origin);
    const match = matchRoute(routes, url.pathname) ?? matchRoute(routes, paths.contact());
    if (!match) throw new Error('The site has no pages');
    const page = await match.route.load();
    const { pathname, search } = url;
    const wanted = { path: pathname, search, params: match.params, page, found: true, isReturn };
    if (matchRoute(routes, pathname) === null) return { ...wanted, found: false };
    // A page for users leads a visitor to the login, which is not shown.
    if (page.guard?.({ isUser: wish.as !== 'visitor', search }) != null) return { ...wanted, found: false };
    const context = contextOf(wanted, environment);
    const outcome = await preparePage(page, context).catch((): PageOutcome => ({ status: 200 }));
    if ('redirect' in outcome) return prepare(outcome.redirect, isReturn);
    return { ...wanted, found: outcome.status !== 404 };
  }

  async function show(path: string, { replace, keepScroll }: NavigateOptions, isReturn: boolean): Promise<void> {
    const ownTurn = ++turn;
    const page = await prepare(path, isReturn);
    if (ownTurn !== turn) return;
    if (!isReturn) history[replace ? 'replaceState' : 'pushState']({}, '', page.path + page.search);
    opened.set(page);
    if (!keepScroll && !isReturn) scrollTo({ top: 0, behavior: 'instant' });
  }

  const reload = () => location.reload();
  function open(href: string, options: NavigateOptions = {}): void {
    const url = new URL(href, location.origin);
    const path = url.origin === location.origin ? readPath(url.pathname + url.search) : null;
    if (path === null) onClosed();
    else show(path, options, false).catch(reload);
  }

  addEventListener('popstate', () => {
    const asked = readPreviewWish(new URLSearchParams(location.search), { now: new Date(), timeZone });
    const { path } = asked ?? wish;
    // Another reader, moment or language is another document.
    if (!asked || addressOf(asked, asked.language, path) !== addressOf(wish, wish.language, path)) return reload();
    const { path: pathNow, search } = opened.get();
    if (path !== pathNow + search) show(path, {}, true).catch(reload);
  });
  followLinks({ isPage: () => true, open, preload: () => {} });
  return { current: opened.get, subscribe: opened.subscribe, open };
}

/** The address of the preview at which the readers' page stands. */
export function addressOf(
  { as, at, from }: Pick<PreviewWish, 'as' | 'at' | 'from'>,
  language: string,
  path: string,
): string {
  const query = new URLSearchParams({ as, ...(at && { at: at.toISOString() }), language, path, from });
  return `${previewAddress}?${query}`;
}

/** Pages give the history their own addresses; the browser must get those of the preview. */
function mapHistory({ wish, languageNow }: PreviewRouterGiven): void {
  for (const name of ['pushState', 'replaceState'] as const) {
    const real = history[name].bind(history);
    history[name] = (state, unused, url) => {
      const path = url == null ? null : new URL(url, location.origin);
      real(state, unused, path && addressOf(wish, languageNow(), path.pathname + path.search));
    };
  }
  // The given address may leave out default values; from here on all of them are in it.
  history.replaceState(history.state, '', wish.path);
}
