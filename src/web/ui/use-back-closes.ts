import { useEffect, useEffectEvent } from 'react';

/** What is open over the page, the highest last. */
const layers: (() => void)[] = [];

/**
 * Back closes what is open over the page, the highest first, on devices where Back is a key or a gesture. Browsers that
 * know of close requests see to it themselves; in others what is open has an entry of the history, which stays when it is
 * closed otherwise: the next one uses it again, a link takes its place, and going back passes over it
 * (browser-router.ts, which knows what is open by `dialog[open]` and `data-layer`).
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || 'CloseWatcher' in window || !matchMedia('(pointer: coarse)').matches) return;
    const layer = () => close();
    if (layers.push(layer) === 1) addEventListener('popstate', closeHighest);
    makeEntry();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) removeEventListener('popstate', closeHighest);
    };
  }, [isOpen]);
}

function closeHighest(): void {
  layers.at(-1)?.();
  if (layers.length > 1) makeEntry();
}

function makeEntry(): void {
  if (history.state?.isLayer) return;
  history.replaceState({ ...history.state, scroll: scrollY }, '');
  history.pushState({ ...history.state, isLayer: true }, '');
}
