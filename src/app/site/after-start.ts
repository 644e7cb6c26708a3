import { startOffline } from '../../features/offline/web/start.ts';
import { watchPages } from '../../features/reading/web/place/page-views.ts';
import type { Environment } from '../../web/navigation.ts';
import type { Router } from '../../web/router.tsx';
import { currentUser, readKept, subscribeToKept, subscribeToSession } from '../../web/session.ts';
import { keepTouches } from './touch.ts';

/**
 * The work of every page that its reader does not wait for. It is loaded from here, so that no page's first view names
 * its file.
 */
export function afterStart(router: Router, environment: Environment): void {
  watchPages(router, environment);
  followAge(router, environment);
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
  keepTouches(router);

  function look(): void {
    if (!currentUser()) return;
    end();
    void import('./after-login.ts').then(({ afterLogin }) => afterLogin(router, environment));
  }
}

/**
 * Adds books for adults once the reader says to be one: the account may tell so, or another tab, after the page has opened.
 * Most readers never load the code.
 */
export function followAge(router: Router, environment: Environment): void {
  const look = () => {
    if (Object(readKept('READER_SETTINGS')).adult)
      void import('./adult-books.ts').then(({ bringAdultBooks }) => bringAdultBooks(router, environment));
  };
  subscribeToKept('READER_SETTINGS', look);
  look();
}
