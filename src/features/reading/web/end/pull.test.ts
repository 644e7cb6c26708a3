import { describe, expect, it } from 'vitest';
import { noPull, type PullEvent, pullAfter, shareOfPull } from './pull.ts';

const scrolled = (now: number, atEnd = true): PullEvent => ({ type: 'scrolled', atEnd, now });
const touched = (y: number, now: number, fingers = 1): PullEvent => ({ type: 'touched', y, fingers, now });
const moved = (y: number, now: number, fingers = 1): PullEvent => ({ type: 'moved', y, fingers, now });
const released = (now: number): PullEvent => ({ type: 'released', now });
const waited = (now: number): PullEvent => ({ type: 'waited', now });
const outcomeOf = (events: readonly PullEvent[]) => events.reduce(pullAfter, noPull);

describe('pulling at the end of a chapter', () => {
  it.each<[name: string, events: PullEvent[], isDone: boolean]>([
    [
      'opens the next when it is long, held and begun on a still page',
      [scrolled(0), touched(800, 250), moved(680, 300), waited(600)],
      true,
    ],
    ['needs the whole hold', [scrolled(0), touched(800, 250), moved(680, 300), waited(599)], false],
    ['needs the whole length', [scrolled(0), touched(800, 250), moved(681, 300), waited(2000)], false],
    [
      'does not count a finger that arrives with the momentum',
      [scrolled(0), touched(800, 249), moved(600, 300), waited(2000)],
      false,
    ],
    [
      'waits anew while the page still moves',
      [scrolled(0), scrolled(200), touched(800, 300), moved(600, 350), waited(2000)],
      false,
    ],
    ['means nothing before the end', [touched(800, 400), moved(600, 500), waited(2000)], false],
    [
      'is off when the page leaves its end',
      [scrolled(0), touched(800, 300), moved(600, 350), scrolled(360, false), waited(2000)],
      false,
    ],
    [
      'is off when the finger goes back',
      [scrolled(0), touched(800, 300), moved(600, 350), moved(750, 500), waited(2000)],
      false,
    ],
    [
      'begins its hold anew when the finger comes back',
      [scrolled(0), touched(800, 300), moved(600, 350), moved(750, 500), moved(600, 600), waited(899)],
      false,
    ],
    ['is off when released', [scrolled(0), touched(800, 300), moved(600, 350), released(400), waited(2000)], false],
    ['is off with a second finger', [scrolled(0), touched(800, 300), moved(600, 350, 2), waited(2000)], false],
    ['does not begin with two fingers', [scrolled(0), touched(800, 300, 2), moved(600, 350), waited(2000)], false],
    [
      'bears with a page that gives way under the finger',
      [scrolled(0), touched(800, 300), moved(700, 320), scrolled(330), moved(600, 350), waited(650)],
      true,
    ],
  ])('%s', (_name, events, isDone) => {
    expect(outcomeOf(events).phase === 'done').toBe(isDone);
  });

  it('fills its meter with the finger', () => {
    expect(shareOfPull(outcomeOf([scrolled(0), touched(800, 300), moved(740, 350)]))).toBe(0.5);
    expect(shareOfPull(outcomeOf([scrolled(0), touched(800, 300), moved(860, 350)]))).toBe(0);
    expect(shareOfPull(outcomeOf([scrolled(0), touched(800, 300), moved(400, 350)]))).toBe(1);
    expect(shareOfPull(noPull)).toBe(0);
  });
});
