import { describe, expect, it, vi } from 'vitest';
import { keepAwake, type WakeLockBrowser } from './wake-lock.ts';

/** A browser that counts the locks that it granted and that were released. */
function fakeBrowser({ refuses = false } = {}) {
  const page = new EventTarget();
  const counts = { given: 0, released: 0 };
  const document = Object.assign(page, { visibilityState: 'visible' as DocumentVisibilityState });
  const request = async () => {
    if (refuses) throw new DOMException('The battery is low', 'NotAllowedError');
    counts.given += 1;
    return {
      release: async () => {
        counts.released += 1;
      },
    };
  };
  const browser: WakeLockBrowser = { document, wakeLock: { request } };
  const show = (state: DocumentVisibilityState) => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { browser, counts, show };
}

describe('a screen that is kept awake', () => {
  it('is awake from the start until the release', async () => {
    const { browser, counts } = fakeBrowser();
    const stop = keepAwake(browser);
    await vi.waitFor(() => expect(counts).toEqual({ given: 1, released: 0 }));
    stop();
    await vi.waitFor(() => expect(counts).toEqual({ given: 1, released: 1 }));
  });

  it('is requested again by a page that becomes visible, but not after the release', async () => {
    const { browser, counts, show } = fakeBrowser();
    const stop = keepAwake(browser);
    show('hidden');
    show('visible');
    await vi.waitFor(() => expect(counts.given).toBe(2));
    stop();
    show('hidden');
    show('visible');
    await Promise.resolve();
    expect(counts.given).toBe(2);
  });

  it('releases a lock that is granted only after the release', async () => {
    const { browser, counts } = fakeBrowser();
    keepAwake(browser)();
    await vi.waitFor(() => expect(counts).toEqual({ given: 1, released: 1 }));
  });

  it.each([
    ['cannot', { ...fakeBrowser().browser, wakeLock: undefined }],
    ['will not', fakeBrowser({ refuses: true }).browser],
  ])('is left alone by a browser that %s', async (_name, browser) => {
    const stop = keepAwake(browser);
    await Promise.resolve();
    expect(stop).not.toThrow();
  });
});
