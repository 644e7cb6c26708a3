import { createRoot } from 'react-dom/client';
import { hasRight } from '../../features/studio/rules.ts';
import { createStudioCalls } from '../../features/studio/web/calls.ts';
import { askPassword } from '../../features/studio/web/password.ts';
import { createStudioText } from '../../features/studio/web/words.ts';
import { paths } from '../../shared/paths.ts';
import { loadMessages } from '../../web/browser-api.ts';
import { AheadProvider, minuteOf } from '../../web/clock.tsx';
import { createText } from '../../web/create-text.ts';
import { contextOf, type Environment } from '../../web/navigation.ts';
import { withNext } from '../../web/next-address.ts';
import { QueryClient } from '../../web/query-client.ts';
import type { Router } from '../../web/router.tsx';
import { RouterProvider } from '../../web/router.tsx';
import { read, storedKeys } from '../../web/storage.ts';
import { showToast } from '../../web/ui/toasts.ts';
import { App } from '../site/App.tsx';
import { titleOf } from '../site/head.ts';
import { routes } from '../site/routes.tsx';
import { PreviewBar } from './PreviewBar.tsx';
import { createPreviewApi } from './preview-api.ts';
import { createPreviewRouter } from './preview-router.ts';
import { readPreviewWish } from './preview-wish.ts';
import { keepNothing, readReal } from './quiet-browser.ts';
import type { PreviewState } from './studio-state.ts';

/** Opens a readers' page as another reader sees it, at another moment (spec: studio.md#preview). */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  const written = document.getElementById('state')?.textContent;
  const opened = new Date();
  if (!root || !written) return;
  const state = JSON.parse(written) as PreviewState; // written by studio-pages.ts of the same build
  const { timeZone } = state.site;
  const wish = readPreviewWish(new URLSearchParams(location.search), { now: opened, timeZone });
  if (!wish) return;
  const token = readReal(storedKeys.token);
  const here = location.pathname + location.search;
  const leadToLogin = () => location.replace(withNext(paths.login(), here));
  if (token === null) return leadToLogin();

  keepNothing({ isUser: wish.as !== 'visitor', language: wish.language });
  const [messages, words] = await Promise.all([loadMessages(state.messages), loadMessages(state.studioMessages)]);
  const studioText = createStudioText(state.ownLanguage, words);
  const calls = createStudioCalls({ askPassword, onSessionEnded: () => location.replace('/studio') });
  const { data } = await calls.get('/studio/session').catch(() => ({ data: null }));
  if (!data || !hasRight(data.result.role, 'books')) {
    root.textContent = studioText.t('frame.strangers');
    return;
  }

  const saysSo = {
    errors: {
      ...(typeof messages.errors === 'object' && messages.errors),
      preview_only: studioText.t('errors.preview_only'),
    },
  };
  const environment: Environment = {
    api: createPreviewApi({ ...wish, token }),
    queryClient: new QueryClient(),
    text: createText(wish.language, { ...messages, ...saysSo }),
    site: state.site,
  };
  const router = await createPreviewRouter({
    ...{ routes, environment, wish, timeZone },
    languageNow: () => read(storedKeys.language) ?? wish.language,
    onClosed: () => showToast({ text: studioText.t('preview.closed') }),
  });
  const at = wish.at ?? opened;
  keepTitle(router, environment, studioText.t('preview.title'));
  createRoot(root).render(
    <>
      <RouterProvider value={router}>
        <PreviewBar wish={wish} text={studioText} opened={opened} />
      </RouterProvider>
      <AheadProvider value={at.getTime() - opened.getTime()}>
        <App environment={environment} router={router} renderedAt={minuteOf(at.getTime())} />
      </AheadProvider>
    </>,
  );
}

function keepTitle(router: Router, environment: Environment, word: string): void {
  const update = () => {
    const opened = router.current();
    const { title } = opened.page.head(contextOf(opened, environment));
    document.title = `${word}: ${titleOf(title, environment.site)}`;
  };
  router.subscribe(update);
  environment.queryClient.subscribe(() => queueMicrotask(update));
  update();
}

void start();
