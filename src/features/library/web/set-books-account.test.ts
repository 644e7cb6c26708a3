import { expect, it } from 'vitest';
import { createApi } from '../../../web/api-client.ts';
import type { SetBooks } from './set-books.ts';
import { exchangeSetBooks } from './set-books-account.ts';

it('tells the account what a visitor has put on a shelf or taken off, and when, and forgets it', async () => {
  const kept: ReturnType<SetBooks['read']> = {
    on: { state: 'to_read', setAt: '2026-01-02T00:00:00.000Z' },
    off: { state: null, setAt: '2026-01-03T00:00:00.000Z' },
  };
  const told: unknown[] = [];
  const forgotten: string[] = [];
  const api = createApi(async (...call) => void told.push(call));
  const setBooks: SetBooks = {
    read: () => kept,
    subscribe: () => () => {},
    set() {},
    forget: (id) => forgotten.push(id),
  };
  await exchangeSetBooks(api, { setBooks, isHere: () => true }).tell();
  expect(told).toEqual([
    ['PUT', '/user/shelf/on', { state: 'to_read', set_at: '2026-01-02T00:00:00.000Z' }],
    ['DELETE', '/user/shelf/off?set_at=2026-01-03T00%3A00%3A00.000Z', undefined],
  ]);
  expect(forgotten).toEqual(['on', 'off']);
});
