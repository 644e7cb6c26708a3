import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { isLanguage, type Language } from '../../shared/languages.ts';
import { paths } from '../../shared/paths.ts';
import { createBrowserApi, loadMessages } from '../../web/browser-api.ts';
import { createBrowserRouter, guardedTo } from '../../web/browser-router.ts';
import { createText } from '../../web/create-text.ts';
import type { Messages } from '../../web/i18n.tsx';
import { contextOf, type Environment, loadParts, matchRoute, type OpenedPage } from '../../web/navigation.ts';
import { withNext } from '../../web/next-address.ts';
import { restoreQueries } from '../../web/query.ts';
import { QueryClient } from '../../web/query-client.ts';
import { type Router, withLanguage } from '../../web/router.tsx';
import { currentUser, noteSessionEnd, takeSessionEnd, visitorId } from '../../web/session.ts';
import { showToast } from '../../web/ui/toasts.ts';
import { App } from './App.tsx';
import { titleOf } from './head.ts';
import type { PageState } from './page-state.ts';
import { routes } from './routes.tsx';

/** A message counts as seen after so long. */
const saidForMs = 2000;

/** Takes over the page that the server rendered. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  const written = document.getElementById('state')?.textContent;
  const match = matchRoute(routes, location.pathname);
  if (!root || !written || !match) return;
  const state = JSON.parse(written) as PageState; // written by render.tsx of the same build
  if (!currentUser()) visitorId();

  const language = isLanguage(state.language) ? state.language : 'en-us';
  const { pathname: path, search } = location;
  // Without a connection, the document may have been rendered for another address.
  const isElsewhere = state.standIn !== undefined && state.standIn !== path + search;
  const load = async () => {
    if (!isElsewhere) return match.route.load();
    const { loadOffline } = await import('./load-offline.ts');
    return loadOffline(match.route, path);
  };
  const [messages, page] = await Promise.all([loadMessages(state.messages), load()]);
  const elsewhere = guardedTo(page, location.search, location.hash);
  if (elsewhere !== null) return location.replace(elsewhere);
  const environment = createEnvironment({ state, language, messages, onSessionEnded: offerLogin });
  const first: OpenedPage = { path, search, params: match.params, page, found: state.found };
  // Hydration needs the code of all rendered parts at once.
  await loadParts(page, contextOf(first, environment)).catch(() => {}); // the page itself reports missing parts
  const router = createBrowserRouter({ routes, environment, first });
  const app = <App environment={environment} router={router} renderedAt={state.renderedAt} />;
  if (isElsewhere) createRoot(root).render(app);
  // A transition hydrates in slices, so that taps are handled meanwhile: otherwise it is one long task on a phone.
  else startTransition(() => void hydrateRoot(root, app));
  keepTitle(router, environment);
  import('./after-start.ts').then(
    ({ afterStart }) => afterStart(router, environment),
    () => {}, // without a connection there is nothing to tell, and the worker is there already
  );
  if (takeSessionEnd()) showToast({ text: environment.text.t('app.sessionEnded') });

  /** Offers a login that returns to the current page; a page for users has redirected to the login by itself. */
  function offerLogin() {
    const { t } = environment.text;
    const { path, search, page } = router.current();
    const isLedAway = guardedTo(page, search) !== null;
    if (isLedAway && page.hasOwnPolicy) return noteSessionEnd();
    const login = withLanguage(withNext(paths.login(), page.isSecret ? null : path + search), search);
    showToast({
      text: t('app.sessionEnded'),
      ...(!isLedAway && { action: { label: t('app.login'), act: () => router.open(login) } }),
    });
    // A reader who is leaving this page may miss the message: the next page shows it again.
    addEventListener('pagehide', noteSessionEnd);
    setTimeout(removeEventListener, saidForMs, 'pagehide', noteSessionEnd);
  }
}

function createEnvironment(given: {
  state: PageState;
  language: Language;
  messages: Messages;
  onSessionEnded: () => void;
}): Environment {
  const { state, language, messages, onSessionEnded } = given;
  const queryClient = new QueryClient();
  restoreQueries(queryClient, state.queries);
  return {
    api: createBrowserApi({ onSessionEnded }),
    queryClient,
    text: createText(language, messages),
    site: state.site,
  };
}

/** Updates the window's title with the page and with its data. */
function keepTitle(router: Router, environment: Environment): void {
  let due = false;
  const update = () => {
    due = false;
    const opened = router.current();
    const head = opened.page.head(contextOf(opened, environment));
    document.title = titleOf(opened.found ? head.title : environment.text.t('app.notFoundTitle'), environment.site);
  };
  const schedule = () => {
    if (!due) queueMicrotask(update);
    due = true;
  };
  router.subscribe(schedule);
  environment.queryClient.subscribe(schedule);
}

void start();
