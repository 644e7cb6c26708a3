import { createRoot } from 'react-dom/client';
import { logOut } from '../../features/accounts/web/log-out.ts';
import { ChapterActions } from '../../features/catalog/web/studio/book/ChapterActions.tsx';
import { isForStrangers } from '../../features/studio/pages.ts';
import {
  createAskFirst,
  createStudioCalls,
  refreshHistories,
  StudioCallsProvider,
} from '../../features/studio/web/calls.ts';
import { Frame } from '../../features/studio/web/Frame.tsx';
import { askPassword } from '../../features/studio/web/password.ts';
import { type SendFile, SendFileProvider } from '../../features/studio/web/send-file.ts';
import { createStudioText, StudioTextProvider } from '../../features/studio/web/words.ts';
import { paths } from '../../shared/paths.ts';
import { ApiProvider } from '../../web/api.tsx';
import { createBrowserApi, loadMessages } from '../../web/browser-api.ts';
import { createBrowserRouter, guardedTo } from '../../web/browser-router.ts';
import { minuteOf, RenderedAtProvider } from '../../web/clock.tsx';
import { createText } from '../../web/create-text.ts';
import { TextProvider } from '../../web/i18n.tsx';
import { matchRoute, pageSearch } from '../../web/navigation.ts';
import { withNext } from '../../web/next-address.ts';
import { QueryClientProvider } from '../../web/query.ts';
import { QueryClient } from '../../web/query-client.ts';
import { RouterProvider } from '../../web/router.tsx';
import { lacksRole, readKept } from '../../web/session.ts';
import { SiteProvider } from '../../web/site.tsx';
import '../../web/font-fallbacks.css';
import '../../web/ui/tokens.css';
import '../../web/ui/base.css';
import { chapterActions } from './chapter-actions.tsx';
import { FindAnything } from './FindAnything.tsx';
import { roomsOf } from './rooms.ts';
import { studioRoutes } from './routes.tsx';
import type { StudioState } from './studio-state.ts';

/** Opens the studio in the empty document that the server sends. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  const written = document.getElementById('state')?.textContent;
  const match = matchRoute(studioRoutes, location.pathname);
  if (!root || !written || !match) return;
  const state = JSON.parse(written) as StudioState; // written by studio-pages.ts of the same build
  const { language, site } = state;
  const words = Promise.all([loadMessages(state.messages), loadMessages(state.studioMessages)]);
  const page = await match.route.load();
  const elsewhere = guardedTo(page, location.search);
  if (elsewhere !== null) return location.replace(elsewhere);

  const leadToLogin = () => location.replace(withNext(paths.login(), location.pathname + location.search));
  const queryClient = new QueryClient();
  const calls = createStudioCalls({
    ...{ askPassword, onSessionEnded: leadToLogin },
    onChanged: () => refreshHistories(queryClient, calls),
  });
  const { pathname: path, search } = location;
  const { params } = match;
  const askFirst = createAskFirst(queryClient, calls);
  if (!isForStrangers(path)) askFirst('/studio/session');
  page.askFirst?.(askFirst, { params, search: pageSearch(page, search), language });

  const [messages, studioMessages] = await words;
  const text = createText(language, messages);
  const api = createBrowserApi({ onSessionEnded: leadToLogin });
  const environment = { api, text, site, queryClient };
  const router = createBrowserRouter({
    routes: studioRoutes,
    environment,
    first: { path, search, params, page, found: true },
  });
  createRoot(root).render(
    <QueryClientProvider value={environment.queryClient}>
      <ApiProvider value={api}>
        <StudioCallsProvider value={calls}>
          <SendFileProvider value={sendFile}>
            <TextProvider value={text}>
              <StudioTextProvider value={createStudioText(language, studioMessages)}>
                <SiteProvider value={site}>
                  <RenderedAtProvider value={minuteOf(Date.now())}>
                    <RouterProvider value={router}>
                      <ChapterActions value={chapterActions}>
                        <Frame rooms={roomsOf(state)} find={<FindAnything />} onLogOut={() => void logOut(api, '')} />
                      </ChapterActions>
                    </RouterProvider>
                  </RenderedAtProvider>
                </SiteProvider>
              </StudioTextProvider>
            </TextProvider>
          </SendFileProvider>
        </StudioCallsProvider>
      </ApiProvider>
    </QueryClientProvider>,
  );
  if (lacksRole() || readKept('DELETES_AT'))
    import('../site/deletion-notice.ts')
      .then(({ noticeDeletion }) => noticeDeletion(router, environment))
      .catch(() => {}); // the next page asks again
}

/** Only pages that send files load the code that does. */
const sendFile: SendFile = async (given) => {
  const { createSendFile } = await import('../../features/importing/uploads/web/send-file.ts');
  return createSendFile({ askPassword })(given);
};

void start();
