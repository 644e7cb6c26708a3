import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { forgetEverything, storeSession } from '../../../web/stored-session.ts';
import { inSite } from '../../../web/testing/in-site.tsx';
import { everyone, type KeptChapter, keptCacheName } from '../rules.ts';
import { OfflinePage } from './OfflinePage.tsx';

const at = '2026-01-05T12:00:00.000Z';

afterEach(() => {
  cleanup();
  forgetEverything();
  vi.unstubAllGlobals();
});

const keptOf = (number: number, more: Partial<KeptChapter> = {}): KeptChapter => ({
  ...{ owner: everyone, chapterUuid: `c${number}`, bookUuid: 'b', bookTitle: 'Storm', number, title: 'Salt' },
  ...{ language: 'en-us', bytes: 1000, keptAt: at, digest: '', checkedAt: at, first: 0, expiresAt: null, ...more },
});

/** The page of a device that has these chapters. */
async function open(...kept: KeptChapter[]): Promise<void> {
  const records = new Map(kept.map((record) => [keptCacheName(record), record]));
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('caches', {
    keys: async () => [...records.keys()],
    has: async (name: string) => records.has(name),
    delete: async (name: string) => records.delete(name),
    open: async (name: string) => ({ match: async () => Response.json(records.get(name)) }),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
  await act(async () => {
    render(inSite(<OfflinePage header={<h1>Kept</h1>} />));
  });
  await screen.findByRole('heading', { name: 'Storm', level: 2 });
}

it('says why a kept chapter does not open: its free days are over, or a membership', async () => {
  storeSession({ token: 'token', uuid: 'ada', username: 'Ada' });
  await open(keptOf(1, { expiresAt: at }), keptOf(2, { owner: 'ada', expiresAt: at }));
  const [free, membership] = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(free).toMatch(/no longer free/);
  expect(membership).toMatch(/membership has ended/);
});

it('moves the focus from a removed chapter to the next one, and from the last to the heading', async () => {
  await open(keptOf(1), keptOf(2));
  const buttonOf = (number: number) =>
    screen.queryByRole('button', { name: `Remove chapter ${number} from this device` });
  for (const number of [1, 2]) {
    const button = buttonOf(number);
    button?.focus();
    if (button) fireEvent.click(button);
    const next = () => (number === 1 ? buttonOf(2) : screen.getByRole('heading', { name: 'Kept' }));
    await waitFor(() => expect(document.activeElement).toBe(next()));
  }
  expect(screen.getByText('Nothing is kept yet')).toBeTruthy();
});
