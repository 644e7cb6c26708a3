import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False during the server's rendering and during hydration: for content that only this browser can know. */
export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
