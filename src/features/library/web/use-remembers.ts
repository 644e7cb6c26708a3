import { useSyncExternalStore } from 'react';
import { readKept, subscribeToKept } from '../../../web/session.ts';

const subscribe = (listener: () => void) => subscribeToKept('READING_PLACES', listener);
const remembers = () => readKept('READING_PLACES') !== null;

/** Whether this browser remembers places, of whomever: only then is the code that shows them loaded. */
export function useRemembers(): boolean {
  return useSyncExternalStore(subscribe, remembers, () => false);
}
