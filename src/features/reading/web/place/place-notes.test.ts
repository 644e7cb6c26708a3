import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlaceNotes } from './place-notes.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function notes() {
  const written: number[] = [];
  const begun = Date.now();
  const made = createPlaceNotes({
    now: () => Date.now(),
    write: () => {
      written.push(Date.now() - begun);
      return true;
    },
  });
  return { ...made, written };
}

describe('a place that keeps changing', () => {
  it('is written a second after it first changed, then every five', () => {
    const { touch, written } = notes();
    for (let step = 0; step < 120; step += 1) {
      touch();
      vi.advanceTimersByTime(100);
    }
    expect(written).toEqual([1000, 6000, 11_000]);
  });

  it('is written at once when the page is left, and not again', () => {
    const { touch, flush, written } = notes();
    touch();
    vi.advanceTimersByTime(300);
    flush();
    flush();
    vi.advanceTimersByTime(10_000);
    expect(written).toEqual([300]);
  });

  it('is not written when nothing has changed', () => {
    const { flush, written } = notes();
    flush();
    vi.advanceTimersByTime(10_000);
    expect(written).toEqual([]);
  });
});
