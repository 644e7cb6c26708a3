import { useEffect, useEffectEvent } from 'react';

/** The close functions of the open layers, the top layer last. */
const layers: (() => void)[] = [];

/**
 * Back closes the open layers of the page, the top one first, on devices where Back is a key or a gesture. Browsers
 * with close requests do it themselves. In other browsers an open layer has an entry in the history. When the layer is
 * closed in another way, the entry stays: the next layer uses it again, a link replaces it, and Back skips it.
 * browser-router.ts finds open layers by `dialog[open]` and `data-layer`.
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
