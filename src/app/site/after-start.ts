import { startOffline } from '../../features/offline/web/start.ts';
import { watchPages } from '../../features/reading/web/place/page-views.ts';
import type { Environment } from '../../web/navigation.ts';
import type { Router } from '../../web/router.tsx';
import { currentUser, subscribeToSession } from '../../web/session.ts';

/**
 * The work of every page that its reader does not wait for. It is loaded from here, so that no page's first view names
 * its file.
 */
export function afterStart(router: Router, environment: Environment): void {
  watchPages(router, environment);
  import('./late-start.ts').then(({ lateStart }) => lateStart(router, environment)).catch(() => {}); // the next page does it
  const { bars, hasOwnBars } = environment.site;
  if (bars || hasOwnBars)
    import('../../features/announcements/web/show-bars.ts').then(
      ({ hideBarsOnPress }) => hideBarsOnPress(),
      () => {}, // the next page tries again
    );
  const end = subscribeToSession(look);
  look();
  // In development the code changes all the time, so the service worker does not keep it.
  if (import.meta.env.PROD) startOffline();

  function look(): void {
    if (!currentUser()) return;
    end();
    void import('./after-login.ts').then(({ afterLogin }) => afterLogin(router, environment));
  }
}
