import { describe, expect, it } from 'vitest';
import {
  askedImages,
  isQuiet,
  isSlowArrival,
  type Line,
  type Loading,
  loadingAfter,
  nothingLoading,
  wantsAll,
} from './image-loading.ts';
import { afterWaiting } from './image-patience.ts';
import type { ImageState } from './image-states.ts';

const fast: Line = { isSlow: false, ahead: 4 };
const slow: Line = { isSlow: true, ahead: 4 };
const saving: Line = { isSlow: false, ahead: 2 };
const all: Line = { isSlow: false, ahead: wantsAll };

const fine: ImageState = { attempt: 0, tries: 0, status: 'loading' };
const retried: ImageState = { attempt: 1, tries: 1, status: 'loading' };
const pausing: ImageState = { attempt: 1, tries: 0, status: 'pausing' };
const failed: ImageState = { attempt: 4, tries: 3, status: 'failed' };

interface Given {
  visible?: [number, number];
  near?: [number, number];
  arrived?: number[];
  passed?: [number, number][];
  line?: Line;
}

function at({ visible = [10, 11], near = [0, 30], arrived = [], passed = [], line = fast }: Given): Loading {
  const sight = {
    visible: { first: visible[0], last: visible[1] },
    near: { first: near[0], last: near[1] },
  };
  return { sight, arrived: new Set(arrived), passed: new Map(passed), line };
}

const askedOf = (loading: Loading, states: Record<number, ImageState> = {}) => [
  ...(askedImages(loading, { count: 100, stateOf: (index) => states[index] ?? fine }) ?? ['nobody has looked']),
];

describe('where all images are wanted', () => {
  const near: [number, number] = [95, 98];

  it('they come three at once, from what is on the screen to the end and then the rest', () => {
    expect(askedOf(at({ visible: [97, 97], near, line: all }))).toEqual([97, 98, 99]);
    expect(askedOf(at({ visible: [97, 97], near, arrived: [97, 98, 99], line: all }))).toEqual([97, 98, 99, 0, 1, 2]);
  });

  it('none is let go, however far away its reader goes', () => {
    const far = { visible: { first: 0, last: 0 }, near: { first: 0, last: 5 } };
    const before = at({ arrived: [80, 90] });
    const kept = loadingAfter(loadingAfter(before, { type: 'changed', line: all }), {
      type: 'seen',
      sight: far,
      line: all,
    });
    expect([...kept.arrived]).toEqual([80, 90]);
    expect([...loadingAfter(before, { type: 'seen', sight: far, line: fast }).arrived]).toEqual([]);
  });
});

describe('what is asked for', () => {
  it.each<[string, Given, Record<number, ImageState>, number[]]>([
    ['what is on the screen first, then what comes next', {}, {}, [10, 11, 12]],
    ['what comes next, when what is on the screen is there', { arrived: [10, 11] }, {}, [10, 11, 12, 13, 14]],
    ['at most four ahead, then one behind', { arrived: [10, 11, 12, 13, 14] }, {}, [10, 11, 12, 13, 14, 15, 9]],
    ['nothing more when those are there', { arrived: [9, 10, 11, 12, 13, 14, 15] }, {}, [9, 10, 11, 12, 13, 14, 15]],
    ['two ahead for who saves', { arrived: [9, 10, 11, 12, 13], line: saving }, {}, [9, 10, 11, 12, 13]],
    ['one at a time on a slow line', { line: slow }, {}, [10]],
    ['in reading order on a slow line', { arrived: [10], line: slow }, {}, [10, 11]],
    ['what is tried again before all else', { line: slow }, { 14: retried }, [14]],
    ['what is tried again, and what shows', {}, { 14: retried, 3: retried }, [3, 14, 10]],
    ['not what is far away, tried again or not', { near: [5, 20] }, { 40: retried }, [10, 11, 12]],
    ['not what waits after a failure', {}, { 10: pausing, 12: failed }, [11, 13, 14]],
    [
      'more, beside those that hang',
      {
        passed: [
          [10, 0],
          [12, 0],
        ],
      },
      {},
      [11, 13, 14, 10, 12],
    ],
    ['the next on a slow line, beside the one that hangs', { passed: [[10, 0]], line: slow }, {}, [11, 10]],
    ['one that hung, in its turn when it is tried again', { passed: [[14, 0]], line: slow }, { 14: retried }, [14]],
    ['nothing beyond the last image', { visible: [98, 99], arrived: [98, 99] }, {}, [98, 99, 97]],
    ['nothing before the first image', { visible: [0, 0], arrived: [0, 1, 2, 3, 4] }, {}, [0, 1, 2, 3, 4]],
  ])('%s', (_name, given, states, asked) => {
    expect(askedOf(at(given), states)).toEqual(asked);
  });

  it.each([
    [1, [10, 11, 12, 9]],
    [8, [10, 11, 12, 13, 14]],
  ])('is as much ahead as the reader wishes: %i', (ahead, asked) => {
    expect(askedOf(at({ arrived: [10, 11], line: { isSlow: false, ahead } }))).toEqual(asked);
  });

  it('is not from beyond what is kept, however much is wished', () => {
    const arrived = Array.from({ length: 18 }, (_, index) => index);
    expect(askedOf(at({ visible: [10, 11], near: [0, 17], arrived, line: { isSlow: false, ahead: 10 } }))).toEqual(
      arrived,
    );
  });

  it('is left to the browser until somebody has looked', () => {
    expect(askedImages(nothingLoading, { count: 100, stateOf: () => fine })).toBeNull();
  });
});

describe('a reader who moves', () => {
  const seen = (visible: [number, number], near: [number, number], line = fast) =>
    ({ type: 'seen', sight: at({ visible, near }).sight ?? never(), line }) as const;
  const never = (): never => {
    throw new Error('There is a sight');
  };

  it('lets go of what was on its way, and asks for what is there', () => {
    const before = at({ arrived: [10] });
    expect(askedOf(before)).toEqual([10, 11, 12, 13]);
    const after = loadingAfter(before, seen([50, 51], [40, 61]));
    expect(askedOf(after)).toEqual([50, 51, 52]);
  });

  it('keeps what is within ten screens, and gives the rest back', () => {
    const after = loadingAfter(at({ arrived: [3, 4, 10, 11] }), seen([14, 15], [4, 25]));
    expect([...after.arrived]).toEqual([4, 10, 11]);
  });

  it('changes nothing while the same images show', () => {
    const before = at({ visible: [10, 11], near: [0, 30] });
    expect(loadingAfter(before, seen([10, 11], [0, 30]))).toBe(before);
  });

  it('gets the next image as soon as one has arrived', () => {
    const after = loadingAfter(at({ line: slow }), { type: 'arrived', index: 10, line: slow });
    expect(askedOf(after)).toEqual([10, 11]);
  });

  it('never has more than three images on their way, however the reader moves', () => {
    let loading = nothingLoading;
    for (let step = 0; step < 300; step += 1) {
      const first = (step * 37) % 96;
      loading = loadingAfter(loading, seen([first, first + 1], [first - 12, first + 13]));
      if (step % 3 === 0) loading = loadingAfter(loading, { type: 'arrived', index: first, line: fast });
      const asked = askedOf(loading);
      expect(asked.length - loading.arrived.size).toBeLessThanOrEqual(3);
      expect(loading.arrived.size).toBeLessThanOrEqual(26);
    }
  });
});

describe('an image that does not come', () => {
  it.each([
    [1, false, 'pass'],
    [2, false, 'pass'],
    [3, false, 'fail'],
    [1, true, 'wait'],
    [2, true, 'wait'],
    [3, true, 'pass'],
    [8, true, 'pass'],
    [9, true, 'fail'],
  ] as const)('after %i looks, begun: %s → %s', (looks, hasBegun, expected) => {
    expect(afterWaiting(looks, { hasBegun })).toBe(expected);
  });

  it('leaves the line free for what comes next, and so does one that failed', () => {
    const there = at({ arrived: [9, 10, 11, 13, 14, 15] });
    const asked = (loading: Loading, state: ImageState) =>
      askedImages(loading, { count: 100, stateOf: (index) => (index === 12 ? state : fine) });
    expect(isQuiet(there, asked(there, fine))).toBe(false);
    expect(isQuiet(there, asked(there, failed))).toBe(true);
    const hanging = loadingAfter(there, { type: 'passed', index: 12, tries: 0 });
    expect(isQuiet(hanging, asked(hanging, fine))).toBe(true);
    expect(isQuiet(nothingLoading, null)).toBe(false);
  });
});

describe('a line', () => {
  it.each([
    ['that takes half a second for 60 kB', { bytes: 60_000, ms: 500, sharing: 1 }, false, true],
    ['that takes as long for three of them at once', { bytes: 60_000, ms: 500, sharing: 3 }, true, false],
    ['that takes no time at all', { bytes: 60_000, ms: 20, sharing: 1 }, true, false],
    ['that is judged by a tiny image, still slow', { bytes: 700, ms: 300, sharing: 1 }, true, true],
    ['that is judged by a tiny image, still fast', { bytes: 700, ms: 300, sharing: 1 }, false, false],
  ])('%s: slow? %o, before %o → %o', (_name, arrival, before, expected) => {
    expect(isSlowArrival(arrival, before)).toBe(expected);
  });
});
