import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { comicChapter, lockedChapter, novelChapter, pagesOf, uuidOfChapter } from '../../testing/chapters.ts';
import { keepTestsApart, locked, openReader, Refusal, settle } from '../../testing/open-reader.tsx';

keepTestsApart();

const whole = `GET /comics/chapter_comics/${uuidOfChapter(2)}/en-us`;
const image = (page = 1) => screen.getByAltText(`Page ${page} of 6`);
const addressOf = (page = 1) => image(page).getAttribute('src') ?? 'none';
const fail = (page = 1) => fireEvent.error(image(page));

/** The addresses of members' images, which end at their time. */
const endsIn = (ms: number, signature: string) => `?e=${Date.now() + ms}&sig=${signature}`;
const hour = 3_600_000;
const comicOf = (query: string) => comicChapter({ layout: 'pages', pages: pagesOf(6, { query }) });

/** A chapter whose addresses have ended, and what the server says when it is asked for new ones. */
async function openEnded(answer: unknown = { result: comicOf(endsIn(6 * hour, 'new')) }) {
  let isAgain = false;
  const ended = comicOf(endsIn(-hour, 'old'));
  const opened = await openReader(ended, { answers: { [whole]: () => (isAgain ? answer : { result: ended }) } });
  isAgain = true;
  const asked = () => opened.calls.filter(({ call }) => call === whole).length;
  return { ...opened, asked };
}

describe('an image that fails', () => {
  it('is asked for again by itself, at another address each time, until its reader is asked', async () => {
    const { calls } = await openReader(comicOf(''));
    vi.useFakeTimers();
    for (const again of ['retry=1', 'retry=2', 'retry=3']) {
      fail();
      act(() => void vi.runOnlyPendingTimers());
      expect(addressOf()).toContain(again);
    }
    fail();
    act(() => void vi.runOnlyPendingTimers());
    expect(screen.getByText('This image did not load.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Load it again' }));
    expect(addressOf()).toContain('retry=4');
    expect(screen.queryByText('This image did not load.')).toBeNull();
    expect(calls.filter(({ call }) => call === whole)).toEqual([]);
  });

  it('waits without a connection, says so, and comes with it', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openReader(comicOf(''));
    fail();
    expect(screen.getByText(/^You are offline/)).toBeTruthy();
    isOnline.mockReturnValue(true);
    act(() => void dispatchEvent(new Event('online')));
    expect(screen.queryByText(/^You are offline/)).toBeNull();
    expect(addressOf()).toContain('retry=1');
  });
});

describe('an image whose address has ended', () => {
  it('comes from a new one', async () => {
    await openEnded();
    fail();
    await waitFor(() => expect(addressOf()).toContain('sig=new'));
  });

  it('is one reason to ask for all, and what is there already stays', async () => {
    const { asked } = await openEnded();
    fireEvent.load(image(1));
    await settle();
    fail(2);
    await waitFor(() => expect(addressOf(2)).toContain('sig=new'));
    fail(3);
    await settle();
    expect(addressOf(1)).toContain('sig=old');
    expect(asked()).toBe(1);
  });

  it('is as any other that fails when a new one does not help', async () => {
    const { asked } = await openEnded();
    fail();
    await waitFor(() => expect(addressOf()).toContain('sig=new'));
    vi.useFakeTimers();
    for (let tries = 0; tries < 4; tries += 1) {
      fail();
      act(() => void vi.runOnlyPendingTimers());
    }
    expect(screen.getByText('This image did not load.')).toBeTruthy();
    expect(asked()).toBe(1);
  });

  it('is asked for again where no new one came', async () => {
    await openEnded(new Refusal(500, 'internal'));
    fail();
    await waitFor(() => expect(addressOf()).toContain('retry=1'));
    expect(addressOf()).toContain('sig=old');
  });

  it('says why where its reader may read no more', async () => {
    await openEnded(locked('membership_required', lockedChapter()));
    fail();
    expect(await screen.findByText('This chapter is only open to members')).toBeTruthy();
  });

  it('is new already for who comes back to a tab that was left open', async () => {
    const { asked } = await openEnded();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(addressOf()).toContain('sig=new'));
    expect(asked()).toBe(1);
  });

  it('comes from a new one in a novel too', async () => {
    const novelOf = (query: string) => {
      const [picture] = pagesOf(1, { query });
      if (!picture) throw new Error('There is no picture');
      const { page: _, ...shown } = picture;
      return novelChapter([], { blocks: [{ type: 'img', image: shown, alt: 'A lighthouse' }] });
    };
    let chapter = novelOf(endsIn(-hour, 'old'));
    await openReader(chapter, { answers: { [whole]: () => ({ result: chapter }) } });
    chapter = novelOf(endsIn(6 * hour, 'new'));
    const drawing = await screen.findByRole('img', { name: 'A lighthouse' });
    fireEvent.error(drawing);
    await waitFor(() =>
      expect(screen.getByRole('img', { name: 'A lighthouse' }).getAttribute('src')).toContain('sig=new'),
    );
  });
});
