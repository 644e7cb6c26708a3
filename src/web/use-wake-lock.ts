import { useEffect } from 'react';
import { keepAwake } from './wake-lock.ts';

/** Keeps the screen awake while `isWanted`, where the browser supports it. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    return keepAwake({ document, wakeLock: 'wakeLock' in navigator ? navigator.wakeLock : undefined });
  }, [isWanted]);
}
