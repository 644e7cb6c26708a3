/** What of a document fullscreen needs; iPhones have neither function. */
export interface FullscreenDocument {
  documentElement: {
    requestFullscreen?: () => Promise<void>;
    setAttribute(name: string, value: string): void;
    removeAttribute(name: string): void;
  };
  fullscreenElement?: unknown;
  exitFullscreen?: () => Promise<void>;
  addEventListener(type: 'fullscreenchange', listener: () => void): void;
  removeEventListener(type: 'fullscreenchange', listener: () => void): void;
}

/**
 * The reader's two modes. Fullscreen is the browser's own where there is one; where there is none, as on iPhones, or
 * where it is refused, the site's header goes and the reader has the window to itself. The document's root says which:
 * `data-fullscreen` is `screen` or `window`. What is scrolled stays the document in either, so that no place is lost.
 */
export function createFullscreen(document: FullscreenDocument) {
  let isOn = false;
  const listeners = new Set<() => void>();

  function set(mode: 'screen' | 'window' | null): void {
    isOn = mode !== null;
    if (mode) document.documentElement.setAttribute('data-fullscreen', mode);
    else document.documentElement.removeAttribute('data-fullscreen');
    for (const listener of listeners) listener();
  }

  function enter(): void {
    const root = document.documentElement;
    set(root.requestFullscreen ? 'screen' : 'window');
    root.requestFullscreen?.().catch(() => isOn && set('window'));
  }

  function leave(): void {
    if (!isOn) return;
    set(null);
    if (document.fullscreenElement) document.exitFullscreen?.().catch(() => undefined); // it has been left already
  }

  /** Esc and the system's own gestures end the browser's fullscreen without asking here. */
  const followBrowser = () => set(document.fullscreenElement ? 'screen' : null);

  return {
    isOn: () => isOn,
    leave,
    toggle: () => (isOn ? leave() : enter()),
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) document.addEventListener('fullscreenchange', followBrowser);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) document.removeEventListener('fullscreenchange', followBrowser);
      };
    },
  };
}
