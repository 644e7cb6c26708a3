import { paths } from '../../../shared/paths.ts';
import type { ApiClient } from '../../../web/api-client.ts';
import { withLanguage } from '../../../web/router.tsx';
import { forgetEverything } from '../../../web/session.ts';

/** How long a slow server may hold up who wants to leave. */
const patienceMs = 2000;

/** Ends the session at the server, if it can be reached; here it has ended in any case. Leads home, loaded anew. */
export async function logOut(api: ApiClient, search: string): Promise<void> {
  const ended = api.send('POST', '/user/logout').catch(() => {}); // a session that cannot be told ends by itself
  forgetEverything();
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  location.replace(withLanguage(paths.home(), search));
}
