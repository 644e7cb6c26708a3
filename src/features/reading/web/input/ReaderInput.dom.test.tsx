import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addressOfChapter, comicChapter, novelChapter } from '../../testing/chapters.ts';
import { areBarsThere, keepTestsApart, layOut, loadInput, openReader, stage } from '../../testing/open-reader.tsx';
import { changeReaderSettings } from '../settings/change-settings.ts';

keepTestsApart();

const paged = comicChapter({ layout: 'pages' });
const openPage = () => screen.getByText(/^Pages? \d/).textContent;
const middle = { x: innerWidth / 2, y: innerHeight / 2 };
const left = { ...middle, x: 40 };
const right = { ...middle, x: innerWidth - 40 };

async function open(...given: Parameters<typeof openReader>) {
  const opened = await openReader(...given);
  await loadInput();
  return opened;
}

function tap({ x, y }: { x: number; y: number }, at = performance.now()) {
  const event = createEvent.click(stage(), { clientX: x, clientY: y });
  Object.defineProperty(event, 'timeStamp', { value: at });
  fireEvent(stage(), event);
}

/** As quickly as a finger does, however busy the machine is. */
function doubleTap(point: { x: number; y: number }) {
  const now = performance.now();
  tap(point, now);
  tap(point, now + 100);
}

interface Swipe {
  from?: number;
  by: number;
  down?: number;
  fingers?: number;
}

function swipe({ from = 500, by, down = 0, fingers = 1 }: Swipe) {
  const at = (x: number, y: number) => Array.from({ length: fingers }, () => ({ clientX: x, clientY: y }));
  fireEvent.touchStart(stage(), { touches: at(from, 400) });
  fireEvent.touchMove(stage(), { touches: at(from + by, 400 + down) });
  const shown = stage().style.getPropertyValue('--swipe');
  fireEvent.touchEnd(stage(), { touches: [], changedTouches: at(from + by, 400 + down) });
  return shown;
}

describe('taps on a page', () => {
  it('turn it at the sides, and call the bars in the middle', async () => {
    await open(paged);
    tap(right);
    expect(openPage()).toBe('Page 2 of 6');
    tap(left);
    expect(openPage()).toBe('Page 1 of 6');
    const before = areBarsThere();
    tap(middle);
    expect(areBarsThere()).toBe(!before);
  });

  it('are mirrored in a book that runs from right to left', async () => {
    await open(comicChapter({ layout: 'pages', reading_direction: 'rtl' }));
    tap(left);
    expect(openPage()).toBe('Page 2 of 6');
  });

  it('follow the zones that their reader has chosen', async () => {
    changeReaderSettings({ comic: { tapZones: 'edges', tapsInverted: 'vertical' } });
    await open(paged);
    tap(left);
    tap(right);
    expect(openPage()).toBe('Page 3 of 6');
    tap({ ...middle, y: 10 });
    expect(openPage()).toBe('Page 2 of 6');
  });

  it('are the button’s that they fall on, and nothing while two fingers have enlarged the page', async () => {
    await open(paged);
    fireEvent.click(screen.getByRole('slider'), { clientX: right.x, clientY: right.y });
    Object.assign(visualViewport ?? {}, { scale: 2 });
    tap(right);
    expect(openPage()).toBe('Page 1 of 6');
  });
});

describe('taps on what is scrolled', () => {
  it('only move the bars in a text, wherever its strips would scroll', async () => {
    changeReaderSettings({ comic: { tapZones: 'sides' } });
    await open(novelChapter(['It was night.']));
    tap(right);
    expect(areBarsThere()).toBe(true);
    expect(scrollY).toBe(0);
    tap(middle);
    expect(areBarsThere()).toBe(false);
  });

  it('scroll a strip whose reader wants that', async () => {
    changeReaderSettings({ comic: { tapZones: 'sides' } });
    await open(comicChapter());
    tap(right);
    expect(scrollY).toBeCloseTo(innerHeight * 0.8);
  });
});

describe('swipes', () => {
  it.each([
    ['ltr', -120],
    ['rtl', 120],
  ] as const)('turn the pages of a book that runs %s', async (direction, by) => {
    await open(comicChapter({ layout: 'pages', reading_direction: direction }));
    swipe({ by });
    expect(openPage()).toBe('Page 2 of 6');
  });

  it('are none when they are short, go downwards, begin at the screen’s edge or with two fingers', async () => {
    await open(paged);
    swipe({ by: -50 });
    swipe({ by: -100, down: 150 });
    swipe({ by: -200, from: innerWidth - 10 });
    swipe({ by: -200, fingers: 2 });
    expect(openPage()).toBe('Page 1 of 6');
  });

  it('open the neighbours of a strip, and offer the way back', async () => {
    const { addresses } = await open(comicChapter());
    swipe({ by: -120 });
    expect(addresses).toEqual([addressOfChapter(3)]);
    expect(screen.getByText('Now reading Chapter 3')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go back' })).toBeTruthy();
  });

  it('draw the strip along, against resistance where no chapter comes', async () => {
    const { addresses } = await open(comicChapter({ number: 3 }));
    expect(swipe({ by: 120 })).toBe('120px');
    expect(swipe({ by: -120 })).toBe('-30px');
    expect(addresses).toEqual([addressOfChapter(2)]);
    expect(stage().style.getPropertyValue('--swipe')).toBe('');
  });

  it('only scroll where their reader has switched them off', async () => {
    changeReaderSettings({ comic: { swipesTurnChapters: false } });
    const { addresses } = await open(comicChapter());
    swipe({ by: -200 });
    expect(addresses).toEqual([]);
  });
});

describe('an enlarged page', () => {
  async function enlarge() {
    await open(paged);
    layOut(document.querySelector('[data-open]'), { width: 600, height: 700 });
    doubleTap(middle);
    await waitFor(() => expect(stage().dataset.magnified).toBe('page'));
  }

  it('comes with a double tap in the middle, and goes with the next', async () => {
    await enlarge();
    expect(stage().style.getPropertyValue('--zoom')).toBe('2');
    doubleTap({ ...middle, y: 200 });
    expect(stage().dataset.magnified).toBeUndefined();
  });

  it('is moved by a finger, which neither swipes nor taps it away', async () => {
    await enlarge();
    swipe({ by: -200 });
    tap(right);
    expect(openPage()).toBe('Page 1 of 6');
    expect(stage().dataset.magnified).toBe('page');
  });

  it('is as large as ever after a turn', async () => {
    await enlarge();
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(openPage()).toBe('Page 2 of 6');
    expect(stage().dataset.magnified).toBeUndefined();
  });
});
