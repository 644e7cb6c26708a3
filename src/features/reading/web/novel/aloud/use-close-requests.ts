import { useEffect, useEffectEvent } from 'react';
import { useBackCloses } from '../../../../../web/ui/use-back-closes.ts';

/** Not in TypeScript's library yet. */
interface WithCloseWatcher {
  CloseWatcher: new () => { onclose: (() => void) | null; destroy(): void };
}

/** Back closes what lies over the chapter and is no dialog, whose close requests browsers see to by themselves. */
export function useCloseRequests(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useBackCloses(true, onClose);
  useEffect(() => {
    if (!('CloseWatcher' in window)) return;
    const watcher = new (window as unknown as WithCloseWatcher).CloseWatcher(); // it is there
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, []);
}
