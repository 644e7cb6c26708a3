import { type ReactNode, useEffect } from 'react';
import { ApiProvider } from '../../web/api.tsx';
import { RenderedAtProvider } from '../../web/clock.tsx';
import { aliveEvent } from '../../web/early/presses.ts';
import { TextProvider } from '../../web/i18n.tsx';
import type { Environment } from '../../web/navigation.ts';
import { QueryClientProvider } from '../../web/query.ts';
import { type Router, RouterProvider } from '../../web/router.tsx';
import { SiteProvider } from '../../web/site.tsx';
import { Shell } from './Shell.tsx';
import '../../web/font-fallbacks.css';
import '../../web/ui/tokens.css';
import '../../web/ui/base.css';

interface Around {
  environment: Environment;
  router: Router;
  renderedAt: number;
}

/** The whole site around the open page: the same tree on the server and in the browser. */
export function App({ environment, router, renderedAt }: Around) {
  // Presses that were held until now take effect (web/early/presses.ts).
  useEffect(() => {
    dispatchEvent(new Event(aliveEvent));
  }, []);
  return (
    <Surroundings environment={environment} router={router} renderedAt={renderedAt}>
      <Shell />
    </Surroundings>
  );
}

/** The providers that every part of a page needs. */
export function Surroundings({ environment, router, renderedAt, children }: Around & { children: ReactNode }) {
  return (
    <QueryClientProvider value={environment.queryClient}>
      <ApiProvider value={environment.api}>
        <TextProvider value={environment.text}>
          <SiteProvider value={environment.site}>
            <RenderedAtProvider value={renderedAt}>
              <RouterProvider value={router}>{children}</RouterProvider>
            </RenderedAtProvider>
          </SiteProvider>
        </TextProvider>
      </ApiProvider>
    </QueryClientProvider>
  );
}
