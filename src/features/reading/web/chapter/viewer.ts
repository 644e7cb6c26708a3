import { useSyncExternalStore } from 'react';
import type { QueryClient } from '../../../../web/query-client.ts';
import { currentUser, subscribeToSession } from '../../../../web/session.ts';

/** The viewer in this browser: a user's uuid; null for a visitor, and while rendering for everybody. */
export const viewerUuid = (): string | null => currentUser()?.uuid ?? null;

/** The reader, as of now; null until the server's markup has come alive. */
export function useViewer(): string | null {
  return useSyncExternalStore(subscribeToSession, viewerUuid, () => null);
}

const guarded = new WeakSet<QueryClient>();

/**
 * Lets answers that were meant for one reader go when another takes over, or nobody, in this tab or from another. A
 * chapter on the screen is not taken away from the reader: the part that shows it asks for it again.
 */
export function forgetWithSession(queryClient: QueryClient, personal: readonly string[]): void {
  if (guarded.has(queryClient)) return;
  guarded.add(queryClient);
  let viewer = viewerUuid();
  subscribeToSession(() => {
    if (viewerUuid() === viewer) return;
    viewer = viewerUuid();
    queryClient.forget(([kind]) => personal.includes(String(kind)));
  });
}
