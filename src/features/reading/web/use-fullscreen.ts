import { useEffect, useSyncExternalStore } from 'react';

/** The mode outlives the chapter: turning to the next one leaves it as it is. */
let isFullscreen = false;
let openReaders = 0;
const listeners = new Set<() => void>();

/**
 * The reader's two modes. Fullscreen is the browser's own where there is one; where there is none, as on iPhones, the
 * site's header goes and the reader has the window to itself. The document's root says which mode it is.
 */
export function useFullscreen(): boolean {
  useEffect(() => {
    openReaders += 1;
    return () => {
      openReaders -= 1;
      // The next chapter's reader, if there is one, is there before this runs.
      setTimeout(() => openReaders === 0 && leaveFullscreen());
    };
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => isFullscreen,
    () => false,
  );
}

export function toggleFullscreen(): void {
  if (isFullscreen) leaveFullscreen();
  else enterFullscreen();
}

function enterFullscreen(): void {
  setFullscreen(true);
  // A browser that refuses still gives the reader the whole window.
  document.documentElement.requestFullscreen?.().catch(() => undefined);
}

export function leaveFullscreen(): void {
  setFullscreen(false);
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined); // it has been left already
}

const followBrowser = () => setFullscreen(document.fullscreenElement !== null);

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('fullscreenchange', followBrowser);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('fullscreenchange', followBrowser);
  };
}

function setFullscreen(value: boolean): void {
  isFullscreen = value;
  document.documentElement.toggleAttribute('data-fullscreen', value);
  for (const listener of listeners) listener();
}
