import { act } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { novelChapter } from '../../../testing/chapters.ts';
import { keepTestsApart, layOut, openReader, scrollPage } from '../../../testing/open-reader.tsx';
import { changeReaderSettings } from '../../settings/change-settings.ts';

keepTestsApart();

/** Where the line is that is being read, from the screen's top (walks.ts). */
const readingLine = 72;
const novel = novelChapter(Array.from({ length: 10 }, (_, at) => `These are the words of block ${at}.`));

/** Lays the text out, each block as high as this. */
function setText(blockHeight: number) {
  layOut(document.querySelector('[data-text]'), { height: 10 * blockHeight });
  layOut(document.querySelector('[data-chunk]'), { height: 10 * blockHeight });
  for (let at = 0; at < 10; at += 1) {
    layOut(document.querySelector(`[data-block="${at}"]`), { top: at * blockHeight, height: blockHeight });
  }
}

/** The reader scrolls so far, and rests there. */
function scrollAndRest(top: number) {
  scrollPage(top);
  act(() => void vi.advanceTimersByTime(1000));
}

/** A reader who rests at the first words of block 5. */
async function openAtFive() {
  await openReader(novel);
  vi.useFakeTimers();
  setText(1000);
  scrollAndRest(5000 - readingLine);
}

const changeSize = (fontSizePx: number) => act(() => void changeReaderSettings({ novel: { fontSizePx } }));

describe('a text that is set anew', () => {
  it('stays at its reader’s words when its letters grow', async () => {
    await openAtFive();
    setText(1500);
    changeSize(30);
    expect(scrollY).toBe(7500 - readingLine);
  });

  it('does not creep away from them in many changes', async () => {
    await openAtFive();
    for (const height of [1013, 1507, 777, 1919, 1000]) {
      setText(height);
      changeSize(12 + (height % 20));
    }
    expect(scrollY).toBe(5000 - readingLine);
  });

  it('stays there too when its face arrives', async () => {
    await openAtFive();
    setText(700);
    act(() => void document.fonts.dispatchEvent(new Event('loadingdone')));
    expect(scrollY).toBe(3500 - readingLine);
  });

  it('follows its reader where they have scrolled on', async () => {
    await openAtFive();
    scrollAndRest(8000 - readingLine);
    setText(500);
    changeSize(14);
    expect(scrollY).toBe(4000 - readingLine);
  });
});
