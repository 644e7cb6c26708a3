import { deviceCache } from '../../features/notices/web/push/device-cache.ts';
import { watchUnread } from '../../features/notices/web/unread.ts';
import type { Environment } from '../../web/navigation.ts';
import type { Router } from '../../web/router.tsx';
import { currentUser, lacksRole, readKept, storeRole, subscribeToSession } from '../../web/session.ts';

/** The work of every page that is for users alone; loaded once there is one. */
export function afterLogin(router: Router, environment: Environment): void {
  if (lacksRole() || readKept('DELETES_AT'))
    import('./deletion-notice.ts').then(({ noticeDeletion }) => noticeDeletion(router, environment)).catch(() => {}); // the next page asks again
  // Once after a login; without an answer the next page asks again.
  if (lacksRole())
    environment.api
      .get('/user/sessions')
      .then(({ role }) => storeRole(role))
      .catch(() => {});
  watchUnread(environment);
  offerMembership(environment);
  subscribeToSession(() => offerMembership(environment));
  keepDevice();
  subscribeToSession(keepDevice);
  if (environment.site.hasOwnBars) announce(environment).catch(() => {}); // the next page asks again

  /** Few browsers tell their user, and only they load code for it. */
  function keepDevice(): void {
    void caches?.has(deviceCache).then(async (isKept) => {
      if (!isKept) return;
      const { keepInStep } = await import('../../features/notices/web/push/this-device.ts');
      // A link may name another language than the reader's.
      const isNamed = new URLSearchParams(router.current().search).has('lang');
      const { api, text, site } = environment;
      await keepInStep({ api, siteName: site.name, language: isNamed ? null : text.language });
    });
  }
}

/** Shows what is announced to this user, until the session ends. */
async function announce({ api, text, site }: Environment): Promise<void> {
  const { showOwnBars } = await import('../../features/announcements/web/show-bars.ts');
  const remove = await showOwnBars({ api, text, known: site.bars ?? [] });
  subscribeToSession(() => {
    if (!currentUser()) remove();
  });
}

/** Shows the header's way to the membership page to a user who is no member; on a phone it has no room. */
function offerMembership({ api, site }: Environment): void {
  if (!site.sells || !currentUser() || !matchMedia('(width >= 768px)').matches) return;
  api.get('/user/book/membership').then(
    ({ result }) => document.documentElement.toggleAttribute('data-plans', result?.is_expired !== false),
    () => {}, // the next page asks again
  );
}
