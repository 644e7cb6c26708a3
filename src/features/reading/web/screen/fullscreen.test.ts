import { describe, expect, it } from 'vitest';
import { createFullscreen, type FullscreenDocument } from './fullscreen.ts';

/** A browser that has fullscreen, has none, or refuses it. */
function browser(kind: 'able' | 'unable' | 'refusing') {
  let mode: string | null = null;
  let tell = () => {};
  const document: FullscreenDocument = {
    fullscreenElement: null,
    documentElement: {
      ...(kind !== 'unable' && {
        requestFullscreen: async () => {
          if (kind === 'refusing') throw new TypeError('Not allowed');
          document.fullscreenElement = {};
          tell();
        },
      }),
      setAttribute: (_name, value) => {
        mode = value;
      },
      removeAttribute: () => {
        mode = null;
      },
    },
    exitFullscreen: async () => {
      document.fullscreenElement = null;
      tell();
    },
    addEventListener: (_type, listener) => {
      tell = listener;
    },
    removeEventListener: () => {
      tell = () => {};
    },
  };
  const fullscreen = createFullscreen(document);
  const heard: boolean[] = [];
  const stop = fullscreen.subscribe(() => heard.push(fullscreen.isOn()));
  const leftByBrowser = () => {
    document.fullscreenElement = null;
    tell();
  };
  return { fullscreen, document, heard, stop, mode: () => mode, leftByBrowser };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('fullscreen', () => {
  it('is the browser’s own where there is one, and is left with it', async () => {
    const { fullscreen, document, mode } = browser('able');
    fullscreen.toggle();
    await settled();
    expect([mode(), document.fullscreenElement]).toEqual(['screen', {}]);
    fullscreen.toggle();
    await settled();
    expect([mode(), fullscreen.isOn(), document.fullscreenElement]).toEqual([null, false, null]);
  });

  it.each(['unable', 'refusing'] as const)('is the window in a browser that is %s', async (kind) => {
    const { fullscreen, mode } = browser(kind);
    fullscreen.toggle();
    await settled();
    expect([mode(), fullscreen.isOn()]).toEqual(['window', true]);
    fullscreen.leave();
    expect([mode(), fullscreen.isOn()]).toEqual([null, false]);
  });

  it('follows a browser that ends it', async () => {
    const { fullscreen, heard, leftByBrowser, mode } = browser('able');
    fullscreen.toggle();
    await settled();
    leftByBrowser();
    expect(mode()).toBeNull();
    expect(heard.at(-1)).toBe(false);
  });

  it('tells nobody who has gone', () => {
    const { fullscreen, heard, stop } = browser('unable');
    stop();
    fullscreen.toggle();
    expect(heard).toEqual([]);
  });
});
