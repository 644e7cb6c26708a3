import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { trashPage } from './TrashPage.tsx';

it('names the day on which something is deleted permanently', async () => {
  const dates = { deleted_at: '2026-03-01T10:00:00.000Z', gone_at: '2026-03-31T10:00:00.000Z' };
  const row = { ...dates, id: 'mochi', kind: 'chapter', book_uuid: 'book', name: 'One', deleted_by: null };
  openStudioPage({
    ...{ page: trashPage, path: '/studio/trash' },
    answer: async (_method, path) => ({ result: path.startsWith('/studio/trash') ? [row] : [], total: 1 }),
  });
  expect((await screen.findByText(/Mar 31, 2026/)).getAttribute('datetime')).toBe(dates.gone_at);
});
