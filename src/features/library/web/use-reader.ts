import { useSyncExternalStore } from 'react';
import { type CurrentUser, currentUser, subscribeToSession } from '../../../web/session.ts';

/** Who reads here; undefined while rendering on the server, which knows nobody. */
export function useReader(): CurrentUser | null | undefined {
  return useSyncExternalStore(subscribeToSession, currentUser, () => undefined);
}
