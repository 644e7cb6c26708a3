import { describe, expect, it } from 'vitest';
import { barsAfterScroll, barsAfterTurn, type Scroll } from './bars.ts';
import { barsAtOpen, barsToggled } from './use-screen.ts';

const at = (top: number): Scroll => ({ top, atEnd: false });
const byItself = (top: number): Scroll => ({ top, atEnd: false, isAutomatic: true });

describe('the bars', () => {
  it.each([
    ['stay within 30 px down', [at(30)], true],
    ['go after more than 30 px down', [at(31)], false],
    ['go after 30 px in small steps', [at(10), at(20), at(35)], false],
    ['stay away within 60 px up', [at(500), at(441)], false],
    ['come back after 60 px up', [at(500), at(440)], true],
    ['count upward scroll from the lowest point', [at(500), at(450), at(600), at(541)], false],
    ['go again after turning down once more', [at(500), at(400), at(431)], false],
    ['count downward scroll from the highest point', [at(500), at(400), at(300), at(325)], true],
    ['come back at the end', [at(500), { top: 900, atEnd: true }], true],
    ['come back at the top', [at(50), at(0)], true],
    ['stay while the page moves by itself', [byItself(500), byItself(900)], true],
    ['stay away while the page moves by itself', [at(50), byItself(900), at(841)], false],
    ['come back as before once it has stopped', [at(50), byItself(900), at(840)], true],
  ])('%s', (_name, scrolls, visible) => {
    expect(scrolls.reduce(barsAfterScroll, barsAtOpen).visible).toBe(visible);
  });

  it.each([
    ['go when the next page is turned to', ['next'], false],
    ['stay away when it is turned back', ['next', 'previous'], false],
    ['stay when a page is turned back', ['previous'], true],
    ['come back where the pages end', ['next', 'end'], true],
  ] as const)('%s', (_name, turns, visible) => {
    expect(turns.reduce(barsAfterTurn, barsAtOpen).visible).toBe(visible);
  });

  it('can be called and sent away by hand, and then follow the scroll from there', () => {
    const called = barsToggled({ visible: false, turnedAt: 100 }, 800);
    expect(called.visible).toBe(true);
    expect(barsAfterScroll(called, at(820)).visible).toBe(true);
    expect(barsAfterScroll(called, at(831)).visible).toBe(false);
  });
});
