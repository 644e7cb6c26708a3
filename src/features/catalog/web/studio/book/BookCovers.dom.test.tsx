import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../../web/api-client.ts';
import { openStudioPage } from '../../../../studio/testing/open-page.tsx';
import { SendFileProvider } from '../../../../studio/web/send-file.ts';
import { BookCovers } from './BookCovers.tsx';

const cover = { language: 'en-us', cover: null, whole: null, whole_share: 1, crop: null };
const thumbnail = { src: '/images/page.webp', width: 60, height: 90, sources: [], placeholder: null };
const page = { chapter_uuid: 'a chapter', language: 'en-us', page: 1, width: 600, height: 900, thumbnail };

function Covers() {
  return (
    <SendFileProvider value={async () => ''}>
      <BookCovers bookId="a book" original="en-us" />
    </SendFileProvider>
  );
}
const listOf = (result: unknown[]) => ({ result, total: result.length });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the choice of a page as the cover', () => {
  it('asks again while the site is busy, then says so, and has a way to try again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isBusy = true;
    let asked = 0;
    const answer = async (_method: string, path: string) => {
      if (!path.includes('/cover_pages')) return listOf([cover]);
      asked += 1;
      if (isBusy) throw new ApiError(503, { code: 'unavailable', error: 'The server is busy' });
      return listOf([page]);
    };
    openStudioPage({ page: { Component: Covers, searchKeys: [] }, path: '/studio/books/a', answer });
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a page' }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await screen.findByRole('alert')).textContent).toContain('The site is busy. Please try again shortly');
    expect(asked).toBe(3);
    isBusy = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Page 1' })).toBeTruthy();
  });
});
