import { useEffect } from 'react';
import { keepAwake } from './wake-lock.ts';

/** The screen stays awake while it is wanted, where the browser can. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    return keepAwake({ document, wakeLock: 'wakeLock' in navigator ? navigator.wakeLock : undefined });
  }, [isWanted]);
}
