import { createStore } from '../../../../web/store.ts';

/** The functions of a document that fullscreen needs; iPhones have neither. */
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
 * The reader's two modes. Fullscreen is the browser's own. Where there is none, as on iPhones, or where it is refused,
 * the site's header goes, and the reader has the window to itself. The document's root says which: `data-fullscreen` is
 * `screen` or `window`. The document scrolls in both modes, so that no place is lost.
 */
export function createFullscreen(document: FullscreenDocument) {
  const isOn = createStore(false, () => {
    document.addEventListener('fullscreenchange', followBrowser);
    return () => document.removeEventListener('fullscreenchange', followBrowser);
  });

  function set(mode: 'screen' | 'window' | null): void {
    if (mode) document.documentElement.setAttribute('data-fullscreen', mode);
    else document.documentElement.removeAttribute('data-fullscreen');
    isOn.set(mode !== null);
  }

  function enter(): void {
    const root = document.documentElement;
    set(root.requestFullscreen ? 'screen' : 'window');
    root.requestFullscreen?.().catch(() => isOn.get() && set('window'));
  }

  function leave(): void {
    if (!isOn.get()) return;
    set(null);
    if (document.fullscreenElement) document.exitFullscreen?.().catch(() => undefined); // it has been left already
  }

  /** Esc and the system's own gestures end the browser's fullscreen without asking here. */
  const followBrowser = () => set(document.fullscreenElement ? 'screen' : null);

  return {
    isOn: isOn.get,
    leave,
    toggle: () => (isOn.get() ? leave() : enter()),
    subscribe: isOn.subscribe,
  };
}
