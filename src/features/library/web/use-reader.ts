import { type CurrentUser, userStore } from '../../../web/session.ts';
import { useStore } from '../../../web/store.ts';

/** The reader of this browser; undefined while rendering on the server, which knows nobody. */
export function useReader(): CurrentUser | null | undefined {
  return useStore(userStore, undefined);
}
