import type { Environment } from '../../web/navigation.ts';
import type { Router } from '../../web/router.tsx';

/**
 * The work of every page that its reader does not wait for. It is loaded from here, so that no page's first view names
 * its files.
 */
export function afterStart(router: Router, environment: Environment): void {
  const ignore = () => {}; // Without a connection there is nothing to tell, and the worker is there already.
  import('../../features/reading/web/place/page-views.ts')
    .then(({ watchPages }) => watchPages(router, environment))
    .catch(ignore);
  // In development the code changes all the time, so the service worker does not keep it.
  if (!import.meta.env.PROD) return;
  import('../../features/offline/web/start.ts').then(({ startOffline }) => startOffline()).catch(ignore);
}
