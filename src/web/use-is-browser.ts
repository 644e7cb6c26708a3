import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while rendering on the server and while its markup comes alive: for what only this browser can know. */
export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
