import { describe, expect, it } from 'vitest';
import { defaultSettings, settingsOf } from './settings.ts';

describe('settingsOf', () => {
  it.each([null, 7, 'words', [], { comic: null, novel: 4 }])('gives the defaults for %j', (kept) => {
    expect(settingsOf(kept)).toEqual(defaultSettings);
  });

  it('keeps what it knows and drops what is of another type or unknown', () => {
    const kept = { comic: { gapPx: 12, stepPercent: 'far', colour: 'red' }, novel: { fontSizePx: 24, theme: 3 } };
    expect(settingsOf(kept)).toEqual({
      comic: { ...defaultSettings.comic, gapPx: 12 },
      novel: { ...defaultSettings.novel, fontSizePx: 24 },
    });
  });
});
