import { watchUnread } from '../../features/notices/web/unread.ts';
import type { Environment } from '../../web/navigation.ts';
import { lacksRole, storeRole } from '../../web/session.ts';

/** The work of every page that is for users alone; loaded once there is one. */
export function afterLogin(environment: Environment): void {
  // Once after a login; without an answer the next page asks again.
  if (lacksRole())
    environment.api
      .get('/user/sessions')
      .then(({ role }) => storeRole(role))
      .catch(() => {});
  watchUnread(environment);
}
