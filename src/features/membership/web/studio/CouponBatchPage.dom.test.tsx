import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { couponBatchPage } from './CouponBatchPage.tsx';

const coupon = (id: string, code: string | null) => ({ id, code, last_four: id, used: 0, stopped: false });

describe('the codes of a batch', () => {
  it('are copied where they are known', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const batch = {
      ...{ batch: 'a-batch', months: null, days: null, percent: 25, amount: null, plan: null, currency: null },
      ...{ made: 2, used: 0, left: 2, max_uses: 1, ways: ['wechat'], new_users: false, expires_at: null, note: null },
      ...{ created_by: 'mara', created_at: '2026-03-01T10:00:00.000Z', promotion_code: null },
      coupons: [coupon('AR25', 'NEWYEAR25'), coupon('7Q2W', null)],
    };
    openStudioPage({
      ...{ page: couponBatchPage, path: '/studio/coupons/a-batch', params: { batch: 'a-batch' } },
      answer: async (_method, path) =>
        path.startsWith('/studio/audit') ? { result: [], total: 0 } : { result: batch },
    });
    const table = within(await screen.findByRole('table', { name: 'Codes' }));
    expect(table.getAllByRole('button', { name: /^Copy/ })).toHaveLength(1);
    fireEvent.click(table.getByRole('button', { name: 'Copy NEWYEAR25' }));
    await waitFor(() => expect(writeText.mock.calls).toEqual([['NEWYEAR25']]));
  });
});
