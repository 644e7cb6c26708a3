import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../web/api-client.ts';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { orderPage } from './OrderPage.tsx';

const at = '2026-03-01T10:00:00.000Z';
const orderIn = (state: string) => ({
  ...{ order_id: '0c9e7f3a-0000-4000-8000-000000000000', number: '0c9e7f3a', provider: 'stripe', way: 'card' },
  ...{
    plan: null,
    months: 1,
    amount: 1500,
    full_amount: 1500,
    discount: 0,
    currency: 'CNY',
    status: 'succeeded',
    gift: null,
  },
  ...{ created_at: at, paid_at: at, user: null, reference: 'r', review: null, payment: null, refunded: 0, left: 1000 },
  ...{ disputed_at: null, events: [], ledger: [], refunds: [{ refund_id: 'one', state, amount: 500, at }] },
});

/** Opens an order whose refund is in the states, one after the other; what is sent is refused for its reason. Returns that. */
function open(states: string[]): unknown[] {
  const sent: unknown[] = [];
  openStudioPage({
    ...{ page: orderPage, path: '/studio/orders/one', params: { id: 'one' } },
    async answer(method, path, body) {
      if (method === 'POST') sent.push(body);
      const details = [{ path: 'reason', code: 'custom', message: 'must have 3 to 500 characters' }];
      if (method === 'POST') throw new ApiError(400, { code: 'invalid_request', details });
      if (path !== '/studio/orders/one') return { result: [], total: 0 };
      const [state = ''] = states.length > 1 ? states.splice(0, 1) : states;
      return { result: orderIn(state) };
    },
  });
  return sent;
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('looks again while a refund is pending', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  open(['pending', 'pending', 'succeeded']);
  expect(await screen.findByText('Pending')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.queryByText('Pending')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.queryByText('Pending')).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
});

it('says in plain words that a reason is missing, and takes no slip for all that is left', async () => {
  const sent = open(['succeeded']);
  fireEvent.click(await screen.findByRole('button', { name: 'Refund' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '5..00' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(await dialog.findByText('Enter a reason of 3 to 500 characters')).toBeTruthy();
  expect(sent).toMatchObject([{ amount: -1 }]);
});
