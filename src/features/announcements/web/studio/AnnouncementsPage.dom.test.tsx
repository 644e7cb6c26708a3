import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import type { AnnouncementRow } from '../../studio-contract.ts';
import { announcementsPage } from './AnnouncementsPage.tsx';

it('the buttons of a row say of which announcement they are', async () => {
  const row: AnnouncementRow = {
    ...{ announcement_id: '0a1b2c3d-0000-4000-8000-000000000000', text: { 'en-us': 'New [books](/books) today' } },
    ...{ from: '2026-03-01T10:00:00.000Z', until: null, audience: 'all', kind: 'bar', told: false },
  };
  openStudioPage({
    ...{ page: announcementsPage, path: '/studio/settings/announcements' },
    answer: async () => ({ result: [row] }),
  });
  expect(await screen.findByRole('button', { name: 'Edit: New books today' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove: New books today' })).toBeTruthy();
});
