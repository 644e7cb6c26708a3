import { useSyncExternalStore } from 'react';
import { readKept, subscribeToKept } from '../../../web/session.ts';

const names = ['READING_PLACES', 'READING_MARKS'] as const;

function subscribe(listener: () => void): () => void {
  const ends = names.map((name) => subscribeToKept(name, listener));
  return () => {
    for (const end of ends) end();
  };
}

const remembers = () => names.some((name) => readKept(name) !== null);

/** Whether this browser remembers what any reader has read: only then is the code that shows it loaded. */
export function useRemembers(): boolean {
  return useSyncExternalStore(subscribe, remembers, () => false);
}
