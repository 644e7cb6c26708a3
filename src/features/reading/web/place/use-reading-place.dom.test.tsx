import { act, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession } from '../../../../web/session.ts';
import { places } from '../../../library/web/memory.ts';
import { bookUuid, comicChapter, uuidOfChapter } from '../../testing/chapters.ts';
import { keepTestsApart, loadInput, openReader, press, settle } from '../../testing/open-reader.tsx';
import { placeMemory } from './place-memory.ts';

keepTestsApart();

/** The chapter and page that this browser remembers of the book; null while it knows of no place. */
function kept() {
  const place = places.find(bookUuid);
  return place && [place.chapterUuid, place.position.index];
}
const at = (chapter: number, page: number) => [uuidOfChapter(chapter), page];
const openPage = () => document.querySelector('[data-open] img')?.getAttribute('alt');

async function open(number: number, isReturn = false) {
  const opened = await openReader(comicChapter({ number, chapters: 99, layout: 'pages' }), { isReturn });
  await loadInput();
  return opened;
}

beforeEach(() => placeMemory.load());

describe('a place in a book', () => {
  it('is none before the reader’s first move', async () => {
    const { unmount } = await open(1);
    unmount();
    expect(kept()).toBeNull();
  });

  it('is noted when the reader has stood there for a second', async () => {
    await open(2);
    vi.useFakeTimers();
    press('j');
    press('j');
    act(() => void vi.advanceTimersByTime(900));
    expect(kept()).toBeNull();
    act(() => void vi.advanceTimersByTime(100));
    expect(kept()).toEqual(at(2, 2));
  });

  it('is noted at most every five seconds', async () => {
    await open(3);
    vi.useFakeTimers();
    press('j');
    act(() => void vi.advanceTimersByTime(1000));
    press('j');
    act(() => void vi.advanceTimersByTime(4000));
    expect(kept()).toEqual(at(3, 1));
    act(() => void vi.advanceTimersByTime(1000));
    expect(kept()).toEqual(at(3, 2));
  });

  it('is noted at once when the page is hidden, or left', async () => {
    const { unmount } = await open(4);
    press('j');
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    dispatchEvent(new Event('visibilitychange'));
    expect(kept()).toEqual(at(4, 1));
    press('j');
    unmount();
    expect(kept()).toEqual(at(4, 2));
  });

  it('is where the chapter opens again', async () => {
    const { unmount } = await open(5);
    press('j');
    press('j');
    unmount();
    await settle();
    await open(5);
    await waitFor(() => expect(openPage()).toBe('Page 3 of 6'));
  });

  it('is noted for a chapter that is looked at for four seconds, where nothing was read before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await open(6);
    await act(() => vi.advanceTimersByTimeAsync(4000));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(kept()).toEqual(at(6, 0));
  });

  it('is the chapter’s top again once it was read to its end', async () => {
    const { unmount } = await open(7);
    for (let turns = 0; turns < 6; turns += 1) press('j');
    unmount();
    await settle();
    await open(7);
    await settle();
    expect(openPage()).toBe('Page 1 of 6');
  });

  it('is another chapter’s once that is read, but Back leads to where the first was left', async () => {
    const first = await open(8);
    press('j');
    press('j');
    first.unmount();
    const second = await open(9);
    press('j');
    second.unmount();
    expect(kept()).toEqual(at(9, 1));
    await open(8, true);
    await waitFor(() => expect(openPage()).toBe('Page 3 of 6'));
  });

  it('is of no matter to who comes from another chapter: the next begins at its top', async () => {
    const first = await open(10);
    press('j');
    press('j');
    first.unmount();
    const before = await openReader(comicChapter({ number: 11, chapters: 99, layout: 'pages' }));
    await openReader(comicChapter({ number: 10, chapters: 99, layout: 'pages' }));
    before.unmount();
    await settle();
    expect(openPage()).toBe('Page 1 of 6');
  });

  it('is its reader’s own: a user’s is not shown to who comes after', async () => {
    const { unmount } = await openReader(comicChapter({ number: 12, chapters: 99, layout: 'pages' }), { isUser: true });
    await loadInput();
    press('j');
    unmount();
    expect(kept()).toEqual(at(12, 1));
    clearSession();
    await open(12);
    await settle();
    expect(openPage()).toBe('Page 1 of 6');
  });
});
