import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { everyone, type KeptChapter, keptCacheName } from '../../features/offline/rules.ts';
import type { ChapterPlace } from '../../features/reading/web/chapter/chapter-place.ts';
import { inSite } from '../../web/testing/in-site.tsx';
import { Toasts } from '../../web/ui/Toasts.tsx';
import { toasts } from '../../web/ui/toasts.ts';
import { AfterChapter } from './AfterChapter.tsx';

afterEach(() => {
  cleanup();
  toasts.set({ shown: [], count: 0 });
  vi.unstubAllGlobals();
});

it('names a chapter as its print does when it is taken off the device', async () => {
  const at = '2026-01-05T12:00:00.000Z';
  const kept: KeptChapter = {
    ...{ owner: everyone, chapterUuid: 'c', bookUuid: 'b', bookTitle: 'Storm', number: 11, title: 'Salt' },
    ...{ language: 'en-us', bytes: 1000, keptAt: at, digest: '', checkedAt: at, first: 0, expiresAt: null },
  };
  const records = new Map([[keptCacheName(kept), kept]]);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('caches', {
    keys: async () => [...records.keys()],
    has: async (name: string) => records.has(name),
    delete: async (name: string) => records.delete(name),
    open: async (name: string) => ({ match: async () => Response.json(records.get(name)) }),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
  const place = {
    ...{ bookUuid: 'b', chapterUuid: 'c', bookTitle: 'Storm', number: 11, printed: { season: null, label: '10.5' } },
    neighbours: { previous: null, next: {} },
  } as unknown as ChapterPlace; // the part that is read
  render(
    inSite(
      <>
        <AfterChapter place={place} />
        <Toasts dismissLabel="Dismiss" />
      </>,
    ),
  );
  const remove = await screen.findByRole('button', { name: 'Remove' });
  await act(async () => remove.click());
  expect(await screen.findByText('Chapter 10.5 is no longer on this device.')).toBeTruthy();
});
