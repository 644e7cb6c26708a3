import { useSyncExternalStore } from 'react';
import { useReaderSettings } from '../settings/settings.ts';

const wide = '(orientation: landscape)';

/** Whether two pages are to stand beside each other on this screen, as its reader has chosen. */
export function useIsDouble(): boolean {
  const { spread } = useReaderSettings().comic;
  const isWide = useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => false,
  );
  return spread === 'on' || (spread === 'wide' && isWide);
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
