import { paths } from '../../../shared/paths.ts';
import type { ApiClient } from '../../../web/api-client.ts';
import { withLanguage } from '../../../web/router.tsx';
import { forgetEverything } from '../../../web/stored-session.ts';

/** The longest time that a slow server may delay a logout. */
const patienceMs = 2000;

/** Ends the session here and, if it can be reached, at the server. Then loads the home page anew. */
export async function logOut(api: ApiClient, search: string): Promise<void> {
  const ended = api.send('POST', '/user/logout').catch(() => {}); // otherwise the session expires by itself
  forgetEverything();
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  location.replace(withLanguage(paths.home(), search));
}
