import { describe, expect, it } from 'vitest';
import { defaultSettings, settingsOf } from './reader-settings.ts';

describe('settingsOf', () => {
  it.each([null, 7, 'words', [], { comic: null, novel: 4, keys: null }, { comic: [1] }])(
    'gives the defaults for %j',
    (kept) => {
      expect(settingsOf(kept)).toEqual(defaultSettings);
    },
  );

  it('keeps settings that it knows and drops unknown ones and values of another type', () => {
    const kept = { comic: { gapPx: 12, stepPercent: 'far', colour: 'red' }, novel: { fontSizePx: 24, theme: 3 } };
    expect(settingsOf(kept)).toEqual({
      ...defaultSettings,
      adult: false,
      comic: { ...defaultSettings.comic, gapPx: 12 },
      novel: { ...defaultSettings.novel, fontSizePx: 24 },
    });
  });

  it('keeps numbers within their limits and takes only words that are options', () => {
    const kept = {
      comic: { widthPercent: 1000, gapPx: -4, tapZones: 'everywhere', autoScrollSpeed: 1e300, pullsNextChapter: 1 },
      novel: { fontSizePx: 1, lineHeight: 80, justified: 'yes', theme: '__proto__', voiceRate: null },
      keys: { like: 'x' },
    };
    expect(settingsOf(kept)).toEqual({
      comic: { ...defaultSettings.comic, widthPercent: 100, gapPx: 0, autoScrollSpeed: 400 },
      novel: { ...defaultSettings.novel, fontSizePx: 12, lineHeight: 2.4 },
      keys: { like: 'x' },
      books: {},
      adult: false,
    });
  });

  it.each([null, true, false])('allows that a choice is left to the script, as in %j', (justified) => {
    expect(settingsOf({ novel: { justified } }).novel.justified).toBe(justified);
  });
});
