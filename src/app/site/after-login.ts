import { watchUnread } from '../../features/notices/web/unread.ts';
import type { Environment } from '../../web/navigation.ts';
import type { Router } from '../../web/router.tsx';
import { lacksRole, readKept, storeRole } from '../../web/session.ts';

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
}
