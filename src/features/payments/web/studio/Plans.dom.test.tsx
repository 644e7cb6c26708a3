import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '../../../../web/api-client.ts';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { studioPage } from '../../../studio/web/Page.tsx';
import { Plans } from './Plans.tsx';

it('changes and pauses a plan at the next try where somebody else was quicker', async () => {
  let version = 1;
  const tried: unknown[] = [];
  openStudioPage({
    ...{ page: studioPage(Plans), path: '/studio/prices' },
    async answer(method, _path, _body, ifMatch) {
      if (method === 'PUT') tried.push(ifMatch);
      if (method === 'PUT' && tried.length % 2 === 1) {
        version += 1;
        throw new ApiError(412, { code: 'edit_conflict' });
      }
      const plan = { plan: 'month', months: 1, amount: 1500, name: { 'en-us': 'Month' }, card: null, order: 1 };
      return { result: [{ ...plan, active: true, etag: String(version) }], total: 1 };
    },
  });
  for (const [open, confirm] of [
    ['Edit Month', 'Save'],
    ['Pause', 'Pause'],
  ] as const) {
    fireEvent.click(await screen.findByRole('button', { name: open }));
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: confirm }));
    expect(await dialog.findByText('Someone else changed this in the meantime')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: confirm }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(tried).toEqual(['1', '2', '2', '3']);
});
