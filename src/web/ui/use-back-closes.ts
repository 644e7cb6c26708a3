import { useEffect, useEffectEvent } from 'react';

/**
 * Back closes what is open over the page, on devices where Back is a key or a gesture. Browsers that know of close
 * requests see to it themselves; in others what is open has an entry of the history, which stays when it is closed
 * otherwise: the next one uses it again, a link takes its place, and going back passes over it (browser-router.ts).
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || 'CloseWatcher' in window || !matchMedia('(pointer: coarse)').matches) return;
    if (!history.state?.isLayer) {
      history.replaceState({ ...history.state, scroll: scrollY }, '');
      history.pushState({ ...history.state, isLayer: true }, '');
    }
    const follow = () => close();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [isOpen]);
}
