import { describe, expect, it } from 'vitest';
import { actionOfTap, isDoubleTap, namedZones, type TapLayout, zonesOf } from './tap-zones.ts';

const strip = { inverted: 'none', dir: 'ltr', isPaged: false } as const;
const at = (x: number, y: number) => ({ x, y, width: 300, height: 600 });

describe('a tap', () => {
  it.each<[layout: TapLayout, x: number, y: number, action: string | null]>([
    ['off', 150, 300, 'bars'],
    ['off', 150, 10, 'bars'],
    ['off', 20, 300, null],
    ['off', 280, 300, null],
    ['sides', 99, 300, 'previous'],
    ['sides', 100, 300, 'bars'],
    ['sides', 200, 300, 'next'],
    ['edges', 20, 300, 'next'],
    ['edges', 150, 20, 'next'],
    ['edges', 150, 580, 'previous'],
    ['edges', 150, 300, 'bars'],
    ['lShape', 280, 20, 'previous'],
    ['lShape', 20, 300, 'previous'],
    ['lShape', 280, 300, 'next'],
    ['lShape', 20, 580, 'next'],
    ['lShape', 150, 300, 'bars'],
    ['kindle', 20, 20, 'bars'],
    ['kindle', 20, 300, 'previous'],
    ['kindle', 150, 300, 'next'],
    ['kindle', 280, 580, 'next'],
    ['sides', 300, 600, 'next'],
    ['sides', -1, -1, 'previous'],
  ])('with %s at %i, %i does %s', (layout, x, y, action) => {
    expect(actionOfTap(at(x, y), { ...strip, layout })).toBe(action);
  });

  it('is mirrored where reading runs from right to left', () => {
    expect(actionOfTap(at(20, 300), { ...strip, layout: 'sides', dir: 'rtl' })).toBe('next');
    expect(actionOfTap(at(280, 300), { ...strip, layout: 'lShape', dir: 'rtl' })).toBe('previous');
    expect(actionOfTap(at(280, 20), { ...strip, layout: 'lShape', dir: 'rtl' })).toBe('previous');
  });

  it('turns pages at the sides where nothing else is chosen', () => {
    expect(actionOfTap(at(280, 300), { ...strip, layout: 'off', isPaged: true })).toBe('next');
    expect(actionOfTap(at(280, 300), { ...strip, layout: 'off', dir: 'rtl', isPaged: true })).toBe('previous');
    expect(actionOfTap(at(150, 20), { ...strip, layout: 'edges', isPaged: true })).toBe('next');
  });

  it.each([
    ['none', 280, 20, 'previous'],
    ['horizontal', 280, 300, 'previous'],
    ['horizontal', 20, 300, 'next'],
    ['vertical', 280, 20, 'next'],
    ['vertical', 20, 300, 'previous'],
    ['both', 20, 20, 'next'],
    ['both', 280, 580, 'previous'],
  ] as const)('of the L-shape inverted %s, at %i, %i, does %s', (inverted, x, y, action) => {
    expect(actionOfTap(at(x, y), { ...strip, inverted, layout: 'lShape' })).toBe(action);
  });

  it('of what is mirrored already is mirrored back', () => {
    const taps = { ...strip, dir: 'rtl', inverted: 'horizontal', layout: 'sides' } as const;
    expect(actionOfTap(at(280, 300), taps)).toBe('next');
  });

  it('always leaves a way to the bars', () => {
    for (const layout of ['off', 'sides', 'edges', 'lShape', 'kindle'] as const) {
      expect(zonesOf({ ...strip, layout }).flat()).toContain('bars');
    }
  });
});

describe('what lies together and does the same', () => {
  it.each<[layout: TapLayout, lines: string]>([
    ['off', '... .M. ...'],
    ['sides', '... MMM ...'],
    ['edges', '.M. .M. .M.'],
    ['lShape', '.M. .M. .M.'],
    ['kindle', '.M. MM. ...'],
  ])('says it once, in its middle, with %s', (layout, lines) => {
    const named = namedZones(zonesOf({ ...strip, layout }));
    const rows = [0, 1, 2].map((y) =>
      [0, 1, 2].map((x) => named.filter((zone) => zone.x === x && zone.y === y).length),
    );
    expect(rows.map((row) => row.map((count) => ['.', 'M'][count] ?? '?').join('')).join(' ')).toBe(lines);
  });
});

describe('a double tap', () => {
  const first = { x: 100, y: 100, at: 1000 };
  it.each([
    ['soon after, at the same place', first, { x: 110, y: 95, at: 1200 }, true],
    ['too late', first, { x: 100, y: 100, at: 1201 }, false],
    ['somewhere else', first, { x: 150, y: 100, at: 1100 }, false],
    ['without a first one', null, first, false],
  ])('%s', (_name, before, tap, expected) => {
    expect(isDoubleTap(before, tap)).toBe(expected);
  });
});
