import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { keep } from '../../../../../web/session.ts';
import { novelChapter } from '../../../testing/chapters.ts';
import { keepTestsApart, layOut, openReader, type PageLanguage, scrollPage } from '../../../testing/open-reader.tsx';

keepTestsApart();

/** Ten minutes for most people. */
const novel = novelChapter(Array.from({ length: 125 }, () => 'o'.repeat(100)));
const screens = 10;

async function open(language: PageLanguage = 'en-us') {
  await openReader(novel, { language });
  layOut(document.querySelector('[data-text]'), { height: screens * innerHeight });
}

/** Scrolls so far that this share of the text has come into sight. */
const readTo = (share: number) => scrollPage((share * screens - 1) * innerHeight);

describe('the time left in a chapter', () => {
  it('is told beside how much is read', async () => {
    await open();
    readTo(0.5);
    expect(await screen.findByText('50%')).toBeTruthy();
    expect(screen.getByText('5 min left')).toBeTruthy();
    readTo(0.95);
    expect(await screen.findByText('Almost done')).toBeTruthy();
    readTo(1);
    expect(await screen.findByText('100%')).toBeTruthy();
    expect(screen.queryByText('Almost done')).toBeNull();
  });

  it('goes by the pace that this browser has learned', async () => {
    keep('READING_SPEED', { latin: 2500, chinese: 'fast' });
    await open();
    readTo(0.2);
    expect(await screen.findByText('4 min left')).toBeTruthy();
  });

  it('is less for who reads faster than most, from then on', async () => {
    await open();
    vi.useFakeTimers();
    const lookAt = (share: number) => {
      readTo(share);
      act(() => void vi.advanceTimersByTime(45_000));
    };
    lookAt(0.2);
    lookAt(0.4);
    readTo(0.6);
    act(() => void vi.advanceTimersByTime(1000));
    expect(screen.getByText('60%')).toBeTruthy();
    expect(screen.getByText('3 min left')).toBeTruthy();
  });

  it('is as it was for who only leafs through', async () => {
    await open();
    vi.useFakeTimers();
    for (const share of [0.12, 0.27, 0.42, 0.57, 0.72]) {
      readTo(share);
      act(() => void vi.advanceTimersByTime(10_000));
    }
    expect(screen.getByText('3 min left')).toBeTruthy();
  });

  it('is told in Arabic, with its digits and its plurals', async () => {
    await open('ar-sa');
    readTo(0.5);
    await waitFor(() => expect(screen.getByText(/^٥٠/)).toBeTruthy());
    expect(screen.getByText(/بقيت ٥ دقائق/)).toBeTruthy();
  });
});
