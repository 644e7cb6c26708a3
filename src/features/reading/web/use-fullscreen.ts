import { useCallback, useEffect, useState } from 'react';

/**
 * The reader's two modes. Fullscreen is the browser's own where there is one; where there is none, as on iPhones, the
 * site's header goes and the reader has the window to itself. The document's root says which mode it is.
 */
export function useFullscreen(): { isFullscreen: boolean; toggle: () => void; leave: () => void } {
  const [isFullscreen, setFullscreen] = useState(false);

  useEffect(() => {
    document.documentElement.toggleAttribute('data-fullscreen', isFullscreen);
    return () => document.documentElement.removeAttribute('data-fullscreen');
  }, [isFullscreen]);

  useEffect(() => {
    const follow = () => setFullscreen(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      leaveBrowserFullscreen();
    };
  }, []);

  const leave = useCallback(() => {
    setFullscreen(false);
    leaveBrowserFullscreen();
  }, []);

  const toggle = useCallback(() => {
    if (isFullscreen) return leave();
    setFullscreen(true);
    // A browser that refuses still gives the reader the whole window.
    document.documentElement.requestFullscreen?.().catch(() => undefined);
  }, [isFullscreen, leave]);

  return { isFullscreen, toggle, leave };
}

function leaveBrowserFullscreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined); // it has been left already
}
