import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { comicChapter } from '../../testing/chapters.ts';
import { keepTestsApart, loadInput, openReader, press, settle } from '../../testing/open-reader.tsx';

keepTestsApart();

const mode = () => document.documentElement.dataset.fullscreen;
const left = () => waitFor(() => expect(mode()).toBeUndefined());

describe('fullscreen', () => {
  it('comes and goes by its button and by its key', async () => {
    const { unmount } = await openReader(comicChapter());
    await loadInput();
    fireEvent.click(screen.getByRole('button', { name: 'Fullscreen' }));
    expect(mode()).toBe('window');
    expect(screen.getByRole('button', { name: 'Leave fullscreen' }).getAttribute('aria-pressed')).toBe('true');
    press('f');
    expect(mode()).toBeUndefined();
    unmount();
  });

  it('is left by Esc before the bars go', async () => {
    const { addresses } = await openReader(comicChapter());
    await loadInput();
    press('f');
    press('Escape');
    expect(mode()).toBeUndefined();
    expect(addresses).toEqual([]);
    expect(document.querySelector('[data-bars="away"]')).toBeNull();
  });

  it('ends with the last reader, and stays while one chapter follows another', async () => {
    const first = await openReader(comicChapter({ number: 1 }));
    await loadInput();
    press('f');
    const second = await openReader(comicChapter({ number: 2 }));
    first.unmount();
    await settle();
    expect(mode()).toBe('window');
    second.unmount();
    await left();
  });
});
