import { useSyncExternalStore } from 'react';
import type { QueryClient } from '../../../../web/query-client.ts';
import { currentUser, subscribeToSession } from '../../../../web/session.ts';

/** The viewer in this browser: a user's uuid; null for a visitor, and while rendering for everybody. */
export const viewerUuid = (): string | null => currentUser()?.uuid ?? null;

/** The uuid of the reader; null while hydrating, as on the server. */
export function useViewer(): string | null {
  return useSyncExternalStore(subscribeToSession, viewerUuid, () => null);
}

const guarded = new WeakSet<QueryClient>();

/**
 * Drops the answers made for one reader when another one, or nobody, takes over, in this tab or in another one. A
 * chapter on the screen stays: the part that shows it asks again.
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
