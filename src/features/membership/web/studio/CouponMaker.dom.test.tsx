import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { CouponMaker } from './CouponMaker.tsx';

const Maker = () => <CouponMaker />;

it.each([
  ['7,50', '', 750],
  ['٧٫٥', '', 750],
  ['500', 'JPY', 500],
  ['1,000', '', -1],
])('takes an amount of %s %s as %i minor units', async (value, currency, amount) => {
  const sent: unknown[] = [];
  openStudioPage({
    ...{ page: { Component: Maker, searchKeys: [] }, path: '/studio/coupons' },
    async answer(method, _path, body) {
      if (method === 'POST') sent.push(body);
      return { result: method === 'POST' ? { batch: 'b', coupons: null } : [], total: 0 };
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Create code' }));
  const dialog = within(screen.getByRole('dialog'));
  const type = (name: string, typed: string) =>
    fireEvent.change(dialog.getByLabelText(name), { target: { value: typed } });
  type('Benefit', 'amount');
  type('Amount', value);
  type('Currency of the amount', currency);
  fireEvent.click(dialog.getByRole('button', { name: 'Create code' }));
  await waitFor(() => expect(sent).toMatchObject([{ amount }]));
});
