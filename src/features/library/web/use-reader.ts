import { type CurrentUser, userStore } from '../../../web/session.ts';
import { useStore } from '../../../web/store.ts';

/** Who reads here; undefined while rendering on the server, which knows nobody. */
export function useReader(): CurrentUser | null | undefined {
  return useStore(userStore, undefined);
}
