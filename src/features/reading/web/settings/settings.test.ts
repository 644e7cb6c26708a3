import { beforeEach, expect, it, vi } from 'vitest';
import { changeReaderSettings } from './change-settings.ts';
import { readSettings, subscribeToSettings } from './settings.ts';

let stored: Map<string, string>;
let page: EventTarget;

/** A change of the settings by another tab of this browser. */
const elsewhere = (change: object) => stored.set('READER_SETTINGS', JSON.stringify(change));

beforeEach(() => {
  stored = new Map();
  page = new EventTarget();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  return () => vi.unstubAllGlobals();
});

it('knows what another tab has changed while nobody here listened, and overwrites none of it', () => {
  changeReaderSettings({ comic: { gapPx: 8 } });
  elsewhere({ comic: { gapPx: 8, widthPercent: 60 }, novel: { theme: 'sepia' } });
  expect(readSettings().comic.widthPercent).toBe(60);
  changeReaderSettings({ comic: { gapPx: 4 } });
  expect(readSettings().comic).toMatchObject({ gapPx: 4, widthPercent: 60 });
  expect(readSettings().novel.theme).toBe('sepia');
});

it('gives the same settings until they change', () => {
  changeReaderSettings({ comic: { gapPx: 8 } });
  const before = readSettings();
  expect(readSettings()).toBe(before);
  elsewhere({ comic: { gapPx: 9 } });
  expect(readSettings()).not.toBe(before);
});

it.each([
  ['another tab changes them', { type: 'storage', key: 'READER_SETTINGS' }, 1],
  ['another tab forgets everything', { type: 'storage', key: null }, 1],
  ['another tab changes something else', { type: 'storage', key: 'THEME' }, 0],
  ['Back brings the page out of its sleep', { type: 'pageshow', persisted: true }, 1],
  ['the page has just been loaded', { type: 'pageshow', persisted: false }, 0],
])('when %s, listeners hear of it %o: %i', (_name, { type, ...told }, times) => {
  const listener = vi.fn();
  const end = subscribeToSettings(listener);
  page.dispatchEvent(Object.assign(new Event(type), told));
  expect(listener).toHaveBeenCalledTimes(times);
  end();
  page.dispatchEvent(Object.assign(new Event(type), told));
  expect(listener).toHaveBeenCalledTimes(times);
});
